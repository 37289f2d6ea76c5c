"""The tables in which each paper counts its data sets."""

from __future__ import annotations

from papers.layout import Study
from papers.scales import SCALES


def counts(key: str, title: str, datasets: tuple[str, ...], printed: str, why: str = "") -> Study:
    """Return the study that counts these data sets."""
    return Study(
        key,
        title,
        "dataset_counts.py",
        {scale: ("--scale", scale, "--datasets", *datasets) for scale in SCALES},
        "counts.json",
        printed,
        why,
        data=True,
    )


_SPLITS = "questions to learn, validating and asked"
TABLES = (
    counts(
        "g-retriever-2",
        "G-Retriever, table 2: graphs, and their mean nodes and edges",
        ("expla-graphs", "scene-graphs", "webqsp"),
        "ExplaGraphs 2,766 (5.17 nodes, 4.25 edges), SceneGraphs 100,000 (19.13, 68.44), "
        "WebQSP 4,737 (1370.89, 4252.37)",
        "Here a line for each split.",
    ),
    counts(
        "align-grag-1",
        f"Align-GRAG, table 1: {_SPLITS}",
        ("expla-graphs", "scene-graphs", "webqsp"),
        "ExplaGraphs 1,659 / 553 / 554, SceneGraphs 59,978 / 19,997 / 20,025, "
        "WebQSP 2,826 / 245 / 1,628",
        "The paper counts 38 questions of WebQSP fewer than G-Retriever and does not say which.",
    ),
    counts(
        "retrieval-and-reasoning-4",
        f"Retrieval & Reasoning, table 4: {_SPLITS}",
        ("webqsp", "cwq"),
        "WebQSP 2,848 / 250 / 1,639, CWQ 27,639 / 3,519 / 3,519",
        "RoG's files, whose numbers may differ. The most hops, 2 and 5, are not counted.",
    ),
    counts(
        "walk-and-retrieve-1",
        "Walk&Retrieve, table 1: questions that are asked",
        ("metaqa", "crag"),
        "MetaQA 9,947 / 14,872 / 14,274 of one, two and three hops, CRAG 1,335",
        "Questions by kind; the other splits too.",
    ),
)

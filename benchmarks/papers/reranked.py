"""Graphs that a reranker leaves of G-Retriever's, as a data set (Align-GRAG's baselines, 5.2).

Nodes and triples are ranked by their likeness to the question, the best stay; how many is not
stated. What stays is learnt and asked as it is.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from reranked_graphs import BiEncoder, Likeness, rerank

from papers.scales import Place
from steiner.chosen import Chosen
from steiner.embed import TextVectors, named_embedder
from steiner.evaluate.datasets import load_dataset
from steiner.evaluate.datasets.gold import GoldQuestion
from steiner.evaluate.own_graphs import Opened, system_over_own_graphs
from steiner.jobs import digest
from steiner.models.cross_encoder import CrossEncoder
from steiner.settings import RetrieverSettings
from steiner.textual_graph import graph_json
from steiner.textualise.table import text_graph
from steiner.whole_files import write_whole

KEPT = 10
"""Nodes, and triples, that stay."""
_CROSS = "reranker"
"""What a cross-encoder's name has."""


def reranked_place(
    place: Place, model: str, settings: Mapping[str, Any], output: Path, embedder: str = ""
) -> Place:
    """Return a data set of the same questions, each with what `model` leaves of its graph.

    `settings`: of the retrieval, as a TOML file has them; `embedder`: of its texts.
    """
    own = [place.dataset, str(place.folder), model, KEPT, settings, embedder]
    folder = output / "reranked" / digest(own)[:8]
    if not (folder / "whole").is_file():
        chosen = Chosen(
            system="g-retriever",
            retrieval=RetrieverSettings.from_dict(settings),
            embedder=embedder or None,
        )
        opened = system_over_own_graphs(chosen)
        for split in place.splits:
            _write_split(place, split, folder, opened, likeness(model))
        (folder / "whole").touch()
    return Place(place.dataset, folder, "questions")


def likeness(model: str) -> Likeness:
    """Return what scores texts: a cross-encoder, or the cosine of an encoder's vectors."""
    if _CROSS in model:
        return CrossEncoder(model)
    return BiEncoder(TextVectors(named_embedder(model), 200_000))


def _write_split(
    place: Place, split: str, folder: Path, opened: Opened, likeness: Likeness
) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    _, loader, _, source = place.options()
    data = load_dataset(loader, Path(source), split, [])
    rows = (
        {**row, "labels": data.labels} if data.labels else row
        for row in _rows(data.questions, opened, likeness)
    )
    text = "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows)
    write_whole(folder / f"{split}.jsonl", text)


def _rows(
    questions: Sequence[GoldQuestion], opened: Opened, likeness: Likeness
) -> Iterator[dict[str, Any]]:
    for question in questions:
        if question.graph is None or not question.answers:
            continue
        evidence = opened(question.graph).retrieve(question.text)
        left = rerank(text_graph(evidence), question.text, likeness, KEPT)
        own = {"id": question.id, "question": question.text, "answers": question.answers}
        yield {**own, "topics": question.topics, "graph": graph_json(left)}

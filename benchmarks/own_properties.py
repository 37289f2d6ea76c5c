"""Where do walks and triples lose on a property graph, and what brings it back?

    python benchmarks/own_properties.py --output DIR [--graphs movies northwind] [--budget 1024]
                                        [--systems walk-and-retrieve retrieval-and-reasoning]

Each system as published, and with one change after the other beside it, over the questions of
../shared/data/neo4j; no topic is given, no model plans or writes. Prints the share of the gold
answers in the first 512 tokens and in the budget (characters / 4), and writes DIR/rows.json.
In memory: no server is needed.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import fmean
from time import monotonic
from typing import Any

from data import SHARED
from data.memory_graphs import GRAPHS, indexed_graph

from steiner.embed import Embedder, open_embedder
from steiner.evaluate.graphs import remembered
from steiner.evaluate.metrics.coverage import coverage, cut
from steiner.jobs import Row, read_questions
from steiner.settings import DEFAULT_EMBEDDER, Options, RetrieverSettings
from steiner.systems import find_system

_FIRST = 512
Changes = Mapping[str, Mapping[str, Any]]
CHANGES: Mapping[str, tuple[str, Changes]] = {
    "walk-and-retrieve": (
        "walks",
        {
            "as published, k = 3": {},
            "k = 10": {"k": 10},
            "k = 10, properties": {"k": 10, "properties": True},
            "the same, named nodes in place of the nearest": {
                "k": 10,
                "properties": True,
                "roots": "linked",
            },
        },
    ),
    "retrieval-and-reasoning": (
        "triples",
        {
            "as published, k = 20": {},
            "k = 60": {"k": 60},
            "k = 60, properties": {"k": 60, "properties": True},
            "k = 60, the triple alone": {"k": 60, "neighbours": 0},
            "k = 60, the triple alone, properties": {
                "k": 60,
                "neighbours": 0,
                "properties": True,
            },
            "k = 90, the triple alone, properties": {
                "k": 90,
                "neighbours": 0,
                "properties": True,
            },
            "the same with k = 60 near what is named, relation paths as plan": {
                "k": 60,
                "neighbours": 0,
                "properties": True,
                "candidates": "near",
                "plan": "paths",
            },
        },
    ),
}
"""The table of settings of each system, and what is changed in it."""


def rows(
    graph: str, system: str, questions: list[Row], embedder: Embedder, budget: int
) -> Iterator[dict[str, Any]]:
    """Yield, for each change, the shares by kind of question and of all."""
    table, changes = CHANGES[system]
    for name, changed in changes.items():
        begun = monotonic()
        settings = RetrieverSettings.from_dict({table: changed})
        store = indexed_graph(GRAPHS[graph](), embedder)
        made = find_system(system).retriever(store, embedder, settings)
        options = Options(budget=budget)
        texts = [made.retrieve(row["question"], options).text for row in questions]
        for kind in ("anchored", "filter", ""):
            own = [
                [coverage(cut(text, most), row["answers"]) for most in (_FIRST, budget)]
                for text, row in zip(texts, questions, strict=True)
                if kind in ("", row["kind"])
            ]
            shares = [round(fmean(column), 3) for column in zip(*own, strict=True)]
            row = {"system": system, "row": name, "graph": graph, "kind": kind or "all"}
            yield {**row, "questions": len(own), "shares": shares}
        print(f"{graph}, {name}: {monotonic() - begun:.0f} s")


def main() -> None:
    """Read the command line, measure, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--graphs", nargs="*", default=["movies", "northwind"])
    parser.add_argument("--systems", nargs="*", choices=list(CHANGES), default=list(CHANGES))
    parser.add_argument("--budget", type=int, default=1_024)
    given = parser.parse_args()
    given.output.mkdir(parents=True, exist_ok=True)
    measured = []
    embedder = remembered(open_embedder(DEFAULT_EMBEDDER))
    for graph in given.graphs:
        questions = read_questions(SHARED / "neo4j" / "questions" / f"{graph}.jsonl")
        for system in given.systems:
            for row in rows(graph, system, questions, embedder, given.budget):
                print(json.dumps(row), flush=True)
                measured.append(row)
                (given.output / "rows.json").write_text(json.dumps(measured, indent=1) + "\n")


if __name__ == "__main__":
    main()

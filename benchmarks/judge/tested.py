"""The questions of the unit tests of reading, as data: small graphs, questions, rows.

Recorded by running tests/unit/test_*readings.py at e74a42a: what a passing test asked of a graph
and the rows that came, or, where no rows were looked at and the confidence was below .8, that it
must not be called exact. The columns are those that the test looked at.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

from data.created_graphs import CreatedGraph
from data.memory_graphs import indexed_graph

from judge.kept_vectors import KeptEmbedder
from judge.lines import Line, rows_of
from judge.strict_tables import strictly_right
from judge.tables import cells, scoring
from judge.timed_reading import EXACT, TimedReader
from steiner.algebra import in_words
from steiner.errors import SteinerError
from steiner.graph import Subgraph
from steiner.query.query_reading import Reading

_FOLDER = Path(__file__).parents[1] / "data" / "reading_tests"


def tests(embedder: KeptEmbedder, _: bool) -> list[Line]:
    """Ask what the unit tests ask; a line is right where the rows are, or the doubt is there."""
    graphs, reader = rows_of(_FOLDER / "graphs.jsonl"), TimedReader(embedder)
    stores = [indexed_graph(_graph(given), embedder) for given in graphs]
    lines = []
    for asked in rows_of(_FOLDER / "questions.jsonl"):
        store = stores[asked["graph"]]
        reading, milliseconds = reader.read(asked["question"], store.graph_schema(), store)
        sure = reading.confidence if reading else 0.0
        rows, meant = _rows(store, reading), _decoded(asked.get("rows"), str)
        line = Line(
            part="unsure" if meant is None else "rows",
            id=asked["id"],
            question=asked["question"],
            right=sure < EXACT if meant is None else _equal(rows, meant),
            exact=sure >= EXACT,
            confidence=sure,
            probability=sure,
            reading=in_words(reading.query) if reading else "",
            gold=[],
            milliseconds=milliseconds,
            rows=(rows or [])[:5],
            gold_rows=(meant or [])[:5],
            expects_none=meant is None,
            more={"test": asked["test"]},
        )
        lines.append(line)
    return lines


def _rows(store: Any, reading: Reading | None) -> list[list[Any]] | None:
    try:
        return cells(store.run(reading.query)) if reading else None
    except SteinerError:
        return None


def _equal(rows: list[list[Any]] | None, meant: list[list[Any]]) -> bool:
    if rows is None:
        return False
    gold = {"rows": meant, "columns": ["" for _ in meant[0]] if meant else []}
    return strictly_right(list(zip(*rows, strict=True)), gold, scoring().canon)


def _graph(given: Mapping[str, Any]) -> Subgraph:
    graph = CreatedGraph()
    for key, label, own in given["nodes"]:
        graph.node(key, label, _decoded(own, date.fromisoformat))
    for source, type, target, own in given["relationships"]:
        graph.edge(graph.node(source), type, graph.node(target), _decoded(own, date.fromisoformat))
    return graph.subgraph()


def _decoded(value: Any, day: Any) -> Any:
    """Write {"date": ...} as a day, or as its text."""
    if isinstance(value, list):
        return [_decoded(each, day) for each in value]
    if isinstance(value, dict):
        if value.keys() == {"date"} and isinstance(value["date"], str):
            return day(value["date"])
        return {name: _decoded(each, day) for name, each in value.items()}
    return value

"""What is collected for a training: once, resumable, and never of something else unnoticed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from steiner.errors import ConnectionFailed, InvalidInput
from steiner.evidence import Evidence
from steiner.graph import Node, Subgraph
from steiner.settings import DEFAULT_OPTIONS, Options
from steiner.train.data.collection import collect, is_collected
from steiner.train.data.text_graphs import TextGraphs

ROWS = [{"question": f"q{i}", "answers": ["Ann"]} for i in range(3)]
MADE_OF = {"budget": "512", "where": ""}


class Finds:
    """Finds one node; loses its connection at the question `lost`."""

    def __init__(self, lost: str = "") -> None:
        self.asked: list[str] = []
        self._lost = lost

    def retrieve(self, question: str, options: Options = DEFAULT_OPTIONS) -> Evidence:
        if question == self._lost:
            raise ConnectionFailed("lost")
        self.asked.append(question)
        return Evidence(question, Subgraph((Node(1, "n:1", ("Person",), {}, "Ann"),)), "")


def collected(
    folder: Path, rows: list[dict[str, Any]] = ROWS, lost: str = "", **made_of: str
) -> list[str]:
    """Collect for these rows, and return what was asked for it."""
    questions, retriever = folder / "questions.jsonl", Finds(lost)
    questions.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    output, options = folder / "out" / "train.jsonl", DEFAULT_OPTIONS
    collect(TextGraphs(), retriever, questions, output, options, {**MADE_OF, **made_of})
    assert is_collected(output, "graph")
    return retriever.asked


def test_questions_are_asked_once(tmp_path: Path) -> None:
    assert collected(tmp_path) == ["q0", "q1", "q2"]
    assert collected(tmp_path) == []
    (first, *_) = TextGraphs().read(tmp_path / "out" / "train.jsonl")
    assert (first.question, first.answers, first.graph.nodes) == ("q0", ("Ann",), ("Ann (Person)",))


def test_a_stopped_collection_goes_on(tmp_path: Path) -> None:
    with pytest.raises(ConnectionFailed):
        collected(tmp_path, lost="q2")
    assert collected(tmp_path) == ["q2"]


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        ({"budget": "64"}, "another budget"),
        ({"where": "tenant = acme", "budget": "64"}, "another budget, where"),
        ({"rows": ROWS[:2]}, "another questions"),
    ],
)
def test_older_examples_of_something_else_are_refused(
    tmp_path: Path, changed: dict[str, Any], named: str
) -> None:
    collected(tmp_path)
    before = (tmp_path / "out" / "train.jsonl").read_text()
    with pytest.raises(InvalidInput, match=f"was collected with {named}. Name another --output"):
        collected(tmp_path, **changed)
    assert (tmp_path / "out" / "train.jsonl").read_text() == before


def test_examples_that_say_not_what_they_are_made_of_are_refused(tmp_path: Path) -> None:
    collected(tmp_path)
    (tmp_path / "out" / "train.made.json").unlink()
    with pytest.raises(InvalidInput, match="was collected with another budget, questions, where"):
        collected(tmp_path)

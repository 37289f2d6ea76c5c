"""Words that deny a yes or no by themselves, and words that stand for those of the schema."""

from __future__ import annotations

from typing import Any

import pytest
from word_doubles import alike, indexed

from steiner.graph import Node
from steiner.query.readings import read


def node(id: int, label: str, name: str, **own: Any) -> Node:
    return Node(id, str(id), (label,), {"name": name, **own}, name)


STORE = indexed(
    [
        node(1, "Cook", "Ann", professional=True),
        node(2, "Cook", "Bob", professional=False),
        node(3, "Cook", "Cid", professional=True),
        node(4, "Restaurant", "Elm", isOpen=True),
        node(5, "Restaurant", "Fir", isOpen=False),
        node(6, "Institute", "Marine Studies"),
        node(9, "Climb", "Eiger", successful=False),
        node(10, "Climb", "Piz", successful=True),
        node(7, "Grant", "Reef Survey"),
        node(8, "Funder", "Lone Pine Trust"),
    ],
    [(1, "COOKS_AT", 4), (2, "COOKS_AT", 5), (3, "COOKS_AT", 4), (8, "SPONSORED", 7),
     (7, "HOSTED_BY", 6)],
)  # fmt: skip


def names(question: str) -> list[str]:
    """Return the names of the first column of what the likeliest reading computes."""
    readings = read(question, STORE.graph_schema(), STORE, alike)
    assert readings is not None
    return [row[0].name for row in STORE.run(readings.best.query).rows]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which cooks are amateurs?", ["Bob"]),
        ("Which cooks are not amateurs?", ["Ann", "Cid"]),
        ("Which cooks are professional?", ["Ann", "Cid"]),
        ("Which restaurants are closed?", ["Fir"]),
        ("Which restaurants are open?", ["Elm"]),
        ("Which climbs failed?", ["Eiger"]),
        ("Which climbs were successful?", ["Piz"]),
    ],
)
def test_a_word_for_the_opposite_denies_a_yes_or_no(question: str, expected: list[str]) -> None:
    assert names(question) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Show all labs", ["Marine Studies"]),
        ("Who backs Reef Survey?", ["Lone Pine Trust"]),
    ],
)
def test_other_words_for_the_same_are_read(question: str, expected: list[str]) -> None:
    assert names(question) == expected

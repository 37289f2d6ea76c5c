"""Those who share a thing with somebody, and whose a thing is: one's own, or someone else's."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from read_graphs import node, store
from word_doubles import alike

from steiner.graph import Node
from steiner.query.widening.larger_forms import widened_readings

TODAY = date(2026, 11, 29)
CHOIRS = store(
    [
        *(
            node(i, "Singer", name, voice=voice)
            for i, name, voice in ((1, "Ann", "alto"), (2, "Bob", "bass"), (3, "Cid", "bass"))
        ),
        *(node(i, "Choir", name) for i, name in ((4, "Vox"), (5, "Aria"))),
        *(node(i, "Song", name) for i, name in ((6, "Dawn"), (7, "Dusk"))),
        node(8, "Locker", "L-1"), node(9, "Locker", "L-2"),
    ],
    [
        (1, "SINGS_IN", 4, {}), (2, "SINGS_IN", 4, {}), (3, "SINGS_IN", 5, {}),
        (1, "WROTE", 6, {}), (2, "WROTE", 7, {}),
        (1, "REVIEWED", 6, {}), (3, "REVIEWED", 7, {}), (2, "REVIEWED", 6, {}),
        (1, "HAS_LOCKER", 8, {}), (3, "HAS_LOCKER", 8, {}), (2, "HAS_LOCKER", 9, {}),
    ],
)  # fmt: skip
SCHEMA = CHOIRS.graph_schema()


def firsts(question: str) -> list[Any]:
    readings = widened_readings(question, SCHEMA, CHOIRS, alike, TODAY)
    assert readings is not None
    cells = (row[0] for row in CHOIRS.run(readings.best.query).rows)
    return sorted({cell.name if isinstance(cell, Node) else cell for cell in cells})


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Who shares a locker with Ann?", ["Cid"]),
        ("people sharing a locker with Ann", ["Cid"]),
        ("Which singers have shared a choir with Ann?", ["Bob"]),
        ("With whom does Ann share a locker?", ["Cid"]),
        ("With which singers did Ann share a choir?", ["Bob"]),
        ("How many people share a locker with Ann?", [1]),
        ("Who shares a voice with Bob?", ["Cid"]),
    ],
)
def test_others_have_what_somebody_has(question: str, expected: list[Any]) -> None:
    assert firsts(question) == expected


def test_what_another_kind_of_thing_shares_is_not_read_as_of_the_kind_that_is_named() -> None:
    assert (
        widened_readings("Which songs share a locker with Ann?", SCHEMA, CHOIRS, alike, TODAY)
        is None
    )


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Who reviewed their own song?", ["Ann"]),
        ("Which singers reviewed someone else's song?", ["Bob", "Cid"]),
        ("Which singers reviewed a song that was written by somebody else?", ["Bob", "Cid"]),
    ],
)
def test_a_thing_is_ones_own_or_someone_elses(question: str, expected: list[str]) -> None:
    assert firsts(question) == expected

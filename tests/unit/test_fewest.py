"""The fewest of something: what has none of it comes before what has one, whoever reads it so."""

from __future__ import annotations

import pytest
from read_graphs import firsts, node, rows, store, unlike

from steiner.algebra import Measure, Ordering, Owner, Query, QueryLink
from steiner.query.composing.words.lattice import lattice
from steiner.query.readings import all_best

RACKS = store(
    [
        node(1, "Rack", "Left", floor=1),
        node(2, "Rack", "Middle", floor=1),
        node(3, "Rack", "Right", floor=2),
        *(node(i, "Book", f"Book {i}", damaged=i < 6) for i in range(4, 9)),
        node(9, "Person", "Ann Lee"),
        node(10, "Person", "Bob Ray"),
    ],
    [
        *((i, "STANDS_ON", 1, {}) for i in (4, 5, 6)),
        *((i, "STANDS_ON", 2, {}) for i in (7,)),
        (9, "WROTE", 4, {}),
    ],
)


@pytest.mark.parametrize(
    ("question", "best"),
    [
        ("Which rack has the fewest books?", [["Right", 0]]),
        ("Which rack on floor 1 has the fewest books?", [["Middle", 1]]),
        ("Which 2 racks have the fewest books?", [["Right", 0], ["Middle", 1]]),
        ("Which rack has the most books?", [["Left", 3]]),
    ],
)
def test_what_has_none_has_the_fewest(question: str, best: list[list[object]]) -> None:
    assert rows(RACKS, question) == best


def test_a_condition_on_what_is_counted_leaves_out_nothing_that_has_none_so() -> None:
    assert firsts(RACKS, "Which rack has the fewest damaged books?") == ["Middle", "Right"]


def test_among_those_that_have_any_none_is_no_answer() -> None:
    asked = "Which rack has the fewest books among the racks that have any?"
    assert firsts(RACKS, asked) == ["Middle"]


@pytest.mark.parametrize(
    ("question", "measured"),
    [("Who wrote the fewest books?", True), ("Which person has the fewest books?", False)],
)
def test_who_does_something_has_done_it_once(question: str, measured: bool) -> None:
    counted = Measure("count", Owner(1))
    query = Query(
        ("Person", "Book"),
        (QueryLink(("WROTE",), 0, 1),),
        measure=counted,
        order=Ordering(None, False),
        limit=1,
    )
    looked = lattice(question, RACKS.graph_schema(), RACKS, unlike)
    whole = all_best(query, looked)
    assert (whole.measure == counted) == measured
    assert len(RACKS.run(whole).rows) == 1

"""A computed query begins at the nodes of a name, where their index knows all of them."""

from __future__ import annotations

import math
from typing import Any

import pytest

from steiner.algebra import Bound, Owner, PropertyOf, Query, QueryLink
from steiner.filters import EVERYTHING
from steiner.stores.neo4j.computed.matched.anchors import Anchor, anchor_of, beginnings_of
from steiner.stores.neo4j.computed.running import Computation

NAMES = {"Film": "title", "Person": "name"}


class Connection:
    """Answers with the ids of each name, and keeps what was read."""

    def __init__(self, *ids: list[int]) -> None:
        self.ids, self.read = list(ids), list[str]()

    def read_columns(self, name: str, **given: Any) -> list[dict[str, Any]]:
        assert (name, len(given["queries"])) == ("retrieve/nodes_of_keys", len(self.ids))
        return [{"ids": self.ids}]

    def estimated_rows(self, *_: Any) -> float:
        return 1.0

    def read_text(
        self, text: str, parameters: dict[str, Any], seconds: float = math.inf
    ) -> list[dict[str, Any]]:
        del seconds
        assert parameters["anchor0"]
        self.read.append(text)
        return []


def named(variable: int, name: str, operator: str = "=", property: str = "name") -> Bound:
    return Bound(PropertyOf(Owner(variable), property), operator, name)


def query(*bounds: Bound, negated: bool = False) -> Query:
    return Query(("Film", "Person"), (QueryLink(("ACTED_IN",), 1, 0, negated),), bounds)


def test_the_name_of_the_fewest_nodes_is_taken() -> None:
    asked = query(named(1, "Keanu Reeves"), named(0, "The Matrix", property="title"))
    connection: Any = Connection([3, 4], [5])
    assert anchor_of(asked, connection, NAMES, {"the matrix": [6]}) == Anchor(0, (5,))


@pytest.mark.parametrize(
    ("asked", "ids"),
    [
        (query(named(1, "Keanu Reeves"), negated=True), []),
        (query(named(1, "Keanu Reeves", property="motto")), []),
        (query(named(1, "Keanu", "contains")), []),
        (query(named(1, "?!")), []),
        (query(named(1, "Smith")), [list(range(1_000))]),
    ],
)
def test_what_the_index_may_not_know_whole_is_no_anchor(asked: Query, ids: list[Any]) -> None:
    connection: Any = Connection(*ids)
    assert anchor_of(asked, connection, NAMES, {}) is None


def test_a_statement_begins_with_the_way_to_its_roots() -> None:
    connection: Any = Connection([7])
    asked = Computation(connection, query(named(1, "Keanu Reeves")), EVERYTHING, NAMES)
    assert asked.rows() == []
    assert "anchor" not in asked.made.text
    (text,) = connection.read
    first = (
        "MATCH (v1) WHERE id(v1) IN $anchor0\nMATCH (v1)-[r0:`ACTED_IN`]->(v0)\nWITH DISTINCT v0"
    )
    assert text.startswith(f"{first}\nMATCH (v0:`Film`)")


def test_names_that_were_met_are_not_looked_up_again() -> None:
    asked = query(named(1, "Keanu Reeves"), named(0, "The Matrix", property="title"))
    met = {"keanu reeves": [3, 4], "the matrix": [5]}
    assert anchor_of(asked, Connection(), NAMES, met) == Anchor(0, (5,))  # type: ignore[arg-type]


def test_a_union_begins_with_the_ways_of_its_branches() -> None:
    directed = Query(
        ("Film", "Person"), (QueryLink(("DIRECTED",), 1, 0),), (named(1, "Lana Wachowski"),)
    )
    connection: Any = Connection([7])
    union = Query(("Film",), either=(query(named(1, "Keanu Reeves")), directed))
    assert Computation(connection, union, EVERYTHING, NAMES).rows() == []
    (text,) = connection.read
    ways = [
        f"MATCH (v1) WHERE id(v1) IN $anchor{i}\nMATCH (v1)-[r0:`{type}`]->(v0)\n"
        "WITH DISTINCT v0\nRETURN v0"
        for i, type in enumerate(("ACTED_IN", "DIRECTED"))
    ]
    both = "\nUNION\n".join(ways)
    assert text.startswith(f"CALL () {{\n{both}\n}}\nMATCH (v0:`Film`)")


def test_a_union_with_a_branch_of_no_name_begins_at_all_nodes() -> None:
    large = Query(("Film",), bounds=(Bound(PropertyOf(Owner(0), "year", "number"), ">", 2010),))
    union = Query(("Film",), either=(query(named(1, "Keanu Reeves")), large))
    connection: Any = Connection([7])
    assert beginnings_of(union, connection, NAMES, {}) == []

"""What the index calls a node by, and the graph does no more, is neither shown nor met."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest

from steiner.calls.remarks import remarked
from steiner.columns import KeyHit
from steiner.graph import Node
from steiner.stores.neo4j.retrieval.renamed import STALE, name_now, still_true

NAMED = {"Film": "title", "Person": "first"}


def film(labels: tuple[str, ...] = ("Film",), **properties: Any) -> Node:
    return Node(3, "3", labels, properties)


def hit(key: str, property: str) -> KeyHit:
    return KeyHit((3,), 1.0, "", (key,), (property,), ("Film",), None)


@pytest.mark.parametrize(
    ("indexed", "node", "name"),
    [
        ("Dawn", film(title="Dawn"), "Dawn"),
        ("Dawn", film(title=" Dawn "), "Dawn"),
        ("Dawn", film(title="Dusk"), "Dusk"),
        ("Dawn", film(year=1997), "Film"),
        ("Film 2", film(title="Dusk", number=2), "Dusk"),
        ("Film 2", film(number=2), "Film 2"),
        ("Film 2", film(title="x" * 99, number=2), "Film 2"),
        ("Dawn", film(("Film", "OldMovie")), "Film, Old movie"),
        # A name of two properties, of a key, of a number, of labels alone: as they are indexed.
        ("Ann Lee", film(("Person",), first="Ann", last="Lee"), "Ann Lee"),
        ("Ann Lee", film(("Person",), first="Ann", last="Ray"), "Ann"),
        ("Ann Lee", film(("Person",), first="Ada", last="Lee"), "Ada"),
        ("Old movie 17", film(("OldMovie",), number=17), "Old movie 17"),
        ("1984", film(title=1984), "1984"),
        ("Film, Old movie", film(("Film", "OldMovie"), year=1), "Film, Old movie"),
        ("1 2\n2024", film(title=" 1 2\n2024"), "1 2\n2024"),
    ],
)
def test_a_node_is_called_as_the_graph_calls_it_now(indexed: str, node: Node, name: str) -> None:
    with remarked() as remarks:
        assert name_now(indexed, node, NAMED) == name
    assert list(remarks) == ([] if name == indexed else [STALE])


@pytest.mark.parametrize(
    ("key", "property", "node", "kept"),
    [
        ("dawn", "title", film(title="Dawn"), True),
        ("dawn", "title", film(title="Dusk"), False),
        ("dawn", "title", film(), False),
        ("film 2", "title", film(title="Dusk", number=2), False),
        ("film 2", "title", film(title="Film 2", number=2), True),
        ("film 2", "title", film(number=2), True),
        ("cafe noir", "title", film(title="Café Noir!"), True),
        ("ann lee", "first", film(first="Ann", last="Lee"), True),
        ("red", "tags", film(tags=["red", "blue"]), True),
        ("red", "tags", film(tags=["green"]), False),
        ("2024 03 02 00 00 00", "seen", film(seen=datetime(2024, 3, 2)), True),
        ("17", "number", film(number=17), True),
        ("old movie 17", "number", film(("OldMovie",), number=17), True),
    ],
)
def test_a_key_that_its_node_has_no_more_meets_nothing(
    key: str, property: str, node: Node, kept: bool
) -> None:
    with remarked() as remarks:
        assert still_true([hit(key, property)], {3: node}) == [hit(key, property)] * kept
    assert list(remarks) == ([] if kept else [f"nothing is called {key!r} any more: {STALE}"])


def test_hits_of_nodes_that_are_not_read_and_of_relationships_stay() -> None:
    of_relationship = replace(hit("dawn", "why"), relationship=7)
    assert still_true([hit("dawn", "title"), of_relationship], {}) == [
        hit("dawn", "title"),
        of_relationship,
    ]
    assert still_true([of_relationship], {3: film()}) == [of_relationship]

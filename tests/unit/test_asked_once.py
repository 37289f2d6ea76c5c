"""What one question looks up in two places is looked up once."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from steiner.columns import KeyHit
from steiner.errors import QueryTimedOut
from steiner.graph import Node, Subgraph
from steiner.retrieve.asked_once import asked_once
from steiner.stores.protocol import FirstLook, IndexRecord, Met, Sought

HIT = KeyHit((1,), 1.0, "Ann", ("ann",), ("name",), ("Person",), None)

RECORD = IndexRecord("model", 3, 1, "ready", "{}", np.zeros(3, dtype=np.float32))
SOUGHT = Sought(("ann",), 5)


class Counting:
    """A store that counts its look-ups, and may fail."""

    def __init__(self, error: Exception | None = None) -> None:
        self.asked, self.error = 0, error

    def search_keys(self, keys: Sequence[str], k: int) -> list[KeyHit]:
        self.asked += 1
        if self.error:
            raise self.error
        return [HIT]


def test_the_same_keys_are_looked_up_once() -> None:
    store = Counting()
    view = asked_once(store)  # type: ignore[arg-type]
    assert view.search_keys(["ann"], 5) == view.search_keys(["ann"], 5) == [HIT]
    assert store.asked == 1
    view.search_keys(["ann"], 6)
    assert store.asked == 2


def test_both_askers_get_the_error() -> None:
    view = asked_once(Counting(QueryTimedOut("too long")))  # type: ignore[arg-type]
    for _ in range(2):
        with pytest.raises(QueryTimedOut):
            view.search_keys(["ann"], 5)


class Looking(Counting):
    """A store that has a record, and looks up what is sought in one."""

    def record(self) -> IndexRecord:
        self.asked += 1
        return RECORD

    def first_look(self, sought: Sought) -> FirstLook:
        assert sought == SOUGHT
        if self.error:
            raise self.error
        return FirstLook(RECORD, [HIT])


def test_what_is_sought_is_looked_up_in_one() -> None:
    store = Looking()
    view = asked_once(store, SOUGHT)  # type: ignore[arg-type]
    assert view.record() is RECORD
    assert view.search_keys(["ann"], 5) == [HIT]
    assert store.asked == 0
    assert view.search_keys(["bob"], 5) == [HIT]
    assert store.asked == 1


def test_without_anything_sought_the_record_is_read_once() -> None:
    store = Looking()
    view = asked_once(store)  # type: ignore[arg-type]
    assert view.record() is view.record() is RECORD
    assert store.asked == 1


def test_whoever_asks_gets_the_error_of_the_first_look() -> None:
    view = asked_once(Looking(QueryTimedOut("too long")), SOUGHT)  # type: ignore[arg-type]
    for ask in (view.record, lambda: view.search_keys(["ann"], 5)):
        with pytest.raises(QueryTimedOut):
            ask()


class Hydrating(Looking):
    """A store that notes which nodes are read; node 9 is gone."""

    def __init__(self) -> None:
        super().__init__()
        self.read: list[list[int]] = []

    def first_look(self, sought: Sought) -> FirstLook:
        return super().first_look(sought)._replace(nodes=[Node(1, "n:1", ("Met",), {})])

    def hydrate(self, nodes: Sequence[int], _relationships: Sequence[int]) -> Subgraph:
        self.read.append(list(nodes))
        return Subgraph(tuple(Node(i, f"n:{i}", (), {}) for i in nodes if i != 9))


def test_nodes_are_read_once_in_the_order_that_is_asked_for() -> None:
    store = Hydrating()
    view = asked_once(store)  # type: ignore[arg-type]
    assert [n.id for n in view.hydrate([2, 9, 1], []).nodes] == [2, 1]
    assert [n.id for n in view.hydrate([3, 1, 9], []).nodes] == [3, 1]
    assert [n.id for n in view.hydrate([1, 2], []).nodes] == [1, 2]
    assert store.read == [[2, 9, 1], [3]]


def test_nodes_that_the_first_look_read_are_not_read_again() -> None:
    store = Hydrating()
    view = asked_once(store, SOUGHT)  # type: ignore[arg-type]
    assert [n.labels for n in view.hydrate([2, 1], []).nodes] == [(), ("Met",)]
    assert [n.id for n in view.hydrate([1], []).nodes] == [1]
    assert store.read == [[2]]


def test_what_relationships_join_is_read_as_it_is_now() -> None:
    store = Hydrating()
    view = asked_once(store)  # type: ignore[arg-type]
    view.hydrate([1], [])
    view.hydrate([1], [7])
    assert store.read == [[1], [1]]


class Computing(Looking):
    """A store that computes, and gets what nodes have the names of a question."""

    def run(
        self, query: str, patience: float, met: Met, *, proved: bool
    ) -> tuple[str, float, Met, bool]:
        return query, patience, met, proved


def test_what_is_computed_begins_with_the_names_that_were_met() -> None:
    view: Any = asked_once(Computing(), SOUGHT)  # type: ignore[arg-type]
    assert view.run("count", 2.0) == ("count", 2.0, {"ann": [1]}, True)
    assert view.run("count", 2.0, proved=False) == ("count", 2.0, {"ann": [1]}, False)


def test_all_nodes_of_a_name_are_known_where_no_more_may_have_been_met() -> None:
    looked = FirstLook(RECORD, [HIT])
    assert looked.met(SOUGHT._replace(keys=("ann", "bo"))) == {"ann": [1], "bo": []}
    assert looked.met(SOUGHT._replace(most=1)) == {}

"""The index is checked while it is searched."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from index_doubles import HashEmbedder

from steiner.errors import IndexMissing, SteinerError
from steiner.graph import Node, Subgraph
from steiner.index.build import Indexer
from steiner.question.check import IndexCheck
from steiner.retrieve.stopwatch import Stopwatch
from steiner.stores.memory import MemoryStore


@pytest.fixture
def store() -> MemoryStore:
    made = MemoryStore(Subgraph((Node(1, "n:1", ("Film",), {"title": "Heat"}),)))
    Indexer(made, HashEmbedder()).run()
    return made


@pytest.fixture
def check(store: MemoryStore) -> IndexCheck:
    known = IndexCheck(store, HashEmbedder())
    known.during(lambda: None, Stopwatch())
    return known


def searches(found: list[str], first: Callable[[], None]) -> Callable[[], int]:
    """Return a search that counts itself, and does `first` when it runs for the first time."""

    def search() -> int:
        found.append("searched")
        if len(found) == 1:
            first()
        return len(found)

    return search


def test_what_has_not_changed_is_searched_once(check: IndexCheck) -> None:
    watch = Stopwatch()
    assert check.during(searches([], lambda: None), watch) == 1
    assert list(watch.milliseconds) == ["check"]


def test_another_index_is_searched_again(check: IndexCheck, store: MemoryStore) -> None:
    store.nodes[2] = Node(2, "n:2", ("Film",), {"title": "Ronin"})
    Indexer(store, HashEmbedder()).run()
    assert check.during(searches([], lambda: None), Stopwatch()) == 2
    assert check.during(searches([], lambda: None), Stopwatch()) == 1


def test_an_index_that_is_gone_is_told_before_what_the_search_met(
    check: IndexCheck, store: MemoryStore
) -> None:
    def fail() -> None:
        raise SteinerError("no such index")

    with pytest.raises(SteinerError, match="no such index"):
        check.during(searches([], fail), Stopwatch())
    store.remove(lambda _done, _total: None)
    with pytest.raises(IndexMissing, match="not indexed yet"):
        check.during(searches([], fail), Stopwatch())

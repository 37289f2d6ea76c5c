"""A store as one question sees it: what two of its readers look up is looked up once."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import Future
from functools import cached_property
from threading import Lock
from typing import Any, TypeVar, cast

from steiner.algebra import Query
from steiner.calls.background import begun
from steiner.columns import KeyHit, Neighbourhood
from steiner.evidence import Table
from steiner.graph import Node, Subgraph
from steiner.settings import ExpandSettings
from steiner.stores.protocol import FirstLook, GraphStore, IndexRecord, Sought

T = TypeVar("T")
_NOTHING = Sought((), 0)


def asked_once(store: GraphStore, sought: Sought | None = None) -> GraphStore:
    """Return a view of `store` that looks up the same keys or nodes once, in any thread.

    The record is looked up at once, and with it what is `sought`. For one question only: it never
    looks again.
    """
    return cast(GraphStore, _AskedOnce(store, sought))


class _AskedOnce:
    def __init__(self, store: GraphStore, sought: Sought | None) -> None:
        self._store, self._sought = store, sought or _NOTHING
        self._asking = Lock()
        self._answers: dict[Hashable, Future[Any]] = {}
        self._first = begun(_first_look, store, sought)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def record(self) -> IndexRecord | None:
        """Return what the store returns, or raise what it raises."""
        return self._first.result().record

    def search_keys(self, keys: Sequence[str], k: int) -> Sequence[KeyHit]:
        """Return what the store returns, or raise what it raises."""
        if (tuple(keys), k) == self._sought:
            return self._first.result().keyed
        return self._once(("keys", *keys, k), lambda: self._store.search_keys(keys, k))

    def search_fuzzy(self, words: Sequence[str], k: int) -> Sequence[KeyHit]:
        """Return what the store returns, or raise what it raises."""
        return self._once(("fuzzy", *words, k), lambda: self._store.search_fuzzy(words, k))

    def run(self, query: Query, patience: float = math.inf, *, proved: bool = True) -> Table:
        """Return what the store returns, or raise what it raises; names are not looked up again."""
        met = self._first.result().met(self._sought)
        store: Any = self._store
        table: Table = store.run(query, patience, met, proved=proved)
        return table

    def expand(
        self, seeds: Sequence[int], settings: ExpandSettings, prized: Sequence[str] = ()
    ) -> Neighbourhood:
        """Return what the store returns, or raise what it raises."""
        asked = ("expand", settings, *seeds, *prized)
        return self._once(asked, lambda: self._store.expand(seeds, settings, prized))

    def hydrate(self, nodes: Sequence[int], relationships: Sequence[int]) -> Subgraph:
        """Return what the store returns, or raise what it raises; of nodes alone each once."""
        if relationships:
            return self._store.hydrate(nodes, relationships)
        mine = Future[dict[int, Node]]()
        with self._asking:
            read = {node: self._nodes.setdefault(node, mine) for node in nodes}
        missing = [node for node, future in read.items() if future is mine]
        if missing:
            _run(mine, lambda: {n.id: n for n in self._store.hydrate(missing, []).nodes})
        known = ((node, future.result()) for node, future in read.items())
        return Subgraph(tuple(kept[node] for node, kept in known if node in kept))

    @cached_property
    def _nodes(self) -> dict[int, Future[dict[int, Node]]]:
        """What reads each node, or has read it, as the first look has some."""
        nodes, done = self._first.result().nodes, Future[dict[int, Node]]()
        done.set_result({node.id: node for node in nodes})
        return dict.fromkeys(done.result(), done)

    def _once(self, asked: Hashable, look: Callable[[], T]) -> T:
        mine = Future[T]()
        with self._asking:
            answer: Future[T] = self._answers.setdefault(asked, mine)
        if answer is mine:
            _run(mine, look)
        return answer.result()


def _first_look(store: GraphStore, sought: Sought | None) -> FirstLook:
    return store.first_look(sought) if sought else FirstLook(store.record(), ())


def _run(future: Future[T], look: Callable[[], T]) -> None:
    try:
        future.set_result(look())
    except BaseException as error:
        future.set_exception(error)

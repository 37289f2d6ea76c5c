"""A store as one question sees it: what two of its readers look up is looked up once."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from threading import Lock
from typing import Any, cast

from steiner.graph import KeyHit
from steiner.stores.protocol import GraphStore

_Asked = tuple[tuple[str, ...], int]


def asked_once(store: GraphStore) -> GraphStore:
    """Return a view of `store` that looks up the same keys once, whichever thread asks first.

    For one question only: it never looks again.
    """
    return cast(GraphStore, _AskedOnce(store))


class _AskedOnce:
    def __init__(self, store: GraphStore) -> None:
        self._store = store
        self._asking = Lock()
        self._answers: dict[_Asked, Future[list[KeyHit]]] = {}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def search_keys(self, keys: Sequence[str], k: int) -> list[KeyHit]:
        """Return what the store returns, or raise what it raises."""
        asked, mine = (tuple(keys), k), Future[list[KeyHit]]()
        with self._asking:
            answer = self._answers.setdefault(asked, mine)
        if answer is mine:
            try:
                mine.set_result(self._store.search_keys(keys, k))
            except BaseException as error:
                mine.set_exception(error)
        return answer.result()

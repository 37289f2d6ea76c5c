"""A store as one question sees it: what two of its readers look up is looked up once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from threading import Lock
from typing import Any, cast

from steiner.graph import KeyHit
from steiner.stores.protocol import GraphStore

_Asked = tuple[str | tuple[str, ...], int]


def asked_once(store: GraphStore) -> GraphStore:
    """Return a view of `store` that looks up the same keys or words once, in whichever thread.

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
        return self._once((tuple(keys), k), lambda: self._store.search_keys(keys, k))

    def search_text(self, text: str, k: int) -> list[KeyHit]:
        """Return what the store returns, or raise what it raises."""
        return self._once((text, k), lambda: self._store.search_text(text, k))

    def _once(self, asked: _Asked, look: Callable[[], list[KeyHit]]) -> list[KeyHit]:
        mine = Future[list[KeyHit]]()
        with self._asking:
            answer = self._answers.setdefault(asked, mine)
        if answer is mine:
            try:
                mine.set_result(look())
            except BaseException as error:
                mine.set_exception(error)
        return answer.result()

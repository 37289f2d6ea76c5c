"""Refuses a question or an index that cannot be used, before anything is searched."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from steiner.embed import Embedder
from steiner.errors import IndexMissing, InvalidInput, SteinerError
from steiner.index.check import check_embedder
from steiner.retrieve.stopwatch import Stopwatch
from steiner.stores.protocol import GraphStore, IndexRecord

T = TypeVar("T")


class IndexCheck:
    """Checks the index of a store for every question, from the second on while it is searched.

    The check is a round trip that nothing else waits for: what it finds has rarely changed.
    """

    def __init__(self, store: GraphStore, embedder: Embedder) -> None:
        self._store, self._embedder = store, embedder
        self._known: IndexRecord | None = None

    def during(self, search: Callable[[], T], watch: Stopwatch) -> T:
        """Return what `search` returns, repeated where the index was another than known.

        Raises what `check_index` raises before anything that `search` raises.
        """
        if self._known is None:
            with watch.stage("check"):
                self._known = check_index(self._store, self._embedder)
            return search()
        before = self._known
        with ThreadPoolExecutor(1) as pool:
            pending = pool.submit(check_index, self._store, self._embedder)
            try:
                found = search()
            except SteinerError:
                if pending.result() is before:
                    raise
            with watch.stage("check"):
                self._known = after = pending.result()
        return found if after is before else search()


def check_question(question: str, longest: int) -> str:
    """Return the question stripped. Raises InvalidInput if it is empty, too long or no text."""
    question = question.strip()
    if not question:
        raise InvalidInput("The question is empty. Ask something about the graph in plain words.")
    if len(question) > longest:
        raise InvalidInput(
            f"The question has {len(question):,} characters, at most {longest:,} are accepted. "
            f"Shorten it, or raise SeedSettings.longest_question."
        )
    try:
        question.encode()
    except UnicodeEncodeError as error:
        raise InvalidInput(
            f"Character {error.start + 1} of the question is no valid Unicode (half a surrogate "
            f"pair). Check the encoding of what you read the question from."
        ) from error
    return question


def check_index(store: GraphStore, embedder: Embedder) -> IndexRecord:
    """Return the index's record; IndexMissing or IndexMismatch if it cannot be asked."""
    record = store.record()
    if record is None:
        raise IndexMissing(
            "The graph is not indexed yet. Run `steiner index` once with an account that may "
            "write; retrieval then needs read rights only."
        )
    if record.state == "building":
        raise IndexMissing(
            "The index is not complete: indexing is running or was interrupted. "
            "Run `steiner index` again; it goes on where it stopped."
        )
    if (record.model, record.dimensions) != (embedder.name, embedder.dimensions):
        check_embedder(record, embedder)
    return record

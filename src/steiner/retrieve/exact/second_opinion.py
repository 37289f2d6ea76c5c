"""Work beside the answer: waited for while it may be the answer, else as long as it says."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from concurrent.futures import Future, wait
from threading import Event
from types import TracebackType
from typing import Generic, TypeVar

from steiner.calls.background import begun
from steiner.calls.stopping import check_wanted, given_up, run_until, seconds_left

T = TypeVar("T")
_LOOK = 0.05
"""Seconds between looks whether anybody still waits."""


class Beside(Generic[T]):
    """A context manager that runs `work` in a thread, and gives it up where the block ends first.

    `work` gets a function to call once it knows that its result is no more than a second opinion,
    with the seconds that it may keep the answer waiting. Work that is given up ends at its next
    query (steiner.calls.stopping).
    """

    def __init__(self, work: Callable[[Callable[[float], None]], T]) -> None:
        self._patience = math.inf
        self._ended, self._only_opinion, self._decided = _Ended(given_up()), Event(), Event()
        self._work: Future[T] = begun(run_until, self._ended, work, self._note)
        self._work.add_done_callback(lambda _: self._decided.set())

    def _note(self, patience: float) -> None:
        self._patience = patience
        self._only_opinion.set()
        self._decided.set()

    def answer(self) -> T | None:
        """Return what the work returns, waiting for it while it may be the answer, else None."""
        while not self._decided.wait(_LOOK):
            check_wanted()
        return None if self._only_opinion.is_set() else self._work.result()

    def result(self) -> T | None:
        """Return what the work returns, or raise what it raises.

        None for a second opinion that is not there in its seconds from now, and where the time of
        the question is up: what else answers it is there by now.
        """
        since = time.monotonic()
        while not self._work.done():
            left = self._patience - (time.monotonic() - since)
            if left <= 0 or not seconds_left():
                return None
            check_wanted()
            wait([self._work], min(_LOOK, left))
        return self._work.result()

    def __enter__(self) -> Beside[T]:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._ended.set()


class _Ended(Event):
    """Set, or the work of the caller was given up."""

    def __init__(self, outer: Event | None) -> None:
        super().__init__()
        self._outer = outer

    def is_set(self) -> bool:
        return super().is_set() or (self._outer is not None and self._outer.is_set())

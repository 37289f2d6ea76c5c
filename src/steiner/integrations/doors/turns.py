"""Turns of questions: so many are worked on at once, some wait, and more are refused at once."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import TypeVar

from anyio import CapacityLimiter, fail_after
from anyio.to_thread import run_sync

from steiner.calls.stopping import asked_now
from steiner.errors import QueryTimedOut, ServerBusy

T = TypeVar("T")
_WAITING = 2
"""Questions that may wait for each that is worked on.

Without a bound all of a crowd would wait for as long as a question may take, and then get no
answer: of 240 questions of 100 clients 11 were answered.
"""
_PATIENCE = 10.0
"""Seconds that a question waits for its turn: the rest of its 30 is left to answer it."""
_STARTED = "The server has just started, and plans what is asked. Ask again in a few seconds."


class Turns:
    """`first` calls are worked on, `at_once` later; some wait for them, and more are refused.

    Neo4j plans each statement when it is first asked, for seconds where it has just started, and
    throws away what is not done in a question's time: of a crowd that asks then nobody would get an
    answer, however long it asked. So each call that is answered lets in one more, and each that
    passes its time halves them: as TCP meets a network that it does not know (additive increase,
    multiplicative decrease; Chiu and Jain, 1989). `is_planning` is set while that goes on.
    """

    def __init__(self, at_once: float = math.inf, first: float = math.inf) -> None:
        self._most, self._asked, self.is_planning = at_once, 0, False
        self._limiter = CapacityLimiter(min(at_once, first))
        self._threads = CapacityLimiter(math.inf)

    def check(self) -> None:
        """Raise ServerBusy where so many wait that another would hardly be answered in time."""
        at_once = self._limiter.total_tokens
        if self._asked >= at_once * (1 + _WAITING):
            raise ServerBusy(
                f"{at_once} questions are worked on and {self._asked - at_once} wait. Ask again in "
                f"a few seconds."
            )

    async def run(self, work: Callable[[], T], abandon: bool = False) -> T:
        """Return what `work` returns, from a thread, once it is its turn.

        Raises ServerBusy where too many wait, where it waited too long, and where it passed its
        time while the server plans; the wait is of the time that a question has. `abandon`: what is
        cancelled does not wait for its thread.
        """
        self.check()
        with asked_now(), self._counted():
            async with self._turn():
                return await run_sync(work, abandon_on_cancel=abandon, limiter=self._threads)

    async def run_more(self, work: Callable[[], T]) -> T:
        """Return what `work` returns, which goes on with what had its turn."""
        return await run_sync(work, abandon_on_cancel=True, limiter=self._limiter)

    @contextmanager
    def _counted(self) -> Iterator[None]:
        """Count the block as a question; let in more or fewer by how it went."""
        self._asked += 1
        try:
            yield
        except QueryTimedOut as error:
            self._let_in(self._limiter.total_tokens // 2)
            if self.is_planning:
                raise ServerBusy(_STARTED) from error
            raise
        else:
            self._let_in(self._limiter.total_tokens + 1)
        finally:
            self._asked -= 1

    def _let_in(self, at_once: float) -> None:
        self._limiter.total_tokens = max(1, min(at_once, self._most))

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        # An object of its own: the task that gives it back may be another.
        borrower = object()
        try:
            with fail_after(_PATIENCE):
                await self._limiter.acquire_on_behalf_of(borrower)
        except TimeoutError:
            raise ServerBusy(
                f"It was not its turn for {_PATIENCE:g} s. Ask again in a few seconds."
            ) from None
        try:
            yield
        finally:
            self._limiter.release_on_behalf_of(borrower)

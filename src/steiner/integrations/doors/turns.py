"""Turns of questions: so many are worked on at once, some wait, and more are refused at once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from weakref import WeakKeyDictionary

from anyio import CapacityLimiter

from steiner.errors import ServerBusy

_WAITING = 2
"""Questions that may wait for each that is worked on.

Without a bound all of a crowd would wait for as long as a question may take, and then get no
answer: of 240 questions of 100 clients 11 were answered.
"""
_ASKED: WeakKeyDictionary[CapacityLimiter, int] = WeakKeyDictionary()
"""How many have or await a turn; asked of, and changed, on a limiter's own event loop alone."""


def check_turn(limiter: CapacityLimiter) -> None:
    """Raise ServerBusy where so many wait that another would hardly be answered in time."""
    asked, at_once = _ASKED.get(limiter, 0), int(limiter.total_tokens)
    if asked >= at_once * (1 + _WAITING):
        raise ServerBusy(
            f"{at_once} questions are worked on and {asked - at_once} wait. Ask again in a few "
            f"seconds."
        )


@contextmanager
def in_turn(limiter: CapacityLimiter | None) -> Iterator[None]:
    """Count the block as a question that awaits or has a turn; raises ServerBusy for too many."""
    if limiter is None:
        yield
        return
    check_turn(limiter)
    _ASKED[limiter] = _ASKED.get(limiter, 0) + 1
    try:
        yield
    finally:
        _ASKED[limiter] -= 1

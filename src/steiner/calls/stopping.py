"""Work that whoever asked for it no longer wants: it ends at the next stage, query or piece."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from threading import Event
from typing import TypeVar

from steiner.errors import Cancelled

T = TypeVar("T")
_GIVEN_UP: ContextVar[Event | None] = ContextVar("given_up", default=None)


def run_until(given_up: Event, work: Callable[..., T], *args: object) -> T:
    """Return `work(*args)`; raises Cancelled soon after `given_up` is set in another thread."""
    token = _GIVEN_UP.set(given_up)
    try:
        check_wanted()
        return work(*args)
    finally:
        _GIVEN_UP.reset(token)


def given_up() -> Event | None:
    """Return the event that ends the work of this thread; None where nothing can."""
    return _GIVEN_UP.get()


def check_wanted() -> None:
    """Raise Cancelled where the work of this thread was given up."""
    event = _GIVEN_UP.get()
    if event is not None and event.is_set():
        raise Cancelled("The call was cancelled before it ended.")

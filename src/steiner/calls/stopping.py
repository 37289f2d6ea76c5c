"""Work that ends early: nobody wants it any more, or the time of its question is up.

It ends at its next stage, query or piece; a query is given what is left of the time.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from functools import wraps
from threading import Event
from time import monotonic
from typing import Any, NamedTuple, TypeVar, cast

from steiner.errors import Cancelled, QueryTimedOut

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")
_GIVEN_UP: ContextVar[Event | None] = ContextVar("given_up", default=None)
_LEISURE = 600.0
_ASKED_AT: ContextVar[float | None] = ContextVar("asked_at", default=None)


class _Limit(NamedTuple):
    """When work must have ended, by the monotonic clock, and the seconds that it had in all."""

    ends: float
    seconds: float


_NONE = _Limit(math.inf, math.inf)
_LIMIT: ContextVar[_Limit] = ContextVar("limit", default=_NONE)


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


@contextmanager
def asked_now() -> Iterator[None]:
    """Let the time of a question that is asked in the block begin now, not with its first stage."""
    token = _ASKED_AT.set(monotonic())
    try:
        yield
    finally:
        _ASKED_AT.reset(token)


@contextmanager
def at_leisure() -> Iterator[None]:
    """Let what is asked in the block take its time, and each of its statements ten minutes."""
    token = _ASKED_AT.set(math.inf)
    try:
        yield
    finally:
        _ASKED_AT.reset(token)


def statement_limit(seconds: float) -> float:
    """Return the seconds that a statement has whose limit they are: more in what is at leisure."""
    return max(seconds, _LEISURE) if _ASKED_AT.get() == math.inf else seconds


@contextmanager
def ending_in(seconds: float, since: float | None = None) -> Iterator[None]:
    """Give the block's work so many seconds from now, or less where it had less.

    `since` another time of the monotonic clock, if one is given.
    """
    own = _Limit((monotonic() if since is None else since) + seconds, seconds)
    token = _LIMIT.set(min(own, _LIMIT.get()))
    try:
        yield
    finally:
        _LIMIT.reset(token)


def in_time_of(store: object) -> AbstractContextManager[None]:
    """Give the block's work the seconds that a store's `timeout` gives a question, if it has one.

    They began when the question was asked.
    """
    return ending_in(getattr(store, "timeout", math.inf), _ASKED_AT.get())


def timely(retrieve: F) -> F:
    """Return a retriever's `retrieve`, all of which ends in the time that its store gives."""

    @wraps(retrieve)
    def run(self: Any, *args: Any, **given: Any) -> Any:
        with in_time_of(self.store):
            return retrieve(self, *args, **given)

    return cast(F, run)


@contextmanager
def uncounted() -> Iterator[None]:
    """Let the block's time be none of the question's: a language model writes while it writes."""
    limit, began = _LIMIT.get(), monotonic()
    _LIMIT.set(_NONE)
    try:
        yield
    finally:
        took, asked = monotonic() - began, _ASKED_AT.get()
        _LIMIT.set(limit._replace(ends=limit.ends + took))
        _ASKED_AT.set(None if asked is None else asked + took)


def unhurried(work: Callable[..., T], *args: object) -> T:
    """Return `work(*args)`, which no question ends: what all of them need is none's own."""
    limit, event = _LIMIT.set(_NONE), _GIVEN_UP.set(None)
    try:
        return work(*args)
    finally:
        _GIVEN_UP.reset(event)
        _LIMIT.reset(limit)


def seconds_left() -> float:
    """Return the seconds that are left to the work of this thread: 0 at the least, or infinite."""
    return max(_LIMIT.get().ends - monotonic(), 0.0)


def check_wanted() -> None:
    """Raise Cancelled where the work of this thread was given up, QueryTimedOut past its time."""
    event = _GIVEN_UP.get()
    if event is not None and event.is_set():
        raise Cancelled("The call was cancelled before it ended.")
    if not seconds_left():
        raise QueryTimedOut(
            f"The question passed its limit of {_LIMIT.get().seconds:g} s in all. Raise the limit "
            f"with --timeout, or expand fewer hops."
        )

"""Work that is begun before anybody waits for it."""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextvars import copy_context
from typing import Any, TypeVar

from steiner.calls.stopping import check_wanted, seconds_left

T = TypeVar("T")
_LOOK = 0.05
"""Seconds between looks whether the work is still wanted."""
_ENOUGH = 10_000
"""Threads at most: more than calls can be at once. Work may wait for other work that is begun."""


class _Threads:
    """Threads that are made when none is idle, and kept: a new one costs four times as much."""

    def __init__(self) -> None:
        self.renew()

    def renew(self) -> None:
        """Begin without any thread."""
        self.pool = ThreadPoolExecutor(_ENOUGH, "steiner-beside")


_THREADS = _Threads()
if hasattr(os, "register_at_fork"):  # A forked process has the pool's lists, and no threads.
    os.register_at_fork(after_in_child=_THREADS.renew)


def begun(work: Callable[..., T], *args: object) -> Future[T]:
    """Begin `work(*args)` in a thread beside; what nobody waits for ends there."""
    return _THREADS.pool.submit(copy_context().run, work, *args)


def together(*works: Callable[[], Any]) -> list[Any]:
    """Return what each of `works` returns, done at once; waits for all, then raises what one did.

    For round trips of which none needs another's answer.
    """
    beside = [begun(work) for work in works[1:]]
    try:
        first = works[0]()
    finally:
        wait(beside)
    return [first, *(each.result() for each in beside)]


def in_time(work: Callable[..., T], *args: object) -> T:
    """Return `work(*args)`, of which nothing can be stopped: past its time it is left behind.

    For an encoder or a model, which knows no limit. Raises Cancelled or QueryTimedOut then.
    """
    if math.isinf(seconds_left()):
        return work(*args)
    running = begun(work, *args)
    while not running.done():
        check_wanted()
        wait([running], min(_LOOK, seconds_left()))
    return running.result()

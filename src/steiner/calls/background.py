"""Work that is begun before anybody waits for it."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from typing import TypeVar

T = TypeVar("T")
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

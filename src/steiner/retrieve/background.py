"""Work that is begun before anybody waits for it."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from typing import TypeVar

T = TypeVar("T")


def begun(work: Callable[[], T]) -> Future[T]:
    """Begin `work` in a thread of its own; what nobody waits for ends there."""
    pool = ThreadPoolExecutor(1)
    future = pool.submit(copy_context().run, work)
    pool.shutdown(wait=False)
    return future

"""Milliseconds of a call's stages, each announced to whoever listens."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from steiner.calls.stopping import check_wanted
from steiner.calls.tracing import stage_span

_LISTENER: ContextVar[Callable[[str], None] | None] = ContextVar("listener", default=None)


@contextmanager
def telling(listener: Callable[[str], None]) -> Iterator[None]:
    """Call `listener` with the name of each stage that begins in the block, from its thread."""
    token = _LISTENER.set(listener)
    try:
        yield
    finally:
        _LISTENER.reset(token)


def tell(stage: str) -> None:
    """Tell whoever listens that a stage begins. Raises Cancelled where the work was given up."""
    check_wanted()
    if listener := _LISTENER.get():
        listener(stage)


class Stopwatch:
    """Milliseconds per stage; of a stage within another, those are not the other's."""

    def __init__(self) -> None:
        self._milliseconds: dict[str, float] = {}
        self._within = 0.0

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Time and trace the block under `name`. Raises Cancelled where it was given up."""
        tell(name)
        before, self._within = self._within, 0.0
        started = time.perf_counter()
        with stage_span(name):
            yield
        passed = (time.perf_counter() - started) * 1000
        own = passed - self._within
        self._milliseconds[name] = self._milliseconds.get(name, 0.0) + own
        self._within = before + passed

    def stages(self) -> dict[str, float]:
        """Return the milliseconds of every stage, and their sum as `total`."""
        return {**self._milliseconds, "total": sum(self._milliseconds.values())}

"""How long each stage of a retrieval takes."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager


class Stopwatch:
    """Milliseconds per stage."""

    def __init__(self) -> None:
        self.milliseconds: dict[str, float] = {}

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Time the block under `name`."""
        started = time.perf_counter()
        yield
        passed = (time.perf_counter() - started) * 1000
        self.milliseconds[name] = self.milliseconds.get(name, 0.0) + passed

    def stages(self) -> dict[str, float]:
        """Return the milliseconds of every stage, and their sum as `total`."""
        return {**self.milliseconds, "total": sum(self.milliseconds.values())}

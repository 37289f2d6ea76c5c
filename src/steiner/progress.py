"""Progress of long work: stages with rate and time left; milliseconds of short ones."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import TracebackType
from typing import Protocol

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TaskID,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from steiner.stopping import check_wanted
from steiner.tracing import stage_span

_PERCENT_STAGES = frozenset({"indexes"})


class Report(Protocol):
    """Called with the stage's name and how much of it is done."""

    def __call__(self, stage: str, done: int, total: int, /) -> None: ...


def silent(_stage: str, _done: int, _total: int, /) -> None:
    """Report nothing."""


class _Rate(ProgressColumn):
    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text(f"{speed:,.0f}/s" if speed and task.fields["counts"] else "")


class Bars:
    """A context manager whose value is a Report that draws one bar a stage."""

    def __init__(self, console: Console | None = None) -> None:
        self._progress = Progress(
            TextColumn("{task.description:<14}"),
            BarColumn(),
            MofNCompleteColumn(),
            _Rate(),
            TimeRemainingColumn(elapsed_when_finished=True),
            console=console or Console(stderr=True),
        )
        self._tasks: dict[str, TaskID] = {}

    def __enter__(self) -> Bars:
        self._progress.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._progress.stop()

    def __call__(self, stage: str, done: int, total: int, /) -> None:
        """Draw `stage` at `done` of `total`."""
        if stage not in self._tasks:
            counts = stage not in _PERCENT_STAGES
            self._tasks[stage] = self._progress.add_task(stage, total=total, counts=counts)
        self._progress.update(self._tasks[stage], completed=done, total=total)


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


@contextmanager
def spinner(console: Console) -> Iterator[None]:
    """Say on a terminal which stage runs in the block; before the first, models are loaded."""
    with console.status("loading …") as shown, telling(lambda name: shown.update(f"{name} …")):
        yield


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

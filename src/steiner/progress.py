"""Progress of long work: stages with rate and time left; of a short call the stage that runs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
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

from steiner.calls.stopwatch import telling

_RATED_OVER = 120.0
"""Seconds that rate and time left are taken from: a slow encoder reports every ten."""
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
            speed_estimate_period=_RATED_OVER,
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


@contextmanager
def spinner(console: Console) -> Iterator[None]:
    """Say on a terminal which stage runs in the block; before the first, models are loaded."""
    with console.status("loading …") as shown, telling(lambda name: shown.update(f"{name} …")):
        yield

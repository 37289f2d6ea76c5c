"""Times rivals in turns in one run, so that the machine's load strikes all of them alike."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TypeVar

T = TypeVar("T")
Times = dict[str, list[float]]


def race(rivals: Mapping[str, Callable[[T], object]], tasks: Sequence[T], warm: int) -> Times:
    """Give every task to every rival; return the milliseconds of each.

    The first `warm` tasks are done twice, at first unmeasured, and another rival begins each time.
    What is loaded by then is left out of garbage collection, as a service does with its models:
    a collection of all of torch's objects takes a quarter of a second.
    """
    turns(rivals, tasks[:warm])
    gc.collect()
    gc.freeze()
    try:
        return turns(rivals, tasks)
    finally:
        gc.unfreeze()


def turns(rivals: Mapping[str, Callable[[T], object]], tasks: Sequence[T]) -> Times:
    """Time every task with every rival, in turns."""
    times: Times = {name: [] for name in rivals}
    for place, task in enumerate(tasks):
        for name in rotated(list(rivals), place):
            times[name].append(milliseconds(partial(rivals[name], task)))
    return times


def rotated(items: Sequence[T], place: int) -> list[T]:
    """Begin with the item at `place`, round and round."""
    first = place % len(items)
    return [*items[first:], *items[:first]]


def milliseconds(work: Callable[[], object]) -> float:
    """How long a call takes."""
    started = time.perf_counter()
    work()
    return (time.perf_counter() - started) * 1000


def spread(times: Sequence[float]) -> list[float]:
    """Median and p95."""
    return [round(statistics.median(times), 2), round(statistics.quantiles(times, n=20)[-1], 2)]

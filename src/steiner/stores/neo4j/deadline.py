"""Work under a deadline: whoever asked goes on at the limit, whatever the work is doing."""

from __future__ import annotations

import weakref
from collections import deque
from collections.abc import Callable
from queue import SimpleQueue
from threading import TIMEOUT_MAX, Event, Lock, Semaphore, Thread
from time import monotonic
from typing import Any, Generic, TypeAlias, TypeVar

from steiner.calls.stopping import check_wanted, given_up

T = TypeVar("T")
_LOOK = 0.05
"""Seconds between looks whether the work is still wanted."""
Wanted = Callable[[], bool]
"""Whether somebody still waits for the work."""
_Jobs: TypeAlias = "SimpleQueue[_Job[Any] | None]"


class Overdue(Exception):
    """The work was not done at its deadline."""


class Workers:
    """Threads that run work under a deadline, at most `most`; made when none is idle, then kept.

    Daemon threads and not a ThreadPoolExecutor, whose threads the interpreter waits for at its
    end: work that nobody waits for any more must not hold it up. They end with `close`, or when
    the last reference to this object is gone.
    """

    def __init__(self, most: int) -> None:
        self._shared = _Shared(most)
        weakref.finalize(self, self._shared.close).atexit = False

    def close(self, then: Callable[[], None] | None = None) -> None:
        """End the threads without waiting, and call `then` once no work is running any more.

        That is now, or in the thread whose work ends last.
        """
        self._shared.close(then)

    def run(self, work: Callable[[Wanted], T], seconds: float) -> T:
        """Return what `work` returns or raise what it raises; Overdue after `seconds`.

        Raises Cancelled where the caller's own work is given up meanwhile (steiner.calls.stopping).

        Work that is overdue goes on, as does the work of a caller that was interrupted: its
        outcome is dropped, so it must end by itself. It can ask whether it is still wanted.
        """
        ends = monotonic() + seconds
        if not self._shared.free.acquire(timeout=min(seconds, TIMEOUT_MAX)):
            raise Overdue
        job = _Job(work)
        self._shared.worker().put(job)
        return job.wait(ends - monotonic())


class _Job(Generic[T]):
    """Work, then its value or error; `done` is locked until then."""

    __slots__ = ("done", "error", "value", "wanted", "work")

    def __init__(self, work: Callable[[Wanted], T]) -> None:
        self.work: Callable[[Wanted], T] | None = work
        self.wanted = True
        self.error: BaseException | None = None
        self.value: T | None = None
        # A bare lock costs a tenth of a Future or an Event, and Ctrl-C interrupts it.
        self.done = Lock()
        self.done.acquire()

    def run(self) -> None:
        assert self.work is not None
        try:
            self.value = self.work(lambda: self.wanted)
        except BaseException as error:
            self.error = error
        self.work = None

    def wait(self, seconds: float) -> T:
        try:
            if not self._ends_within(min(max(seconds, 0.0), TIMEOUT_MAX)):
                raise Overdue
        finally:
            self.wanted = False
        error, self.error = self.error, None
        if error is not None:
            try:
                raise error
            finally:
                del error  # Else the error and this frame hold each other.
        return self.value  # type: ignore[return-value]

    def _ends_within(self, seconds: float) -> bool:
        if given_up() is None:
            return self.done.acquire(timeout=seconds)
        ends = monotonic() + seconds
        while not self.done.acquire(timeout=min(_LOOK, max(ends - monotonic(), 0.0))):
            check_wanted()
            if monotonic() >= ends:
                return False
        return True


class _Shared:
    """What the threads and their owner share; the threads hold no reference to the owner."""

    def __init__(self, most: int) -> None:
        self.free, self._closed, self._most = Semaphore(most), Event(), most
        self._idle: deque[_Jobs] = deque()
        self._ending, self._then = Lock(), deque[Callable[[], None]]()

    def worker(self) -> _Jobs:
        try:
            # The one that came back last: its memory is still warm.
            return self._idle.pop()
        except IndexError:
            jobs: _Jobs = SimpleQueue()
            Thread(target=self._serve, args=(jobs,), name="steiner-query", daemon=True).start()
            return jobs

    def close(self, then: Callable[[], None] | None = None) -> None:
        if then is not None:
            self._then.append(then)
        self._closed.set()
        self._end()

    def _end(self) -> None:
        while self._idle:
            self._idle.pop().put(None)
        with self._ending:
            taken = 0
            while taken < self._most and self.free.acquire(blocking=False):
                taken += 1
            if taken:
                self.free.release(taken)
            while taken == self._most and self._then:
                self._then.pop()()

    def _serve(self, jobs: _Jobs) -> None:
        while (job := jobs.get()) is not None:
            job.run()
            # Idle before the caller wakes: its next work finds this thread and makes no other.
            self._idle.append(jobs)
            self.free.release()
            job.done.release()
            del job
            if self._closed.is_set():
                self._end()

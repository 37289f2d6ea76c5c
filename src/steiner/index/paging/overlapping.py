"""Work before and after a stage, in threads of its own: one item ahead, one or some behind."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Sized
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Generic, TypeVar

Item = TypeVar("Item")
Made = TypeVar("Made")
Done = TypeVar("Done", bound=Sized)


def ahead(
    make: Callable[[Item], Made], items: Iterable[Item]
) -> Generator[tuple[Item, Made], None, None]:
    """Yield each item with what `make` gives for it; the next is made while the caller works.

    Close it where the caller may fail, so that nothing is made any more.
    """
    with ThreadPoolExecutor(1) as pool:
        pending: tuple[Item, Future[Made]] | None = None
        for item in items:
            before, pending = pending, (item, pool.submit(make, item))
            if before is not None:
                yield before[0], before[1].result()
        if pending is not None:
            yield pending[0], pending[1].result()


class Behind(Generic[Done]):
    """Does things in the background, at most `at_once` of them; a failure is raised later.

    At a call that waits for it, or at the end. Nothing is done of what has no items.
    """

    def __init__(self, finish: Callable[[Done], None], at_once: int = 1) -> None:
        self._finish, self._pool, self._at_once = finish, ThreadPoolExecutor(at_once), at_once
        self._pending: deque[Future[None]] = deque()

    def do(self, done: Done) -> None:
        """Begin to finish `done`, as soon as fewer than `at_once` are left of those before."""
        self._wait(self._at_once - 1)
        if len(done):
            self._pending.append(self._pool.submit(self._finish, done))

    def __enter__(self) -> Behind[Done]:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._pool.shutdown()
        if kind is None:
            self._wait(0)

    def _wait(self, most: int) -> None:
        while len(self._pending) > most:
            self._pending.popleft().result()

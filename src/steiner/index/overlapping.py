"""Work before and after a stage, each in a thread of its own: one item ahead, one behind."""

from __future__ import annotations

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
    """Does one thing in the background; the first failure is raised at the next call.

    Nothing is done of what has no items.
    """

    def __init__(self, finish: Callable[[Done], None]) -> None:
        self._finish, self._pool = finish, ThreadPoolExecutor(1)
        self._pending: Future[None] | None = None

    def do(self, done: Done) -> None:
        """Begin to finish `done`, after what was given before."""
        self._wait()
        if len(done):
            self._pending = self._pool.submit(self._finish, done)

    def __enter__(self) -> Behind[Done]:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._pool.shutdown()
        if kind is None:
            self._wait()

    def _wait(self) -> None:
        pending, self._pending = self._pending, None
        if pending is not None:
            pending.result()

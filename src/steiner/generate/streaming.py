"""Text as a transformers model writes it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from threading import Event, Thread
from typing import Any


def streamed(generate: Callable[..., Any], streamer: Any) -> Iterator[str]:
    """Run `generate` in a thread and yield what it streams; its error is raised here.

    To stop reading stops the model.
    """
    failed: list[BaseException] = []
    left = Event()

    def run() -> None:
        try:
            generate(streamer=streamer, stopping_criteria=[lambda *_, **__: left.is_set()])
        except BaseException as error:
            failed.append(error)
            streamer.end()

    thread = Thread(target=run, daemon=True)
    thread.start()
    try:
        yield from (piece for piece in streamer if piece)
    finally:
        left.set()
        thread.join()
    if failed:
        raise failed[0]

"""The stages of a question as events while it is retrieved."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from threading import Event

from sse_starlette import ServerSentEvent

from steiner.calls.stopping import run_until
from steiner.calls.stopwatch import telling
from steiner.integrations.doors.turns import Turns


async def announced(
    work: Callable[[], ServerSentEvent], turns: Turns
) -> AsyncIterator[ServerSentEvent]:
    """Yield an event for each stage that `work` begins in its thread, then what it returns.

    Raises what `work` raises; left before its end, the work is given up.
    """
    waiting: asyncio.Queue[ServerSentEvent | None] = asyncio.Queue()
    loop = asyncio.get_running_loop()
    given_up = Event()

    def listen(stage: str) -> None:
        event = ServerSentEvent(json.dumps({"stage": stage}), event="stage")
        loop.call_soon_threadsafe(waiting.put_nowait, event)

    def worked() -> ServerSentEvent:
        with telling(listen):
            return run_until(given_up, work)

    working = asyncio.create_task(turns.run(worked, abandon=True))
    working.add_done_callback(lambda _: waiting.put_nowait(None))
    try:
        while (event := await waiting.get()) is not None:
            yield event
        yield await working
    finally:
        given_up.set()
        working.cancel()

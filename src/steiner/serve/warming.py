"""What is done beside once a server runs, so that its first visitor need not wait for it."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial

from starlette.applications import Starlette

from steiner.calls.background import begun
from steiner.calls.stopping import run_until
from steiner.integrations.doors.turns import Turns
from steiner.serve.start import StartPage
from steiner.session import planning
from steiner.settings import Options

Lifespan = Callable[[Starlette], AbstractAsyncContextManager[None]]


def warming(inside: Starlette, start: StartPage, turns: Turns | None) -> Lifespan:
    """Return the lifespan of an application that lives as `inside` does.

    With `turns` what questions ask is planned, in a turn, and the page's start is begun then.
    """

    @asynccontextmanager
    async def warmed(_: Starlette) -> AsyncIterator[None]:
        # MCP keeps its sessions for as long as the application lives.
        async with inside.router.lifespan_context(inside):
            warm = asyncio.create_task(_warm(start, turns)) if turns else None
            yield
            start.ended.set()
            if warm:
                warm.cancel()

    return warmed


async def _warm(start: StartPage, turns: Turns) -> None:
    """Plan what questions ask, then begin what the page starts with, whose questions are asked."""
    retriever, where = start.answering.retriever, start.answering.where
    turns.is_planning = True
    try:
        for work in planning(retriever, Options(filter=where)):
            await turns.run(partial(run_until, start.ended, work), abandon=True)
    finally:
        turns.is_planning = False
    # What lives as long as the server does: to look through it again and again takes 70 ms each.
    gc.freeze()
    begun(start.start)

"""What is done beside once a server runs, so that its first visitor need not wait for it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from functools import partial

from starlette.applications import Starlette

from steiner.calls.background import begun
from steiner.errors import QueryTimedOut
from steiner.integrations.doors.turns import Turns
from steiner.serve.start import StartPage
from steiner.session import planned
from steiner.settings import Options

_TRIES = 10
"""How often statements are planned, where one takes longer than the limit of a question."""
Lifespan = Callable[[Starlette], AbstractAsyncContextManager[None]]


def warming(inside: Starlette, start: StartPage, turns: Turns | None) -> Lifespan:
    """Return the lifespan of an application that lives as `inside` does.

    With `turns` what questions ask is planned, in a turn, and the page's start is made then.
    """

    @asynccontextmanager
    async def warmed(_: Starlette) -> AsyncIterator[None]:
        # MCP keeps its sessions for as long as the application lives.
        async with inside.router.lifespan_context(inside):
            warm = asyncio.create_task(_warm(start, turns)) if turns else None
            yield
            if warm:
                warm.cancel()

    return warmed


async def _warm(start: StartPage, turns: Turns) -> None:
    """Plan what questions ask, then make what the page starts with, whose questions are asked."""
    retriever, where = start.answering.retriever, start.answering.where
    for _ in range(_TRIES):
        with suppress(QueryTimedOut):
            await turns.run(partial(planned, retriever, Options(filter=where)), abandon=True)
            break
    begun(start.make)

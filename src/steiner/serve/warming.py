"""What is done beside once a server runs, so that its first visitor need not wait for it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from starlette.applications import Starlette

from steiner.calls.background import begun
from steiner.serve.start import StartPage
from steiner.session import planned
from steiner.settings import Options

Lifespan = Callable[[Starlette], AbstractAsyncContextManager[None]]


def warming(inside: Starlette, start: StartPage, warm: bool) -> Lifespan:
    """Return the lifespan of an application that lives as `inside` does, and may be warmed."""

    @asynccontextmanager
    async def warmed(_: Starlette) -> AsyncIterator[None]:
        # MCP keeps its sessions for as long as the application lives.
        async with inside.router.lifespan_context(inside):
            if warm:
                begun(_warm, start)
            yield

    return warmed


def _warm(start: StartPage) -> None:
    """Plan what questions ask, then make what the page starts with, whose questions are asked."""
    answering = start.answering
    planned(answering.retriever, Options(filter=answering.where))
    start.make()

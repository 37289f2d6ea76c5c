"""The ASGI application of `steiner serve`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from steiner.errors import IndexMissing, MissingExtra
from steiner.integrations.agents.actions import GraphActions
from steiner.integrations.answering import Answering

try:
    from anyio.to_thread import run_sync
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import JSONResponse, PlainTextResponse, Response
    from starlette.routing import Route
    from starlette.types import ASGIApp

    from steiner.integrations.doors.door_settings import ServeSettings
    from steiner.integrations.doors.listening import behind_door, listen
    from steiner.integrations.doors.turns import Turns
    from steiner.integrations.doors.workers import worker_number
    from steiner.integrations.mcp import MCP_PATH, mcp_server, unguarded_app
    from steiner.serve.endpoints import Endpoint
    from steiner.serve.events import AnswerRoutes
    from steiner.serve.openapi import openapi
    from steiner.serve.page_files import PAGE_PATHS, page_files
    from steiner.serve.refusals import HANDLERS, UNEXPECTED
    from steiner.serve.request_metrics import RequestMetrics
    from steiner.serve.start import StartPage
    from steiner.serve.warming import warming
except ModuleNotFoundError as missing:
    raise MissingExtra.named(missing.name or "starlette", "serve") from missing

_OPEN = ("/health", *PAGE_PATHS)
"""Paths that need no key: they say nothing of the graph."""


def serve_app(answering: Answering, settings: ServeSettings, warm: bool = False) -> ASGIApp:
    """Return the application; any request to the graph without the settings' key is a 401.

    `warm`: once it runs, the server plans what questions ask, and the page's start is made. Raises
    InvalidInput for an empty key.
    """
    turns, start = Turns(settings.at_once, 1 if warm else settings.at_once), StartPage(answering)
    routes = _routes(answering, start, turns)
    worker = worker_number() if settings.workers > 1 else ""
    metrics = RequestMetrics({*(route.path for route in routes), MCP_PATH, "/"}, worker)
    mcp = unguarded_app(mcp_server(answering, turns), settings)
    app = Starlette(
        routes=[*routes, Route("/metrics", _text(metrics)), *mcp.routes, page_files()],
        middleware=[UNEXPECTED],
        exception_handlers=HANDLERS,
        lifespan=warming(mcp, start, turns if warm else None),
    )
    return metrics.around(behind_door(app, settings, (MCP_PATH,), _OPEN))


def serve(answering: Answering, settings: ServeSettings) -> None:
    """Serve until Ctrl-C. Raises InvalidInput for an empty key."""
    listen(serve_app(answering, settings, warm=True), settings)


def _routes(answering: Answering, start: StartPage, turns: Turns) -> list[Route]:
    answers, actions = AnswerRoutes(answering), GraphActions(answering.retriever, answering.where)
    looked_up = (actions.compute, actions.find, actions.neighbours, actions.schema)
    ask = Endpoint("ask", answers.ask)
    beside = (answers.retrieve, answers.systems, start.start, *looked_up)
    others = [Endpoint(each.__name__, each) for each in beside]
    return [
        answers.route(ask, turns),
        *(each.route(turns) for each in others),
        Route("/openapi.json", _answers(openapi([ask, *others]))),
        Route("/health", _answers({"status": "ok"})),
        Route("/ready", _ready(answering)),
    ]


def _answers(data: dict[str, Any]) -> Callable[[Request], Awaitable[Response]]:
    async def respond(request: Request) -> Response:  # noqa: ARG001
        return JSONResponse(data)

    return respond


def _text(metrics: RequestMetrics) -> Callable[[Request], Awaitable[Response]]:
    async def respond(request: Request) -> Response:  # noqa: ARG001
        return PlainTextResponse(metrics.text(), media_type="text/plain; version=0.0.4")

    return respond


def _ready(answering: Answering) -> Callable[[Request], Awaitable[Response]]:
    """Answer once the database is there and indexed; a 503 else."""

    async def respond(request: Request) -> Response:  # noqa: ARG001
        if await run_sync(answering.retriever.store.record) is None:
            raise IndexMissing("The graph is not indexed. Run `steiner index` first.")
        return JSONResponse({"status": "ready"})

    return respond

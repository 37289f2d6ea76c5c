"""A question's answer as JSON, or as server-sent events for clients that ask for them."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from functools import partial

from anyio import CapacityLimiter
from anyio.to_thread import run_sync
from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from steiner.serve.answering import Answering, AnswerPart
from steiner.serve.endpoints import Endpoint

_EVENTS = "text/event-stream"


def ask_route(endpoint: Endpoint, answering: Answering, limiter: CapacityLimiter) -> Route:
    """Return `POST /api/ask`; at most as many questions at once as `limiter` has tokens."""

    async def respond(request: Request) -> Response:
        given = await endpoint.read(request)
        if _EVENTS not in request.headers.get("accept", ""):
            asked = partial(answering.ask, **given)
            return JSONResponse(await run_sync(asked, limiter=limiter))
        parts = answering.parts(**given)
        # Before the response begins, so that what is wrong with the question has its own status.
        first = await run_sync(next, parts, limiter=limiter)
        return EventSourceResponse(_events(first, parts, limiter))

    return Route("/api/ask", respond, methods=["POST"])


async def _events(
    first: AnswerPart, parts: Iterator[AnswerPart], limiter: CapacityLimiter
) -> AsyncIterator[ServerSentEvent]:
    part: AnswerPart | None = first
    try:
        while part is not None:
            yield ServerSentEvent(json.dumps(part.data), event=part.kind)
            part = await run_sync(next, parts, None, limiter=limiter)
    finally:
        # A client that left is not written for: closing stops the model.
        close = getattr(parts, "close", None)
        if close:
            close()

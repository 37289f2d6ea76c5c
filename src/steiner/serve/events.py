"""A question's answer as JSON, or as server-sent events for clients that ask for them."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from functools import partial
from threading import Event
from typing import Any

from sse_starlette import EventSourceResponse, ServerSentEvent
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from steiner.calls.stopping import run_until
from steiner.display.render import answer_json, evidence_json
from steiner.errors import ServerBusy
from steiner.evidence import Evidence
from steiner.integrations.answering import Answering, AnswerPart
from steiner.integrations.doors.turns import Turns
from steiner.question.history import Turn
from steiner.serve.endpoints import Endpoint, answered, while_connected
from steiner.serve.refusals import AGAIN, said
from steiner.serve.stage_events import announced

_EVENTS = "text/event-stream"
_STAGES = "stages=1"
"""A parameter of that type: the answer begins at once, and what goes wrong is an event, too."""


@dataclass(frozen=True)
class SeenOnly:
    """What a question may see beside the server's own limits; empty lists: all of it."""

    labels: tuple[str, ...] = ()
    types: tuple[str, ...] = ()


EVERY_ONE = SeenOnly()


class AnswerRoutes:
    """`ask` and `retrieve` over one `answering`, as functions of JSON."""

    def __init__(self, answering: Answering) -> None:
        self._answering = answering

    def retrieve(
        self,
        question: str,
        budget: int | None = None,
        history: tuple[Turn, ...] = (),
        only: SeenOnly = EVERY_ONE,
        system: str = "",
        choose: int = 0,
    ) -> dict[str, Any]:
        """Evidence for a question: facts, subgraph, table, scores and times; no model writes.

        The fields are those of `steiner retrieve --json`. At most `budget` tokens of facts.
        `history`: the conversation before, the last turn last; `only`: what it may see;
        `system`: one of those that `systems` lists; `choose`: which of the readings is meant that
        it was answered with before, from 1 on.
        """
        return evidence_json(self._chosen(only, system).retrieve(question, budget, history, choose))

    def ask(
        self,
        question: str,
        budget: int | None = None,
        history: tuple[Turn, ...] = (),
        only: SeenOnly = EVERY_ONE,
        system: str = "",
        choose: int = 0,
    ) -> dict[str, Any]:
        """Answer a question, with citations and the evidence that proves it.

        The fields are those of `steiner ask --json`. With `Accept: text/event-stream` parts come
        as events: `evidence`, `text` piece by piece, then `answer`; or `error`, evidence kept.
        `history`: the conversation before, the last turn last; `only`: what it may see;
        `system`: one of those that `systems` lists; `choose`: which of the readings is meant that
        it was answered with before, from 1 on. `Accept: text/event-stream;stages=1` brings `stage`
        events before: the stages of retrieval as they begin.
        """
        return answer_json(self._chosen(only, system).ask(question, budget, history, choose))

    def systems(self) -> dict[str, list[str]]:
        """The systems that a question may name, the one that answers unasked first."""
        return {"systems": list(self._answering.systems)}

    def route(self, endpoint: Endpoint, turns: Turns) -> Route:
        """Return `POST /api/ask`, answered in `turns`."""

        async def respond(request: Request) -> Response:
            given = await endpoint.read(request)
            accepted = request.headers.get("accept", "")
            if _EVENTS not in accepted:
                return await answered(request, partial(self.ask, **given), turns)
            parts = self._chosen(given.pop("only"), given.pop("system")).parts(**given)
            written = map(_event, parts)  # By the thread that makes the part.
            if _STAGES in accepted:
                turns.check()
                return EventSourceResponse(_staged(written, turns))
            # Before the response begins: what is wrong with the question has its own status.
            first = await while_connected(request, partial(next, written), turns)
            return EventSourceResponse(_events(first, written, turns))

        return Route("/api/ask", respond, methods=["POST"])

    def _chosen(self, only: SeenOnly, system: str) -> Answering:
        return self._answering.by(system).within(only.labels, only.types)


async def _staged(
    written: Iterator[ServerSentEvent], turns: Turns
) -> AsyncIterator[ServerSentEvent]:
    try:
        async for event in announced(partial(next, written), turns):
            yield event
    except Exception as error:
        yield _failed(error)
        return
    async for event in _events(None, written, turns):
        yield event


async def _events(
    first: ServerSentEvent | None, written: Iterator[ServerSentEvent], turns: Turns
) -> AsyncIterator[ServerSentEvent]:
    given_up = Event()
    step = partial(run_until, given_up, next, written, None)
    try:
        event = first or await turns.run_more(step)
        while event is not None:
            yield event
            event = await turns.run_more(step)
    except Exception as error:
        yield _failed(error)
    finally:
        # A client that left is not written for.
        given_up.set()


def _failed(error: Exception) -> ServerSentEvent:
    # The `retry` of an event is what the header Retry-After is of a response, in milliseconds.
    again = 1_000 * AGAIN if isinstance(error, ServerBusy) else None
    return ServerSentEvent(json.dumps(said(error)["error"]), event="error", retry=again)


def _event(part: AnswerPart) -> ServerSentEvent:
    if isinstance(part, str):
        return ServerSentEvent(json.dumps({"text": part}), event="text")
    if isinstance(part, Evidence):
        return ServerSentEvent(json.dumps(evidence_json(part)), event="evidence")
    return ServerSentEvent(json.dumps(answer_json(part)), event="answer")

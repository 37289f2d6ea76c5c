"""Actions as HTTP endpoints: a JSON body of the action's parameters, a JSON record in return."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable
from dataclasses import asdict, dataclass, is_dataclass
from functools import cached_property, partial
from threading import Event
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, TypeAdapter, create_model
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from steiner.calls.stopping import run_until
from steiner.integrations.doors.turns import Turns

T = TypeVar("T")


@dataclass(frozen=True)
class Endpoint:
    """`POST /api/NAME`: calls `action` in a thread with the fields of the body."""

    name: str
    action: Callable[..., Any]

    @cached_property
    def body(self) -> type[BaseModel]:
        """The action's parameters as a model; other fields are refused."""
        parameters = inspect.signature(self.action, eval_str=True).parameters.values()
        fields: dict[str, Any] = {
            p.name: (p.annotation, ... if p.default is p.empty else p.default) for p in parameters
        }
        return create_model(self.name, __config__=ConfigDict(extra="forbid"), **fields)

    def record_schema(self) -> dict[str, Any]:
        """Return the JSON schema of what comes back."""
        returned = inspect.signature(self.action, eval_str=True).return_annotation
        schema: dict[str, Any] = TypeAdapter(returned).json_schema(
            ref_template="#/components/schemas/{model}"
        )
        return schema

    def about(self) -> str:
        """Return what the action does, in words."""
        return inspect.getdoc(self.action) or ""

    async def read(self, request: Request) -> dict[str, Any]:
        """Return the body's fields; raises pydantic's ValidationError for another body."""
        given = self.body.model_validate_json(await request.body())
        return {name: getattr(given, name) for name in self.body.model_fields}

    def route(self, turns: Turns) -> Route:
        """Return the route; its calls are made in `turns`."""

        async def respond(request: Request) -> Response:
            called = partial(self.action, **await self.read(request))
            return await answered(request, called, turns)

        return Route(f"/api/{self.name}", respond, methods=["POST"])


async def answered(request: Request, work: Callable[[], Any], turns: Turns) -> JSONResponse:
    """Do the work in a thread and return its record as JSON, which is written there, too."""
    return await while_connected(request, lambda: JSONResponse(json_safe(work())), turns)


async def while_connected(request: Request, work: Callable[[], T], turns: Turns) -> T:
    """Return what `work` returns, from a thread; it is given up once the client has left.

    Raises Cancelled then, and what `Turns.run` does. The request's body must have been read.
    """
    given_up = Event()

    async def watch() -> None:
        while (await request.receive())["type"] != "http.disconnect":
            pass
        given_up.set()

    watching = asyncio.create_task(watch())
    try:
        return await turns.run(partial(run_until, given_up, work))
    finally:
        given_up.set()
        watching.cancel()


def json_safe(record: Any) -> Any:
    """Return a record as JSON values."""
    return asdict(record) if is_dataclass(record) and not isinstance(record, type) else record

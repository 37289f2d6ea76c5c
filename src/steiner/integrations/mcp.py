"""The graph for agents of the Model Context Protocol (MCP): read only, by stdio or HTTP."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from functools import partial, wraps
from inspect import Parameter, Signature, signature
from itertools import count
from threading import Event
from typing import Annotated, Any

from steiner.calls.stopping import run_until
from steiner.calls.stopwatch import telling
from steiner.errors import MissingExtra, ModelFailed, SteinerError
from steiner.integrations.agents.actions import GraphActions
from steiner.integrations.agents.records import AnswerRecord, answer_record, evidence_record
from steiner.integrations.answering import Answering

try:
    from anyio import from_thread
    from anyio.lowlevel import current_token
    from mcp.server import MCPServer
    from mcp.server.mcpserver import Context
    from mcp.server.transport_security import TransportSecuritySettings
    from mcp.types import CallToolResult, TextContent, ToolAnnotations
    from pydantic import RootModel
    from starlette.applications import Starlette
    from starlette.types import ASGIApp

    from steiner.integrations.doors.door_settings import ServeSettings
    from steiner.integrations.doors.listening import behind_door, listen
    from steiner.integrations.doors.turns import Turns
except ImportError as missing:
    raise MissingExtra.named("mcp", "mcp") from missing

MCP_PATH = "/mcp"
_SESSIONS = 1_000
"""Clients that are known at once; each is forgotten after half an hour without a call."""
_READS = ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)
_INSTRUCTIONS = (
    "Facts of one knowledge graph. Ask `evidence` a whole question in plain words first: it finds "
    "facts that are several steps apart; `ask` words the answer. "
    "`compute` counts, ranks and averages. `find` and `neighbours` look up single entities."
)


def mcp_server(answering: Answering, turns: Turns | None = None) -> MCPServer:
    """Return a server with `evidence`, `ask`, `compute`, `find`, `neighbours` and `schema`.

    `answering` says over which retriever (steiner's own, such as `open_retriever` gives), what
    every tool may see, and which model writes the answers of `ask`, if any. Each answer has the
    text for the model and the record as structured content; what goes wrong is a tool error whose
    text says how to mend the call. Clients that ask for progress hear of each stage; what they
    cancel ends on the server, too. Calls are made in `turns` (None: all at once).
    """
    server = MCPServer("steiner", instructions=_INSTRUCTIONS, log_level="WARNING")
    actions = GraphActions(answering.retriever, answering.where)
    turns = turns or Turns()
    looked_up = (actions.compute, actions.find, actions.neighbours, actions.schema)
    for action in (actions.evidence, _ask(answering), *looked_up):
        server.add_tool(_tool(action, turns), annotations=_READS, structured_output=True)
    return server


def _ask(answering: Answering) -> Callable[..., AnswerRecord]:
    def ask(question: str, budget: int | None = None, choose: int = 0) -> AnswerRecord:
        """The answer to a question in plain words, with the facts that it cites.

        At most `budget` tokens of facts are read for it. Where several readings are offered, ask
        again with the number of the one that is meant as `choose`.
        """
        return answer_record(answering.ask(question, budget, choose=choose))

    return ask


def _tool(action: Callable[..., Any], turns: Turns) -> Callable[..., Any]:
    """Return the action as a coroutine function whose signature names its record as the output."""
    given = signature(action, eval_str=True)

    @wraps(action)
    async def run(*args: Any, ctx: Context[Any, Any], **given: Any) -> CallToolResult:
        given_up, call = Event(), partial(_called, action, _reporter(ctx), *args, **given)
        try:
            # A cancelled call returns at once; its thread ends soon after.
            return await turns.run(partial(run_until, given_up, call), abandon=True)
        except SteinerError as error:
            return _failed(error)
        finally:
            given_up.set()

    returned = Annotated[CallToolResult, RootModel[given.return_annotation]]  # type: ignore[name-defined]
    asked = Parameter("ctx", Parameter.KEYWORD_ONLY, annotation=Context)
    parameters = [*given.parameters.values(), asked]
    vars(run)["__signature__"] = Signature(parameters, return_annotation=returned)
    run.__annotations__ = {**action.__annotations__, "ctx": Context}
    return run


def _reporter(ctx: Context[Any, Any]) -> Callable[[str], None]:
    """Return what tells the client of a stage, from any thread."""
    number, loop = count(1), current_token()

    def report(stage: str) -> None:
        from_thread.run(ctx.report_progress, next(number), None, stage, token=loop)

    return report


def _called(
    action: Callable[..., Any], report: Callable[[str], None], *args: Any, **given: Any
) -> CallToolResult:
    with telling(report):
        record = action(*args, **given)
    return CallToolResult(content=[_text(record.text())], structured_content=asdict(record))


def _failed(error: SteinerError) -> CallToolResult:
    is_kept = isinstance(error, ModelFailed) and error.evidence
    facts = f"\n{evidence_record(error.evidence).text()}" if is_kept else ""
    return CallToolResult(content=[_text(f"{error.public()}{facts}")], is_error=True)


def _text(text: str) -> TextContent:
    return TextContent(type="text", text=text)


def http_app(server: MCPServer, key: str, **door: Any) -> ASGIApp:
    """Return the ASGI application of streamable HTTP at /mcp; any request without `key` is a 401.

    Clients send `Authorization: Bearer KEY`. `door` are further ServeSettings: rates, sizes,
    proxies and names; other names and pages of theirs are refused, against DNS rebinding. Raises
    InvalidInput for an empty key.
    """
    settings = ServeSettings(key, **door)
    return behind_door(unguarded_app(server, settings), settings, ())


def unguarded_app(server: MCPServer, settings: ServeSettings) -> Starlette:
    """Return the application without its door, which checks names for all that listens."""
    return server.streamable_http_app(
        streamable_http_path=MCP_PATH,
        max_request_body_size=settings.longest,
        max_sessions=_SESSIONS,
        # A session would be known to one worker, and the next call comes to any.
        stateless_http=settings.workers > 1,
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
    )


def serve_http(answering: Answering, settings: ServeSettings) -> None:
    """Serve over HTTP until Ctrl-C. Raises InvalidInput for an empty key."""
    server = mcp_server(answering, Turns(settings.at_once))
    listen(behind_door(unguarded_app(server, settings), settings, ()), settings)

"""The graph for agents of the Model Context Protocol (MCP): read only, by stdio or HTTP."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import asdict
from functools import partial, wraps
from threading import Event
from typing import Annotated, Any

from steiner.errors import MissingExtra, SteinerError
from steiner.filters import EVERYTHING, Filter
from steiner.integrations.agents.actions import GraphActions, StoreRetriever
from steiner.stopping import run_until

try:
    import uvicorn
    from anyio.to_thread import run_sync
    from mcp.server import MCPServer
    from mcp.types import CallToolResult, TextContent, ToolAnnotations
    from pydantic import RootModel
    from starlette.types import ASGIApp

    from steiner.integrations.key_guard import KeyGuard
except ImportError as missing:
    raise MissingExtra.named("mcp", "mcp") from missing

_READS = ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)
_INSTRUCTIONS = (
    "Facts of one knowledge graph. Ask `evidence` a whole question in plain words first: it finds "
    "facts that are several steps apart. `compute` counts, ranks and averages. "
    "`find` and `neighbours` look up single entities."
)


def mcp_server(retriever: StoreRetriever, where: Filter = EVERYTHING) -> MCPServer:
    """Return a server with the tools `evidence`, `compute`, `find`, `neighbours` and `schema`.

    `retriever` is steiner's own, such as `open_retriever` gives; `where` limits what every tool may
    see. Each answer has the text for the model and the record as structured content; what goes
    wrong is a tool error whose text says how to mend the call.
    """
    server = MCPServer("steiner", instructions=_INSTRUCTIONS, log_level="WARNING")
    actions = GraphActions(retriever, where)
    looked_up = (actions.find, actions.neighbours, actions.schema)
    for action in (actions.evidence, actions.compute, *looked_up):
        server.add_tool(_tool(action), annotations=_READS, structured_output=True)
    return server


def _tool(action: Callable[..., Any]) -> Callable[..., Any]:
    """Return the action as a coroutine function whose signature names its record as the output."""
    signature = inspect.signature(action, eval_str=True)

    @wraps(action)
    async def run(*args: Any, **given: Any) -> CallToolResult:
        given_up, call = Event(), partial(_called, action, *args, **given)
        try:
            # A cancelled call returns at once; its thread ends soon after.
            return await run_sync(run_until, given_up, call, abandon_on_cancel=True)
        finally:
            given_up.set()

    returned = Annotated[CallToolResult, RootModel[signature.return_annotation]]  # type: ignore[name-defined]
    vars(run)["__signature__"] = signature.replace(return_annotation=returned)
    return run


def _called(action: Callable[..., Any], *args: Any, **given: Any) -> CallToolResult:
    try:
        record = action(*args, **given)
    except SteinerError as error:
        return CallToolResult(content=[_text(str(error))], is_error=True)
    return CallToolResult(content=[_text(record.text())], structured_content=asdict(record))


def _text(text: str) -> TextContent:
    return TextContent(type="text", text=text)


def http_app(server: MCPServer, key: str, host: str = "127.0.0.1") -> ASGIApp:
    """Return the ASGI application of streamable HTTP at /mcp; any request without `key` is a 401.

    Clients send `Authorization: Bearer KEY`. On a local `host` names of other hosts are refused,
    against DNS rebinding. Raises InvalidInput for an empty key.
    """
    return KeyGuard(server.streamable_http_app(host=host), key)


def serve_http(server: MCPServer, key: str, host: str, port: int) -> None:
    """Serve over HTTP until Ctrl-C. Raises InvalidInput for an empty key."""
    uvicorn.run(http_app(server, key, host), host=host, port=port, log_level="warning")

"""`steiner mcp` and `steiner serve`."""

from __future__ import annotations

import secrets
from typing import Any, cast

import click

from steiner import session
from steiner.calls.background import begun
from steiner.chosen import Chosen
from steiner.cli.declining import declining
from steiner.cli.options import ERRORS, Command, connected, retrieving, rewriting
from steiner.cli.served import Served
from steiner.integrations.agents.actions import StoreRetriever
from steiner.settings import ConnectionSettings


def listening(command: Command) -> Command:
    """Add the options of where and to whom a server listens."""
    for option in reversed(_LISTENING):
        command = option(command)
    return command


_LISTENING = (
    click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen at."),
    click.option(
        "--port", type=click.IntRange(1, 65_535), default=8000, show_default=True, help="Port."
    ),
    click.option(
        "--per-minute",
        type=click.IntRange(min=1),
        default=240,
        show_default=True,
        help="Requests of one address a minute.",
    ),
    click.option(
        "--trusted-proxy",
        "trusted_proxies",
        multiple=True,
        metavar="ADDRESS",
        help="Address or network of a proxy whose X-Forwarded-For is believed (repeatable).",
    ),
    click.option(
        "--name",
        "names",
        multiple=True,
        help="A name under which MCP is asked for, as behind a proxy (repeatable).",
    ),
)


@click.command()
@connected
@retrieving
@click.option("--http", is_flag=True, help="Serve streamable HTTP, not stdin and stdout.")
@listening
@click.option(
    "--key", envvar="STEINER_MCP_KEY", default="", help="Clients must send it [STEINER_MCP_KEY]."
)
def mcp(connection: ConnectionSettings, chosen: Chosen, http: bool, key: str, **door: Any) -> None:
    """Give agents of the Model Context Protocol evidence, answers, tables and schema.

    Over HTTP it is never open: clients send `Authorization: Bearer KEY`.
    """
    from steiner.integrations.mcp import mcp_server, serve_http
    from steiner.integrations.answering import Answering  # isort: skip

    # After it, which says what to install.
    from steiner.integrations.doors.door_settings import ServeSettings  # isort: skip
    from steiner.integrations.doors.key_guard import check_key  # isort: skip

    if http:
        check_key(key)
    generator = session.open_generator(chosen)
    with session.retriever(connection, chosen) as retriever:
        answering = Answering(cast(StoreRetriever, retriever), generator, chosen.where)
        begun(session.planned, retriever, chosen.options())
        if http:
            settings = ServeSettings(key, **door)
            ERRORS.print(f"Serving http://{settings.host}:{settings.port}/mcp", markup=False)
            serve_http(answering, settings)
        else:
            mcp_server(answering).run()


@click.command()
@connected
@retrieving
@listening
@click.option(
    "--key",
    envvar="STEINER_SERVE_KEY",
    default="",
    help="Clients must send it [STEINER_SERVE_KEY, or a new one, which is printed].",
)
@declining
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="Processes that answer at the port, each with encoder and models of its own.",
)
@rewriting
def serve(
    connection: ConnectionSettings,
    chosen: Chosen,
    key: str,
    decline_below: float,
    rewrite_with: str | None,
    **door: Any,
) -> None:
    """Answer questions over HTTP: a page, and JSON or events at /api.

    It is never open: clients send `Authorization: Bearer KEY`. /openapi.json describes it.
    """
    import steiner.serve.app  # noqa: F401 - It says what to install.
    from steiner.integrations.doors.door_settings import ServeSettings  # isort: skip
    from steiner.integrations.doors.key_guard import check_key  # isort: skip

    settings = ServeSettings(key or secrets.token_urlsafe(), **door)
    check_key(settings.key)
    served = Served(connection, chosen, settings, decline_below, rewrite_with)
    # After the # it is not sent, so that no log of a proxy has it.
    own = "" if key else f"/#key={settings.key}"
    served.run(f"Serving http://{settings.host}:{settings.port}{own}")

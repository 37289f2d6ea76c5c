"""`steiner mcp`."""

from __future__ import annotations

from typing import cast

import click

from steiner import session
from steiner.chosen import Chosen
from steiner.cli.options import ERRORS, connected, retrieving
from steiner.integrations.agents.actions import StoreRetriever
from steiner.settings import ConnectionSettings


@click.command()
@connected
@retrieving
@click.option("--http", is_flag=True, help="Serve streamable HTTP, not stdin and stdout.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen at.")
@click.option(
    "--port", type=click.IntRange(1, 65_535), default=8000, show_default=True, help="Port."
)
@click.option(
    "--key", envvar="STEINER_MCP_KEY", default="", help="Clients must send it [STEINER_MCP_KEY]."
)
def mcp(
    connection: ConnectionSettings, chosen: Chosen, http: bool, host: str, port: int, key: str
) -> None:
    """Give agents of the Model Context Protocol evidence, tables, entities and schema.

    Over HTTP it is never open: clients send `Authorization: Bearer KEY`.
    """
    from steiner.integrations.mcp import check_key, mcp_server, serve_http

    if http:
        check_key(key)
    with session.retriever(connection, chosen) as retriever:
        server = mcp_server(cast(StoreRetriever, retriever), chosen.where)
        if http:
            ERRORS.print(f"Serving http://{host}:{port}/mcp", markup=False)
            serve_http(server, key, host, port)
        else:
            server.run()

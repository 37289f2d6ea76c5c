"""`steiner mcp` as a process of its own, over its stdin and stdout."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from mcp import Client, StdioServerParameters

from steiner.settings import ConnectionSettings

STEINER = str(Path(sys.executable).with_name("steiner"))
QUESTION = "Who manages the supplier of the Orbis shaft seal?"


async def test_over_stdio(sample: ConnectionSettings) -> None:
    names = ("uri", "username", "password", "database")
    variables = {f"NEO4J_{name.upper()}": getattr(sample, name) for name in names}
    server = StdioServerParameters(command=STEINER, args=["mcp"], env={**os.environ, **variables})
    async with Client(server) as client:
        assert "Supplier" in str((await client.call_tool("schema", {})).content)
        result = await client.call_tool("evidence", {"question": QUESTION, "budget": 200})
    assert not result.is_error
    assert result.structured_content is not None
    assert result.structured_content["facts"]

"""Many clients at once: answers or bounded refusals, flat memory, no work left on the server."""

from __future__ import annotations

import asyncio
import json
from contextlib import closing
from pathlib import Path

import pytest
from conftest import EVERY
from many_clients import hammered, left_behind, serving

from steiner.settings import ConnectionSettings
from steiner.stores.neo4j.connection import Neo4jConnection

CLIENTS = 40
REQUESTS = 2_000
MORE = 60
"""Megabytes that the server may grow by once it is warm: caches of vectors fill."""
QUESTIONS = Path(__file__).parents[2] / "demo" / "more-questions.jsonl"


@pytest.mark.timeout(900)
@pytest.mark.skipif(not EVERY, reason="a crowd takes a minute: `make trust` tries it")
@pytest.mark.skipif(not Path("/proc").is_dir(), reason="reads the memory of a process from /proc")
def test_many_clients_are_answered_or_refused_and_nothing_is_left(
    sample: ConnectionSettings,
) -> None:
    lines = QUESTIONS.read_text(encoding="utf-8").splitlines()
    questions = [json.loads(line)["question"] for line in lines]
    with serving(sample) as server, closing(Neo4jConnection(sample)) as connection:
        # A server that has just started plans first, and refuses most of a crowd meanwhile.
        asyncio.run(hammered(server, questions, 2, len(questions)))
        came = asyncio.run(hammered(server, questions, CLIENTS, REQUESTS))
        assert left_behind(connection) == []
    expected = {"200", "503 ServerBusy", "given up", "half read", "half read 503"}
    assert set(came.statuses) <= expected, came.statuses
    assert came.statuses["200"] >= REQUESTS // 20
    warm = came.megabytes[len(came.megabytes) // 2]
    assert came.megabytes[-1] - warm < MORE, came.megabytes

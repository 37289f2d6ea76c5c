"""Work that is given up stops: in the library, and its query on the server."""

from __future__ import annotations

import asyncio
from functools import partial
from threading import Event, Timer
from time import monotonic
from typing import Any

import pytest

from steiner import open_retriever
from steiner.calls.stopping import run_until
from steiner.errors import Cancelled
from steiner.generate.evidence_only import EvidenceOnly
from steiner.integrations.langchain import SteinerChain
from steiner.settings import ConnectionSettings
from steiner.stores.neo4j.connection import Neo4jConnection

SLOW = "CYPHER 5 UNWIND range(1, 1000000) AS a UNWIND range(1, 1000000) AS b RETURN count(a + b)"
RUNNING = """CYPHER 5 SHOW TRANSACTIONS YIELD currentQuery AS query, status
WHERE status = 'Running' AND query STARTS WITH 'CYPHER 5 UNWIND' RETURN query"""


@pytest.mark.both_lines
def test_a_query_that_is_given_up_ends_on_the_server(connection: Neo4jConnection) -> None:
    given_up, started = Event(), monotonic()
    slow = partial(connection.read_text, SLOW, {})
    Timer(0.5, given_up.set).start()
    with pytest.raises(Cancelled):
        run_until(given_up, slow)
    assert monotonic() - started < connection.settings.timeout / 2
    assert connection.read_text(RUNNING, {}) == []


async def test_an_asynchronous_call_is_answered_and_a_cancelled_one_stops(
    sample: ConnectionSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    retriever: Any = open_retriever(sample)
    chain = SteinerChain(retriever, EvidenceOnly())
    question = "At which site is the Deluge 310 bypass set made?"
    both = await asyncio.gather(chain.ainvoke(question), chain.ainvoke(question))
    assert all("Dunmarrow Depot" in output["answer"] for output in both)
    stopped, entered, inner = Event(), asyncio.Event(), retriever.store.connection
    loop = asyncio.get_running_loop()

    def slowly(*_: Any, **__: Any) -> Any:
        loop.call_soon_threadsafe(entered.set)
        try:
            return inner.read_text(SLOW, {})
        except Cancelled:
            stopped.set()
            raise

    monkeypatch.setattr(retriever, "retrieve", slowly)
    asked = asyncio.create_task(chain.ainvoke(question))
    await entered.wait()
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    assert await asyncio.to_thread(stopped.wait, 20)

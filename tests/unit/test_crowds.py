"""A crowd: so many questions are worked on, some wait, and more are refused at once."""

from __future__ import annotations

import asyncio
from threading import Event
from typing import Any

import pytest
from anyio import CapacityLimiter
from family_graph import FAMILY, retriever
from httpx import ASGITransport, AsyncClient, Response

from steiner.errors import ServerBusy
from steiner.generate.evidence_only import EvidenceOnly
from steiner.integrations.answering import Answering
from steiner.integrations.doors.door_settings import ServeSettings
from steiner.integrations.doors.turns import check_turn, in_turn
from steiner.serve.app import serve_app

CROWD = 40
QUESTION = {"question": "Who leads Aurora?"}


class Slow:
    """A retriever that answers when it is let."""

    def __init__(self) -> None:
        self.inner: Any = retriever(FAMILY)
        self.store, self.go_on = self.inner.store, Event()

    def retrieve(self, *given: Any) -> Any:
        assert self.go_on.wait(60)
        return self.inner.retrieve(*given)


@pytest.mark.parametrize("headers", [{}, {"accept": "text/event-stream"}])
async def test_who_would_wait_too_long_is_refused_at_once(headers: dict[str, str]) -> None:
    slow, refused = Slow(), list[Response]()
    app = serve_app(Answering(slow, EvidenceOnly()), ServeSettings("secret", at_once=2))
    key = {"authorization": "Bearer secret"}
    transport = ASGITransport(app)
    async with AsyncClient(transport=transport, base_url="http://127.0.0.1", headers=key) as web:

        async def ask() -> Response:
            came = await web.post("/api/ask", json=QUESTION, headers=headers)
            if came.status_code != 200:
                refused.append(came)
            # Two are worked on and four wait; with the rest refused, those are let go on.
            if len(refused) == CROWD - 6:
                slow.go_on.set()
            return came

        every = await asyncio.gather(*(ask() for _ in range(CROWD)))
        statuses = sorted(each.status_code for each in every)
        assert statuses == [200] * 6 + [503] * (CROWD - 6)
        assert {each.headers["retry-after"] for each in refused} == {"2"}
        assert refused[0].json()["error"]["type"] == "ServerBusy"
        assert "2 questions are worked on and 4 wait" in refused[0].json()["error"]["message"]
        after = await web.post("/api/ask", json=QUESTION, headers=headers)
        assert after.status_code == 200


async def test_streams_and_tools_wait_in_the_same_row() -> None:
    limiter = CapacityLimiter(1)
    with in_turn(limiter), in_turn(limiter), in_turn(None):
        check_turn(limiter)
        with in_turn(limiter), pytest.raises(ServerBusy, match=r"1 questions are .* 2 wait"):
            check_turn(limiter)
        check_turn(limiter)

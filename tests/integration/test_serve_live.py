"""`steiner serve` over the sample graph: an answer, a table and a node's neighbours."""

from __future__ import annotations

from typing import cast

from starlette.testclient import TestClient

from steiner import open_retriever
from steiner.generate.evidence_only import EvidenceOnly
from steiner.integrations.agents.actions import StoreRetriever
from steiner.integrations.answering import Answering
from steiner.integrations.doors.door_settings import ServeSettings
from steiner.serve.app import serve_app
from steiner.settings import ConnectionSettings


def test_the_sample_graph_is_asked_over_http(sample: ConnectionSettings) -> None:
    retriever = cast(StoreRetriever, open_retriever(sample))
    app = serve_app(Answering(retriever, EvidenceOnly()), ServeSettings("secret"))
    with TestClient(app, headers={"authorization": "Bearer secret"}) as client:
        assert client.get("/ready").json() == {"status": "ready"}
        question = "At which site is the Deluge 310 bypass set made?"
        answer = client.post("/api/ask", json={"question": question}).json()
        assert "Dunmarrow Depot" in answer["answer"]
        counted = client.post("/api/compute", json={"question": "How many suppliers are there?"})
        assert counted.json()["exact"]
        made = next(n for n in answer["evidence"]["nodes"] if n["name"] == "Dunmarrow Depot")
        page = client.post("/api/neighbours", json={"entity": made["id"]}).json()
        assert page["entity"]["name"] == "Dunmarrow Depot"

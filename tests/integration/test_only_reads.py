"""Whatever is asked by whatever face, the graph and its index stay as they were, to the digest."""

from __future__ import annotations

import hashlib
import json
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, cast

from conftest import EVERY
from index_state import owned_state
from starlette.testclient import TestClient

from steiner import open_retriever
from steiner.chosen import DEFAULT
from steiner.doctor import examine
from steiner.errors import SteinerError
from steiner.generate.evidence_only import EvidenceOnly
from steiner.index import live_index
from steiner.integrations.agents.actions import StoreRetriever
from steiner.integrations.answering import Answering
from steiner.integrations.doors.door_settings import ServeSettings
from steiner.integrations.langchain import steiner_tools
from steiner.serve.app import serve_app
from steiner.session import systems_beside
from steiner.settings import ConnectionSettings
from steiner.stores.neo4j.connection import Neo4jConnection

STEP = 1 if EVERY else 6
QUESTIONS = Path(__file__).parents[2] / "demo" / "more-questions.jsonl"
ODD = (
    *("' OR 1=1 //", "}) DETACH DELETE n //", "` SET n.x = 1 //", "CREATE (n:Owned)", "$k", "*:*"),
    *("CALL db.labels()", "LOAD CSV FROM 'file:///etc/passwd' AS l", "RETURN 1; DROP INDEX x"),
    *("name:Deluge~2 AND -x", "\\u0060", "{{type}}", "<<node>>", "[F1]", "\x00", "黒澤明"),
)
NUMBERS = (
    "Which products have a price above 9223372036854775808?",
    "How many products cost more than 99999999999999999999?",
    "What is the 99999999999999999999th most expensive product?",
)
"""What no 64 bits hold, as the driver's whole numbers have: each is asked in every run."""
GRAPH = """
CYPHER 5 MATCH (n) OPTIONAL MATCH (n)-[r]->()
RETURN elementId(n) AS id, labels(n) AS labels, properties(n) AS own,
       collect([elementId(r), type(r), properties(r)]) AS relationships"""


def digest(reached: ConnectionSettings) -> str:
    """Return the sha256 of all nodes, relationships and indexes, the user's and steiner's."""
    with closing(Neo4jConnection(reached)) as connection:
        rows = sorted(json.dumps(row, default=str) for row in connection.stream_text(GRAPH, {}))
        return hashlib.sha256(json.dumps([rows, owned_state(connection)]).encode()).hexdigest()


def questions() -> list[str]:
    lines = QUESTIONS.read_text(encoding="utf-8").splitlines()
    asked = [json.loads(line)["question"] for line in lines]
    odd = [text for odd in ODD for text in (odd, f"How many parts have a name of {odd}?")]
    return [*[*asked, *odd][::STEP], *NUMBERS]


def over_http(client: TestClient, question: str) -> int:
    """Ask every endpoint; return how many answered."""
    by_name: dict[str, dict[str, Any]] = {
        "ask": {"question": question},
        "retrieve": {"question": question},
        "compute": {"question": question},
        "schema": {"question": question},
        "find": {"name": question},
        "neighbours": {"entity": question},
        "start": {},
        "systems": {},
    }
    sent = [client.post(f"/api/{name}", json=body) for name, body in by_name.items()]
    events = {"accept": "text/event-stream;stages=1"}
    sent.append(client.post("/api/ask", json={"question": question}, headers=events))
    assert {each.status_code for each in sent} <= {200, 422}
    return sum(each.status_code == 200 for each in sent)


def test_no_question_changes_the_graph_or_its_index(sample: ConnectionSettings) -> None:
    before, answered = digest(sample), 0
    retriever = cast(StoreRetriever, open_retriever(sample))
    with closing(retriever):  # type: ignore[type-var]
        systems = systems_beside(retriever, DEFAULT)
        answering = Answering(retriever, EvidenceOnly(), systems=systems)
        app = serve_app(answering, ServeSettings("secret", per_minute=10**6))
        tools = {tool.name: tool for tool in steiner_tools(retriever, EvidenceOnly())}
        with TestClient(app, headers={"authorization": "Bearer secret"}) as client:
            for question in questions():
                answered += over_http(client, question)
                tools["ask"].invoke({"question": question})
                for system in systems.values():
                    with suppress(SteinerError):
                        system.retrieve(question)
    assert answered >= 5 * len(questions())
    assert [*examine(sample)]
    assert live_index.index_status(sample)
    assert digest(sample) == before

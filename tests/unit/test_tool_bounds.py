"""Whatever number a client gives, a tool answers or refuses it; none fails or fills the memory."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from family_graph import FAMILY, retriever
from starlette.testclient import TestClient

from steiner.errors import InvalidInput
from steiner.integrations.answering import Answering
from steiner.integrations.doors.door_settings import ServeSettings
from steiner.integrations.langchain import steiner_tools
from steiner.serve.app import serve_app
from steiner.settings import ExpandSettings

NUMBERS = (-(10**30), -(2**63), -1, 0, 1, 2, 10**9, 2**31, 2**63 - 1, 2**63, 10**19, 10**30)
ASKED: dict[str, tuple[dict[str, Any], str, int]] = {
    "find": ({"name": "Aurora"}, "limit", 100),
    "schema": ({}, "limit", 1_000),
    "neighbours": ({"entity": "Aurora"}, "page", 1),
    "ask": ({"question": "Who leads Aurora?"}, "budget", 1_000_000),
    "retrieve": ({"question": "Who leads Aurora?"}, "budget", 1_000_000),
}


@pytest.fixture(scope="module")
def client() -> TestClient:
    app = serve_app(Answering(retriever(FAMILY)), ServeSettings("k", per_minute=10_000))
    headers = {"authorization": "Bearer k"}
    return TestClient(app, headers=headers, raise_server_exceptions=False)


@pytest.mark.parametrize("name", ASKED)
@pytest.mark.parametrize("number", NUMBERS)
def test_a_number_out_of_bounds_is_refused_in_words(
    client: TestClient, name: str, number: int
) -> None:
    body, field, most = ASKED[name]
    got = client.post(f"/api/{name}", json={**body, field: number})
    fits = 1 <= number <= most
    assert got.status_code == (200 if fits else 422), got.text
    if not fits:
        assert field in got.json()["error"]["message"]


@pytest.mark.parametrize(
    "text", ["1e400", "-1e400", "1.5", '"7"', "true", "[1]", "NaN", "Infinity"]
)
def test_what_is_no_whole_number_is_refused(client: TestClient, text: str) -> None:
    got = client.post("/api/find", content=f'{{"name": "Aurora", "limit": {text}}}')
    assert got.status_code in (200, 422)


def test_a_long_name_is_refused(client: TestClient) -> None:
    for name, field in (("find", "name"), ("neighbours", "entity")):
        got = client.post(f"/api/{name}", json={field: "x " * 5_000})
        assert got.status_code == 422


@pytest.mark.parametrize("number", NUMBERS)
def test_tools_of_agents_have_the_same_bounds(number: int) -> None:
    for tool in steiner_tools(retriever(FAMILY)):
        for name, (body, field, most) in ASKED.items():
            if tool.name == name and not 1 <= number <= most:
                assert field in str(tool.invoke({**body, field: number}))


@pytest.mark.parametrize("name", ["degree_cap", "max_nodes", "max_relationships"])
def test_a_neighbourhood_has_a_bound(name: str) -> None:
    with pytest.raises(InvalidInput, match="must be at most"):
        replace(ExpandSettings(), **{name: 2**31 - 1})  # type: ignore[arg-type]

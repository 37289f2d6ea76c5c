"""Questions and bodies made to break: each is answered or refused in words, and nothing changes."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from family_graph import FAMILY, retriever
from starlette.testclient import TestClient

from steiner.integrations.answering import Answering
from steiner.integrations.doors.door_settings import ServeSettings
from steiner.serve.app import serve_app

STEP = 1 if os.environ.get("STEINER_EVERY") else 10
BODIES = 600
PIECES = (
    *("a" * 900, "1" * 900, "?" * 300, "¿Qué?"),
    *("\x00", "\x1b[31m", "\x7f", "\ufeff", "\u200b", "\u202e", "\u2028", "\u0300" * 200, "\ufffd"),
    *(
        "\U0001f468\u200d\U0001f469\u200d\U0001f467",
        "\U000e0001",
        "\uffff",
        "\U0010ffff",
        "ﷺ",
        "ß",
        "İ",
    ),
    *("黒澤明", "المرضى", "रोगी", "ผู้ป่วย", "Å", "A\u030a", "１２３", "Ⅷ", "½", "٣", "²"),
    *("(a+)+$", "(?=x)*", "[", "\\", "\\Q", "^$.|?*+()[]{}", ".*" * 50, "(" * 500, "[[" * 200),
    *("name:Aurora~2", "+a -b", "a^1e999", "[* TO *]", "{!func}", "a && !b", "*:*", "\\u0041"),
    *("' OR 1=1 //", "}) DETACH DELETE n //", "$k", "`x`", "\\u0060", "CALL db.labels()", "/* */"),
    *("RETURN 1;", "{{type}}", "<<member>>", "LOAD CSV FROM 'file:///etc/passwd' AS l"),
    *("<script>alert(1)</script>", "<img src=x onerror=1>", "&lt;", "javascript:1", "]]>", "<!--"),
    *('{"a": 1}', "[1, 2", '"', "\\n", "null", "NaN", "1e999", "%00", "%s%n", "${jndi:x}", "{0.x}"),
    *(
        "../../etc/passwd",
        "C:\\con",
        "http://[::1",
        "data:,",
        "[F1]",
        "<think>",
        "</facts>",
        "[/INST]",
    ),
)
AROUND = (
    "{}",
    "Who leads {}?",
    "How many projects have a name of {}?",
    "Which {} is the most {} of all {}?",
    "{} between {} and {}, not {}",
    "'{}' or \"{}\" in 5 {}?",
)
QUESTIONS = [text.replace("{}", piece) for piece, text in product(PIECES, AROUND)][:500]


@pytest.fixture(scope="module")
def client() -> TestClient:
    app = serve_app(Answering(retriever(FAMILY)), ServeSettings("k", per_minute=10**6))
    return TestClient(app, headers={"authorization": "Bearer k"}, raise_server_exceptions=False)


def check(client: TestClient, name: str, body: bytes) -> int:
    got = client.post(f"/api/{name}", content=body)
    assert got.status_code in (200, 413, 422), (name, body[:300], got.status_code, got.text[:300])
    read = json.loads(got.text, parse_constant=pytest.fail)
    if got.status_code != 200:
        assert read["error"]["message"], (name, body[:300])
        assert "Traceback" not in got.text
    return got.status_code


def test_there_are_five_hundred_different_questions() -> None:
    assert len({*QUESTIONS}) == 500


@pytest.mark.parametrize("start", range(0, 500, 100))
def test_a_question_made_to_break_is_answered_or_refused(client: TestClient, start: int) -> None:
    answered = 0
    for question in QUESTIONS[start : start + 100 : STEP]:
        answered += check(client, "ask", json.dumps({"question": question}).encode()) == 200
    assert answered >= 50 // STEP  # Some are too long for what a word may be; few are.


@pytest.mark.parametrize("name", ["ask", "retrieve", "compute", "find", "neighbours", "schema"])
def test_half_characters_and_a_megabyte_are_refused(client: TestClient, name: str) -> None:
    field = {"find": "name", "neighbours": "entity"}.get(name, "question")
    for text in (r"\ud83d", r"a\udfffb", "x " * 500_000, "x" * 1_000_000):
        assert check(client, name, f'{{"{field}": "{text}"}}'.encode()) in (413, 422)
    # Bytes that are no UTF-8.
    assert check(client, name, f'{{"{field}": "'.encode() + b'\xff\xfe"}') == 422


def bodies(document: dict[str, Any]) -> Iterator[tuple[str, bytes]]:
    """Yield bodies drawn by each endpoint's own schema, right, wrong and neither."""
    rng = random.Random(7)
    for path, operations in document["paths"].items():
        content = operations["post"]["requestBody"]["content"]["application/json"]
        fields = content["schema"].get("properties", {})
        for _ in range(BODIES // len(document["paths"])):
            given: Any = {name: value(rng) for name in fields if rng.random() < 0.8}
            if rng.random() < 0.2:
                given[rng.choice(("", "__proto__", "self", "question ", "\x00"))] = value(rng)
            if rng.random() < 0.1:
                given = value(rng)
            yield path.rpartition("/")[2], json.dumps(given).encode()[: rng.choice((None, None, 9))]


def value(rng: random.Random, depth: int = 0) -> Any:
    """Draw a JSON value of any kind."""
    plain = (None, True, -1, 0, 1, 10**30, 1.5, "", "Aurora", "both", rng.choice(PIECES))
    if depth > 3 or rng.random() < 0.6:
        return rng.choice(plain)
    if rng.random() < 0.5:
        return [value(rng, depth + 1) for _ in range(rng.randrange(4))]
    return {rng.choice(("a", "question", "text", "")): value(rng, depth + 1)}


def test_any_body_is_answered_or_refused(client: TestClient) -> None:
    document = client.get("/openapi.json").json()
    met = {200: 0, 422: 0, 413: 0}
    for name, body in [*bodies(document)][::STEP]:
        met[check(client, name, body)] += 1
    assert min(met[200], met[422]) >= 20 // STEP


@pytest.mark.parametrize("deep", [10, 1_000, 100_000])
def test_a_deeply_nested_body_is_refused(client: TestClient, deep: int) -> None:
    assert check(client, "ask", b'{"question": ' + b"[" * deep + b"]" * deep + b"}") in (413, 422)

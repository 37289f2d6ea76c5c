"""Random graphs under random filters: nothing refused is in any output of any face, nor counted."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import pytest
from filtered_graphs import check, drawn, outputs, questions
from starlette.testclient import TestClient
from word_doubles import WordEmbedder

from steiner.algebra.schema.graph_schema import property_schema
from steiner.errors import SteinerError
from steiner.graph import Subgraph
from steiner.index.build import Indexer
from steiner.integrations.agents.actions import GraphActions
from steiner.integrations.answering import Answering
from steiner.integrations.doors.door_settings import ServeSettings
from steiner.query.proposing.prompt.shown_schema import schema_text
from steiner.serve.app import serve_app
from steiner.settings import Options
from steiner.stores.memory import MemoryStore
from steiner.systems.steiner import retriever

AT_ONCE, GRAPHS = 5, 170 if os.environ.get("STEINER_EVERY") else 10
AGENTS = range(170, 190 if os.environ.get("STEINER_EVERY") else 174)
STREAMS = range(190, 200 if os.environ.get("STEINER_EVERY") else 192)


def opened(graph: Subgraph) -> Any:
    store = MemoryStore(graph)
    Indexer(store, WordEmbedder()).run()
    return retriever(store, WordEmbedder())


@pytest.mark.parametrize("start", range(0, GRAPHS, AT_ONCE))
def test_nothing_refused_is_in_any_output_or_counted(start: int) -> None:
    computed = 0
    for seed in range(start, start + AT_ONCE):
        made, rng = drawn(seed), random.Random(seed)
        finder = opened(made.graph)
        for question in questions(made.graph, rng):
            found = finder.retrieve(question, Options(filter=made.where))
            for written in outputs(found):
                check(written, question, made.hidden)
        for label, count in made.counts.items():
            options = Options(filter=made.where)
            table = finder.retrieve(f"How many {label.lower()}s are there?", options).table
            assert table is None or table.rows == ((count,),), (seed, label)
            computed += table is not None
        check(schema_text(finder.store.graph_schema().valueless), "", made.hidden)
    assert computed >= 2 * AT_ONCE


@pytest.mark.parametrize("seed", AGENTS)
def test_nor_is_it_in_what_agents_get(seed: int) -> None:
    made, rng = drawn(seed), random.Random(seed)
    actions = GraphActions(opened(made.graph), made.where)
    calls: tuple[Callable[[str], Any], ...] = (
        *(actions.find, actions.neighbours),
        *(actions.evidence, actions.compute),
    )
    for member in rng.sample(made.graph.nodes, 6):
        name = member.name
        for asked in (name, name[:-1], name.split()[0], str(member.properties["city"])):
            for call in calls:
                try:
                    written = json.dumps(asdict(call(asked)))
                except SteinerError as error:
                    written = str(error)
                check(written, asked, made.hidden)
    check(json.dumps(asdict(actions.schema())), "", made.hidden)


@pytest.mark.parametrize("seed", STREAMS)
def test_nor_is_it_in_what_http_streams(seed: int) -> None:
    made, rng = drawn(seed), random.Random(seed)
    answering = Answering(opened(made.graph), where=made.where)
    app = serve_app(answering, ServeSettings("k", per_minute=10_000))
    client = TestClient(app, headers={"authorization": "Bearer k"})
    for question in questions(made.graph, rng):
        for accept in ("application/json", "text/event-stream"):
            got = client.post("/api/ask", json={"question": question}, headers={"accept": accept})
            assert got.status_code == 200, got.text
            check(got.text, question, made.hidden)


@pytest.mark.parametrize(
    ("values", "least", "most"),
    [
        ([3, 41_237], 0, 100_000),
        ([-7, 0.004], -10, 0.01),
        ([1_954, 2_011], 1_001, 2_199),
        ([float("inf"), 5], 0, float("inf")),
    ],
)
def test_of_numbers_under_a_filter_only_their_length_is_known(
    values: list[float], least: float, most: float
) -> None:
    known = property_schema("salary", values).valueless
    assert (known.least, known.most) == (least, most)
    assert known.tells_time == property_schema("salary", values).tells_time

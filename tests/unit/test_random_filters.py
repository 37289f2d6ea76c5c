"""Random graphs under random filters: nothing refused is in any output of any face, nor counted."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable, Iterator
from dataclasses import asdict
from itertools import product
from typing import Any, NamedTuple

import pytest
from starlette.testclient import TestClient
from word_doubles import WordEmbedder

from steiner.algebra.graph_schema import property_schema
from steiner.display.render import evidence_json
from steiner.errors import SteinerError
from steiner.evidence import Evidence
from steiner.exports import FORMATS, export
from steiner.filters import Condition, Filter
from steiner.graph import Node, Relationship, Subgraph
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
SYLLABLES = ("ba", "do", "ki", "lu", "me", "na", "ro", "su", "ta", "vi", "zo", "pe")
LABELS, TYPES = ("Person", "Firm", "Club"), ("KNOWS", "OWNS", "ADVISES")


class Drawn(NamedTuple):
    """A graph, a filter over it, and the texts that only what the filter refuses has."""

    graph: Subgraph
    where: Filter
    hidden: frozenset[str]
    counts: dict[str, int]


def drawn(seed: int) -> Drawn:
    rng = random.Random(seed)
    words = iter(rng.sample(list(map("".join, product(SYLLABLES, repeat=3))), 200))
    cities = [next(words).title() for _ in range(6)]
    nodes = [node(place, rng, words, cities) for place in range(24)]
    edges = [
        Relationship(
            place,
            f"r{place}",
            rng.choice(TYPES),
            rng.randrange(24),
            rng.randrange(24),
            {"open": rng.random() < 0.6, "note": next(words).title()},
        )
        for place in range(50)
    ]
    where = drawn_filter(rng)
    seen = [n for n in nodes if where.accepts_node(n.labels, n.properties)]
    ids = {n.id for n in seen}
    met = [
        r
        for r in edges
        if {r.source, r.target} <= ids and where.accepts_relationship(r.type, r.properties)
    ]
    open_texts = {text for n in seen for text in texts(n)} | {t for r in met for t in texts(r)}
    every = {text for n in nodes for text in texts(n)} | {t for r in edges for t in texts(r)}
    counts = {label: sum(label in n.labels for n in seen) for label in LABELS}
    return Drawn(Subgraph(tuple(nodes), tuple(edges)), where, frozenset(every - open_texts), counts)


def node(place: int, rng: random.Random, words: Iterator[str], cities: list[str]) -> Node:
    own: dict[str, Any] = {
        "name": f"{next(words).title()} {next(words).title()}",
        "motto": next(words).title(),
        "city": rng.choice(cities),
        "score": rng.randrange(100),
        "tenant": rng.choice(("ours", "theirs")),
    }
    return Node(place, f"n{place}", (rng.choice(LABELS),), own, own["name"])


def texts(member: Node | Relationship) -> set[str]:
    kept = {k: v for k, v in member.properties.items() if k != "tenant"}
    return {v for v in kept.values() if isinstance(v, str)}


def drawn_filter(rng: random.Random) -> Filter:
    """Draw one to three of the ways to filter by."""
    ways: dict[str, Any] = {
        "nodes": rng.choice(
            [
                (Condition("tenant", "=", "ours"),),
                (Condition("score", "<", 60),),
                (Condition("tenant", "=", "ours"), Condition("score", ">=", 20)),
            ]
        ),
        "labels": tuple(rng.sample(LABELS, 2)),
        "types": tuple(rng.sample(TYPES, 2)),
        "relationships": (Condition("open", "=", True),),
    }
    return Filter(**{name: ways[name] for name in rng.sample([*ways], rng.randint(1, 3))})


def questions(graph: Subgraph, rng: random.Random) -> Iterator[str]:
    """Yield questions that name what is there, hidden or not, rightly and misspelt."""
    names = [n.name for n in rng.sample(graph.nodes, 3)]
    city = str(rng.choice(graph.nodes).properties["city"])
    yield f"Whom does {names[0]} know?"
    yield f"Who owns {names[1][:-1]}?"
    yield f"Which persons does {names[2]} know that live in {city}?"
    yield f"How many persons have the city {city[:-2]}{city[-1]}?"
    yield "Which firm has the highest score?"
    yield "What is the average score of persons?"
    yield "Which city has the most clubs?"


def check(written: str, question: str, hidden: frozenset[str]) -> None:
    """Raise where a text is seen that the question does not have itself."""
    asked, seen = question.casefold(), written.casefold()
    leaked = [t for t in hidden if t.casefold() in seen and t.casefold() not in asked]
    assert not leaked, (question, leaked, written)


def outputs(found: Evidence) -> Iterator[str]:
    yield json.dumps(evidence_json(found))
    for format in FORMATS:
        if format != "png":
            yield str(export(found, format))


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

"""Random graphs and filters, the questions that are asked of them, and what no output may say."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

from steiner.display.render import evidence_json
from steiner.evidence import Evidence
from steiner.exports import FORMATS, export
from steiner.filters import Condition, Filter
from steiner.graph import Node, Relationship, Subgraph

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

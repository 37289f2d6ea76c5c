"""Random graphs under random filters on a real server, where Cypher is what refuses."""

from __future__ import annotations

import json
import random
from dataclasses import asdict
from typing import Any

import pytest
from conftest import EVERY, load_graph
from filtered_graphs import LABELS, Drawn, check, drawn, outputs, questions
from index_doubles import HashEmbedder

from steiner.errors import SteinerError
from steiner.index.build import Indexer
from steiner.integrations.agents.actions import GraphActions
from steiner.query.proposing.prompt.shown_schema import schema_text
from steiner.settings import IndexSettings, Options
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.indexing.index import Neo4jIndexStore
from steiner.stores.neo4j.store import Neo4jStore
from steiner.systems.steiner import retriever

pytestmark = pytest.mark.alike

WAYS = {
    "on nodes": IndexSettings(),
    "beside": IndexSettings(store="beside"),
    "inside the index": IndexSettings(filters=("tenant", "score")),
}
SEEDS = range(12 if EVERY else 3)


def opened(connection: Neo4jConnection, made: Drawn, settings: IndexSettings) -> Any:
    """Load and index a graph; return the default system over it."""
    nodes = [{"labels": [*n.labels], "properties": n.properties} for n in made.graph.nodes]
    edges = [
        {"source": r.source, "target": r.target, "type": r.type, "properties": r.properties}
        for r in made.graph.relationships
    ]
    load_graph(connection, {"nodes": nodes, "relationships": edges})
    Indexer(Neo4jIndexStore(connection), HashEmbedder(), settings).run()
    return retriever(Neo4jStore(connection), HashEmbedder())


@pytest.mark.parametrize("seed", SEEDS)
def test_a_server_shows_and_counts_nothing_that_is_refused(
    connection: Neo4jConnection, seed: int
) -> None:
    made, rng = drawn(seed), random.Random(seed)
    finder = opened(connection, made, [*WAYS.values()][seed % len(WAYS)])
    options = Options(filter=made.where)
    for question in questions(made.graph, rng):
        for written in outputs(finder.retrieve(question, options)):
            check(written, question, made.hidden)
    for label in LABELS:
        table = finder.retrieve(f"How many {label.lower()}s are there?", options).table
        assert table is None or table.rows == ((made.counts[label],),), label
    check(schema_text(finder.store.filtered(made.where).graph_schema().valueless), "", made.hidden)
    actions = GraphActions(finder, made.where)
    check(json.dumps(asdict(actions.schema())), "", made.hidden)
    for member in rng.sample(made.graph.nodes, 3):
        for asked in (member.name, member.name[:-1], str(member.properties["city"])):
            for call in (actions.find, actions.neighbours, actions.compute):
                check(_said(call, asked), asked, made.hidden)


def _said(call: Any, asked: str) -> str:
    try:
        return json.dumps(asdict(call(asked)))
    except SteinerError as error:
        return str(error)

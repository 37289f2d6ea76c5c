"""How long does a whole retrieval take in a graph of a million nodes, hubs included?

    python benchmarks/million_retrieval.py [--count 200] [--hubs 200] [--questions FILE]

Runs on the graph of benchmarks/million_graph.py, on a server with the plugin. Whole retrievals
(hybrid seeds, two hops, prizes, Steiner tree, hydrated text), the question and the words that
relation paths embed beside it encoded by the real encoder, whose part is the column `encoder`; in
Cypher and with the plugin, without and with relation paths; beside neo4j-graphrag's
HybridCypherRetriever with one uncapped hop (PyPI neo4j-graphrag, among the `dev` extras). All take
turns on the same questions and question vectors, with and without a hub. Milliseconds, median and
p95, in all and by stage; `without encoder` are steiner's of the same questions asked again, when
their vectors are kept (the encoder runs beside other work, so that it cannot be subtracted), and
the peer's less its encoder. Prints JSON; the connection comes from the NEO4J_* variables.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from data.million_questions import Question, load
from neo4j_graphrag.retrievers import HybridCypherRetriever
from racing import Times, race, spread, turns

from steiner.columns import Vector
from steiner.embed import Matrix, open_embedder
from steiner.embed.backends import on_backend
from steiner.retrieve.pipeline import StagedRetriever
from steiner.settings import DEFAULT_EMBEDDER, ConnectionSettings, PathSettings, RetrieverSettings
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.indexing.catalogue import NODE_TEXT, NODE_VECTORS
from steiner.stores.neo4j.plugin import usable
from steiner.stores.neo4j.store import Neo4jStore
from steiner.systems.steiner import retriever as steiner_retriever

WARM, TOP = 100, 10
PEER = "neo4j-graphrag, one uncapped hop"
_NEIGHBOURS = """
MATCH (node)-[r]-(m)
RETURN node.name AS name, type(r) AS relation, m.name AS neighbour, score"""


class StoredVectors:
    """The real encoder, timed, but for the vectors of the questions: those fit the made-up graph.

    `spent` adds up the encoder's milliseconds. Each rival has its own, so that none finds what
    another has embedded.
    """

    reads_alike = True

    def __init__(
        self, questions: Sequence[Question], vectors: Vector, embedder: str = DEFAULT_EMBEDDER
    ) -> None:
        self._vectors = {q.text: v for q, v in zip(questions, vectors, strict=True)}
        self._real = open_embedder(embedder)
        self.spent = 0.0

    @property
    def name(self) -> str:
        """The real model's name, without its backend: the graph's vectors are drawn by none."""
        return on_backend(self._real.name, "torch").removeprefix("torch:")

    @property
    def dimensions(self) -> int:
        """The length of a vector."""
        return self._real.dimensions

    def embed(self, texts: Sequence[str]) -> Matrix:
        """Encode all texts, and return float32[n, 384]: of a question its stored vector."""
        begun = time.perf_counter()
        real = self._real.embed(texts)
        self.spent += (time.perf_counter() - begun) * 1000
        return np.stack([self._vectors.get(t, own) for t, own in zip(texts, real, strict=True)])

    def embed_question(self, text: str) -> Vector:
        """Encode the question, and return its stored vector float32[384]."""
        return np.asarray(self.embed([text])[0])


class Staged:
    """A steiner retriever that keeps the milliseconds of every stage.

    `encoder` is the time in which the encoder ran, within the others.
    """

    def __init__(self, retriever: StagedRetriever, embedder: StoredVectors) -> None:
        self._retriever, self._embedder = retriever, embedder
        self.stages: Times = defaultdict(list)
        self.tokens: list[float] = []

    def __call__(self, question: Question) -> None:
        """Retrieve."""
        before = self._embedder.spent
        evidence = self._retriever.retrieve(question.text)
        self.stages["encoder"].append(self._embedder.spent - before)
        self.tokens.append(evidence.tokens)
        for stage, passed in evidence.milliseconds.items():
            self.stages[stage].append(passed)


def rivals(
    connections: dict[str, Neo4jConnection],
    opened: Callable[[], StoredVectors],
    peers: Callable[[], StoredVectors],
) -> Iterator[tuple[str, Rival]]:
    """Yield the steiner retrievers by name, those without relation paths first, and the peer.

    `opened` and `peers` make an encoder, for each of them one of its own.
    """
    for paths in (False, True):
        settings = RetrieverSettings(paths=PathSettings(enabled=paths))
        for name, connection in connections.items():
            embedder = opened()
            retriever = steiner_retriever(Neo4jStore(connection), embedder, settings)
            yield f"{name}, with paths" if paths else name, Staged(retriever, embedder)
    yield PEER, Peer(next(iter(connections.values())), peers())


class Peer:
    """neo4j-graphrag's HybridCypherRetriever with one uncapped hop, and its encoder's time."""

    def __init__(self, connection: Neo4jConnection, embedder: StoredVectors) -> None:
        database = connection.settings.database
        self._embedder = embedder
        self._retriever = HybridCypherRetriever(
            connection.driver, NODE_VECTORS, NODE_TEXT, _NEIGHBOURS, neo4j_database=database
        )
        self.stages: Times = defaultdict(list)

    def __call__(self, question: Question) -> None:
        """Retrieve."""
        before = self._embedder.spent
        vector = self._embedder.embed_question(question.text).tolist()
        self.stages["encoder"].append(self._embedder.spent - before)
        self._retriever.search(query_text=question.text, query_vector=vector, top_k=TOP)


Rival = Staged | Peer


@contextmanager
def both(settings: ConnectionSettings) -> Iterator[dict[str, Neo4jConnection]]:
    """Connect without and with the plugin, for the length of the block."""
    plain = closing(Neo4jConnection(replace(settings, plugin=False)))
    with plain as cypher, closing(Neo4jConnection(settings)) as procedure:
        yield {"cypher": cypher, "procedure": procedure}


def measure(
    connections: dict[str, Neo4jConnection],
    file: Path,
    count: int,
    hubs: int,
    peer_at_hubs: bool,
    encoders: tuple[str, str] = (DEFAULT_EMBEDDER, DEFAULT_EMBEDDER),
) -> dict[str, Any]:
    """Ask the questions of a file of all rivals, those without a hub first.

    `encoders`: steiner's and the peer's.
    """
    questions, vectors = load(file)
    opened, peers = (partial(StoredVectors, questions, vectors, name) for name in encoders)
    found: dict[str, Any] = {}
    for kind, hub in (("without hub", False), ("with hub", True)):
        chosen = [question for question in questions if question.hub == hub]
        asked = dict(rivals(connections, opened, peers))
        if hub and not peer_at_hubs:
            del asked[PEER]
        most = hubs if hub else count
        turns(asked, chosen[most : most + WARM])  # Others: what is embedded is kept.
        times = race(asked, chosen[:most], 0)
        found[kind] = {name: figures(asked[name], times[name]) for name in asked}
        keeping = {name: rival for name, rival in asked.items() if isinstance(rival, Staged)}
        for name, known in race(keeping, chosen[:most], 0).items():
            found[kind][name]["without encoder"] = spread(known)
    return {**found, "questions": count, "load": round(os.getloadavg()[0], 1)}


def figures(rival: Rival, times: list[float]) -> dict[str, Any]:
    """Median and p95 in all, and by stage where there are stages."""
    stages = {name: passed[-len(times) :] for name, passed in rival.stages.items()}
    found = {name: spread(passed) for name, passed in stages.items()}
    rest = [a - b for a, b in zip(times, stages["encoder"], strict=True)]
    told = {"all": spread(times), "without encoder": spread(rest)}
    if isinstance(rival, Staged):
        found["tokens"] = spread(rival.tokens)
    return {**told, **found}


def main() -> None:
    """Read the command line, measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--questions", type=Path, default=Path("/tmp/million/questions.json"))
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--hubs", type=int, default=200)
    parser.add_argument("--peer-at-hubs", action="store_true", help="seconds for each")
    parser.add_argument(
        "--embedder", default=DEFAULT_EMBEDDER, help="such as onnx:all-MiniLM-L6-v2"
    )
    parser.add_argument(
        "--peer-embedder", default=f"torch:{DEFAULT_EMBEDDER}", help="neo4j-graphrag's"
    )
    given = parser.parse_args()
    with both(ConnectionSettings.from_environment()) as connections:
        if not usable(connections["procedure"]):
            sys.exit("The server has no steiner plugin: start it with --plugins.")
        counts = (given.count, given.hubs, given.peer_at_hubs)
        encoders = given.embedder, given.peer_embedder
        found = measure(connections, given.questions, *counts, encoders)
        print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()

"""Loads the MetaQA graph as (:Entity {name}) with relationship types such as STARRED_ACTORS."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import TypeVar

from data import SHARED
from steiner.settings import ConnectionSettings
from steiner.stores.neo4j.connection import Neo4jConnection

KB = SHARED / "metaqa" / "kb.txt"
BATCH = 10_000
T = TypeVar("T")


def read_triples(kb: Path) -> dict[str, list[tuple[str, str]]]:
    """Read the (head, tail) pairs of each relation, in the order of the file."""
    pairs: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for line in kb.read_text(encoding="utf-8").splitlines():
        head, relation, tail = line.split("|")
        pairs[relation.upper()].append((head, tail))
    return dict(pairs)


def load(settings: ConnectionSettings, kb: Path = KB) -> None:
    """Load the graph; what is there already is not made twice."""
    with closing(Neo4jConnection(settings)) as connection:
        _load(connection, kb)


def _load(connection: Neo4jConnection, kb: Path) -> None:
    triples = read_triples(kb)
    names = dict.fromkeys(name for pairs in triples.values() for pair in pairs for name in pair)
    connection.schema_write("benchmarks/constrain_entities")
    for batch in batches(list(names), BATCH):
        connection.write("benchmarks/create_entities", names=batch)
    for type, pairs in triples.items():
        for part in batches(pairs, BATCH):
            connection.write("benchmarks/create_triples", {"type": type}, pairs=part)


def batches(items: Sequence[T], size: int) -> Iterator[Sequence[T]]:
    """Cut a sequence into parts of up to `size` items."""
    return (items[i : i + size] for i in range(0, len(items), size))

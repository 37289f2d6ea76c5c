"""Reads the schema of the user's graph: labels, types, counts and samples of their values."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from steiner.settings import LONGEST_VALUE
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.protocol import LabelSchema, Schema


def read_schema(connection: Neo4jConnection, sample: int) -> Schema:
    """Read labels and relationship types, each with up to `sample` rows of values."""
    unique: dict[str, list[str]] = defaultdict(list)
    for row in connection.stream("index/read_unique"):
        unique[row["name"]].append(row["property"])
    return Schema(
        labels=_members(connection, "label", sample, unique),
        types=_members(connection, "type", sample, unique),
    )


def _members(
    connection: Neo4jConnection, kind: str, sample: int, unique: Mapping[str, Sequence[str]]
) -> dict[str, LabelSchema]:
    names = [row["name"] for row in connection.stream(f"index/read_{kind}s")]
    return {name: _member(connection, kind, name, sample, unique) for name in names}


def _member(
    connection: Neo4jConnection,
    kind: str,
    name: str,
    sample: int,
    unique: Mapping[str, Sequence[str]],
) -> LabelSchema:
    (counted,) = connection.stream(f"index/count_{kind}", {"member": name})
    samples: dict[str, list[Any]] = defaultdict(list)
    limits = {"sample": sample, "longest": LONGEST_VALUE}
    for row in connection.stream(f"index/sample_{kind}", {"member": name}, **limits):
        for property, value in row["properties"]:
            samples[property].append(value)
    return LabelSchema(counted["count"], dict(sorted(samples.items())), tuple(unique.get(name, ())))

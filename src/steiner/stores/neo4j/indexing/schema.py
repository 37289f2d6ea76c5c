"""Reads the schema of the user's graph: labels, types, counts and samples of their values."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from steiner.settings import LONGEST_VALUE
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.each_member import Member, asked_of_each, members
from steiner.stores.protocol import LabelSchema, Schema

_Samples: TypeAlias = "dict[str, list[Any]]"


def read_schema(connection: Neo4jConnection, sample: int) -> Schema:
    """Read labels and relationship types, each with up to `sample` rows of values."""
    unique: dict[str, list[str]] = defaultdict(list)
    for row in connection.stream("index/read_unique"):
        unique[row["name"]].append(row["property"])
    labels, types = (
        [row["name"] for row in connection.stream(f"index/read_{kind}s")]
        for kind in ("label", "type")
    )
    read = _read(connection, members(labels, types), sample)
    own = {name: _schema(*read[place], unique[name]) for place, name in enumerate(labels)}
    return Schema(
        own, {name: _schema(*of) for name, of in zip(types, read[len(own) :], strict=True)}
    )


def _read(
    connection: Neo4jConnection, asked: Sequence[Member], sample: int
) -> list[tuple[int, _Samples]]:
    """Return the count and the sampled values of each, in the order of `asked`."""
    counts = {row["member"]: row["count"] for row in _of_each(connection, "count", asked)}
    samples: list[_Samples] = [defaultdict(list) for _ in asked]
    limits = {"sample": sample, "longest": LONGEST_VALUE}
    for row in _of_each(connection, "sample", asked, **limits):
        for property, value in row["properties"]:
            samples[row["member"]][property].append(value)
    # Of none there is no row.
    return [(counts.get(place, 0), own) for place, own in enumerate(samples)]


def _of_each(
    connection: Neo4jConnection, verb: str, asked: Sequence[Member], **limits: int
) -> Iterator[Mapping[str, Any]]:
    for text in asked_of_each(f"index/{verb}_members", asked):
        yield from connection.stream_text(text, limits)


def _schema(count: int, samples: _Samples, unique: Sequence[str] = ()) -> LabelSchema:
    return LabelSchema(count, dict(sorted(samples.items())), tuple(unique))

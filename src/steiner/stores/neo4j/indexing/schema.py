"""Reads the schema of the user's graph: labels, types, counts and samples of their values."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from steiner.settings import LONGEST_VALUE
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.each_member import Member, asked_of_each, members
from steiner.stores.neo4j.one_pass import MOST_READ, graph_size, of_each
from steiner.stores.protocol import LabelSchema, Schema

_TOLD_APART, _MOST_VALUES = 500_000, 1_000_000
"""Values that the server keeps in one statement: of all labels together, of one label."""

_Samples: TypeAlias = "dict[str, list[Any]]"
_Read: TypeAlias = "list[tuple[int, _Samples]]"
"""Counts, and sampled values by property."""


def read_schema(connection: Neo4jConnection, sample: int) -> Schema:
    """Read labels and relationship types, each with up to `sample` rows of values."""
    unique: dict[str, list[str]] = defaultdict(list)
    for row in connection.stream("index/read_unique"):
        unique[row["name"]].append(row["property"])
    labels, types = (
        [row["name"] for row in connection.stream(f"index/read_{kind}s")]
        for kind in ("label", "type")
    )
    size = graph_size(connection)
    if size["nodes"] + size["relationships"] <= MOST_READ:
        read = _in_one_pass(connection, "node", labels, sample)
        read += _in_one_pass(connection, "relationship", types, sample)
    else:
        read = _one_by_one(connection, members(labels, types), sample)
    own = {name: _schema(*read[place], unique[name]) for place, name in enumerate(labels)}
    return Schema(
        own, {name: _schema(*of) for name, of in zip(types, read[len(own) :], strict=True)}
    )


def differing_values(
    connection: Neo4jConnection, asked: Mapping[str, Sequence[str]]
) -> dict[tuple[str, str], tuple[int, int]]:
    """Return how many values of a property of a label differ, and how many there are.

    `asked`: properties by label. Of a label in a large graph a million values are looked at.
    """
    known = {(label, property): (0, 0) for label, own in asked.items() for property in own}
    if graph_size(connection)["nodes"] <= _TOLD_APART:
        text = {label: list(own) for label, own in asked.items()}
        for row in connection.stream("index/differing_of_each", asked=text):
            known[row["label"], row["property"]] = (row["differing"], row["values"])
        return known
    for label, property in known:
        names = {"label": label, "property": property}
        (row,) = connection.stream("index/differing_values", names, most=_MOST_VALUES)
        known[label, property] = (row["differing"], row["values"])
    return known


def _in_one_pass(
    connection: Neo4jConnection,
    of: Literal["node", "relationship"],
    names: Sequence[str],
    sample: int,
) -> _Read:
    counts, samples = dict.fromkeys(names, 0), {name: _no_samples() for name in names}
    given = {"names": list(names), "sample": sample, "longest": LONGEST_VALUE}
    for row in connection.stream_text(of_each("index/sample_of_each", of), given):
        counts[row["name"]] = row["count"]
        _keep(samples[row["name"]], row["properties"])
    return [(counts[name], samples[name]) for name in names]


def _one_by_one(connection: Neo4jConnection, asked: Sequence[Member], sample: int) -> _Read:
    """Return the count and the sampled values of each, in the order of `asked`."""
    counts = {row["member"]: row["count"] for row in _of_each(connection, "count", asked)}
    samples = [_no_samples() for _ in asked]
    limits = {"sample": sample, "longest": LONGEST_VALUE}
    for row in _of_each(connection, "sample", asked, **limits):
        _keep(samples[row["member"]], row["properties"])
    # Of none there is no row.
    return [(counts.get(place, 0), own) for place, own in enumerate(samples)]


def _no_samples() -> _Samples:
    return defaultdict(list)


def _keep(samples: _Samples, properties: Sequence[tuple[str, Any]]) -> None:
    for property, value in properties:
        samples[property].append(value)


def _of_each(
    connection: Neo4jConnection, verb: str, asked: Sequence[Member], **limits: int
) -> Iterator[Mapping[str, Any]]:
    for text in asked_of_each(f"index/{verb}_members", asked):
        yield from connection.stream_text(text, limits)


def _schema(count: int, samples: _Samples, unique: Sequence[str] = ()) -> LabelSchema:
    return LabelSchema(count, dict(sorted(samples.items())), tuple(unique))

"""What the schema of a live graph holds: kinds of properties, ends of types."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from steiner.algebra.graph_schema import GraphSchema, PropertySchema, property_schema
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.filtering import Vocabulary
from steiner.stores.shown import Shown

OWN_LABELS = ("SteinerNode", "SteinerRelation", "SteinerIndex", "SteinerWalk", "SteinerTriple")
_MOST_NAMES = 1_000
_SAMPLE = 500
"""Nodes of a label, relationships of a type, whose values tell the kinds of properties."""


def read_graph_schema(
    connection: Neo4jConnection, vocabulary: Vocabulary, names: Mapping[str, str], shown: Shown
) -> GraphSchema:
    """Read kinds of properties and ends of types from samples; hidden properties are left out.

    Of a graph with more than 1,000 labels and types nothing is read: no question is computed.
    """
    if len(vocabulary["labels"]) + len(vocabulary["types"]) > _MOST_NAMES:
        return GraphSchema({}, {}, {})
    known = [label for label in vocabulary["labels"] if label not in OWN_LABELS]
    labels = {label: _properties(connection, "label", label, shown) for label in known}
    own = {type: _properties(connection, "type", type, None) for type in vocabulary["types"]}
    ends = {type: _ends(connection, type, labels) for type in own}
    return GraphSchema(labels, own, ends, dict(names))


def _properties(
    connection: Neo4jConnection, kind: str, member: str, shown: Shown | None
) -> dict[str, PropertySchema]:
    rows = connection.read(f"retrieve/{kind}_values", {"member": member}, sample=_SAMPLE)
    allowed = shown.of([member]) if shown else None
    return {
        row["property"]: property_schema(row["property"], row["sampled"])
        for row in rows
        if allowed is None or row["property"] in allowed
    }


def _ends(
    connection: Neo4jConnection, type: str, known: Mapping[str, Any]
) -> list[tuple[str, str]]:
    rows = connection.read_columns("retrieve/type_ends", {"member": type}, sample=_SAMPLE)
    pairs = [
        (source, target)
        for row in rows
        for source in row["source"]
        for target in row["target"]
        if source in known and target in known
    ]
    return list(dict.fromkeys(pairs))

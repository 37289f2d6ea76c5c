"""What the schema of a graph in memory holds, read from the samples that a server would read."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from steiner.algebra.schema.graph_schema import (
    GraphSchema,
    PropertySchema,
    ends_of,
    property_schema,
)
from steiner.graph import Node, Relationship
from steiner.stores.schema_size import names_read
from steiner.stores.shown import Shown
from steiner.text import common_labels

_SAMPLE = 500
"""Nodes of a label, relationships of a type, whose values tell the kinds of properties."""


def memory_schema(
    nodes: Mapping[int, Node],
    relationships: Mapping[int, Relationship],
    names: Mapping[str, str],
    shown: Shown,
) -> GraphSchema:
    """Read kinds of properties and ends of types; hidden properties are left out.

    So are labels that say nothing, which all nodes have beside others.

    Of a graph with more than 1,000 labels and types the most frequent are read.
    """
    common = common_labels(node.labels for node in nodes.values())
    labelled: dict[str, list[Node]] = defaultdict(list)
    typed: dict[str, list[Relationship]] = defaultdict(list)
    for node in nodes.values():
        for label in {*node.labels} - common:
            labelled[label].append(node)
    for relationship in relationships.values():
        typed[relationship.type].append(relationship)
    read = names_read(
        {label: len(labelled[label]) for label in sorted(labelled)},
        {type: len(typed[type]) for type in sorted(typed)},
    )
    labels = {label: _shown(labelled[label], label, shown) for label in read.labels}
    types = {type: _properties(typed[type]) for type in read.types}
    ends = {type: _ends(typed[type], nodes, labels) for type in types}
    times = {type: len(typed[type]) for type in types}
    return GraphSchema(labels, types, ends, dict(names), times=times, left_out=read.left_out)


def _shown(own: Sequence[Node], label: str, shown: Shown) -> dict[str, PropertySchema]:
    allowed, known = shown.of([label]), _properties(own)
    return {k: v for k, v in known.items() if allowed is None or k in allowed}


def _properties(own: Sequence[Node | Relationship]) -> dict[str, PropertySchema]:
    sampled: dict[str, list[Any]] = defaultdict(list)
    # Spread over all: what was loaded first is often alike.
    for member in own[:: max(len(own) // _SAMPLE, 1)]:
        for name, value in member.properties.items():
            sampled[name].append(value)
    return {name: property_schema(name, sampled[name]) for name in sorted(sampled)}


def _ends(
    own: Iterable[Relationship], nodes: Mapping[int, Node], known: Collection[str]
) -> list[tuple[str, str]]:
    return ends_of(
        Counter(
            (source, target)
            for r in own
            for source in nodes[r.source].labels
            for target in nodes[r.target].labels
            if source in known and target in known
        )
    )

"""What the schema of a live graph holds: kinds of properties, ends of types.

Read from samples. What the server lists first was often loaded first, from one source or for one
hub, so nothing is concluded from the first few hundred alone.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from steiner.algebra.graph_schema import (
    GraphSchema,
    PropertySchema,
    ends_of,
    property_schema,
)
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.driver_values import native
from steiner.stores.neo4j.each_member import Member, asked_of_each, members
from steiner.stores.neo4j.filtering import Vocabulary
from steiner.stores.schema_size import ReadNames, names_read
from steiner.stores.shown import Shown
from steiner.text import common_labels

OWN_LABELS = ("SteinerNode", "SteinerRelation", "SteinerIndex", "SteinerWalk", "SteinerTriple")
_SAMPLE = 500
"""Nodes of a label, relationships of a type, whose values tell the kinds of properties."""
_ROWS, _LEAST, _MOST = 1_500_000, 1_000, 50_000
"""How many of each label and type the sample is spread over: of few names more, and of all
together so many, which takes two seconds."""
_SPREAD, _EACH = 2_000, 20
"""Of a larger graph: nodes drawn from all of it, and relationships looked at from each."""
_GAPS = 10
"""Ids drawn for a node that is wanted, at most."""
Ends = Counter[tuple[str, str]]
"""How often a type leads from a label to a label."""


@dataclass(frozen=True, slots=True)
class _Spread:
    """What nodes drawn from a whole graph have: values by label and property, ends by type."""

    values: Mapping[str, Mapping[str, list[Any]]] = field(default_factory=dict)
    ends: Mapping[str, Ends] = field(default_factory=dict)


def read_graph_schema(
    connection: Neo4jConnection, vocabulary: Vocabulary, names: Mapping[str, str], shown: Shown
) -> GraphSchema:
    """Read kinds of properties and ends of types from samples; hidden properties are left out.

    So are labels that say nothing, which all nodes have beside others. Of a graph with more than
    1,000 labels and types the most frequent are read, by nodes drawn from all of it.
    """
    read = _names(connection, vocabulary)
    types = read.types
    reach = min(max(_ROWS // max(len(read.labels) + len(types), 1), _LEAST), _MOST)
    spread = _spread(connection, reach)
    ends_of_types = _of_each(connection, "retrieve/type_ends", members((), types), reach=reach)
    looked = dict(zip(types, ends_of_types, strict=True))
    known = _telling(read.labels, [row for rows in looked.values() for row in rows])
    asked = members(known, types)
    sample = {"reach": reach, "sample": _SAMPLE}
    values = _of_each(connection, "retrieve/sampled_values", asked, **sample)
    labels = {
        label: _properties(sampled, spread.values.get(label, {}))
        for label, sampled in zip(known, values, strict=False)
    }
    for label, allowed in ((label, shown.of([label])) for label in known):
        if allowed is not None:
            labels[label] = {k: v for k, v in labels[label].items() if k in allowed}
    own = {type: _properties(s, {}) for type, s in zip(types, values[len(known) :], strict=True)}
    ends = {type: _ends(looked[type], labels, reach, spread.ends.get(type, Ends())) for type in own}
    times = _times(connection, looked, reach)
    return GraphSchema(labels, own, ends, dict(names), times=times, left_out=read.left_out)


def _names(connection: Neo4jConnection, vocabulary: Vocabulary) -> ReadNames:
    """Return the labels and types to read; only of too many it is looked how frequent each is."""
    labels = [label for label in vocabulary["labels"] if label not in OWN_LABELS]
    read = names_read(dict.fromkeys(labels, 0), dict.fromkeys(vocabulary["types"], 0))
    if not read.left_out:
        return read
    drawn = _spread(connection, 0)
    by_label = dict.fromkeys(labels, 0)
    for label in set(labels) & set(drawn.values):
        by_label[label] = max(len(values) for values in drawn.values[label].values())
    by_type = {type: drawn.ends.get(type, Ends()).total() for type in vocabulary["types"]}
    return names_read(by_label, by_type)


def whole_schema(connection: Neo4jConnection) -> GraphSchema:
    """Read the schema of a graph that need not be indexed, with nothing hidden."""
    (vocabulary,) = connection.read_columns("retrieve/vocabulary")
    return read_graph_schema(connection, vocabulary, {}, Shown())


def _telling(labels: Sequence[str], ends: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the labels that say what a node is: not steiner's, nor those that all nodes have."""
    both = (row[end] for row in ends for end in ("source", "target"))
    nodes = [[label for label in own if label not in OWN_LABELS] for own in both]
    nothing = {*OWN_LABELS, *common_labels(nodes)}
    return [label for label in labels if label not in nothing]


def _properties(
    rows: Sequence[Mapping[str, Any]], drawn: Mapping[str, list[Any]]
) -> dict[str, PropertySchema]:
    """Return the properties of a label or type, by a sample and the values that were `drawn`."""
    sampled = {row["property"]: row["sampled"] for row in map(native, rows)}
    for property, more in drawn.items():
        sampled[property] = [*sampled.get(property, ()), *more]
    return {name: property_schema(name, sampled[name]) for name in sorted(sampled)}


def _of_each(
    connection: Neo4jConnection, part: str, asked: Sequence[Member], **limits: int
) -> list[list[Mapping[str, Any]]]:
    """Return the rows of each of `asked`, in their order."""
    rows: list[list[Mapping[str, Any]]] = [[] for _ in asked]
    for text in asked_of_each(part, asked):
        for row in connection.read_text(text, limits):
            rows[row["member"]].append(row)
    return rows


def _times(
    connection: Neo4jConnection, looked: Mapping[str, Sequence[Mapping[str, Any]]], reach: int
) -> dict[str, int]:
    """Return how many relationships of each type there are; beyond reach the server knows."""
    times = {type: sum(int(row["times"]) for row in rows) for type, rows in looked.items()}
    more = [type for type, count in times.items() if count >= reach]
    counted = _of_each(connection, "retrieve/type_size", members((), more))
    return times | {type: int(rows[0]["times"]) for type, rows in zip(more, counted, strict=True)}


def _ends(
    rows: Sequence[Mapping[str, Any]], known: Mapping[str, Any], reach: int, drawn: Ends
) -> list[tuple[str, str]]:
    """Return the pairs of labels of a type, those that it joins most often first."""
    first = _counted(rows)
    # Beyond reach, what was looked at first says less than what was drawn from everywhere.
    whole = sum(row["times"] for row in rows) < reach
    drawn = Ends() if whole else drawn
    pairs = {pair: (drawn[pair], first[pair]) for pair in {*first, *drawn}}
    return ends_of({p: n for p, n in pairs.items() if p[0] in known and p[1] in known})


def _counted(rows: Sequence[Mapping[str, Any]]) -> Ends:
    counted = Ends()
    for row in rows:
        for pair in product(row["source"], row["target"]):
            counted[pair] += row["times"]
    return counted


def _spread(connection: Neo4jConnection, reach: int) -> _Spread:
    """Draw nodes from the whole graph by their ids, where it is larger than what is reached."""
    (size,) = connection.read_columns("retrieve/size")
    if max(size["nodes"], size["relationships"]) <= reach:
        return _Spread()
    # Where nodes were deleted, ids have gaps: as many more are drawn.
    count = _SPREAD * min(max(size["ids"] // max(size["nodes"], 1), 1), _GAPS)
    ids = random.Random(0).sample(range(size["ids"]), min(size["ids"], count))
    values: dict[str, dict[str, list[Any]]] = defaultdict(dict)
    for row in connection.read("retrieve/spread_values", ids=ids, sample=_SAMPLE):
        values[row["label"]][row["property"]] = row["sampled"]
    by_type: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for row in connection.read_columns("retrieve/spread_ends", ids=ids, each=_EACH):
        by_type[row["type"]].append(row)
    return _Spread(values, {type: _counted(rows) for type, rows in by_type.items()})

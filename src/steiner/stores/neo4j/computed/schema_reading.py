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

from steiner.algebra.schema.graph_schema import (
    GraphSchema,
    PropertySchema,
    ends_of,
    property_schema,
)
from steiner.stores.neo4j.computed.schema_looks import SAMPLE, OneByOne, OnePass, Rows
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.driver_values import native
from steiner.stores.neo4j.filtering import Vocabulary
from steiner.stores.neo4j.one_pass import MOST_READ, graph_size
from steiner.stores.schema_size import ReadNames, names_read
from steiner.stores.shown import Shown
from steiner.text import common_labels

_OF_NODES = ("SteinerNode", "SteinerRelation", "SteinerIndex", "SteinerWalk", "SteinerTriple")
OWN_LABELS = (*_OF_NODES, "SteinerEntry", "SteinerEdge")
_LEAST, _MOST = 1_000, 50_000
"""How many of each label and type the sample is spread over: of few names more, and of all
together MOST_READ, which takes two seconds."""
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
    size, read = graph_size(connection), _names(connection, vocabulary)
    types, every = read.types, len(read.labels) + len(read.types)
    reach = min(max(MOST_READ // max(every, 1), _LEAST), _MOST)
    # In one pass no more is read than of each by itself would be.
    is_small = size["nodes"] + size["relationships"] <= reach * every
    looks: OnePass | OneByOne
    looks = OnePass(connection) if is_small else OneByOne(connection, reach)
    spread = _Spread() if is_small else _spread(connection, size)
    looked = looks.ends(types)
    known = _telling(read.labels, [row for rows in looked.values() for row in rows])
    of_labels, of_types = looks.values(known, types)
    labels = {label: _properties(of_labels[label], spread.values.get(label, {})) for label in known}
    for label, allowed in ((label, shown.of([label])) for label in known):
        if allowed is not None:
            labels[label] = {k: v for k, v in labels[label].items() if k in allowed}
    own = {type: _properties(of_types[type], {}) for type in types}
    drawn = {type: spread.ends.get(type, Ends()) for type in types if looks.is_cut(looked[type])}
    ends = {type: _ends(looked[type], labels, drawn.get(type, Ends())) for type in types}
    return GraphSchema(
        labels, own, ends, dict(names), times=looks.times(looked), left_out=read.left_out
    )


def _names(connection: Neo4jConnection, vocabulary: Vocabulary) -> ReadNames:
    """Return the labels and types to read; only of too many it is looked how frequent each is."""
    labels = [label for label in vocabulary["labels"] if label not in OWN_LABELS]
    read = names_read(dict.fromkeys(labels, 0), dict.fromkeys(vocabulary["types"], 0))
    if not read.left_out:
        return read
    drawn = _spread(connection, graph_size(connection))
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


def _ends(rows: Rows, known: Mapping[str, Any], drawn: Ends) -> list[tuple[str, str]]:
    """Return the pairs of labels of a type, those that it joins most often first."""
    first = _counted(rows)
    # Beyond reach, what was looked at first says less than what was drawn from everywhere.
    pairs = {pair: (drawn[pair], first[pair]) for pair in {*first, *drawn}}
    return ends_of({p: n for p, n in pairs.items() if p[0] in known and p[1] in known})


def _counted(rows: Sequence[Mapping[str, Any]]) -> Ends:
    counted = Ends()
    for row in rows:
        for pair in product(row["source"], row["target"]):
            counted[pair] += row["times"]
    return counted


def _spread(connection: Neo4jConnection, size: Mapping[str, int]) -> _Spread:
    """Draw nodes from the whole graph by their ids."""
    # Where nodes were deleted, ids have gaps: as many more are drawn.
    count = _SPREAD * min(max(size["ids"] // max(size["nodes"], 1), 1), _GAPS)
    ids = random.Random(0).sample(range(size["ids"]), min(size["ids"], count))
    values: dict[str, dict[str, list[Any]]] = defaultdict(dict)
    for row in connection.read("retrieve/spread_values", ids=ids, sample=SAMPLE):
        values[row["label"]][row["property"]] = row["sampled"]
    by_type: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for row in connection.read_columns("retrieve/spread_ends", ids=ids, each=_EACH):
        by_type[row["type"]].append(row)
    return _Spread(values, {type: _counted(rows) for type, rows in by_type.items()})

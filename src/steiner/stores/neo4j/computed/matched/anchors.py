"""Where the computing of a query begins: at the few nodes that have a name which it asks for.

A name seldom has an index of the user's, and without one the server reads all nodes of a label,
half a second of a million. Steiner's own index of keys knows them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from steiner.algebra import Bound, Owner, Query
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.protocol import Met
from steiner.text import normalise

_MOST = 1_000
"""Nodes of one name, at most; a name of more is no place to begin at."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """A variable of a query, and the ids of all nodes that it can be."""

    variable: int
    ids: tuple[int, ...]


def anchor_of(
    query: Query,
    connection: Neo4jConnection,
    names: Mapping[str, str],
    met: Met,
) -> Anchor | None:
    """Return the variable of the fewest nodes, by the name asked of it; None without any.

    `names` maps the labels that are indexed to the property that names their nodes: the index
    has each of these names as a key. Of one asked for in lower case, those of each spelling.
    Where `met` knows each name, none is looked up.
    """
    bounds = [b for b in query.bounds if _names(b, query, names)]
    if not bounds:
        return None
    keys = [[normalise(str(text)) for text in _texts(b.value)] for b in bounds]
    if all(key in met for own in keys for key in own):
        ids = [list(dict.fromkeys(i for key in own for i in met[key])) for own in keys]
    else:
        ids = _looked_up(keys, connection)
    pairs = zip(bounds, ids, strict=True)
    anchors = [Anchor(b.property.owner.number, tuple(i)) for b, i in pairs if len(i) < _MOST]
    return min(anchors, key=lambda a: len(a.ids), default=None)


def beginnings_of(
    query: Query, connection: Neo4jConnection, names: Mapping[str, str], met: Met
) -> list[tuple[Query, Anchor]]:
    """Return where to begin: one anchor that leads to all roots, or one in each branch.

    Each with the query, or the branch, that it is a variable of; empty where roots may lie
    elsewhere.
    """
    anchor = anchor_of(query, connection, names, met)
    if anchor is not None:
        return [(query, anchor)]
    branches = [beginnings_of(branch, connection, names, met) for branch in query.either]
    return [begins for own in branches for begins in own] if all(branches) else []


def _names(bound: Bound, query: Query, names: Mapping[str, str]) -> bool:
    """Say whether a bound asks a variable for a name, on a way without any negated link."""
    owner = bound.property.owner
    if owner.is_link or bound.negated or bound.operator not in ("=", "in"):
        return False
    if query.path is not None and owner.number:  # From the other end a way would be looked for.
        return False
    texts = _texts(bound.value)
    plain = bool(texts) and all(isinstance(t, str) and normalise(t) for t in texts)
    named = names.get(query.labels[owner.number]) == bound.property.name
    return (
        plain
        and named
        and not any(query.links[k].is_condition for k in query.way(Owner(owner.number)))
    )


def _texts(value: object) -> Sequence[object]:
    return value if isinstance(value, list | tuple) else [value]


def _looked_up(keys: Sequence[Sequence[str]], connection: Neo4jConnection) -> list[list[int]]:
    queries = [" ".join(f'"{key}"' for key in own) for own in keys]
    (row,) = connection.read_columns("retrieve/nodes_of_keys", queries=queries, most=_MOST)
    ids: list[list[int]] = row["ids"]
    return ids

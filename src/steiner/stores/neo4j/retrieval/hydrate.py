"""Nodes and relationships from the groups of cypher/retrieve/hydrate.cypher.

Each group shares labels (or a type) and property names, which so travel once: a value costs the
driver more than the server.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from steiner.graph import Node, Relationship
from steiner.stores.neo4j.driver_values import native
from steiner.stores.neo4j.retrieval.renamed import name_now
from steiner.stores.shown import Shown

Group = tuple[Any, list[str], list[list[Any]], list[list[Any]]]


def hydrated_nodes(
    groups: Sequence[Group], keys: Mapping[str, str], names: Mapping[str, str], shown: Shown
) -> dict[int, Node]:
    """Return the nodes by id, with what is `shown` of their properties.

    `keys` maps labels to the user's key properties, `names` to those that name their nodes.
    """
    known = (node for group in groups for node in _nodes(group, keys, shown))
    return {node.id: _called(node, names) for node in known}


def hydrated_relationships(groups: Sequence[Group]) -> dict[int, Relationship]:
    """Return the relationships by id."""
    return {
        id: Relationship(
            id, element_id, type, source, target, dict(zip(names, values, strict=True))
        )
        for type, names, rows, columns in groups
        for (id, element_id, source, target), values in zip(rows, native(columns), strict=True)
    }


def _called(node: Node, names: Mapping[str, str]) -> Node:
    """Return a node with the name that it has now."""
    name = name_now(node.name, node, names) if node.name else ""
    return node if name == node.name else replace(node, name=name)


def _nodes(group: Group, keys: Mapping[str, str], shown: Shown) -> list[Node]:
    """Return the nodes of one group: what follows from their labels is looked up once."""
    names, rows, columns = group[1:]
    labels, visible = tuple(group[0]), shown.of(group[0])
    key = next((keys[label] for label in labels if label in keys), "")
    at = [i for i, name in enumerate(names) if visible is None or name in visible]
    kept, nodes = [names[i] for i in at], []
    for (id, element_id, name), values in zip(rows, native(columns), strict=True):
        properties = dict(zip(kept, map(values.__getitem__, at), strict=True))
        own = (key, properties[key]) if key in properties else None
        nodes.append(Node(id, element_id, labels, properties, name or "", own))
    return nodes

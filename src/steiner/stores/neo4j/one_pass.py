"""The same asked of every label or type in one pass over the graph.

A statement that names a label is planned for this label, which takes a server longer than to read
a few thousand nodes: of a thousand labels it is minutes. One that groups what it reads by label is
planned once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.statements import compose

MOST_READ = 1_500_000
"""Nodes and relationships that are read in one pass, which takes two seconds; of larger graphs
each label and type is asked by itself."""


def of_each(part: str, of: Literal["node", "relationship"]) -> str:
    """Return the text of cypher/`part`.cypher for all nodes, or all relationships.

    Its rows have the `name` of a label or type, one of those in the parameter `names`.
    """
    return compose(part, {"each": compose(f"retrieve/each_{of}", {})})


def graph_size(connection: Neo4jConnection) -> Mapping[str, Any]:
    """Return how many `nodes` and `relationships` the graph has, and up to which number `ids` go.

    Steiner's own nodes are counted, too.
    """
    (size,) = connection.read_columns("retrieve/size")
    return size

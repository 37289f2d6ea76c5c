"""What a made graph consists of, and how it gets into an empty database."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

from steiner.settings import ConnectionSettings
from steiner.stores.neo4j.connection import Neo4jConnection

Row = dict[str, Any]
End = tuple[str, str]
"""A label, and the property that names a node of it."""


@dataclass
class MadeGraph:
    """Nodes by label and relationships by type and ends, in the order in which they are made."""

    nodes: dict[str, list[Row]] = field(default_factory=dict)
    labelled: list[tuple[End, str, list[Any]]] = field(default_factory=list)
    relationships: list[tuple[str, End, End, list[Row]]] = field(default_factory=list)

    def add_nodes(self, label: str, rows: Sequence[Row]) -> None:
        """Add nodes with a label and properties."""
        self.nodes.setdefault(label, []).extend(rows)

    def add_label(self, end: End, added: str, keys: Sequence[Any]) -> None:
        """Give the nodes whose key is among `keys` a second label."""
        self.labelled.append((end, added, list(keys)))

    def relate(
        self,
        type: str,
        start: End,
        end: End,
        pairs: Sequence[tuple[Any, Any] | tuple[Any, Any, Row]],
    ) -> None:
        """Add relationships: (key of the start, key of the end, properties if any) each."""
        rows = [
            {"start": pair[0], "end": pair[1], "properties": pair[2] if len(pair) == 3 else {}}
            for pair in pairs
        ]
        self.relationships.append((type, start, end, rows))

    def load(self, settings: ConnectionSettings) -> None:
        """Write the graph into an empty database."""
        with closing(Neo4jConnection(settings)) as connection:
            for label, rows in self.nodes.items():
                connection.write("benchmarks/make_nodes", {"label": label}, rows=rows)
            for (label, key), added, keys in self.labelled:
                names = {"label": label, "key": key, "added": added}
                connection.write("benchmarks/add_label", names, keys=keys)
            for type, start, end, rows in self.relationships:
                names = {"type": type, "start": start[0], "start_key": start[1]}
                names |= {"end": end[0], "end_key": end[1]}
                connection.write("benchmarks/make_relationships", names, rows=rows)

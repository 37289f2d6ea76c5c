"""Nodes and relationships of the user's graph, values that Python has no type for, a subgraph."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple


class Point(NamedTuple):
    """A spatial value: coordinates (x, y[, z]) or (longitude, latitude[, height]) and its SRID."""

    coordinates: tuple[float, ...]
    srid: int


class IsoText(str):
    """A value of time that Python's own types cannot hold, as the text of ISO 8601.

    `kind` is the function of Cypher that reads it: "duration", or "date", "datetime" and
    "localdatetime" of a year before 1 or after 9999. Everything else takes it for a text.
    """

    __slots__ = ("kind",)

    def __new__(cls, text: str, kind: str) -> IsoText:
        """Return `text` with its `kind`."""
        made = super().__new__(cls, text)
        made.kind = kind
        return made

    kind: str

    def __reduce__(self) -> tuple[type[IsoText], tuple[str, str]]:
        """Return what a copy is made of."""
        return IsoText, (str(self), self.kind)


@dataclass(frozen=True, slots=True)
class Node:
    """A node of the user's graph.

    `id` is the store's own number (valid for one retrieval), `element_id` Neo4j's element id,
    `name` the readable name, `key` the user's own key property as (property, value) or None.
    """

    id: int
    element_id: str
    labels: tuple[str, ...]
    properties: Mapping[str, Any]
    name: str = ""
    key: tuple[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Relationship:
    """A relationship of the user's graph, from node `source` to node `target` (store ids)."""

    id: int
    element_id: str
    type: str
    source: int
    target: int
    properties: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Subgraph:
    """Nodes and relationships; every endpoint of a relationship is among the nodes."""

    nodes: tuple[Node, ...] = ()
    relationships: tuple[Relationship, ...] = ()

    def node(self, id: int) -> Node:
        """Return the node with this store id; KeyError if it is not part of the subgraph."""
        for node in self.nodes:
            if node.id == id:
                return node
        raise KeyError(id)

    def connecting(self, nodes: Iterable[int], relationships: Iterable[int]) -> Subgraph:
        """Return the part that holds these ids and the shortest ways from the first node on.

        What cannot be reached from the first of `nodes` is left out.
        """
        wanted, chosen = list(nodes), set(relationships)
        entered: dict[int, Relationship | None] = dict.fromkeys(wanted[:1])
        waiting = deque(entered)
        while waiting:
            here = waiting.popleft()
            for r in self.relationships:
                far = r.target if r.source == here else r.source if r.target == here else here
                if far not in entered:
                    entered[far] = r
                    waiting.append(far)
        kept = {node for node in wanted if node in entered}
        for node in list(kept):
            while (way := entered[node]) is not None:
                chosen.add(way.id)
                node = way.source if way.target == node else way.target
                kept.add(node)
        return self.part(kept, chosen)

    def part(self, nodes: Collection[int], relationships: Collection[int]) -> Subgraph:
        """Return these nodes and, of these relationships, those between them."""
        inside = [r for r in self.relationships if r.source in nodes and r.target in nodes]
        return Subgraph(
            tuple(node for node in self.nodes if node.id in nodes),
            tuple(r for r in inside if r.id in relationships),
        )

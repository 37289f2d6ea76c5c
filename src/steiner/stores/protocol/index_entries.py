"""What indexing writes on nodes, relationships and for relationship types."""

from __future__ import annotations

from dataclasses import dataclass

from steiner.columns import Vector


@dataclass(frozen=True, slots=True)
class Entry:
    """What indexing writes on a node or relationship.

    `vector` float32[d], None where nothing means anything to an encoder: it is found by its keys.
    `keys[i]` is the normalised name or value that stood in `properties[i]`.
    """

    id: int
    hash: str
    name: str
    keys: tuple[str, ...]
    properties: tuple[str, ...]
    vector: Vector | None
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RelationText:
    """A relationship type in plain words with its vector, stored once per distinct type."""

    type: str
    text: str
    hash: str
    vector: Vector

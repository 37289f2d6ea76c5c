"""A side index: texts beside the graph's own index, each with its vector and its members.

What a system indexes besides (walks, triples) is kept in one, by its name; a store does not know
what the texts say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, Protocol

from steiner.columns import Vector

Side = Literal["walks", "triples"]
"""Which side index: "walks" are texts of nodes, "triples" are relationships themselves."""


@dataclass(frozen=True, slots=True)
class SideText:
    """A text as it is stored, with its members: nodes and relationships (store ids) in their order.

    `count` says how often it was made, `vector` float32[d] is its text's.
    """

    text: str
    nodes: tuple[int, ...]
    relationships: tuple[int, ...]
    count: int
    vector: Vector


@dataclass(frozen=True, slots=True)
class SideEntry:
    """What belongs to one node or relationship, its `owner` (store id): its vector, its texts.

    `hash` tells vector and texts from others. An entry without texts is found by its vector alone.
    """

    owner: int
    hash: str
    vector: Vector
    texts: tuple[SideText, ...] = ()


class SideHit(NamedTuple):
    """A text near to a question, with its members (store ids) and its cosine, the score.

    `near` is the cosine of its owner. Of a relationship the text is its type, the nodes its ends.
    """

    owner: int
    near: float
    text: str
    nodes: tuple[int, ...]
    relationships: tuple[int, ...]
    score: float


class SideIndex(Protocol):
    """What is written of a side index; `GraphStore.search_side` searches it."""

    def hashes(self) -> dict[int, str]:
        """Return the hash of each entry by its owner; empty where the owner is gone."""

    def texts(self, owners: Sequence[int]) -> dict[str, Vector]:
        """Return the texts of these owners and their vectors."""

    def write(self, entries: Sequence[SideEntry]) -> None:
        """Write entries in place of what their owners had, in one transaction."""

    def clear(self, owners: Sequence[int]) -> None:
        """Remove the entries of these owners."""

    def create(self, dimensions: int) -> None:
        """Create the indexes of the database that it needs and that are not there."""

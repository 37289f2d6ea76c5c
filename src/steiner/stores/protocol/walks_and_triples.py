"""Walks and triples: as they are stored, and as a search returns them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from steiner.graph import Vector


@dataclass(frozen=True, slots=True)
class WalkEntry:
    """A walk as it is stored: its text, its nodes and relationships (store ids) in their order.

    `count` says how often it was drawn, `vector` float32[d] is its text's.
    """

    text: str
    nodes: tuple[int, ...]
    relationships: tuple[int, ...]
    count: int
    vector: Vector


@dataclass(frozen=True, slots=True)
class RootWalks:
    """The walks of one node (store id); `hash` tells them from others, `vector` is the node's."""

    root: int
    hash: str
    vector: Vector
    walks: tuple[WalkEntry, ...]


class WalkHit(NamedTuple):
    """A walk near to a question: its text, nodes and relationships (store ids).

    `near` is the cosine of its `root`, `score` its own.
    """

    root: int
    near: float
    text: str
    nodes: tuple[int, ...]
    relationships: tuple[int, ...]
    score: float


@dataclass(frozen=True, slots=True)
class TripleEntry:
    """A triple as it is stored: its relationship (store id), its text's hash and vector."""

    relationship: int
    hash: str
    vector: Vector


class TripleHit(NamedTuple):
    """A triple near to a question: relationship, head, type, tail (store ids), and its cosine."""

    relationship: int
    head: int
    type: str
    tail: int
    score: float

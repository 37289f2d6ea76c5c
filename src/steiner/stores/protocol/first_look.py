"""What every question looks up first, before anything is known of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from steiner.columns import KeyHit
from steiner.graph import Node
from steiner.stores.protocol.index_record import IndexRecord

Met: TypeAlias = "Mapping[str, Sequence[int]]"
"""Keys, and all nodes that have each of them."""
NOTHING_MET: Met = MappingProxyType({})
HYDRATED_AT_ONCE = 20
"""Nodes of a first look that are hydrated with it: most questions name fewer."""


class Sought(NamedTuple):
    """The `keys` that are looked up, and how many hits at most."""

    keys: tuple[str, ...]
    most: int


class FirstLook(NamedTuple):
    """The index's record, and what `search_keys` returns.

    `nodes`: the first HYDRATED_AT_ONCE of the nodes that have the keys, as `hydrate` returns them.
    """

    record: IndexRecord | None
    keyed: Sequence[KeyHit]
    nodes: Sequence[Node] = ()

    def met(self, sought: Sought) -> Met:
        """Return what is known of the nodes of each key that was `sought`.

        That is nothing where as many were met as were asked for: there may be more.
        """
        hits = [hit for hit in self.keyed if hit.relationship is None]
        if len(hits) >= sought.most:
            return NOTHING_MET
        met: dict[str, list[int]] = {key: [] for key in sought.keys}
        for hit in hits:
            for key in hit.keys:
                met.setdefault(key, []).append(hit.nodes[0])
        return met

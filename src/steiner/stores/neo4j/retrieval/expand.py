"""Expansion in pure Cypher: one statement for all hops, put together from cypher/expand/."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from steiner.filters import Filter
from steiner.stores.builder import SPARE, NeighbourhoodBuilder
from steiner.stores.expansion import Groups, hub_degree, most_read, places, relation_groups, share
from steiner.stores.hop_columns import HopColumns, LabelSets
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.filtering import node_allowed, parameters, step_allowed
from steiner.stores.neo4j.indexing.catalogue import NODE_LABEL
from steiner.stores.neo4j.statements import compose, fill

_AHEAD = 3
"""Hops of one statement at most: planning takes longer with each."""
_ARROWS = {"both": ("", ""), "out": ("", ">"), "in": ("<", "")}


class Shape(NamedTuple):
    """What an expansion's text depends on; everything else travels as parameters."""

    hops: int
    groups: Groups
    where: Filter
    direction: str
    hubs: bool

    @property
    def filtered(self) -> bool:
        """Whether anything but relationship types is filtered."""
        return bool(self.where.labels or self.where.nodes or self.where.relationships)


class CypherExpansion:
    """Grows a neighbourhood hop by hop, several hops a round trip where the limits allow it.

    It follows `types`; `in_use` are the types that the database has, once it has run.
    """

    def __init__(
        self,
        connection: Neo4jConnection,
        builder: NeighbourhoodBuilder,
        where: Filter,
        types: Sequence[str],
    ) -> None:
        settings = builder.settings
        self._connection, self._builder = connection, builder
        groups = relation_groups(types)
        self._shape = Shape(settings.hops, groups, where, settings.direction, settings.hubs)
        self.in_use: Sequence[str] = ()

    def run(self, prized: Sequence[str]) -> LabelSets:
        """Expand, `prized` types first at hubs; return the label sets, each with its nodes."""
        builder = self._builder
        sets: dict[tuple[str, ...], list[int]] = {}
        given = {**parameters(self._shape.where), "places": places(self._shape.groups, prized)}
        left = builder.settings.hops
        ahead = min(left, _AHEAD) if builder.cap() and builder.roomy else min(left, 1)
        seeds, *hops = self._rows(ahead, given)
        _collect(sets, seeds)
        builder.keep_seeds(i for _, ids in seeds["label_sets"] for i in ids)
        left -= self._add(hops, sets)
        while left > 0 and builder.cap():
            _, *hops = self._rows(1, given)
            left -= self._add(hops, sets)
        return sets

    def _add(self, hops: Sequence[dict[str, Any]], sets: dict[tuple[str, ...], list[int]]) -> int:
        """Add the hops that were read under the limits that still hold; return how many."""
        for number, row in enumerate(hops):
            if number and not (row["expanded"] and self._builder.roomy):
                return number
            self._builder.add(_hop(row))
            _collect(sets, row)
        return len(hops)

    def _rows(self, hops: int, given: Mapping[str, Any]) -> list[dict[str, Any]]:
        settings, groups = self._builder.settings, len(self._shape.groups)
        cap = max(self._builder.cap(), 1)
        limits = {
            "seeds": self._builder.frontier().tolist(),
            "cap": cap,
            "whole": most_read(cap) if settings.hubs else hub_degree(cap),
            "share": share(cap, groups),
            "spare": SPARE,
            "max_nodes": settings.max_nodes,
            "max_relationships": settings.max_relationships,
        }
        text = expansion(self._shape._replace(hops=hops))
        rows = self._connection.read_text(text, {**given, **limits})
        self.in_use = rows[0]["in_use"]
        return rows


@lru_cache(maxsize=64)
def expansion(shape: Shape) -> str:
    """Return the statement's text for `shape`."""
    hops = "\n".join(_hop_text(shape, hop) for hop in range(1, shape.hops + 1))
    parts = ["[n0, [], 0, true]"]
    parts += [f"[n{i}, r{i}, capped{i}, size(f{i - 1}) > 0]" for i in range(1, shape.hops + 1)]
    allowed = f"AND {node_allowed(shape.where, 'n')}" if shape.filtered else ""
    in_use = "[]" if shape.where.types else compose("expand/types_in_use", {})
    names = {"allowed": allowed, "hops": hops, "parts": f"[{', '.join(parts)}]", "in_use": in_use}
    return compose("expand/expand", names)


def _hop_text(shape: Shape, hop: int) -> str:
    left, right = _ARROWS[shape.direction]
    arrows = {
        "left": left,
        "right": right,
        "where": f"WHERE {step_allowed(shape.where)}" if shape.filtered else "",
    }
    arrows["scatter"] = compose("expand/scatter", {})
    groups = [_group(arrows, group) for group in shape.groups or ((),)]
    types = [name for group in shape.groups for name in group]
    parts = {
        **arrows,
        "turns": compose("expand/turns", {}),
        "before": str(hop - 1),
        "hop": str(hop),
        "types": fill(":{{types}}", {"types": types}) if shape.where.types else "",
        "degree": _degree(types if shape.where.types else [], left, right),
        "groups": "\n      UNION ALL\n      ".join(groups),
    }
    read = compose(f"expand/{'read' if shape.hubs else 'skip'}_hubs", parts)
    # Which nodes are new, and whether a limit is near, only a further hop has to know.
    reach = compose(f"expand/reach{'_last' if hop == shape.hops else ''}", parts)
    return compose("expand/hop", {**parts, "read_hubs": read, "reach": reach})


def _group(arrows: dict[str, str], types: tuple[str, ...]) -> str:
    if not types:
        return compose("expand/group", {**arrows, "types": "", "place": "0"})
    typed, place = (
        fill(":{{types}}", {"types": types}),
        fill("$places.{{type}}", {"type": types[0]}),
    )
    return compose("expand/group", {**arrows, "types": typed, "place": place})


def _degree(types: list[str], left: str, right: str) -> str:
    """Count type by type: only a single type, or all of them, is read off the node's record."""
    counts = [fill(f"COUNT {{ (n){left}-[:{{{{t}}}}]-{right}() }}", {"t": name}) for name in types]
    return " + ".join(counts) or f"COUNT {{ (n){left}--{right}() }}"


def _collect(sets: dict[tuple[str, ...], list[int]], row: dict[str, Any]) -> None:
    for labels, ids in row["label_sets"]:
        own = tuple(sorted(label for label in labels if label != NODE_LABEL))
        sets.setdefault(own, []).extend(ids)


def _hop(row: dict[str, Any]) -> HopColumns:
    """Join the lists of a hop's types: one array is made of all, not one of each."""
    names, *lists = zip(*row["types"], strict=True) if row["types"] else ((), (), (), ())
    ids, sources, targets = (
        np.array(list(chain.from_iterable(parts)), dtype=np.int64) for parts in lists
    )
    types = np.repeat(np.arange(len(names), dtype=np.int32), [len(part) for part in lists[0]])
    return HopColumns(ids, sources, targets, types, names, row["capped"])

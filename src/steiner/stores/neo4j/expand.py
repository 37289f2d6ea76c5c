"""Expansion in pure Cypher: one statement for all hops, put together from cypher/expand/."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from steiner.filters import Filter
from steiner.graph import Ids
from steiner.stores.builder import SPARE, HopColumns, NeighbourhoodBuilder
from steiner.stores.expansion import Groups, scan, whole, window
from steiner.stores.neo4j.catalogue import NODE_LABEL
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.filtering import node_allowed, parameters, step_allowed
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
    """Grows a neighbourhood hop by hop, several hops a round trip where the limits allow it."""

    def __init__(
        self, connection: Neo4jConnection, builder: NeighbourhoodBuilder, shape: Shape
    ) -> None:
        self._connection, self._builder, self._shape = connection, builder, shape

    def run(self, places: Mapping[str, int]) -> dict[tuple[str, ...], list[int]]:
        """Expand; return the label sets met, each with the ids of its nodes."""
        builder, shape = self._builder, self._shape
        sets: dict[tuple[str, ...], list[int]] = {}
        given = {**parameters(shape.where), "places": dict(places)}
        left, first = shape.hops, True
        while first or (left and builder.cap()):
            cap = builder.cap()
            ahead = min(left, _AHEAD) if first and builder.roomy else min(left, 1)
            seeds, *hops = self._rows(ahead, max(cap, 1), given)
            _collect(sets, seeds)
            if first:
                builder.keep_seeds(i for _, ids in seeds["label_sets"] for i in ids)
            for place, row in enumerate(hops):
                if place and not (row["expanded"] and builder.roomy):
                    break
                builder.add(_hop(row))
                _collect(sets, row)
                left -= 1
            first = False
        return sets

    def _rows(self, hops: int, cap: int, known: dict[str, Any]) -> list[dict[str, Any]]:
        groups = len(self._shape.groups)
        settings = self._builder.settings
        given = {
            **known,
            "seeds": self._builder.frontier().tolist(),
            "cap": cap,
            "whole": whole(cap),
            "window": window(cap, groups),
            "scan": scan(cap, groups, self._shape.filtered),
            "spare": SPARE,
            "max_nodes": settings.max_nodes,
            "max_relationships": settings.max_relationships,
        }
        return self._connection.read_text(expansion(self._shape._replace(hops=hops)), given)


@lru_cache(maxsize=64)
def expansion(shape: Shape) -> str:
    """Return the statement's text for `shape`."""
    hops = "\n".join(_hop_text(shape, hop) for hop in range(1, shape.hops + 1))
    parts = ["[n0, [], 0, true]"]
    parts += [f"[n{i}, r{i}, capped{i}, size(f{i - 1}) > 0]" for i in range(1, shape.hops + 1)]
    allowed = f"AND {node_allowed(shape.where, 'n')}" if shape.filtered else ""
    names = {"allowed": allowed, "hops": hops, "parts": f"[{', '.join(parts)}]"}
    return compose("expand/expand", names)


def _hop_text(shape: Shape, hop: int) -> str:
    left, right = _ARROWS[shape.direction]
    arrows = {
        "left": left,
        "right": right,
        "where": f"WHERE {step_allowed(shape.where)}" if shape.filtered else "",
    }
    arrows["looked"] = compose("expand/looked", arrows) if shape.filtered else ""
    groups = [_group(arrows, group) for group in shape.groups or ((),)]
    types = [name for group in shape.groups for name in group]
    parts = {
        **arrows,
        "scatter": compose("expand/scatter", {}),
        "turns": compose("expand/turns", {}),
        "before": str(hop - 1),
        "hop": str(hop),
        "types": fill(":{{types}}", {"types": types}) if shape.where.types else "",
        "degree": _degree(types if shape.where.types else [], left, right),
        "groups": "\n      UNION ALL\n      ".join(groups),
    }
    read = compose(f"expand/{'read' if shape.hubs else 'skip'}_hubs", parts)
    return compose("expand/hop", {**parts, "read_hubs": read})


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
    types = row["types"]

    def column(place: int) -> Ids:
        parts = [np.array(part[place], dtype=np.int64) for part in types]
        return np.concatenate([np.zeros(0, dtype=np.int64), *parts])

    names = np.array([part[0] for part in types], dtype=np.str_)
    repeated = np.repeat(names, [len(part[1]) for part in types])
    return HopColumns(column(1), column(2), column(3), repeated, row["capped"])

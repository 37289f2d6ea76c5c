"""A subgraph as a Cypher script that creates it in another database."""

from __future__ import annotations

import datetime
import json
import math
from collections.abc import Mapping
from typing import Any

from steiner.evidence import Evidence
from steiner.graph import IsoText, Point
from steiner.stores.neo4j.statements import quote
from steiner.text import readable

_MOMENTS = (
    # A datetime is a date, too: it stands first.
    (datetime.datetime, "datetime", "localdatetime"),
    (datetime.date, "date", "date"),
    (datetime.time, "time", "localtime"),
)


def cypher_script(evidence: Evidence) -> str:
    """Return one statement of Cypher 5 that creates the subgraph, to be run in another database.

    A script has no parameters, so values stand in it as escaped literals, labels, types and
    property names in back-ticks. Cypher 5 has no literal for byte arrays and vectors: they become
    lists of numbers. Times have microseconds. A comment alone where the subgraph is empty.
    """
    graph = evidence.subgraph
    if not graph.nodes:
        return "// The subgraph is empty."
    names = {node.id: f"n{number}" for number, node in enumerate(graph.nodes)}
    parts = [
        f"({names[node.id]}{''.join(':' + quote(label) for label in node.labels)}"
        f"{_map(node.properties)})"
        for node in graph.nodes
    ]
    parts += [
        f"({names[r.source]})-[:{quote(r.type)}{_map(r.properties)}]->({names[r.target]})"
        for r in graph.relationships
    ]
    return "CREATE\n  " + ",\n  ".join(parts) + ";"


def _map(properties: Mapping[str, Any]) -> str:
    pairs = [f"{quote(name)}: {_literal(value)}" for name, value in properties.items()]
    return f" {{{', '.join(pairs)}}}" if pairs else ""


def _literal(value: Any) -> str:
    """Write a property value: _literal(["a\\n", True, 2.5]) is '["a\\\\n", true, 2.5]'."""
    if isinstance(value, Point):
        axes = zip("xyz", value.coordinates, strict=False)
        return f"point({{srid: {value.srid}, {', '.join(f'{a}: {_literal(v)}' for a, v in axes)}}})"
    if isinstance(value, list | tuple | bytes | bytearray):
        return f"[{', '.join(map(_literal, value))}]"
    if isinstance(value, IsoText):
        return f"{value.kind}({json.dumps(value)})"
    if isinstance(value, datetime.date | datetime.time):
        return _moment(value)
    if isinstance(value, float) and not math.isfinite(value):
        return readable(value)
    if isinstance(value, bool | int | float):
        return repr(value).lower()
    # Escapes of JSON are those of Cypher; astral characters stand as they are.
    return json.dumps(str(value), ensure_ascii=False)


def _moment(value: datetime.date | datetime.time) -> str:
    """Write a moment; its zone by the name, where it has one beside the offset."""
    name = next(
        zoned if _zone(value) else local
        for kind, zoned, local in _MOMENTS
        if isinstance(value, kind)
    )
    zone = getattr(_zone(value), "zone", None) or getattr(_zone(value), "key", None)
    named = f"[{zone}]" if zone and zone != "UTC" else ""
    return f"{name}({json.dumps(value.isoformat() + named)})"


def _zone(value: datetime.date | datetime.time) -> datetime.tzinfo | None:
    zone: datetime.tzinfo | None = getattr(value, "tzinfo", None)
    return zone

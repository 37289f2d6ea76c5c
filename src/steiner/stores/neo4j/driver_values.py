"""The driver's values as Python's own types, and vectors as parameters."""

from __future__ import annotations

from typing import Any

import neo4j
from neo4j import spatial, time
from neo4j.vector import Vector as DriverVector

from steiner.columns import Vector
from steiner.graph import IsoText, Point
from steiner.stores.neo4j.far_moments import far_moment

# Most values: spares them the questions below, of which indexing asks millions.
_PLAIN = frozenset({str, int, float, bool, type(None)})


def rows(result: neo4j.Result) -> list[dict[str, Any]]:
    """Return all rows of a result, values as the driver gives them."""
    # Result.data() copies every value deeply, in case it holds graph objects; ours never do.
    return [row(record) for record in result]


def row(record: neo4j.Record) -> dict[str, Any]:
    """Return one row by column name, values as the driver gives them.

    What the driver cannot read is among them: asked for its values, the record would raise.
    """
    return dict(zip(record.keys(), tuple.__iter__(record), strict=True))


def packed(values: Vector) -> Any:
    """Return `values` float32[d] as a parameter for a server that speaks Bolt 6."""
    return DriverVector.from_numpy(values)


def native(value: Any) -> Any:
    """Return a value as Python's own type: moments, points and vectors; lists and maps of them."""
    if type(value) in _PLAIN:
        return value
    if isinstance(value, dict):
        return {k: item if type(item) in _PLAIN else native(item) for k, item in value.items()}
    if isinstance(value, list):
        if _PLAIN.issuperset(map(type, value)):
            return value
        # Rows of a table are lists of plain values: a call for each is spared, too.
        return [
            item
            if type(item) in _PLAIN or (type(item) is list and _PLAIN.issuperset(map(type, item)))
            else native(item)
            for item in value
        ]
    if isinstance(value, time.DateTime | time.Date | time.Time):
        return value.to_native()
    if isinstance(value, spatial.Point):
        return Point(tuple(float(c) for c in value), value.srid or 0)
    if isinstance(value, DriverVector):
        return value.to_native()
    if isinstance(value, time.Duration):
        return IsoText(value.iso_format(), "duration")
    # Not understood by the driver: `raw_data` is what came, whole where a part is not understood.
    return _unread(value.raw_data) if hasattr(value, "raw_data") else value


def _unread(raw: Any) -> Any:
    tag = getattr(raw, "tag", None)
    return native(raw) if tag is None else far_moment(tag, tuple(raw.fields))

"""Measures as Cypher's aggregates over what is matched."""

from __future__ import annotations

from steiner.algebra import (
    COLLECT,
    MEASURES,
    MOST_LISTED,
    PERCENTILE,
    SHARES,
    Measure,
    PropertyOf,
)
from steiner.stores.neo4j.computed.matched.expressions import Expressions, known


def aggregated(kind: str, text: str) -> str:
    """Return one of MEASURES over an expression, null of no values but for a count or sum."""
    if kind == "median":
        return f"percentileCont({text}, 0.5)"
    if kind == "stdev":  # It is 0 of nothing to a server, as it is of a single value.
        return f"CASE WHEN count({text}) > 0 THEN stDev({text}) END"
    return f"{known(kind, MEASURES)}({text})"


def aggregate_of(measure: Measure, patterns: Expressions) -> str:
    """Return the aggregate of a measure: count(DISTINCT v1), avg(v0.price)."""
    over = measure.over
    if measure.kind in SHARES:
        part = " AND ".join(map(patterns.condition, measure.part))
        return f"avg(CASE WHEN {part} THEN {SHARES[measure.kind]} ELSE 0.0 END)"
    if not isinstance(over, PropertyOf):
        return f"count(DISTINCT {patterns.variable(over)})"
    if measure.kind in ("count", COLLECT):
        most = f"[..{MOST_LISTED}]" * (measure.kind == COLLECT)
        return f"{measure.kind}(DISTINCT {patterns.raw(over)}){most}"
    text = patterns.comparable(over)
    if measure.kind == PERCENTILE:
        return f"percentileCont({text}, {patterns.value(measure.percent / 100)})"
    return aggregated(measure.kind, text)

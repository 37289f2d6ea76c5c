"""Measures of matches in a graph in memory: added up once each, compared, beside a root."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from steiner.algebra import PERCENTILE, SHARES, Measure, Owner, PropertyOf
from steiner.errors import InvalidInput
from steiner.stores.memory_computing.computed_values import computed
from steiner.stores.memory_computing.conditions_met import Match, comparable, meets, stored
from steiner.stores.memory_computing.cypher_values import compared, order_key
from steiner.stores.memory_computing.matching import Matching


def once(
    measure: Measure, matches: Iterable[Match], rooted: bool, each: Owner | None = None
) -> Iterator[Match]:
    """Yield matches so that what is added up is so once, by however many ways.

    Once for each root where `rooted`, and for each of another variable.
    """
    over, met = measure.over, set()
    for match in matches:
        last = match[over.owner if isinstance(over, PropertyOf) else over]
        key = (last.id, match[Owner(0)].id if rooted else 0, match[each].id if each else 0)
        if key not in met:
            met.add(key)
            yield match


def has(having: Iterable[tuple[str, float]], value: Any) -> bool:
    """Say whether a value is as `having` asks."""
    return all(compared(value, sign, wanted) for sign, wanted in having)


def aggregate(measure: Measure, matches: Iterable[Match]) -> Any:
    """Return the measure of matches, None where there is none; InvalidInput for what adds up not.

    The average of prices 5 and 7 is 6.0; the count of what two matches lead to twice is 1.
    """
    over = measure.over
    if measure.kind in SHARES:
        met = [all(meets(bound, match) for bound in measure.part) for match in matches]
        return SHARES[measure.kind] * sum(met) / len(met) if met else None
    if not isinstance(over, PropertyOf):
        return len({match[over].id for match in matches})
    if measure.kind == "count":
        values = (stored(over, match) for match in matches)
        return len({order_key(value) for value in values if value is not None})
    present = [v for match in matches if (v := comparable(over, match)) is not None]
    if measure.kind in ("min", "max"):
        choose = min if measure.kind == "min" else max
        return choose(present, key=order_key, default=None)
    return _added(measure, over, present)


def aggregated(kind: str, values: Sequence[Any], percent: float = 50.0) -> Any:
    """Return an aggregate of numbers, one of MEASURES but a count, or a percentile.

    None of none but for a sum; as Cypher's percentileCont and stDev (of a sample) give it.
    """
    if kind == "sum":
        return sum(values)
    if not values:
        return None
    if kind in ("min", "max"):
        return min(values) if kind == "min" else max(values)
    if kind == "avg":
        return sum(values) / len(values)
    if kind == "stdev":
        return statistics.stdev(values) if len(values) > 1 else 0.0
    return _between_nearest(sorted(values), percent / 100)


def _between_nearest(values: Sequence[Any], part: float) -> float:
    """Return what has a part of sorted values below: of 1 and 4 it is 2.5 at 0.5."""
    at = part * (len(values) - 1)
    low = math.floor(at)
    high = min(low + 1, len(values) - 1)
    return float(values[low] * (1 - (at - low)) + values[high] * (at - low))


def _added(measure: Measure, over: PropertyOf, values: Sequence[Any]) -> Any:
    odd = next((v for v in values if isinstance(v, bool) or not isinstance(v, int | float)), None)
    if odd is not None:
        raise InvalidInput(
            f"The {measure.kind} of {over.said!r} needs numbers, got {odd!r}. Ask for the count, or"
            " for another property."
        )
    percent = measure.percent if measure.kind == PERCENTILE else 50.0
    return aggregated(measure.kind, values, percent)


def numbers_beside(matching: Matching, root: int) -> list[Any] | None:
    """Return the numbers that stand beside a root, None where one is not as asked."""
    numbers: list[Any] = []
    for branch in matching.beside:
        measure = branch.query.measure
        assert measure is not None  # By what a query requires.
        matches = branch.of_root(root, branch.query.matched())
        numbers.append(aggregate(measure, once(measure, matches, rooted=False)))
        if not has(measure.having, numbers[-1]):
            return None
    if between := matching.query.between:
        numbers.append(computed(numbers[0], between.operator, numbers[1]))
        if not has(between.having, numbers[-1]):
            return None
    return numbers

"""Years and months of which one is enough: nothing was in two of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from steiner.algebra import Bound, PropertyOf

_PARTS = {"year=": "year", "month": "month"}
_FIRST_YEAR, _LAST_YEAR = 1000, 2999
"""What a whole number may be that is a year."""


def either_time(bounds: Sequence[Bound]) -> tuple[Bound, ...]:
    """Return conditions on a day in which several years, or months, are one of them.

    In 2018 and in 2020 is in one of both; in June 2020 and in June 2023 in June of one of both. In
    June 2020 and in August 2023 stays as it is, and is true of nothing.
    """
    values: dict[tuple[PropertyOf, str], list[Bound]] = {}
    for bound in bounds:
        if _is_time(bound):
            own = values.setdefault((bound.property, bound.operator), [])
            own += [bound] if bound not in own else []
    if any(all(len(values.get((own, p), ())) > 1 for p in _PARTS) for own, _ in values):
        return tuple(bounds)
    joined: list[Bound] = []
    for bound in bounds:
        one = _joined(bound, values.get((bound.property, bound.operator), [bound]))
        joined += [own for own in one if own not in joined]
    return tuple(joined)


def _joined(bound: Bound, listed: Sequence[Bound]) -> list[Bound]:
    """Return one condition for all that are listed, at the place of the first."""
    if len(listed) < 2 or not _is_time(bound):
        return [bound]
    own = bound.property
    own = own._replace(kind=_PARTS.get(bound.operator, own.kind))
    one = replace(bound, property=own, operator="in", value=[b.value for b in listed])
    return [one] if bound is listed[0] else []


def _is_time(bound: Bound) -> bool:
    """Say whether a condition is that of a year, kept as a number too, or of a month."""
    if bound.negated or bound.operator != "=":
        return bound.operator in _PARTS and not bound.negated
    value = bound.value
    return isinstance(value, int) and _FIRST_YEAR <= value <= _LAST_YEAR

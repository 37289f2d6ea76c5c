"""Numbers and times that nodes in memory keep of their last change, compared as Cypher does."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from datetime import UTC, date, datetime
from typing import Any

from steiner.stores.protocol import Mark

_NUMBER, _DAY, _LOCAL, _ZONED = "number", "day", "local", "zoned"


def highest(values: Iterable[Any]) -> Mark | None:
    """Return the highest number or time, None for none; what is infinite or to come is left out.

    Of several kinds it is the highest of the most frequent one.
    """
    kept = [value for value in values if _is_past(value)]
    if not kept:
        return None
    ((kind, _),) = Counter(sorted(map(_kind, kept))).most_common(1)
    mark: Mark = max(value for value in kept if _kind(value) == kind)
    return mark


def is_below(value: Any, mark: Mark) -> bool:
    """Say whether a value is surely below a mark: not where they cannot be compared."""
    return _kind(value) == _kind(mark) and bool(value < mark)


def _is_past(value: Any) -> bool:
    kind, now = _kind(value), datetime.now(UTC)
    if kind == _NUMBER:
        return math.isfinite(value)
    latest = {_ZONED: now, _LOCAL: now.replace(tzinfo=None), _DAY: now.date()}
    return kind in latest and bool(value <= latest[kind])


def _kind(value: Any) -> str:
    if isinstance(value, datetime):
        return _ZONED if value.tzinfo else _LOCAL
    if isinstance(value, date):
        return _DAY
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return _NUMBER if is_number else ""

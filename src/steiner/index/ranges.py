"""Which properties get a range index: those that hold what a question compares."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import date, time
from difflib import get_close_matches
from typing import Any

from steiner.errors import InvalidInput
from steiner.index.profile import Profile
from steiner.stores.protocol import Schema
from steiner.text import is_moment

_MOST = 32
"""Each costs the owner of the graph a little at every write of that property."""
_COMPARABLE = (int, float, date, time)


def range_properties(schema: Schema, profile: Profile, labels: Iterable[str]) -> tuple[str, ...]:
    """Return the properties of `labels` (empty: all) that hold numbers or times and nothing else.

    Those of most nodes, at most 32; keys are left out, since questions do not compare them. Text
    other than times never gets a range index: a value that is too long for it could not be
    written any more.
    """
    wanted = set(labels) or set(schema.labels)
    keys = profile.keys()
    nodes: Counter[str] = Counter()
    refused = set[str]()
    for label, own in schema.labels.items():
        for property, values in own.samples.items():
            if not all(map(_comparable, values)):
                refused.add(property)
            elif label in wanted and property != keys.get(label) and profile.reads(label, property):
                nodes[property] += own.count
    ranked = sorted(nodes.items(), key=lambda item: (-item[1], item[0]))
    return tuple(property for property, _ in ranked if property not in refused)[:_MOST]


def checked_filters(
    filters: Sequence[str], schema: Schema, has_property: Callable[[str, str], bool]
) -> tuple[str, ...]:
    """Return the properties to filter by, each once; InvalidInput for one that no node has."""
    known = {property for own in schema.labels.values() for property in own.samples}
    for property in filters:
        # A rare one need not be in the sample.
        if property not in known and not any(
            has_property(each, property) for each in schema.labels
        ):
            near = get_close_matches(property, known, n=1)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            raise InvalidInput(
                f"The search is to filter by the property {property!r}, which no node has.{hint}"
            )
    return tuple(dict.fromkeys(filters))


def _comparable(value: Any) -> bool:
    return isinstance(value, _COMPARABLE) or (isinstance(value, str) and is_moment(value))

"""How many of a property's values differ over a whole label, asked of many labels at once."""

from __future__ import annotations

from functools import partial

from steiner.index.properties.guess import Differing, distinct_share
from steiner.stores.protocol import IndexStore, Schema


class DifferingShares:
    """The shares of values that differ, by label and property.

    A sample that holds all nodes of a label tells it. What it does not tell is answered by the
    sample for now, and asked of the store for all labels together: guess, `look`, and guess again
    until `look` has nothing to ask.
    """

    def __init__(self, store: IndexStore, schema: Schema, sample: int) -> None:
        self._store, self._schema, self._sample = store, schema, sample
        self._known: dict[tuple[str, str], float] = {}
        self._missing: dict[str, list[str]] = {}

    def of(self, label: str) -> Differing:
        """Return what says the share of each property of a label."""
        return partial(self._share, label)

    def look(self) -> bool:
        """Ask the store for the shares that were missing; say whether any was."""
        asked, self._missing = self._missing, {}
        if not asked:
            return False
        for key, (differing, values) in self._store.differing(asked).items():
            self._known[key] = differing / max(values, 1)
        return True

    def _share(self, label: str, property: str) -> float:
        own = self._schema.labels[label]
        sampled = distinct_share(own.samples.get(property, ()))
        if own.count <= self._sample:
            return sampled
        if (label, property) not in self._known:
            missing = self._missing.setdefault(label, [])
            if property not in missing:
                missing.append(property)
        return self._known.get((label, property), sampled)

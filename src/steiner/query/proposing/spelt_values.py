"""Texts that a model compares with, as the graph spells them; names that it lacks are refused."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import Any

from steiner.algebra import Bound, Query
from steiner.errors import InvalidInput
from steiner.query.naming.values.linked_values import meanings
from steiner.stores.protocol import GraphStore
from steiner.text import normalise

_LOOKED_AT, _NEAR, _SHOWN = 50, 0.85, 3
"""Nodes looked at for a text, likeness from which on a spelling is meant, names an error shows."""


@dataclass(frozen=True, slots=True)
class SpeltValues:
    """Looks up the texts of a query in `store`; `names`: the property each label is called by."""

    store: GraphStore
    names: Mapping[str, str]

    def of(self, query: Query) -> Query:
        """Return the query with its texts as they are stored.

        Raises InvalidInput where a label has no node of a name, with the nearest names.
        """
        return replace(
            query,
            bounds=tuple(self._bound(query, bound) for bound in query.bounds),
            either=tuple(map(self.of, query.either)),
            beside=tuple(map(self.of, query.beside)),
        )

    def _bound(self, query: Query, bound: Bound) -> Bound:
        own, value = bound.property, bound.value
        if isinstance(value, Query):
            return replace(bound, value=self.of(value))
        if own.owner.is_link or own.kind != "text" or bound.operator not in ("=", "in"):
            return bound
        label, texts = query.labels[own.owner.number], value if isinstance(value, list) else [value]
        stored = [one for text in texts for one in self._stored(label, own.name, text)]
        if len(stored) == 1 and bound.operator == "=":
            return replace(bound, value=stored[0])
        return replace(bound, operator="in", value=stored)

    def _stored(self, label: str, name: str, text: Any) -> list[Any]:
        """Return how the graph spells a text of a property; itself where that is not known."""
        key = normalise(str(text))
        if not isinstance(text, str) or not key:
            return [text]
        stored = self._spellings(label, name, key)
        if stored:
            return [text] if text in stored else stored
        near = self._nearest(label, name, key)
        if near and _likeness(near[0], key) >= _NEAR:
            return self._spellings(label, name, near[0])
        if self.names.get(label) != name:
            return [text]  # Not every value is looked up by its text; every name is.
        known = [one for other in near[:_SHOWN] for one in self._spellings(label, name, other)]
        nearest = f"; the nearest are {', '.join(map(repr, known))}" if known else ""
        raise InvalidInput(
            f"No {label} has the {name} {text!r}{nearest}. Write it as the graph has it, compare "
            "with contains, or say that you cannot."
        )

    def _spellings(self, label: str, name: str, key: str) -> list[Any]:
        """Return the stored values of a property that are written so, capitals and marks aside."""
        hits = self.store.search_keys([key], _LOOKED_AT)
        nodes = [hit.nodes[0] for hit in hits if hit.relationship is None and label in hit.labels]
        known = {node.id: node for node in self.store.hydrate(nodes, []).nodes} if nodes else {}
        own = (m for m in meanings(key, nodes, known, self.names) if m.property == name)
        return list(dict.fromkeys(value for m in own if m.label == label for value in m.values))

    def _nearest(self, label: str, name: str, key: str) -> list[str]:
        """Return normalised values of a property that have a word or nearly one, best first."""
        near = {
            other
            for hit in self.store.search_fuzzy(key.split(), _LOOKED_AT)
            if hit.relationship is None and label in hit.labels
            for other, own in zip(hit.keys, hit.properties, strict=True)
            if own == name
        }
        return sorted(near, key=lambda other: (-_likeness(other, key), other))


def _likeness(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other).ratio()

"""Verbs right behind a noun or value, which wait for it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from steiner.query.building.item_types import Item
from steiner.query.building.joint_deeds import is_joint
from steiner.query.building.value_meaning import meant
from steiner.query.building.verb_links import OF, VerbLinks
from steiner.query.english.cues import Cue
from steiner.query.naming.schema_words import SchemaMention
from steiner.query.naming.values.linked_values import Value

_BUT = re.compile(r"\bbut\b(?!\W+(?:not|never)\b)", re.IGNORECASE)
_BY = re.compile(r"\s+(?:by|for|from|in|to)\b(?!\W*$)")
_RELATIVE = re.compile(r"\b(?:that|which|who|whose)\b", re.IGNORECASE)


class VerbsAhead(VerbLinks):
    """Lets verbs wait for the noun or value before them."""

    def ahead(self, items: Sequence[Item], negated: bool) -> set[int]:
        """Let the verbs right behind a noun or value wait for it: "movies that Ann directed"."""
        first, taken = items[0], set[int]()
        label = self._label(first)
        if isinstance(first, SchemaMention) and (not label or label in self.labels):
            return taken
        for item in items[1:]:
            if isinstance(first, Value) and self._is_relative(first, item.start):
                break
            if isinstance(item, Cue) and item.kind in ("not", "same", "based", "each"):
                negated = negated or item.kind == "not"  # "That Ann never reviewed".
                continue
            if not isinstance(item, SchemaMention) or not self._waits(item, first, label):
                break
            if taken and _BUT.search(self.text[max(taken) : item.start]):
                negated = False  # "Did not act in but directed".
            type = item.of_kind("type")[0].name
            self.waiting.append((item, f"!{type}" if negated else type))
            self.used.append((item.start, item.end))
            taken.add(item.start)
        return taken

    def _label(self, item: Item) -> str:
        """Return the label of a noun, or of what a value is, else ""."""
        if isinstance(item, SchemaMention):
            return next((element.name for element in item.of_kind("label")), "")
        meaning = meant(self, item) if isinstance(item, Value) else None
        return meaning.label if meaning else ""

    def _waits(self, verb: SchemaMention, first: Item, label: str) -> bool:
        """Say whether a verb may lead to the noun or value before it."""
        if verb.of_kind("label") or not verb.of_kind("type") or verb.agent:
            return False
        if isinstance(first, SchemaMention) and _BY.match(self.text[verb.end :]):
            return False
        type = verb.of_kind("type")[0].name
        return (
            any(self.hop(at, type, label) for at in range(len(self.labels)))
            or (isinstance(first, Value) and self._acts(first, verb, type, label))
            or (isinstance(first, Value) and is_joint(self, type, label))
        )

    def _is_relative(self, value: Value, end: int) -> bool:
        """Say whether what stands behind a value is said of the noun before it.

        "Tweets by Ann that mention a user": Ann is none who mentions.
        """
        return bool(_RELATIVE.search(self.text[value.end : end])) or self._describes(value)

    def _describes(self, value: Value) -> bool:
        """Say whether a value tells more of the noun before it: "tweets from Ann mention a user".

        It is the tweets that mention.
        """
        nouns = [
            b for (_, b), owner in self.places.items() if b <= value.start and not owner.is_link
        ]
        return bool(nouns) and bool(OF.fullmatch(self.text[max(nouns) : value.start]))

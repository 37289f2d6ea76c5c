"""From left to right: variables and links that a question speaks of."""

from __future__ import annotations

import re
from collections.abc import Sequence

from steiner.query.building.item_types import Item, last_verbs, types_of_properties
from steiner.query.building.noun_links import NounLinks
from steiner.query.building.other_things import exclude_itself
from steiner.query.building.value_links import ValueLinks
from steiner.query.building.verbs_ahead import VerbsAhead
from steiner.query.english.cues import Cue
from steiner.query.naming.schema_words import SchemaMention, is_flag, is_undone
from steiner.query.naming.values.linked_values import Value

_GOES_ON = re.compile(
    r"\W+(?:do|does|did|has|have|had|is|are|was|were|that|which|who)\b", re.IGNORECASE
)

_IS_NOT = re.compile(
    r"(?:\bnot|\bno\W+longer|n't)\W+(?:(?:in|on|off|out\W+of)\W+)?$", re.IGNORECASE
)
"""Right before what alone is denied: "aircraft not in service in Oslo"."""
_WITHOUT = re.compile(r"\b(?:without|no|lacking|lacks?)\W+(?:(?:an?|any)\W+)?$", re.IGNORECASE)
_DOES = re.compile(
    r"\W*(?:which|what|how\s+many)\b.*(?<!\bthat\s)(?<!\bwhich\s)(?<!\bwho\s)\b(?:do|does|did)\s+(?:the\s+)?",
    re.IGNORECASE,
)
"""Before who does something to what is asked for: "which parts that need oil does Ann own"."""
_TO_WHOM = re.compile(r"\s+(?:(?:to|on|for|with|from|by|at|in|of)\s+)?", re.IGNORECASE)


class Structure(VerbsAhead, NounLinks, ValueLinks):
    """Builds a query from the words of a question as they stand."""

    def build(self, items: Sequence[Item], root: str) -> None:
        """Take the items as they stand; `root` is the label of what is asked for, if known."""
        if root:
            self.variable(root)
        self._note_words(items)
        negated = False
        ahead: set[int] = set()
        for place, item in enumerate(items):
            if item.start in ahead:
                continue
            if self.labels and _DOES.fullmatch(self.text[: item.start]):
                self.current = 0
            if isinstance(item, Cue):
                negated = self._denies(item, negated)
                continue
            if self.labels and not self.waiting:
                ahead |= self.ahead(items[place:], negated)
            negated = self._take(items, place, negated)
        self._rest()
        exclude_itself(self)

    def _note_words(self, items: Sequence[Item]) -> None:
        """Note the labels and types that are said anywhere."""
        said = [item for item in items if isinstance(item, SchemaMention)]
        self.types_mentioned |= types_of_properties(items)
        self.last_verbs = last_verbs(items)
        self.nouns = {label.name for mention in said for label in mention.of_kind("label")}

    def _take(self, items: Sequence[Item], place: int, negated: bool) -> bool:
        """Link an item; say whether a denial goes on behind it."""
        item = items[place]
        if isinstance(item, Value):
            self.take_value(item, negated)
        elif isinstance(item, SchemaMention) and item.of_kind("label"):
            self.take_noun(item, negated)
        elif isinstance(item, SchemaMention) and item.of_kind("type"):
            self._verb(item, negated)
        elif isinstance(item, SchemaMention):
            return negated and not self._is_denied(items, place, item)
        return False

    def _is_denied(self, items: Sequence[Item], place: int, said: SchemaMention) -> bool:
        """Say whether a property is what alone is denied: "not in service in Oslo" is in Oslo.

        So are those "not yet discharged from Oslo": there is no day of it.
        """
        flag = is_flag(said, self.schema) and _IS_NOT.search(self.text[: said.start])
        undone = bool(flag) or is_undone(self.text, said, self.schema)
        return undone or self._is_missing(items, place)

    def _denies(self, cue: Cue, negated: bool) -> bool:
        """Say whether what stands behind a cue is denied."""
        if self._is_none(cue):
            return negated
        return cue.kind in ("not", "missing") or (negated and cue.kind != "bound")

    def _is_none(self, cue: Cue) -> bool:
        """Deny the verb right before "none" or "nothing": "owns tools but lends none"."""
        if cue.kind != "not" or not self.waiting or self.waiting[-1][1].startswith("!"):
            return False
        (verb, type), said = self.waiting[-1], self.text[cue.start : cue.end].casefold()
        if said not in ("none", "nothing", "nobody", "no one") or not _TO_WHOM.fullmatch(
            self.text[verb.end : cue.start]
        ):
            return False
        self.waiting[-1] = (verb, f"!{type}")
        return True

    def _is_missing(self, items: Sequence[Item], place: int) -> bool:
        """Say whether a property is all that is missing: "without a phone in Oslo" are in Oslo.

        Not so of "without any retired members".
        """
        item, behind = items[place], items[place + 1 : place + 2]
        noun = any(
            isinstance(i, SchemaMention) and i.of_kind("label") and i.start - item.end <= 1
            for i in behind
        )
        return not noun and bool(_WITHOUT.search(self.text[: item.start]))

    def _verb(self, mention: SchemaMention, negated: bool) -> None:
        types = [e.name for e in mention.of_kind("type")]
        self.used.append((mention.start, mention.end))
        for type in types[:1]:
            if mention.agent and self._agent(mention, type, negated):
                return
            self.waiting.append((mention, type))
        if negated:
            self.waiting = [(m, f"!{t}" if m is mention else t) for m, t in self.waiting]
            self._lacks(mention)

    def _lacks(self, deed: SchemaMention) -> None:
        """Deny what is lacked at once where it leads to nothing said.

        Of "which parts with no repairs does Ann own" it is no owning that is denied.
        """
        lacked = _WITHOUT.search(self.text[: deed.start])
        if lacked and self.labels and _GOES_ON.match(self.text[deed.end :]):
            others = [waiting for waiting in self.waiting if waiting[0] is not deed]
            self.waiting = [waiting for waiting in self.waiting if waiting[0] is deed]
            self._rest()
            self.waiting = others

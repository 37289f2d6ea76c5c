"""How a noun is linked to what is there."""

from __future__ import annotations

import re

from steiner.algebra import Owner
from steiner.query.building.directed_links import DirectedLinks
from steiner.query.building.verb_links import BEFORE_NOUN
from steiner.query.naming.schema_words import SPOKEN, SchemaMention


class NounLinks(DirectedLinks):
    """Links the labels that nouns name."""

    def take_noun(self, mention: SchemaMention, negated: bool) -> None:
        """Link what a noun names, or take it as what is there."""
        label = self._done_to(mention, mention.of_kind("label")[0].name)
        if mention.score < SPOKEN and self.labels and not self.is_near(label):
            return
        if self._is_property(mention, label):
            return
        self.used.append((mention.start, mention.end))
        if self.waiting and self._follow(label, mention, negated):
            return
        new = self.waiting and label not in self.labels
        if not (
            (new and self._through(label, mention, negated))
            or (self.labels and self.directed(mention.start, label, negated))
        ):
            self._link_noun(label, negated)
        self.places[mention.start, mention.end] = Owner(self.current)

    def _link_noun(self, label: str, negated: bool) -> None:
        known = [i for i, own in enumerate(self.labels) if own == label]
        if known and (not self.waiting or len(self.labels) == 1):
            self.current = self.nearest(known)
        elif not self.labels:
            self.current = self.variable(label)
        elif known and not negated and len(self.labels) > 1:
            self.current = self.nearest(known)
        else:
            self.reach(label, negated)

    def _is_property(self, mention: SchemaMention, label: str) -> bool:
        """Say whether "zone 4" is a number of what is there, and no node further away."""
        numbered = re.match(r"\W{1,3}\d", self.text[mention.end :])
        own = any(element.of in self.labels for element in mention.of_kind("property"))
        return bool(numbered) and own and not self.is_near(label)

    def _done_to(self, mention: SchemaMention, label: str) -> str:
        """Return what a noun only near to a label is where the verb right before leads elsewhere.

        "Who has mentored the most colleagues": MENTORED leads to technicians and to no crew.
        """
        verb, type = self.waiting[-1] if self.waiting else (None, "")
        between = self.text[verb.end : mention.start] if verb else ""
        if verb is None or mention.score >= SPOKEN or not BEFORE_NOUN.fullmatch(between):
            return label
        ends = {end for pair in self.schema.ends.get(type.lstrip("!"), ()) for end in pair}
        hop = self.hop(self.current, type.lstrip("!"), "")
        return hop.label if hop and hop.label and label not in ends else label

"""What those who are asked for do: "the oldest actors and the movies they have produced"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from steiner.algebra import Owner
from steiner.query.building.lone_verbs import LoneVerbs
from steiner.query.naming.schema_words import SchemaMention
from steiner.query.naming.voice import leads_away

_THEY = re.compile(
    r"\W+(?:(?:that|which|whom)\W+)?(?:they|he|she)\W+"
    r"(?:(?:have|has|had|do|did|also|ever|both|most|usually)\W+)*",
    re.IGNORECASE,
)
"""Between what they did it to and their verb."""


class TheirVerbs(LoneVerbs):
    """Links a noun by the verb behind "they", whatever waits for it."""

    def link_theirs(self, items: Sequence[object], negated: bool) -> int | None:
        """Link the first item by the second, if that is what they do to it; return its start.

        They are who is asked for, and a role that waits is one of theirs, too: actors act in
        something, and "the movies they have produced" may be others.
        """
        if len(items) < 2 or not self.labels or not self.places:
            return None
        noun, verb = items[:2]
        if not isinstance(noun, SchemaMention) or not isinstance(verb, SchemaMention):
            return None
        labels, types = noun.of_kind("label"), [e.name for e in verb.of_kind("type")]
        between = self.text[noun.end : max(noun.end, verb.start)]
        done = any(not mention.agent for mention, _ in self.waiting)  # "Directed films they made".
        if not labels or verb.agent or done or not _THEY.fullmatch(between):
            return None
        for type in types:
            away = leads_away(self.text, verb, type, True)
            hop = self.hop(0, type, labels[0].name, away)
            if hop and hop.outgoing == away:
                self._settle(type)
                number = self.link(0, hop, negated)
                self._place(noun, verb, number)
                return verb.start
        return None

    def _settle(self, type: str) -> None:
        """Take the roles that wait for what they are: those of another type than `type`."""
        self.waiting = [w for w in self.waiting if w[1].lstrip("!") != type]
        self._rest()

    def _place(self, noun: SchemaMention, verb: SchemaMention, number: int) -> None:
        self.used += [(noun.start, noun.end), (verb.start, verb.end)]
        self.places[noun.start, noun.end] = Owner(self.current)
        self.places[verb.start, verb.end] = Owner(number, True)

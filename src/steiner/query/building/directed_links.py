"""Links that a preposition tells apart: "from Lagos to Osaka"."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from steiner.algebra.schema.graph_schema import SchemaHop
from steiner.lexicon.common_words import BEGINNINGS, GOALS
from steiner.query.building.lone_verbs import LoneVerbs
from steiner.query.naming.schema_words import SMALL
from steiner.text import plain_words

_ENDS = r"\s+(?:(?:an?|the|any)\s+)?(?:\w+\s+)?[\"'“‘]?$"
_MOVES = r"go|goes|went|gone|going|head|heads|headed|heading|travel\w*|bound|sent|moved"
_FROM = re.compile(
    rf"\b(?:(?:(?:{_MOVES}|c[oa]me|comes|coming|left|leav\w+|depart\w*|start\w*|beg[aiu]n\w*|"
    rf"originat\w*)\s+)?from|(?:left|leav\w+)|(?:depart\w*|start\w*|beg[aiu]n\w*|originat\w*)\s+"
    rf"(?:at|in)){_ENDS}",
    re.IGNORECASE,
)
_TO = re.compile(
    rf"\b(?:(?:(?:{_MOVES})\s+)?(?:to|into|towards)|(?:end|arriv|terminat|finish)\w*\s+(?:at|in))"
    rf"{_ENDS}",
    re.IGNORECASE,
)


class DirectedLinks(LoneVerbs):
    """Links labels by what stands before them: where something comes from or goes."""

    def directed(self, start: int, label: str, negated: bool) -> bool:
        """Link a label by the one of several types that "from" or "to" right before it says."""
        said, words = self._way_said(start)
        if said is None:
            return False
        waiting = {type.lstrip("!") for _, type in self.waiting}
        for at in dict.fromkeys([self.current, *range(len(self.labels))]):
            hops = self._hops(at, label)
            own = _called(hops, words)
            types = {hop.type for hop in hops}
            if len(types) > 1 and len(own) == 1 and not waiting & types:
                self.link(at, own[0], negated)
                self.used.append((said.start(), start))
                return True
        return False

    def _way_said(self, start: int) -> tuple[re.Match[str] | None, Collection[str]]:
        """Return the preposition before a position, and the words of types that it stands for."""
        before = self.text[:start]
        for pattern, words in ((_FROM, BEGINNINGS), (_TO, GOALS)):
            if said := pattern.search(before):
                return said, words
        return None, ()

    def _hops(self, at: int, label: str) -> list[SchemaHop]:
        return [h for h in self.schema.hops.get(self.labels[at], ()) if h.label == label]


def _called(hops: Sequence[SchemaHop], words: Collection[str]) -> list[SchemaHop]:
    """Return the steps over types that have one of some words in their name.

    A preposition is one only where it is the whole name: TO, and no CONNECTED_TO.
    """
    named = [(hop, plain_words(hop.type).split()) for hop in hops]
    return [hop for hop, own in named if ({*own} - SMALL if len(own) > 1 else {*own}) & {*words}]

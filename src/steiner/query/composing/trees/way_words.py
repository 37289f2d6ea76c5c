"""How well the words of a question say a way from one variable to another."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from steiner.algebra.schema.graph_schema import GraphSchema, SchemaHop
from steiner.lexicon.common_words import BEGINNINGS, GOALS, PLAIN
from steiner.query.composing.trees.tree import ReadingTree, Weighed, weighed
from steiner.query.composing.words.lattice import Lattice
from steiner.text import STOP_WORDS, plain_words

Hops = tuple[SchemaHop, ...]
_RELATIVE = re.compile(r"\b(?:who|that|which|whose|whom|where)\b")
_FRONTED = re.compile(r"\W*(from|to|in|at|on|by|with|for|of)\W+(?:which|what|whom|where)\b")
_INVERTED = re.compile(r"\b(?:did|does|do|has|have|had)\W+(?:the\W+)?$", re.IGNORECASE)
"""Before who does it: "which villages with no roads does Ann serve"."""
_STRANDED = re.compile(r"\b(from|to|in|at|on|by|with|for|of)\W*$")


class WayWords:
    """Ways over one lattice, their features weighed by `weights`."""

    def __init__(self, lattice: Lattice, weights: Mapping[str, float]) -> None:
        self.lattice, self.weights = lattice, weights
        self.schema: GraphSchema = lattice.schema
        self._plain: dict[str, bool] = {}
        self._over: dict[tuple[int, int], bool] = {}
        self._joins: dict[tuple[str, str], tuple[float, float]] = {}
        self._between: dict[tuple[int, int], tuple[str, frozenset[str]]] = {}
        self._rare: dict[tuple[str, str, str], float] = {}
        self._weighed: dict[tuple[object, ...], dict[Hops, Weighed]] = {}
        text = lattice.text.casefold()
        self._ends = {said[1] for said in (_FRONTED.match(text), _STRANDED.search(text)) if said}

    def _weighed_ways(self, tree: ReadingTree, place: int, source: int) -> dict[Hops, Weighed]:
        """Return what is known of ways from a variable to a place, for all trees with these words.

        By all that `_way_features` depend on but the way.
        """
        verb, last = tree.verb, tree.last.end if tree.last else 0
        said = (verb.type, source == verb.subject) if verb else ()
        asked = (tree.role(source), not source, tree.labels[source], last, place, *said)
        return self._weighed.setdefault(asked, {})

    def _weighed_way(self, tree: ReadingTree, place: int, source: int, way: Hops) -> Weighed:
        features = self._way_features(tree, place, source, way)
        return Weighed(features, weighed(features, self.weights))

    def _way_features(
        self, tree: ReadingTree, place: int, source: int, way: Hops
    ) -> dict[str, float]:
        """Say how well the words before a place say a way that leads to it."""
        verb, said, before = tree.verb, says(tree, way), self._before(tree, place)
        features = {f"link:{tree.role(source)}:{before}": 1.0, f"link:{tree.role(source)}": 1.0}
        features[f"link:hops{len(way)}"] = 1.0
        if len(way) == 2 and way[0].type == way[1].type and tree.labels[source] == way[1].label:
            features["link:shared"] = 1.0
        features["link:said" if said else "link:unsaid"] = 1.0
        if not said and self._passed(tree, place):
            # "Companies that pioneered publishing" do not operate in it.
            features["link:over"] = 1.0
        if verb is not None and not said:
            features["link:verb_left"] = 1.0
        if said and verb is not None and source == verb.subject:
            features["link:from_subject"] = 1.0
        plain = sum(self._is_plain(h) for h in way)
        features["link:plain"], features["link:special"] = float(plain), float(len(way) - plain)
        if said:
            features["link:special"] = 0.0
        if not said and len(way) == 1:
            types, both = self._alike(tree.labels[source], way[0].label)
            features["link:one_of"], features["link:both_ways"] = types, both
            rarity = self._rarer(tree.labels[source], way[0])
            features["link:rarer"] = rarity
            features["link:usual"] = float(types > 0 and not rarity)
        _, between = self._said_between(tree.last.end if tree.last else 0, place)
        prepositions = frozenset(last_word(h.type) for h in way) & PREPOSITIONS
        if prepositions & between:
            features["link:preposition"] = 1.0
        if prepositions & self._ends and not source:
            features["link:fronted"] = 1.0
        if not said and prepositions - between:
            features["link:other_preposition"] = 1.0
        if _INVERTED.search(self.lattice.text[: self.lattice.words[place].start][-20:]):
            features[f"link:inverted:{'other' if source else 'root'}"] = 1.0
        if ends := _ends_named(way[-1].type):
            said_ends = {*_ENDS} & between or {_GIVES[word] for word in between & {*_GIVES}}
            features["link:end_said"] = float(bool(ends & said_ends))
            features["link:end_other"] = float(bool(said_ends - ends))
        return features

    def _passed(self, tree: ReadingTree, place: int) -> bool:
        """Say whether a word that may be a verb stands unread before what a link leads to."""
        span = tree.last.end if tree.last else 0, place
        if span not in self._over:
            words = (i for i in range(*span) if i not in self.lattice.light)
            texts = (self.lattice.words[i].text for i in words)
            self._over[span] = any(text.islower() and text not in STOP_WORDS for text in texts)
        return self._over[span]

    def _is_plain(self, hop: SchemaHop) -> bool:
        """Say whether a type says nothing that its ends do not: LOCATED_IN, HAS_SKILL."""
        if hop.type not in self._plain:
            ends = {e for pair in self.schema.ends[hop.type] for e in pair}
            said = frozenset().union(*map(_parts, ends)) | PLAIN
            self._plain[hop.type] = _parts(hop.type) <= said
        return self._plain[hop.type]

    def _alike(self, start: str, label: str) -> tuple[float, float]:
        """Return how many other types join two labels, and 1 where they lead both ways."""
        if (start, label) not in self._joins:
            hops = [h for h in self.schema.hops.get(start, ()) if h.label == label]
            both = float(len({h.outgoing for h in hops}) > 1)
            self._joins[start, label] = float(len({h.type for h in hops}) - 1), both
        return self._joins[start, label]

    def _rarer(self, start: str, hop: SchemaHop) -> float:
        """Return how much rarer a type is than the most frequent one between two labels."""
        asked = start, hop.label, hop.type
        if asked not in self._rare:
            self._rare[asked] = self.schema.rarity(start, hop.type, hop.label)
        return self._rare[asked]

    def _before(self, tree: ReadingTree, place: int) -> str:
        """Name what stands between the last item and a word: of, by, and, or, that, in, none."""
        return self._said_between(tree.last.end if tree.last else 0, place)[0]

    def _said_between(self, start: int, place: int) -> tuple[str, frozenset[str]]:
        """Return the kind of what stands between two words, and its words."""
        if (start, place) not in self._between:
            between = self.lattice.between(start, place)
            self._between[start, place] = _kind_of(between), frozenset(between.split())
        return self._between[start, place]


def says(tree: ReadingTree, way: Sequence[SchemaHop]) -> bool:
    """Say whether the verb that waits is a type on a way."""
    return tree.verb is not None and any(hop.type == tree.verb.type for hop in way)


def _kind_of(between: str) -> str:
    if not between.strip(" \"'"):
        return "none"
    if "'s" in between or "’s" in between:
        return "owner"
    return next((name for pattern, name in _BETWEEN if pattern.search(between)), "words")


@lru_cache(maxsize=4096)
def last_word(type: str) -> str:
    return plain_words(type).split()[-1]


@lru_cache(maxsize=4096)
def _parts(type: str) -> frozenset[str]:
    return frozenset(plain_words(type).split())


@lru_cache(maxsize=4096)
def _ends_named(type: str) -> frozenset[str]:
    """Return the prepositions of what a type leads to: "from" of ORIGIN, "to" of ARRIVES_AT.

    One that is a part of a longer name only joins it: CONNECTED_TO.
    """
    parts = _parts(type) if len(_parts(type)) == 1 else _parts(type) - {*_ENDS}
    return frozenset(word for word, named in _ENDS.items() if parts & named)


_ENDS = {"from": BEGINNINGS, "to": GOALS}
_GIVES = {
    **dict.fromkeys(("sent", "send", "sends", "paid", "made", "gave", "given", "issued"), "from"),
    **dict.fromkeys(("received", "receive", "receives", "got", "gets", "collected"), "to"),
}
"""Verbs of whoever is at an end: who sent a payment is whom it comes from."""
PREPOSITIONS = frozenset("in at on to from by for with of about under into".split())  # noqa: SIM905
_BETWEEN = (
    (_RELATIVE, "that"),
    (re.compile(r"\bor\b|\bnor\b"), "or"),
    (re.compile(r"\band\b|\bbut\b"), "and"),
    (re.compile(r"\bof\b"), "of"),
    (re.compile(r"\bby\b"), "by"),
    (re.compile(r"\b(?:to|from)\b"), "to"),
    (re.compile(r"\b(?:in|on|at|with|for|under|about|within)\b"), "in"),
    (re.compile(r"\b(?:has|have|had|having)\b"), "has"),
    (re.compile(r"\b(?:is|are|was|were|do|does|did)\b"), "is"),
    (re.compile(r"[,;]"), "comma"),
)

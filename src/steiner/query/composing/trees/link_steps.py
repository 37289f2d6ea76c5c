"""How a new variable is linked to what is there: every way that the schema allows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from steiner.algebra import Owner
from steiner.algebra.graph_schema import GraphSchema, SchemaHop
from steiner.lexicon.common_words import PLAIN
from steiner.query.composing.trees.tree import (
    PendingVerb,
    ReadingTree,
    TreeLink,
    ValueCondition,
    Weighed,
    weighed,
)
from steiner.query.composing.words.lattice import Lattice
from steiner.query.composing.words.word_items import Item
from steiner.query.naming.verbs.voice import is_named_passive
from steiner.text import STOP_WORDS, plain_words

Hops = tuple[SchemaHop, ...]
_RELATIVE = re.compile(r"\b(?:who|that|which|whose|whom|where)\b")
_SHARED = re.compile(r"\b(?:same|shares?|sharing|shared|together|co|co-\w+|with|alongside|other)\b")
_FRONTED = re.compile(r"\W*(from|to|in|at|on|by|with|for|of)\W+(?:which|what|whom|where)\b")
_AGENT = re.compile(r"[eo]rs?$")
_STRANDED = re.compile(r"\b(from|to|in|at|on|by|with|for|of)\W*$")


class NewLink(NamedTuple):
    """A way to a new `variable` from `source`: what other trees say of it, too, and its features.

    `path`: the variable where it leaves what is there, the steps left, whether the first is denied.
    """

    shared: Weighed
    features: dict[str, float]
    source: int
    variable: int
    path: tuple[int, Hops, bool]


class LinkSteps:
    """Links over one lattice, scored by `weights`."""

    def __init__(self, lattice: Lattice, weights: Mapping[str, float]) -> None:
        self.lattice, self.weights = lattice, weights
        self._plain: dict[str, bool] = {}
        self._over: dict[tuple[int, int], bool] = {}
        self._joins: dict[tuple[str, str], tuple[float, float]] = {}
        self._between: dict[tuple[int, int], tuple[str, frozenset[str]]] = {}
        self._ways_between: dict[tuple[str, str, str], list[Hops]] = {}
        self._typed_hops: dict[tuple[str, str], list[SchemaHop]] = {}
        self._weighed_ways: dict[tuple[Any, ...], Weighed] = {}
        self._rare: dict[tuple[str, str, str], float] = {}
        self.schema: GraphSchema = lattice.schema
        text = lattice.text.casefold()
        self._ends = {said[1] for said in (_FRONTED.match(text), _STRANDED.search(text)) if said}

    def _condition(self, variable: int, item: Item, denied: bool) -> ValueCondition:
        meaning = item.meaning
        assert meaning is not None
        return ValueCondition(
            Owner(variable),
            meaning.property,
            tuple(meaning.values),
            denied,
            item.start,
            meaning.is_name,
            meaning.besides,
        )

    def _with_typed(
        self, tree: ReadingTree, verb: PendingVerb, number: int
    ) -> tuple[ValueCondition, ...]:
        if verb.typed is None:
            return tree.conditions
        name, text = verb.typed
        own = ValueCondition(Owner(number, True), name, (text,), False, verb.at, False)
        return (*tree.conditions, own)

    def _linked(self, tree: ReadingTree, place: int, label: str) -> Iterator[NewLink]:
        """Yield a new variable of a label, linked to one that is there, by every way."""
        verb = tree.verb
        sources = dict.fromkeys(
            ([verb.subject] if verb else [])
            + [tree.focus, tree.subject, 0, *range(len(tree.labels))]
        )
        for source in list(sources)[:5]:
            for way in self._routes(tree.labels[source], label, verb.type if verb else ""):
                yield self._along(tree, place, source, way)

    def _routes(self, start: str, label: str, type: str) -> Sequence[Hops]:
        """Return the ways from a label to another, by way of a type, too, where one is said."""
        asked = start, label, type
        if asked not in self._ways_between:
            self._ways_between[asked] = [*map(tuple, self._new_routes(*asked))]
        return self._ways_between[asked]

    def _new_routes(self, start: str, label: str, type: str) -> Iterator[Sequence[SchemaHop]]:
        direct = [h for h in self.schema.hops.get(start, ()) if h.label == label]
        yield from ([h] for h in direct[:8])
        if type:
            for hop in self.schema.hops.get(start, ()):
                if hop.type == type and hop.label != label:
                    for way in self.schema.routes(hop.label).get(label, ())[:3]:
                        yield [hop, *way]
        if start == label:
            if _SHARED.search(self.lattice.text.casefold()):
                for hop in self.schema.hops.get(start, ())[:8]:
                    back = [
                        h
                        for h in self.schema.hops.get(hop.label, ())
                        if h.label == label and h.type == hop.type and h.outgoing != hop.outgoing
                    ]
                    yield from ([hop, h] for h in back[:1])
        elif not direct:
            yield from self.schema.routes(start).get(label, ())[:4]

    def _along(self, tree: ReadingTree, place: int, source: int, way: Hops) -> NewLink:
        """Return what a way from a variable says, and where it leaves what is there."""
        verb, said = tree.verb, _says(tree, way)
        at, left = self._walked(tree, source, way)
        features = {"link:reused": 1.0} if len(left) < len(way) else {}
        for hop in left if said else ():
            if verb and hop.type == verb.type:
                features |= self._direction(hop.type, hop.outgoing, verb)
        denied = tree.denied >= 0 or bool(verb and verb.negated and said)
        if denied:
            features["denied:link"] = 1.0
        # Only the first step of a way is denied, and that may be there already.
        negated = denied and len(left) == len(way)
        shared = self._of_way(tree, place, source, way)
        return NewLink(
            shared, features, source, len(tree.labels) + len(left) - 1, (at, left, negated)
        )

    def _walked(self, tree: ReadingTree, source: int, way: Hops) -> tuple[int, Hops]:
        """Return the variable that links which are there lead to on a way, and the steps left."""
        at = source
        for number, hop in enumerate(way[:-1]):
            reached = self._reached(tree, at, hop)
            if reached is None:
                return at, way[number:]
            at = reached
        return at, way[-1:]

    def _led(self, tree: ReadingTree, place: int, new: NewLink) -> dict[str, Any]:
        """Return what a new link changes of a tree."""
        at, left, negated = new.path
        verb, labels, links = tree.verb, list(tree.labels), list(tree.links)
        conditions = tree.conditions
        for number, hop in enumerate(left):
            labels.append(hop.label)
            far = len(labels) - 1
            ends = (at, far) if hop.outgoing else (far, at)
            spoken = verb is not None and hop.type == verb.type
            if verb is not None and spoken:
                conditions = self._with_typed(tree, verb, len(links))
            at_word = verb.at if verb is not None and spoken else -1
            links.append(TreeLink(hop.type, *ends, negated and number == 0, spoken, at_word))
            at = far
        return {
            "labels": tuple(labels),
            "said": (*tree.said, *[-1] * (len(left) - 1), place),
            "links": tuple(links),
            "focus": at,
            "verb": None if "link:said" in new.shared.features else verb,
            "denied": -1,
            "conditions": conditions,
        }

    def _of_way(self, tree: ReadingTree, place: int, source: int, way: Hops) -> Weighed:
        """Say how well the words before a place say a way that leads to it.

        What other trees say of it by the same words is kept.
        """
        verb = tree.verb
        subject = verb is not None and source == verb.subject
        last = tree.last.end if tree.last else 0
        asked = (tree.role(source), not source, tree.labels[source], way, last, place)
        asked += (verb.type if verb else "", subject)
        if asked not in self._weighed_ways:
            features = self._way_features(tree, place, source, way)
            self._weighed_ways[asked] = Weighed(features, weighed(features, self.weights))
        return self._weighed_ways[asked]

    def _way_features(
        self, tree: ReadingTree, place: int, source: int, way: Hops
    ) -> dict[str, float]:
        """Return the features of a way that only the words before a place make.

        All that they depend on must be in what `_of_way` keeps them by.
        """
        verb, said, before = tree.verb, _says(tree, way), self._before(tree, place)
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

    def _hops_of(self, label: str, type: str) -> Sequence[SchemaHop]:
        """Return the steps of a type that lead from a label."""
        if (label, type) not in self._typed_hops:
            hops = self.schema.hops.get(label, ())
            self._typed_hops[label, type] = [h for h in hops if h.type == type]
        return self._typed_hops[label, type]

    def _reached(self, tree: ReadingTree, at: int, hop: SchemaHop) -> int | None:
        for link in tree.links:
            near, far = (link.source, link.target) if hop.outgoing else (link.target, link.source)
            if near == at and link.type == hop.type and not link.negated:
                return far
        return None

    def _direction(self, type: str, away: bool, verb: PendingVerb) -> dict[str, float]:
        """Say whether a link leads as its verb's voice says, where the schema leaves it open.

        `away`: from the verb's subject to what it leads to.
        """
        ends = self.schema.ends.get(type, ())
        if not any((b, a) in ends for a, b in ends):
            return {}
        agrees = away == (verb.passive == is_named_passive(type))
        words = plain_words(type).split()
        # Who has a parent is at the other end than who is a subsidiary of one.
        named = "has" if words[0] in ("has", "is") else "role" if words[-1] == "of" else "verb"
        if named == "verb" and _AGENT.search(self.lattice.words[verb.at].text.casefold()):
            named = "agent"  # Who has followers is followed.
        of = ":of" * verb.of
        return {f"direction:{named}{of}:{'agrees' if agrees else 'not'}": 1.0}

    def _before(self, tree: ReadingTree, place: int) -> str:
        """Name what stands between the last item and a word: of, by, and, or, that, in, none."""
        return self._said_between(tree.last.end if tree.last else 0, place)[0]

    def _said_between(self, start: int, place: int) -> tuple[str, frozenset[str]]:
        """Return the kind of what stands between two words, and its words."""
        if (start, place) not in self._between:
            between = self.lattice.between(start, place)
            self._between[start, place] = _kind_of(between), frozenset(between.split())
        return self._between[start, place]


def _says(tree: ReadingTree, way: Sequence[SchemaHop]) -> bool:
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

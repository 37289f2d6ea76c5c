"""How a new variable is linked to what is there: every way that the schema allows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from steiner.algebra import Owner
from steiner.algebra.schema.graph_schema import SchemaHop
from steiner.query.composing.trees.tree import (
    PendingVerb,
    ReadingTree,
    ValueCondition,
    Weighed,
)
from steiner.query.composing.trees.way_words import Hops, WayWords
from steiner.query.composing.words.lattice import Lattice
from steiner.query.composing.words.word_items import Item
from steiner.query.english.irregular_forms import singulars
from steiner.query.naming.schema.schema_mentions import is_deed
from steiner.query.naming.schema_words import base
from steiner.query.naming.verbs.voice import is_named_passive
from steiner.text import plain_words

_SHARED = re.compile(r"\b(?:same|shares?|sharing|shared|together|co|co-\w+|with|alongside|other)\b")
_OPEN = re.compile(r"\W+(?:relation(?:ship)?s?|ties|links?|connections?)\b", re.IGNORECASE)
_AGENT = re.compile(r"[eo]rs?$")
_MOST_THROUGH = 8
"""Ways over one thing between two labels that are looked at, of which a hub has thousands."""


class NewLink(NamedTuple):
    """A way to a new `variable` from `source`: what other trees say of it, too, and its features.

    `path`: the variable where it leaves what is there, the steps left, whether the first is denied.
    """

    shared: Weighed
    features: dict[str, float]
    source: int
    variable: int
    path: tuple[int, Hops, bool]


class LinkSteps(WayWords):
    """Links over one lattice, scored by `weights`."""

    def __init__(self, lattice: Lattice, weights: Mapping[str, float]) -> None:
        super().__init__(lattice, weights)
        self._ways_between: dict[tuple[str, str, str], list[Hops]] = {}
        self._typed_hops: dict[tuple[str, str], list[SchemaHop]] = {}
        self._joining_hops: dict[tuple[str, str], list[SchemaHop]] = {}
        self._typed_ways: dict[tuple[str, str], list[Hops]] = {}

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
            known = self._weighed_ways(tree, place, source)
            for way in self._routes(tree.labels[source], label, verb.type if verb else ""):
                if way not in known:
                    known[way] = self._weighed_way(tree, place, source, way)
                yield self._along(tree, source, way, known[way])

    def _routes(self, start: str, label: str, type: str) -> Sequence[Hops]:
        """Return the ways from a label to another, by way of a type, too, where one is said."""
        asked = start, label, type
        if asked not in self._ways_between:
            self._ways_between[asked] = [*map(tuple, self._new_routes(*asked))]
        return self._ways_between[asked]

    def _new_routes(self, start: str, label: str, type: str) -> Iterator[Sequence[SchemaHop]]:
        direct = self._hops_to(start, label)
        yield from ([h] for h in direct[:8])
        if type:
            for hop in self.schema.hops.get(start, ()):
                if hop.type == type and hop.label != label:
                    for way in self.schema.routes(hop.label).get(label, ())[:3]:
                        yield [hop, *way]
            if direct:
                yield from (w for w in self._ways_to(start, type) if w[1:] and w[-1].label == label)
        if direct or start == label:
            yield from islice(self._through(start, label), _MOST_THROUGH)
        if start == label:
            if _SHARED.search(self.lattice.text.casefold()):
                for hop in self.schema.hops.get(start, ())[:8]:
                    wanted = hop.type, not hop.outgoing
                    further = self._hops_to(hop.label, label)
                    back = [h for h in further if (h.type, h.outgoing) == wanted]
                    yield from ([hop, h] for h in back[:1])
        elif not direct:
            yield from self.schema.routes(start).get(label, ())[:4]

    def _through(self, start: str, label: str) -> Iterator[Sequence[SchemaHop]]:
        """Yield ways over one thing that words say, or by a type that they do.

        Posts of Ann mention Bob; what Bob bought his orders contain. The shortest ways have those
        where none is shorter.
        """
        types, nouns = self.lattice.types, self.lattice.nouns
        for hop in self.schema.hops.get(start, ()) if types or nouns else ():
            if hop.label in nouns or hop.type in types:
                further = self._hops_to(hop.label, label)
            else:
                spoken = (h for type in sorted(types) for h in self._hops_of(hop.label, type))
                further = [h for h in spoken if h.label == label]
            yield from ([hop, on] for on in further if on.type != hop.type)

    def _hops_to(self, start: str, label: str) -> Sequence[SchemaHop]:
        """Return the steps from a label to another."""
        if (start, label) not in self._joining_hops:
            hops = self.schema.hops.get(start, ())
            self._joining_hops[start, label] = [h for h in hops if h.label == label]
        return self._joining_hops[start, label]

    def _along(self, tree: ReadingTree, source: int, way: Hops, shared: Weighed) -> NewLink:
        """Return what a way from a variable says, and where it leaves what is there."""
        verb, said = tree.verb, "link:said" in shared.features
        at, left = self._walked(tree, source, way) if len(way) > 1 else (source, way)
        features = {"link:reused": 1.0} if len(left) < len(way) else {}
        for hop in left if said else ():
            if verb and hop.type == verb.type:
                features |= self._direction(hop.type, hop.outgoing, verb)
        denied = tree.denied >= 0 or bool(verb and verb.negated and said)
        if denied:
            features["denied:link"] = 1.0
        # Only the first step of a way is denied, and that may be there already.
        path = at, left, denied and len(left) == len(way)
        return NewLink(shared, features, source, len(tree.labels) + len(left) - 1, path)

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
        verb, led = tree.verb, tree.led_along(at, left, place, negated=negated)
        conditions = tree.conditions
        for number in range(len(tree.links), len(led.links)):
            if verb is not None and led.links[number].said:
                conditions = self._with_typed(tree, verb, number)
        return {
            "labels": led.labels,
            "said": led.said,
            "links": led.links,
            "focus": len(led.labels) - 1,
            "verb": None if "link:said" in new.shared.features else verb,
            "denied": -1,
            "conditions": conditions,
        }

    def _hops_of(self, label: str, type: str) -> Sequence[SchemaHop]:
        """Return the steps of a type that lead from a label."""
        if (label, type) not in self._typed_hops:
            hops = self.schema.hops.get(label, ())
            self._typed_hops[label, type] = [h for h in hops if h.type == type]
        return self._typed_hops[label, type]

    def _ways_to(self, label: str, type: str) -> Sequence[Hops]:
        """Return the steps of a type from a label, or the ways that lead to them over one other.

        Users answer what their answers do.
        """
        asked = label, type
        if asked not in self._typed_ways:
            direct: list[Hops] = [(hop,) for hop in self._hops_of(label, type)]
            near = [] if direct else self.schema.hops.get(label, ())
            over: list[Hops] = [(h, on) for h in near for on in self._hops_of(h.label, type)]
            self._typed_ways[asked] = direct or over[:4]
        return self._typed_ways[asked]

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
        said = self.lattice.words[verb.at].text.isupper()  # "In MEETS relationships" is the type's.
        if not said and _OPEN.match(self.lattice.text, self.lattice.words[verb.end - 1].end):
            return {"direction:open": 1.0}  # Who has a relationship with whom, nobody says.
        agrees = away == (verb.passive == is_named_passive(type))
        words = plain_words(type).split()
        # Who has a parent is at the other end than who is a subsidiary of one.
        named = "has" if words[0] in ("has", "is") else "role" if words[-1] == "of" else "verb"
        if named == "verb":
            named = _noun_of(self.lattice.words[verb.at].text.casefold(), words)
        of = ":of" * verb.of
        return {f"direction:{named}{of}:{'agrees' if agrees else 'not'}": 1.0}


def _noun_of(said: str, type: Sequence[str]) -> str:
    """Name what a word is of a type's words: itself, a deed, an agent, else a verb.

    "The mentor of Ann", of MENTOR, is whom it leads to; "the dependencies of North" are what North
    depends on; who has followers is followed.
    """
    if said in (type[-1], f"{type[-1]}s") and not singulars(type[-1]):
        return "itself"
    if singulars(said) and is_deed(base(said), base(type[0])):
        return "deed"
    return "agent" if _AGENT.search(said) else "verb"

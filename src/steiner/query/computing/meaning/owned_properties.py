"""Which property words mean, and whose: of what is there, else of what can be reached."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from steiner.algebra import Owner, PropertyOf
from steiner.algebra.graph_schema import TEMPORAL
from steiner.query.building.query_graph import EITHER
from steiner.query.computing.meaning.places import NUMERIC, Places, filled
from steiner.query.naming.schema_words import Element, SchemaMention, base
from steiner.text import STOP_WORDS, plain_words

_COSTS = re.compile(r"costs?|costing", re.IGNORECASE)
_ARE = re.compile(
    r"\W*(?:which|what|how\s+many)\b(?!.*\bwhose\b).*(?<!\bthat\s)(?<!\bwhich\s)(?<!\bwho\s)"
    r"\b(?:is|are|was|were)\s+(?:not\s+)?",
    re.IGNORECASE,
)
_HEAD = re.compile(r"\s(?P<head>[a-z]+)\s+(?:(?:of|is|was|are|were)\s+)?$")
"""The head of a compound that a property begins: "star rating of 5", "community number of 7"."""


class OwnedProperties(Places):
    """Which property of which variable or link a word means, also of what it leads to."""

    def owned(self, mention: SchemaMention, numeric: bool = False) -> PropertyOf | None:
        """Return the property that a mention means: of what is there, else of what can be reached.

        With `numeric` text properties are passed over.
        """
        options = mention.of_kind("property")
        if numeric:
            options = [
                e for e in options if self.schema_of(e).kind in (*NUMERIC, *TEMPORAL, "list")
            ]
        owned = [(owner, e) for e in options for owner in self.owners(e)]
        if owned:
            before = self.place_before(mention.start)
            far = self.far(before)  # "a subsidiary with a revenue of": the subsidiary's.
            itself = self.built.places.get((mention.start, mention.end))  # "In zone 4": the zone's.
            near = (itself, Owner(0)) if self._is_said_of_root(mention) else (itself, before, far)
            owner, element = min(
                owned, key=lambda p: (*(p[0] != own for own in near), p[0].is_link, p[0].number)
            )
            return PropertyOf(owner, element.name, self.schema_of(element).kind)
        if other := self._priced(mention) or self._called(mention):
            return other
        order = {e: (not self._holds(e, mention), self._distance(e)) for e in options}
        tied = [e for e in options if order[e] == min(order.values()) and not e.on_type]
        for element in sorted(options, key=lambda e: order[e]):
            # "The total capacity per operator": of lines or of plants?
            either = len({e.of for e in tied}) > 1 and bool(self.built.labels)
            self.built.guesses += EITHER * either
            tied = []
            doubted = self._is_beside(mention) and not self._is_done(element, mention)
            self.built.guesses += EITHER * doubted
            owner_or_none = self.reached(element, self.place_before(mention.start))
            if owner_or_none is not None:
                return PropertyOf(owner_or_none, element.name, self.schema_of(element).kind)
        return None

    def _is_said_of_root(self, mention: SchemaMention) -> bool:
        """Say whether what is asked for is what a word says, behind a deed of nobody named.

        "Which parts with no repairs are broken": no repairs are.
        """
        before, places = self.place_before(mention.start), self.built.places.values()
        of_deed = before is not None and before.is_link and self.far(before) not in places
        return of_deed and bool(_ARE.fullmatch(self.text[: mention.start]))

    def property_before(self, position: int, numeric: bool, far: bool = False) -> PropertyOf | None:
        near = [m for m in self.properties() if m.end <= position]
        for mention in reversed(near[-2:]):
            between = self.text[mention.end : position]
            named = not numeric and self._is_named(mention.end, position)
            said = len(between.split()) > 4 or named
            if filled(between) or self._is_compound(mention, position) or (far and not said):
                owned = self.owned(mention, numeric)
                if owned:
                    self.use(mention)
                    return owned
        return None

    def property_behind(
        self, position: int, numeric: bool = False, close: bool = False, far: bool = False
    ) -> PropertyOf | None:
        """Return the property behind a place, small words between.

        `close`: none between; `far`: one more word: "a 'Dark' review summary".
        """
        for mention in self.properties():
            if mention.start >= position:
                between = self.said_between(position, mention)
                beside = far and len(between.split()) <= 1
                if beside or (not between.strip() if close else filled(between)):
                    owned = self.owned(mention, numeric)
                    if owned:
                        self.use(mention)
                    return owned
                return None
        return None

    def owners(self, element: Element) -> Iterator[Owner]:
        """Yield the variables and links that have a property, the root first."""
        if element.on_type:
            for i, link in enumerate(self.built.links):
                if element.of in link.types:
                    yield Owner(i, True)
            return
        for i, label in enumerate(self.built.labels):
            if label == element.of:
                yield Owner(i)

    def reached(self, element: Element, near: Owner | None = None) -> Owner | None:
        built = self.built
        if not built.labels:
            if element.on_type:
                return None
            built.build([], element.of)
            return Owner(0)
        if not element.on_type:
            before = built.current
            ok = built.reach(element.of, False)
            owner, built.current = Owner(built.current), before
            return owner if ok else None
        if narrowed := self._narrowed(element):
            return narrowed
        built.guesses += EITHER * self._is_said_otherwise(element.of)
        first = [near.number] if near and not near.is_link else []
        before, known = built.current, [*first, *range(len(built.labels))]
        for at in chain(dict.fromkeys(known), self._far_end(element.of)):
            hop = built.hop(at, element.of, "")
            if hop:
                number = built.link(at, hop, False)
                built.current = before
                return Owner(number, True)
        return None

    def _distance(self, element: Element) -> float:
        """Return how many steps away what has a property is from what is there.

        A relationship is half a step beyond its nearer end: of a category, the price of its
        products is nearer than what they were ordered for.
        """
        schema, beyond, ends = self.built.schema, 0.0, {element.of}
        if element.on_type:
            beyond, ends = 0.5, {end for pair in schema.ends.get(element.of, ()) for end in pair}
        ways = [schema.routes(own).get(end) for own in self.built.labels for end in ends]
        return min((len(way[0]) + beyond for way in ways if way), default=0.0)

    def _priced(self, mention: SchemaMention) -> PropertyOf | None:
        """Return the price of what "parts cost less than 500" says that it costs."""
        before = self.far(self.place_before(mention.start))
        if before is None or _COSTS.fullmatch(self.text[mention.start : mention.end]) is None:
            return None
        own = [p for p in self.properties_of(before) if "price" in plain_words(p.name).split()]
        numeric = [p for p in own if p.kind in NUMERIC]
        return PropertyOf(before, numeric[0].name, numeric[0].kind) if len(numeric) == 1 else None

    def _called(self, mention: SchemaMention) -> PropertyOf | None:
        """Return what a thing is called by, where "name" is no property of its own: a title."""
        before = self.far(self.place_before(mention.start))
        said = self.text[mention.start : mention.end].casefold() in ("name", "names")
        if before is None or not said:
            return None
        name = self.built.schema.names.get(self.built.labels[before.number])
        return PropertyOf(before, name) if name else None

    def _is_done(self, element: Element, mention: SchemaMention) -> bool:
        """Say whether a verb names the day, or the like, of what was done: "members elected"."""
        verb = base(self.text[mention.start : mention.end].split()[0].casefold())
        alone = len(mention.of_kind("property")) == 1 and element.on_type
        at_root = self.built.labels and self.built.hop(0, element.of, "")
        return bool(alone and at_root) and verb == base(plain_words(element.name).split()[0])

    def _is_beside(self, mention: SchemaMention) -> bool:
        """Say whether a property that it has not stands right behind what is asked for."""
        places = self.built.places.items()
        return any(o == Owner(0) and mention.start - end == 1 for (_, end), o in places)

    def _holds(self, element: Element, mention: SchemaMention) -> bool:
        """Say whether the number right behind "in book 3" is among a property's."""
        number = re.match(r"\W*(\d+)\b", self.text[mention.end :])
        own = self.schema_of(element)
        return number is not None and own.least <= float(number[1]) <= own.most

    def _narrowed(self, element: Element) -> Owner | None:
        """Take a relationship as one of a longer name that has a property: INTERACTS, INTERACTS3.

        "Interact in book 3 with a weight over 50" is one relationship, of which both are said.
        """
        built = self.built
        for number, link in enumerate(built.links):
            (type, *others), longer = link.types, built.schema.types.get(element.of, {})
            own = [b.property.name for b in built.bounds if b.property.owner == Owner(number, True)]
            same_ends = built.schema.ends.get(type) == built.schema.ends.get(element.of)
            if not others and element.of.startswith(type) and same_ends and {*own} <= {*longer}:
                built.links[number] = replace(link, types=(element.of,))
                return Owner(number, True)
        return None

    def _far_end(self, type: str) -> Iterator[int]:
        """Yield the variable of the nearer end of a relationship that nothing there has.

        "The average majority per party": of the seats of its members.
        """
        built = self.built
        ends = {label for pair in built.schema.ends.get(type, ()) for label in pair}
        ways = [
            (len(ways[0]), label)
            for own in built.labels
            for label, ways in built.schema.routes(own).items()
            if label in ends and ways
        ]
        if ways:
            nearest = min(ways)
            built.guesses += EITHER * (sum(way[0] == nearest[0] for way in ways) > 1)
            if built.reach(nearest[1], False):
                yield built.current

    def _is_said_otherwise(self, type: str) -> bool:
        """Say whether another type between the same labels was said: sold, of what one signed."""
        ends = {*map(frozenset, self.built.schema.ends.get(type, ()))}
        joined = (
            frozenset((self.built.labels[k.source], self.built.labels[k.target]))
            for k in self.built.links
        )
        return bool(ends & {*joined})

    def _is_compound(self, mention: SchemaMention, position: int) -> bool:
        """Say whether one more noun ends what a property begins: "a star rating of 5"."""
        head = _HEAD.match(self.text[mention.end : position])
        read = {m.start for m in self.mentions} | {start for start, _ in self.built.places}
        return head is not None and head["head"] not in STOP_WORDS and mention.end + 1 not in read

    def _is_named(self, start: int, end: int) -> bool:
        """Say whether a node is spoken of between two places: "names of shops on 'Main St'"."""
        return any(start <= a < end and not o.is_link for (a, _), o in self.built.places.items())

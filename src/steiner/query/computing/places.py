"""Where words stand for variables, links and properties."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain

from steiner.algebra import Owner, PropertyOf
from steiner.graph_schema import PropertySchema
from steiner.query.building.query_graph import EITHER
from steiner.query.building.structure import Structure
from steiner.query.english.cues import Cue
from steiner.query.naming.schema_words import Element, SchemaMention, base, schema_of
from steiner.text import STOP_WORDS, plain_words

TEMPORAL = ("date", "date as text")
NUMERIC = ("number", "number as text")
PARTICIPLE = re.compile(r"\b\w+(?:ed|en)\b")
NAMED = 0.7
"""Least score of words that name a property whose values are counted."""
_COSTS = re.compile(r"costs?|costing", re.IGNORECASE)
_HEAD = re.compile(r"\s(?P<head>[a-z]+)\s+(?:of|is|was|are|were)\s+$")
"""The head of a compound that a property begins: "star rating of 5", "community number of 7"."""
_FILLER = re.compile(r"^\W*(?:(?:the|their|its|his|her|a|an|of|is|are|was|were|has|have|had|"
                     r"that|with|value|"
                     r"level|length|count|cost|year|date|in|on|as|to|be|been|charge|charges|amount|"
                     r"rate|listed|both|at|applied|being|total|timestamp)\W+|\W)*$",
                     re.IGNORECASE)  # fmt: skip


def filled(between: str) -> bool:
    """Say whether a text between a property and its value says nothing of its own."""
    return bool(_FILLER.match(between))


@dataclass
class Places:
    """Where the words of a question stand for what was built, and which property they mean."""

    built: Structure
    mentions: Sequence[SchemaMention]
    cues: Sequence[Cue]
    consumed: set[int] = field(default_factory=set)
    flags: set[int] = field(default_factory=set)

    @property
    def text(self) -> str:
        return self.built.text

    def properties(self) -> list[SchemaMention]:
        return [m for m in self.mentions if m.of_kind("property")]

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
            near = (itself, before, far)
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

    def _distance(self, element: Element) -> int:
        """Return how many steps away what has a property is from what is there."""
        routes = (self.built.schema.routes(own).get(element.of) for own in self.built.labels)
        return min((len(ways[0]) for ways in routes if ways), default=0)

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

    @property
    def node_owners(self) -> list[Owner]:
        """The variables of nodes, what is asked for first."""
        return [Owner(i) for i in range(len(self.built.labels))]

    @property
    def link_owners(self) -> list[Owner]:
        """The variables of relationships."""
        return [Owner(i, True) for i in range(len(self.built.links))]

    def of_kinds(self, owners: Sequence[Owner], kinds: Collection[str]) -> list[PropertyOf]:
        """Return the properties of these kinds that variables have, in their order."""
        return [
            PropertyOf(owner, p.name, p.kind)
            for owner in owners
            for p in self.properties_of(owner)
            if p.kind in kinds
        ]

    def is_begun_by_verb(self, name: str) -> bool:
        """Say whether a past participle begins as a name does: "shipped" for shippedDate."""
        ends = (verb.end() for verb in PARTICIPLE.finditer(self.text))
        return any(self.hint(name, end) == 4 for end in ends)

    def properties_of(self, owner: Owner) -> list[PropertySchema]:
        """Return the properties of a variable's label or a link's type."""
        schema, built = self.built.schema, self.built
        if owner.is_link:
            return list(schema.types.get(built.links[owner.number].types[0], {}).values())
        return list(schema.labels.get(built.labels[owner.number], {}).values())

    def only_day(self, owner: Owner) -> PropertyOf | None:
        """Return the day or year of a variable or link that has but one."""
        own = [
            PropertyOf(owner, p.name, p.kind)
            for p in self.properties_of(owner)
            if p.kind in TEMPORAL or (p.kind == "number" and p.tells_time)
        ]
        return own[0] if len(own) == 1 else None

    def is_denied(self, start: int) -> bool:
        """Say whether "not" stands right before a comparison."""
        return any(0 <= start - cue.end < 12 for cue in self.kinds("not"))

    def schema_of(self, element: Element) -> PropertySchema:
        return schema_of(self.built.schema, element)

    def place_before(self, position: int) -> Owner | None:
        spans = [(end, owner) for (_, end), owner in self.built.places.items() if end <= position]
        return max(spans, key=lambda pair: pair[0])[1] if spans else None

    def far(self, owner: Owner | None) -> Owner | None:
        """Return the variable that a link leads to; a variable as it is."""
        return Owner(self.built.far(owner.number)) if owner and owner.is_link else owner

    def countable_behind(self, position: int) -> Owner | None:
        """Return the noun or verb that stands right behind a position."""
        for (start, _), owner in sorted(self.built.places.items()):
            between = self.between(position, start) if start >= position else None
            if between is not None:
                close = re.fullmatch(
                    r"\W*(?:(?:the|of|different|distinct|unique|diverse|varied|other|such|total|number|"
                    r"(?:range|variety|set|selection|mix|array|collection)\W+of)\W+)*",
                    between,
                    re.IGNORECASE,
                )
                return owner if close else None
        return None

    def between(self, start: int, end: int) -> str:
        """Return the text between two places, without what only describes the noun behind it.

        Flags, "the most discontinued", the first words of a compound, "product categories", and
        conditions, "the most 5-star reviews".
        """
        said = [m for m in self.mentions if m.start in {*self.flags, *self.consumed}]
        spans = [(m.start, m.end) for m in [*said, *(m for m in self.mentions if not m.elements)]]
        spans += [(c.start, c.end) for c in self.cues if (c.start, c.end) in self.built.used]
        inside = [(a, b) for a, b in spans if start <= a and b <= end]
        return "".join(
            self.text[at] for at in range(start, end) if not any(a <= at < b for a, b in inside)
        )

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

    def _is_compound(self, mention: SchemaMention, position: int) -> bool:
        """Say whether one more noun ends what a property begins: "a star rating of 5"."""
        head = _HEAD.match(self.text[mention.end : position])
        read = {m.start for m in self.mentions} | {start for start, _ in self.built.places}
        return head is not None and head["head"] not in STOP_WORDS and mention.end + 1 not in read

    def _is_named(self, start: int, end: int) -> bool:
        """Say whether a node is spoken of between two places: "names of shops on 'Main St'"."""
        return any(start <= a < end and not o.is_link for (a, _), o in self.built.places.items())

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

    def said_between(self, position: int, mention: SchemaMention) -> str:
        """Return the text before a property without its relationship: "the INTERACTS weight"."""
        text = self.text[position : mention.start]
        owners = {element.of for element in mention.of_kind("property") if element.on_type}
        for other in self.mentions:
            named = {element.name for element in other.of_kind("type")}
            if position <= other.start and other.end <= mention.start and named & owners:
                text = text.replace(self.text[other.start : other.end], "")
        return re.sub(r"\brelationships?\b", "", text)

    def use(self, mention: SchemaMention) -> None:
        self.consumed.add(mention.start)
        self.built.used.append((mention.start, mention.end))

    def hinted_by(self, name: str, position: int) -> bool:
        """Say whether a word right before a place begins as a name does: "required in 1997"."""
        return self.hint(name, position) > 0

    def hint(self, name: str, position: int) -> int:
        """Return 4 where the last word before a place begins as a name does, 0 from the fifth."""
        first = plain_words(name).split()[0]
        # "In zone 3 with more than 16": the first number is the zone's.
        before = re.findall(r"[^\W\d]\w*|\d+", self.text[:position].casefold())[-4:]
        numbers = [place for place, word in enumerate(before) if word.isdigit()]
        before = before[numbers[-1] + 1 :] if numbers else before
        least = max(5, len(first) - 3)  # "Incorporated" and "incorporation" share ten letters.
        long = len(first) >= 4
        same = [
            base(w) == base(first) or (long and (w.startswith(first) or w[:least] == first[:least]))
            for w in before
        ]
        hits = [len(before) - place for place, hit in enumerate(same) if hit]
        return 5 - min(hits) if hits and first not in STOP_WORDS else 0

    def bounds(self, start: int, end: int) -> bool:
        """Say whether a span is a cue that compares a number."""
        return any((c.start, c.end) == (start, end) for c in self.kinds("bound", "number"))

    def year_of(self, position: int) -> PropertyOf | None:
        """Return the year, or the year of the day, by which the rows before a place are grouped."""
        own = self.properties_of(Owner(0)) if self.built.labels else []
        times = [p for p in own if p.kind in TEMPORAL or (p.kind == "number" and p.tells_time)]
        hinted = [p for p in times if self.hinted_by(p.name, position)] or times
        if len(hinted) != 1:
            return None
        return PropertyOf(
            Owner(0), hinted[0].name, "number" if hinted[0].kind == "number" else "year"
        )

    def kinds(self, *kinds: str) -> list[Cue]:
        return [cue for cue in self.cues if cue.kind in kinds]

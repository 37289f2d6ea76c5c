"""Which property words mean, and whose: of what is there, else of what can be reached."""

from __future__ import annotations

import re
from collections.abc import Iterator

from steiner.algebra import Owner, PropertyOf
from steiner.algebra.schema.graph_schema import TEMPORAL
from steiner.algebra.terms import is_one
from steiner.query.building.query_graph import EITHER
from steiner.query.computing.meaning.places import NUMERIC, Places, filled
from steiner.query.naming.schema_words import Element, SchemaMention

_ARE = re.compile(
    r"\W*(?:which|what|how\s+many)\b(?!.*\bwhose\b).*(?<!\bthat\s)(?<!\bwhich\s)(?<!\bwho\s)"
    r"\b(?:is|are|was|were)\s+(?:not\s+)?",
    re.IGNORECASE,
)


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
        # "Who of those that report to Ann has the highest salary": one of them, not Ann.
        owned = [(owner, e) for owner, e in owned if not self._is_one(owner)] or owned
        if owned:
            before = self.place_before(mention.start)
            far = self.far(before)  # "a subsidiary with a revenue of": the subsidiary's.
            itself = self.built.places.get((mention.start, mention.end))  # "In zone 4": the zone's.
            near = (itself, Owner(0)) if self._is_said_of_root(mention) else (itself, before, far)
            owner, element = min(
                owned, key=lambda p: (*(p[0] != own for own in near), p[0].is_link, p[0].number)
            )
            return PropertyOf(owner, element.name, self.schema_of(element).kind)
        tied = [e for e in options if not e.on_type]
        for element in options:
            # "The total capacity per operator": of lines or of plants?
            either = len({e.of for e in tied}) > 1 and bool(self.built.labels)
            self.built.guesses += EITHER * either
            tied = []
            owner_or_none = self.reached(element, self.place_before(mention.start))
            if owner_or_none is not None:
                return PropertyOf(owner_or_none, element.name, self.schema_of(element).kind)
        return None

    def _is_one(self, owner: Owner) -> bool:
        """Say whether a variable stands for one thing by its name, and is not what is asked for."""
        if owner.is_link or owner == Owner(0):
            return False
        name = self.built.schema.names.get(self.built.labels[owner.number])
        return is_one(owner, name, self.built.bounds)

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
            if filled(between) or (far and len(between.split()) <= 4):
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
        first = [near.number] if near and not near.is_link else []
        before, known = built.current, [*first, *range(len(built.labels))]
        for at in dict.fromkeys(known):
            hop = built.hop(at, element.of, "")
            if hop:
                number = built.link(at, hop, False)
                built.current = before
                return Owner(number, True)
        return None

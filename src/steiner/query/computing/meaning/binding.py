"""What a question computes so far, and what can be counted."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from steiner.algebra import Measure, Ordering, Owner, PropertyOf
from steiner.algebra.schema.graph_schema import TEMPORAL
from steiner.query.computing.meaning.owned_properties import OwnedProperties
from steiner.query.computing.meaning.places import NAMED, NUMERIC
from steiner.query.english.cues import Cue
from steiner.query.english.degrees import DIMENSIONS, FAR
from steiner.query.english.irregular_forms import singulars
from steiner.query.naming.schema_words import SchemaMention, is_key
from steiner.query.naming.values.typed_values import TypedValue
from steiner.text import plain_words

_WHICH_NOUN = re.compile(
    r"\W*(?:which|what)\W+(?:\w+\W+)??([a-z]+)\W+(?:do|does|did|has|have|is|are)\b", re.I
)
_HAS = re.compile(r"\W*(?:with|having|that|which|who)\b", re.IGNORECASE)
"""Behind a thing of which something is counted."""
_ALSO = {
    "price": ("cost", "costs", "fee", "fees"),
    "length": ("duration", "runtime", "pages", *FAR),
    "size": ("area", "capacity", "population", "amount", "total"),
}
"""Other words for what an adjective measures: what is expensive has a price, or costs much."""
_WHEN = re.compile(r"\W*when\b", re.IGNORECASE)
_ONE_DOES = re.compile(r"\s+(?:has|is|was|does)\b", re.IGNORECASE)
_HOW_MUCH = re.compile(rf"\W*(?:for\W+)?how\W+(?:much|{'|'.join(DIMENSIONS)})\b", re.IGNORECASE)


@dataclass
class Binding(OwnedProperties):
    """What the cues of a question compute, filled part by part; what cannot be is `unbound`.

    `order_doubt`: how far the order of a "top 5" or "first 3" that names none is a guess.
    """

    typed: Sequence[TypedValue] = ()
    asked: SchemaMention | None = None
    measure: Measure | None = None
    order: Ordering | None = None
    limit: int | None = None
    group: PropertyOf | None = None
    single: bool = False
    shown: list[PropertyOf] = field(default_factory=list)
    listed: list[PropertyOf] = field(default_factory=list)
    unbound: list[str] = field(default_factory=list)
    order_doubt: float = 0.0
    ties: bool = False
    across: str = ""
    skip: int = 0

    def counted_thing(self) -> Owner | None:
        """Return what belongs to the root and can be counted: the first variable behind it."""
        positive = [i for i, link in enumerate(self.built.links) if not link.negated]
        if not positive:
            return None
        far = max(self.built.links[positive[0]].source, self.built.links[positive[0]].target)
        return Owner(positive[0], True) if self.fixed(far) else Owner(far)

    def only_link(self) -> Owner | None:
        """Return the root's one kind of relationship: "the most common diagnosis" has most."""
        built = self.built
        hops = built.schema.hops.get(built.labels[0], ()) if len(built.labels) == 1 else ()
        return Owner(built.link(0, hops[0], False), True) if len(hops) == 1 else None

    def names(self, own: PropertyOf) -> bool:
        """Say whether a property is what its variable's label is called by, a name or a code."""
        if own.owner.is_link:
            return False
        name = self.built.schema.names.get(self.built.labels[own.owner.number])
        return name == own.name if name else is_key(own.name)

    def fixed(self, variable: int) -> bool:
        """Say whether a variable is a named node: one thing, which nobody counts."""
        return any(
            b.property.owner == Owner(variable) and b.operator in ("=", "in")
            and self.names(b.property) and not b.negated
            for b in self.built.bounds
        )  # fmt: skip

    def count(self, over: Owner) -> None:
        """Measure how many there are, under the bound that was read.

        Two are friends once, though both ways may be stored.
        """
        far = self.built.far(over.number) if over.is_link else 0
        if over.is_link and self.built.links[over.number].mutual and not self.fixed(far):
            over = Owner(far)
        self.measure_by("count", over)

    def measure_by(self, kind: str, over: Owner | PropertyOf) -> None:
        """Measure something; a bound of something else that was counted is a condition of its own.

        "Who has the most roles in at least five films": five films, not five roles.
        """
        before, having = self.measure, self.bound_of_measure()
        if before and having and before.over != over and self._bound_apart(before):
            having = ()
        self.measure = Measure(kind, over, having)

    def _bound_apart(self, before: Measure) -> bool:
        """Compare what a measure counts at the root's own link to it, if it is that."""
        if before.kind != "count" or isinstance(before.over, PropertyOf):
            return False
        far = self.far(before.over)
        if far is None or not far.number:
            return False
        number = self.built.entering(far.number)
        link = self.built.links[number]
        if link.is_condition or link.source * link.target or not self.built.leaves(far.number):
            return False
        self.built.links[number] = replace(link, count=before.having)
        return True

    def bound_of_measure(self) -> tuple[tuple[str, float], ...]:
        """Return what the measure so far is compared with."""
        return self.measure.having if self.measure else ()

    def having(self, cue: Cue, over: Owner | PropertyOf, kind: str = "count") -> None:
        """Measure something and compare it: "more than 3", "between 2 and 5"."""
        single = ((cue.operator, cue.value),)
        between = ((">=", cue.value), ("<=", cue.last))
        compared = single if cue.last is None else between
        if kind == "count" and compared == ((">=", 1),):
            return  # "At least one" is that there is one.
        apart = self._further(cue, over) if kind == "count" and isinstance(over, Owner) else None
        if apart is None:
            self.measure = Measure(kind, over, compared)
        else:
            self.built.links[apart] = replace(self.built.links[apart], count=compared)

    def _is_had(self, variable: int, position: int) -> bool:
        """Say whether a thing itself has what is counted: "films with more than 5 actors".

        Not so in "suppliers of products in more than 3 categories".
        """
        ends = [b for (_, b), o in self.built.places.items() if o == Owner(variable)]
        before = [end for end in ends if end <= position]
        return bool(before) and bool(_HAS.match(self.text[max(before) : position]))

    def _further(self, cue: Cue, over: Owner) -> int | None:
        """Return the link that a bound counts where it is not of the root.

        "Directors of films with more than 5 actors": for each film, not for each director.
        """
        built, far = self.built, self.far(over)
        if far is None or not far.number or not built.leaves(far.number):
            return None
        number = built.entering(far.number)
        link = built.links[number]
        near = min(link.source, link.target)
        of_it = self.place_before(cue.start) in (Owner(near), Owner(number, True))
        had = near and of_it and self._is_had(near, cue.start)
        return number if had and not link.negated else None

    def singular(self) -> None:
        """ "Which person …": one; "which persons …" and "for each …": all, best first."""
        if self.kinds("each"):
            return
        of_values = _WHICH_NOUN.match(self.text) if self.group else None
        if self.limit is None and of_values:  # "Which country do most customers come from".
            self.limit = None if singulars(of_values[1].casefold()) else 1
        elif self.limit is None and self.group and (word := self._group_word()):
            self.limit = None if singulars(word) else 1  # "Country with the most customers".
        elif self.limit is None and self.asked is not None:
            noun = self.text[self.asked.start : self.asked.end].casefold()
            plural = bool(singulars(noun.split()[-1]))
            plural = plural and not re.match(r"\W*who\W+(?:has|is|was|does)\b", self.text, re.I)
            # "Which species has the most": one.
            plural = plural and not _ONE_DOES.match(self.text, self.asked.end)
            self.limit = None if plural else 1
        elif self.limit is None:
            self.limit = 1

    def _group_word(self) -> str:
        """Return the noun that opens a question and whose values there is a row for, else ""."""
        name = self.group.name if self.group else ""
        opening = [m for m in self.properties()[:1] if not re.search(r"\w", self.text[: m.start])]
        named = [m for m in opening if name in {e.name for e in m.of_kind("property")}]
        return self.text[named[0].start : named[0].end].split()[-1].casefold() if named else ""

    def hinted(self, hint: str, variable: int = 0) -> PropertyOf | None:
        """Return the property of a variable that an adjective measures: a price, a date."""
        if not self.built.labels or not hint:
            return None
        if own := self.hinted_of(Owner(variable), hint):
            return own
        if hint == "date":
            for p in self.properties_of(Owner(variable)):
                if p.kind in TEMPORAL or (p.kind == "number" and p.least > 1000 and p.most < 2200):
                    return PropertyOf(Owner(variable), p.name, p.kind)
        return None

    def hinted_of(self, owner: Owner, hint: str) -> PropertyOf | None:
        """Return the number or day of a variable or link that has a word in its name."""
        for word in (hint, *_ALSO.get(hint, ())) if hint else ():
            for p in self.properties_of(owner):
                if word in plain_words(p.name).split() and p.kind in (*NUMERIC, *TEMPORAL):
                    return PropertyOf(owner, p.name, p.kind)
        return None

    def asked_first(self) -> str:
        """Return the property shown, or required, that is asked for before any noun, else "".

        "When was the last order" asks for its day.
        """
        by = self.order.by if self.order else None
        own = [p for p in (*self.shown, by) if isinstance(p, PropertyOf)]
        for asks, kinds in ((_WHEN, TEMPORAL), (_HOW_MUCH, NUMERIC)):
            figures = {p.name for p in own if p.kind in kinds}
            if asks.match(self.text) and len(figures) == 1 and not self.kinds("each"):
                return figures.pop()
        first = min((start for start, _ in self.built.places), default=0)
        asked = (m for m in self.properties() if m.end <= first and not m.of_kind("label"))
        names = {e.name for m in asked for e in m.of_kind("property") if m.score >= NAMED}
        there = [b.property for b in self.built.bounds if b.operator == "present"]
        return next((own.name for own in (*self.shown, *there) if own.name in names), "")

    def asked_property(self) -> PropertyOf | None:
        """Return the property asked for before any noun: "which city has the most shops"."""
        nouns = [m.start for m in self.mentions if m.of_kind("label")]
        first = min(
            (start for start, _ in self.built.places), default=0 if nouns else len(self.text)
        )
        ends = [end for start, end in self.built.places if start == first]
        for mention in self.properties():
            unused = mention.start not in self.consumed
            if (
                unused  # Of "which crime type" the noun only tells whose it is.
                and (mention.end <= first or mention.start - 1 in ends)
                and not mention.of_kind("label")
                and mention.score >= NAMED
            ):
                owned = self.owned(mention)
                if owned and owned.owner == Owner(0):
                    self.use(mention)
                    return owned
        return None

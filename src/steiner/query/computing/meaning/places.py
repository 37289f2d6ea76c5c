"""Where words stand for variables, links and properties."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from steiner.algebra import Owner, PropertyOf
from steiner.algebra.schema.graph_schema import TEMPORAL, PropertySchema
from steiner.query.building.structure import Structure
from steiner.query.english.cues import Cue
from steiner.query.naming.schema_words import Element, SchemaMention, base, schema_of
from steiner.query.naming.values.linked_values import Value
from steiner.text import STOP_WORDS, plain_words

NUMERIC = ("number", "number as text")
PARTICIPLE = re.compile(r"\b\w+(?:ed|en)\b")
NAMED = 0.7
"""Least score of words that name a property whose values are counted."""
_FILLER = re.compile(r"^\W*+(?:(?:the|their|its|his|her|a|an|of|is|are|was|were|has|have|had|"
                     r"that|with|value|"
                     r"level|length|count|cost|year|date|in|on|as|to|be|been|charge|charges|amount|"
                     r"rate|listed|both|at|applied|being|total|timestamp)\W++)*+$",
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
    named: Sequence[Value] = ()

    @property
    def text(self) -> str:
        return self.built.text

    def properties(self) -> list[SchemaMention]:
        return [m for m in self.mentions if m.of_kind("property")]

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

    def days(self, *owners: Owner) -> list[PropertyOf]:
        """Return the days and years that variables and links have."""
        return [
            PropertyOf(owner, p.name, p.kind)
            for owner in owners
            for p in self.properties_of(owner)
            if p.kind in TEMPORAL or (p.kind == "number" and p.tells_time)
        ]

    def only_day(self, owner: Owner) -> PropertyOf | None:
        """Return the day or year of a variable or link that has but one."""
        own = self.days(owner)
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
                    r"\W*(?:(?:the|of|all|different|distinct|unique|diverse|varied|other|such|total|number|"
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

    def year_of(self, position: int) -> PropertyOf | None:
        """Return the year, or the year of the day, by which the rows before a place are grouped."""
        times = self.days(Owner(0)) if self.built.labels else []
        hinted = [p for p in times if self.hinted_by(p.name, position)] or times
        if len(hinted) != 1:
            return None
        return hinted[0] if hinted[0].kind == "number" else hinted[0]._replace(kind="year")

    def kinds(self, *kinds: str) -> list[Cue]:
        return [cue for cue in self.cues if cue.kind in kinds]

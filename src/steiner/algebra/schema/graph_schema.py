"""What a reading knows of a graph: labels, types with their ends, properties with their kinds."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

from steiner.algebra.schema.learnt_words import LearntWords
from steiner.algebra.schema.schema_notes import Notes
from steiner.algebra.schema.written_days import ways_written

KINDS = ("number", "number as text", "date", "date as text", "yes or no", "list", "text")
TEMPORAL = ("date", "date as text")
IN_TEXT = ("number as text", "date as text")
"""Kinds of values that texts hold: one that holds none, such as "NULL", is missing."""
_FEW, _LONG = 20, 40
"""Different texts of a property that has few; characters from which on a sample may be cut."""
_WHOLE, _AGAIN = 80, 5
"""Characters that an example has at most, and how often each of values comes that are classes."""
_PATTERNS = 3
"""Patterns that values of one spelling have, at most."""
_NUMBER = re.compile(r"-?\d+(\.\d+)?")
_NO_VALUES = {"", "null", "none", "nil", "nan", "na", "n/a", "-", "--", "?", "unknown"}
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}([T ].*)?")


class PropertySchema(NamedTuple):
    """A property: its `kind`, one of KINDS, and the numbers among its sampled values.

    `texts`: the different texts of a property that has few; `examples`: some of them, where there
    are many, that show how they are spelt. `written`: the ways in which its texts may be days whose
    year comes last; of one way they are "date as text", of two they stay texts until a note says.
    """

    name: str
    kind: str
    least: float = 0.0
    most: float = 0.0
    texts: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    written: tuple[str, ...] = ()

    @property
    def tells_time(self) -> bool:
        """Whether the values are days, texts that may be, or numbers that are years all."""
        return self.kind in ("date", "date as text", "text", "list") or self._are_years

    @property
    def _are_years(self) -> bool:
        return self.least > 1000 and self.most < 2200

    @property
    def valueless(self) -> PropertySchema:
        """The same without sampled values: of numbers, whether they are years, or how long."""
        wide = (1001.0, 2199.0) if self._are_years else (-_power(-self.least), _power(self.most))
        return self._replace(texts=(), examples=(), least=wide[0], most=wide[1])

    @property
    def days(self) -> str:
        """How its texts write days with the year last, where there is one way; else nothing."""
        return self.written[0] if len(self.written) == 1 else ""

    def noted(self, days: str) -> PropertySchema:
        """Return the same whose days are written as a note says, if it does."""
        return self._replace(kind="date as text", written=(days,)) if days else self

    def holds(self, value: float) -> bool:
        """Say whether a number lies in the sampled range, which may be widened by as much again."""
        wide = self.most - self.least
        return self.least - wide <= value <= self.most + wide


def _power(number: float) -> float:
    """Return the power of ten that a number does not exceed, 0 for what is not above 0."""
    return 10.0 ** math.ceil(math.log10(number)) if 0 < number < math.inf else max(number, 0.0)


class SchemaHop(NamedTuple):
    """A relationship type as a step between two labels; `outgoing`: from the first one."""

    type: str
    outgoing: bool
    label: str


def kind_of(values: Iterable[Any]) -> str:
    """Return the kind of a property by a sample of its values.

    Texts that are all numbers, some of them stored as numbers, are "number as text": "9" is less
    than "100".
    """
    present = [value for value in values if _is_present(value)]
    if not present:
        return "text"
    if all(isinstance(v, bool) for v in present):
        return "yes or no"
    if all(isinstance(v, int | float) for v in present):
        return "number"
    if all(hasattr(v, "srid") for v in present):
        return "point"
    if all(isinstance(v, list | tuple) for v in present):
        return "list"
    if all(isinstance(v, date | datetime) for v in present):
        return "date"
    texts = [v for v in present if isinstance(v, str)]
    numbers = [v for v in present if isinstance(v, int | float) and not isinstance(v, bool)]
    if len(texts) + len(numbers) == len(present) and texts:
        if all(_NUMBER.fullmatch(v.strip()) for v in texts):
            return "number as text"
        if not numbers and all(_DAY.fullmatch(v.strip()) for v in texts):
            return "date as text"
    return "text"


def _is_present(value: Any) -> bool:
    """Say whether a value is one, and not what a load of a table writes for none: "NULL"."""
    return value is not None and not (isinstance(value, str) and value.casefold() in _NO_VALUES)


def property_schema(name: str, values: Sequence[Any]) -> PropertySchema:
    """Describe a property by a sample of its values."""
    kind = kind_of(values)
    numbers = [float(v) for v in values if _is_present(v)] if kind.startswith("number") else [0.0]
    items = chain(*(v for v in values if _is_present(v))) if kind == "list" else values
    said = [item for item in items if isinstance(item, str)]
    texts = tuple(dict.fromkeys(said))
    written = ways_written(filter(_is_present, texts)) if kind == "text" else ()
    kind = "date as text" if len(written) == 1 else kind
    is_few = len(texts) <= _FEW and max(map(len, texts), default=0) < _LONG
    few = texts if is_few and kind == "text" else ()
    examples = () if few else _examples(texts, len(said))
    return PropertySchema(name, kind, min(numbers), max(numbers), few, examples, written)


def _examples(texts: Sequence[str], count: int) -> tuple[str, ...]:
    """Return texts that show how values are spelt, of a sample of `count` that has them.

    Most of them where they come again and again; else one of each pattern, where these are few: of
    days "1/08/2017" and "23/08/2017"; else one. The middle one, whatever the order of a sample, as
    the first may be no good one.
    """
    patterns: dict[str, list[str]] = {}
    shown = sorted(text for text in texts if _is_present(text) and len(text) < _WHOLE)
    if count >= _AGAIN * len(texts):
        return tuple(shown[:_FEW])
    for text in shown:
        pattern = re.sub(r"[^\W\d_]", "a", re.sub(r"\d", "9", text))
        patterns.setdefault(pattern, []).append(text)
    is_free = len(patterns) > _PATTERNS
    own = [[*chain(*patterns.values())]] if is_free else [*patterns.values()]
    return tuple(sorted(like)[len(like) // 2] for like in own if like)


def ends_of(counted: Mapping[tuple[str, str], Any]) -> list[tuple[str, str]]:
    """Return pairs of labels that a type joins, those `counted` most often first.

    Whoever needs one of several takes the first: a pair that a hub or a mistake makes comes last.
    """
    by_name = sorted(counted)
    return sorted(by_name, key=counted.__getitem__, reverse=True)


@dataclass(frozen=True, eq=False)
class GraphSchema:
    """A schema; two are the same only where they are one object, so that what follows is kept.

    `labels` and `types` map names to their properties; `ends` maps a type to pairs of labels,
    those that it joins most often first. `times`: how many relationships of each type there are.

    `left_out`: labels and types beside, which are not read as there are too many.
    `names` maps a label to the property that its nodes are called by. `notes` are what people know
    beside, of parts that the schema has; `learnt` is what questions over the graph have taught.
    """

    labels: Mapping[str, Mapping[str, PropertySchema]]
    types: Mapping[str, Mapping[str, PropertySchema]]
    ends: Mapping[str, Sequence[tuple[str, str]]]
    names: Mapping[str, str] = field(default_factory=dict)
    notes: Notes = field(default_factory=Notes)
    learnt: LearntWords = field(default_factory=LearntWords)
    times: Mapping[str, int] = field(default_factory=dict)
    left_out: int = 0

    @property
    def cut(self) -> str:
        """What a question is told where labels and types are left out, else nothing."""
        if not self.left_out:
            return ""
        return (
            f"computing knows the {len(self.labels):,} most frequent labels and "
            f"{len(self.types):,} relationship types; {self.left_out:,} others are left out"
        )

    def with_notes(self, notes: Notes) -> GraphSchema:
        """Return the schema with notes, without what they hide."""
        hidden = notes.hidden

        def own(members: Mapping[str, Mapping[str, PropertySchema]], kept: Collection[str]) -> Any:
            return {
                member: {
                    n: p.noted(notes.property(member, n).days)
                    for n, p in members[member].items()
                    if not notes.hides(member, n)
                }
                for member in members
                if member in kept
            }

        labels = own(self.labels, {*self.labels} - {*hidden.labels})
        ends = {
            type: [pair for pair in pairs if not {*pair} & {*hidden.labels}]
            for type, pairs in self.ends.items()
            if type not in hidden.types
        }
        ends = {type: pairs for type, pairs in ends.items() if pairs or not self.ends[type]}
        types = own(self.types, ends)
        return replace(self, labels=labels, types=types, ends=ends, notes=notes)

    @cached_property
    def written_days(self) -> Mapping[tuple[str, str], str]:
        """How days are written that are texts with the year last, by (label or type, property)."""
        return {
            (member, name): one.days
            for member, own in chain(self.labels.items(), self.types.items())
            for name, one in own.items()
            if one.days
        }

    @cached_property
    def valueless(self) -> GraphSchema:
        """The same without values: what a filter hides is neither asked for nor sent to a model."""

        def bare(own: Mapping[str, Mapping[str, PropertySchema]]) -> Any:
            return {
                member: {name: property.valueless for name, property in own[member].items()}
                for member in own
            }

        return replace(self, labels=bare(self.labels), types=bare(self.types))

    @cached_property
    def hops(self) -> Mapping[str, Sequence[SchemaHop]]:
        """Return the steps that lead from each label."""
        steps: dict[str, list[SchemaHop]] = {label: [] for label in self.labels}
        for type, pairs in self.ends.items():
            for source, target in pairs:
                steps.setdefault(source, []).append(SchemaHop(type, True, target))
                steps.setdefault(target, []).append(SchemaHop(type, False, source))
        return steps

    @cached_property
    def _routes(self) -> dict[str, Mapping[str, list[list[SchemaHop]]]]:
        return {}

    def rarity(self, start: str, type: str, end: str) -> float:
        """Return how much rarer a type is than the most frequent one between two labels, 0 to 1.

        "The employees of Sales" work there: 120 do, and one HEADS it: .99.
        """
        between = {hop.type for hop in self.hops.get(start, ()) if hop.label == end}
        most = max((self.times.get(other, 0) for other in between), default=0)
        return 1.0 - self.times.get(type, 0) / most if most else 0.0

    def routes(self, start: str) -> Mapping[str, list[list[SchemaHop]]]:
        """Return the shortest ways from a label to every other, each a list of hops."""
        if start not in self._routes:
            self._routes[start] = self._ways(start)
        return self._routes[start]

    def _ways(self, start: str, longest: int = 3) -> Mapping[str, list[list[SchemaHop]]]:
        ways: dict[str, list[list[SchemaHop]]] = {start: [[]]}
        border = [[hop] for hop in self.hops.get(start, ())]
        for _ in range(longest):
            met = {way[-1].label for way in border if way[-1].label not in ways}
            for way in border:
                if way[-1].label in met:
                    ways.setdefault(way[-1].label, []).append(way)
            border = [
                [*way, hop]
                for way in border
                if way[-1].label in met
                for hop in self.hops.get(way[-1].label, ())
            ]
        return ways

"""How a property is compared with what a cue says: years, texts, lengths, units, aggregates."""

from __future__ import annotations

import re
from dataclasses import replace

from steiner.algebra import Bound, PropertyOf
from steiner.algebra.schema.graph_schema import TEMPORAL
from steiner.lexicon.measured_units import scaled
from steiner.query.computing.meaning.binding import Binding
from steiner.query.computing.meaning.places import NUMERIC
from steiner.query.english.cues import Cue
from steiner.query.naming.schema_words import base, unit_behind

_AND_A = re.compile(r"\W*and\W+(?:(?:an?|the|their|its)\W+)?", re.IGNORECASE)
_BOTH = re.compile(
    r"\b(?:with|have|has|having|whose|where|both)\W+(?:(?:an?|the|both|their|its)\W+)*$",
    re.IGNORECASE,
)
_LASTS = re.compile(r"\b(?:take|takes|took|taken|taking|last|lasts|lasted|lasting)\W+$", re.I)
"""Right before how long something is: "took more than 15 hours"."""
_TIMELY = frozenset(map(base, ("second", "sec", "minute", "min", "hour", "hr", "day", "week")))
_LENGTH = re.compile(r"\b(?:length|long|characters|letters)\b", re.IGNORECASE)


def compare(binding: Binding, own: PropertyOf, cue: Cue, negated: bool) -> bool:
    near = binding.text[max(0, cue.start - 30) : cue.end + 15]
    if own.kind == "text" and cue.kind == "bound" and _LENGTH.search(near):
        own = own._replace(kind="length")
    if cue.kind == "bound" and _aggregated(binding, own, cue):
        return True
    add = binding.built.bounds.append
    binding.built.used.append((cue.start, cue.end))
    temporal = own.kind in TEMPORAL
    if cue.kind == "text":
        add(Bound(own, cue.operator, cue.value, negated))
    elif cue.operator == "divisible":
        add(Bound(own, "divisible", cue.value, negated))
    elif cue.kind == "decade":
        operators = ("year>=", "year<=") if temporal else (">=", "<=")
        add(Bound(own, operators[0], cue.value))
        add(Bound(own, operators[1], int(cue.value) + 9))
    elif cue.kind == "month":
        add(Bound(own, "month", cue.last))
        if cue.value is not None:
            add(Bound(own, "year=", int(cue.value)))
    elif cue.kind == "year" and own.kind == "text":
        add(Bound(own, "contains", str(cue.value), negated))
    elif cue.kind == "year":
        add(Bound(own, "year=" if temporal else "=", int(cue.value), negated))
    elif cue.last is not None:
        prefix = "year" if temporal and isinstance(cue.value, int) else ""
        add(Bound(own, f"{prefix}>=", cue.value))
        add(Bound(own, f"{prefix}<=", cue.last))
    else:
        prefix = "year" if temporal and isinstance(cue.value, int) else ""
        add(Bound(own, f"{prefix}{cue.operator}", cue.value, negated))
    return True


def compare_in_unit(
    binding: Binding, said: tuple[PropertyOf, float], cue: Cue, negated: bool
) -> bool:
    """Compare a property with a number as its unit is: "lasted over ten hours", 600 minutes."""
    start, end = unit_behind(binding.text, cue.end)
    for mention in binding.properties():
        if start <= mention.start < end:
            binding.consumed.add(mention.start)
    verb = _LASTS.search(binding.text[: cue.start])
    if verb and base(binding.text[start:end].casefold()) in _TIMELY:
        binding.built.used.append(verb.span())
    binding.built.used.append((start, end))
    own, by = said
    assert isinstance(cue.value, int | float)
    last = scaled(cue.last, by) if isinstance(cue.last, int | float) else cue.last
    return compare(binding, own, replace(cue, value=scaled(cue.value, by), last=last), negated)


def _aggregated(binding: Binding, own: PropertyOf, cue: Cue) -> bool:
    """Take a bound on "the average price" as one on the measure."""
    for other in binding.kinds("average", "sum"):
        between = binding.text[other.end : cue.start]
        first = next((m for m in binding.properties() if m.start >= other.end), None)
        named = first is None or own.name in {e.name for e in first.elements}
        if other.end <= cue.start and len(between.split()) <= 5 and own.kind in NUMERIC and named:
            binding.having(cue, own, other.operator)
            return True
    return False


def and_another(binding: Binding, position: int) -> PropertyOf | None:
    """Return the other number of "with a length and a width above 3", both of which are bound."""
    near = [m for m in binding.properties() if m.end <= position][-2:]
    if len(near) < 2 or near[0].start in binding.consumed:
        return None
    said = _BOTH.search(binding.text[: near[0].start])
    if not said or not _AND_A.fullmatch(binding.text[near[0].end : near[1].start]):
        return None
    own = binding.owned(near[0], True)
    if own is None or own.kind not in NUMERIC:
        return None
    binding.use(near[0])
    return own

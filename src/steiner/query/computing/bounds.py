"""Conditions on properties: numbers, days, texts, another property."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

from steiner.algebra import Bound, Owner, PropertyOf
from steiner.query.computing.binding import Binding
from steiner.query.computing.bounded_property import (
    FIRST_YEAR,
    began,
    bounded,
    day_of_verb,
    fitting,
    in_units,
    is_no_year,
    joined,
    measured,
)
from steiner.query.computing.counted_values import of_others
from steiner.query.computing.places import NUMERIC, TEMPORAL, filled
from steiner.query.computing.units import in_its_unit
from steiner.query.english.cues import DIMENSIONS, NEWER, OLDER, SIZED, TIMES, Cue
from steiner.query.english.irregular_forms import singulars
from steiner.query.naming.linked_values import Value
from steiner.query.naming.schema_words import base, unit_behind
from steiner.text import plain_words

_AGAINST = re.compile(
    r"\W*(?:(?:is|are|was|were|has|have)\W+)?(?P<not>not\W+)?(?:(?P<less>before|below|under|"
    r"(?:earlier|less|lower|fewer|smaller|shorter)\W+than)|(?P<more>after|above|over|exceed(?:s|ed)?|"
    r"(?:later|more|greater|higher|larger|longer)\W+than)|(?P<same>equals?(?:\W+to)?|the\W+same\W+as))"
    r"\W+(?:(?:the|their|its|his|her)\W+)?",
    re.IGNORECASE,
)
"""What stands between two properties that are compared: "shipped before the required date"."""
_AND_A = re.compile(r"\W*and\W+(?:(?:an?|the|their|its)\W+)?", re.IGNORECASE)
_BOTH = re.compile(
    r"\b(?:with|have|has|having|whose|where|both)\W+(?:(?:an?|the|both|their|its)\W+)*$",
    re.IGNORECASE,
)
_METRES = re.compile(r"\dm$", re.IGNORECASE)
_TIMES = re.compile(r"\W*(?:different\W+)?times\b", re.IGNORECASE)
_WITH = re.compile(r"\b(?:with|has|have|having|of|worth)\W+$", re.IGNORECASE)
"""Before a number that a property stands behind: "with 120 seats"."""
_NTH = "first second third fourth fifth sixth seventh eighth ninth tenth".split()  # noqa: SIM905
_ORDINAL = re.compile(
    rf"\b(?:on|in|at)\s+the\s+(?P<nth>{'|'.join(_NTH)}|\d+(?:st|nd|rd|th))\s+", re.IGNORECASE
)
_COSTS = re.compile(r"\b(?P<cost>costs?|costing)\W+$", re.IGNORECASE)
_LASTS = re.compile(r"\b(?:take|takes|took|taken|taking|last|lasts|lasted|lasting)\W+$", re.I)
"""Right before how long something is: "took more than 15 hours"."""
_TIMELY = frozenset(map(base, ("second", "sec", "minute", "min", "hour", "hr", "day", "week")))
_LENGTH = re.compile(r"\b(?:length|long|characters|letters)\b", re.IGNORECASE)


def bind_said(binding: Binding) -> None:
    """Take "country code 'KOR'" as the country codes that the value was read as."""
    for mention in binding.properties():
        for value in binding.named:
            between = binding.text[mention.end : max(mention.end, value.start)]
            if value.start < mention.end or not filled(between):
                continue
            said = set().union(*(_stems(e.name) for e in mention.of_kind("property")))
            own = [b.property.name for b in binding.built.bounds if _is_of(b, value)]
            if any(_stems(name) <= said for name in own):
                binding.use(mention)


def _stems(name: str) -> set[str]:
    return set(map(base, plain_words(name).split()))


def _is_of(bound: Bound, value: Value) -> bool:
    """Say whether a condition compares a value as one of its meanings."""
    stored = bound.value if isinstance(bound.value, list) else [bound.value]
    return any(
        m.property == bound.property.name and {*m.values} & {*map(str, stored)}
        for m in value.meanings
    )


def bind_bounds(binding: Binding) -> None:
    for i, cue in enumerate(binding.cues):
        bounds = cue.kind in ("bound", "decade", "year", "month", "text")
        if bounds and not _bound(binding, i, cue):
            binding.unbound.append(binding.text[cue.start : cue.end])


def _bind_ordinals(binding: Binding) -> None:
    """Bind "on the third floor"."""
    for said in _ORDINAL.finditer(binding.text):
        own = binding.property_behind(said.end(), True, close=True)
        if own is not None and own.kind in NUMERIC:
            word = said["nth"].casefold()
            value = _NTH.index(word) + 1 if word in _NTH else int(re.sub(r"\D", "", word))
            binding.built.bounds.append(Bound(own, "=", value))
            binding.built.used.append(said.span("nth"))


def bind_equals(binding: Binding) -> None:
    """Bind what stands right beside a property: "a rating of 100", "summary 'Dark'"."""
    _bind_ordinals(binding)
    for cue in binding.kinds("number"):
        own = binding.property_before(cue.start, True)
        if own is None and (said := in_its_unit(binding, cue)):
            _compare_in_unit(binding, said, replace(cue, operator="="), False)
            continue
        # "5-star reviews", "3 bedroom flats"
        joined = binding.text[cue.end :].startswith("-") or _describes(binding, cue)
        if own is None and (joined or cue.value == 0 or _WITH.search(binding.text[: cue.start])):
            own = binding.property_behind(cue.end, True)
        if own is not None:
            if (other := _and_another(binding, cue.start)) is not None:
                _compare(binding, other, replace(cue, operator="="), False)
            _compare(binding, own, replace(cue, operator="="), False)
    for value in binding.named:
        if not value.quoted or any(a <= value.start < b for a, b in binding.built.used):
            continue
        own = binding.property_before(value.start, False, far=True)
        own = own or binding.property_behind(value.end + 1, far=True)
        if own is None or own.kind not in ("text", "list"):
            continue
        # The index knows all names; of other texts only short ones, so that it may be a part.
        operator = "=" if binding.names(own) else "contains"
        binding.built.bounds.append(Bound(own, operator, value.text))
        binding.built.used.append((value.start, value.end))


def _describes(binding: Binding, cue: Cue) -> bool:
    """Say whether a number and a property right behind it tell of the noun behind them."""
    said = next((m for m in binding.properties() if m.start == cue.end + 1), None)
    if said is None or said.of_kind("label"):
        return False
    noun = any(m.of_kind("label") and m.start == said.end + 1 for m in binding.mentions)
    return noun and not singulars(binding.text[said.start : said.end].split()[-1].casefold())


def bind_against(binding: Binding) -> None:
    """Compare two properties of one node: "shipped after the required date"."""
    properties = binding.properties()
    for one, other in pairwise(properties):
        said = _AGAINST.fullmatch(binding.text[one.end : other.start])
        left, right = (binding.owned(one), binding.owned(other)) if said else (None, None)
        if said and left and right and left.owner == right.owner and left != right:
            operator = "<" if said["less"] else ">" if said["more"] else "="
            binding.built.bounds.append(Bound(left, operator, right, bool(said["not"])))
            binding.built.used.append((one.end, other.start))
            binding.use(one)
            binding.use(other)


def _bound(binding: Binding, place: int, cue: Cue) -> bool:
    negated = binding.is_denied(cue.start)
    if (day := day_of_verb(binding, cue)) is not None:
        return _compare(binding, day, cue, negated)
    if cue.kind == "bound" and isinstance(cue.value, int | float):
        done = _bound_number(binding, place, cue, negated)
        if done is not None:
            return done
    own = bounded(binding, cue)
    return own is not None and _compare(binding, own, cue, negated)


def _bound_number(binding: Binding, place: int, cue: Cue, negated: bool) -> bool | None:
    """Bind a number to how often, what stands before it or behind it; None where that is neither.

    False where it cannot be bound.
    """
    if _bound_times(binding, cue):
        return True
    if _dimension(binding, cue) in OLDER | NEWER and cue.value >= FIRST_YEAR:
        own = began(binding, cue)
        older = _dimension(binding, cue) in OLDER
        cue = replace(cue, operator="<" if older else ">")
        return own is not None and _compare(binding, own, cue, negated)
    before = binding.property_before(cue.start, True)
    before = None if before and is_no_year(binding, before, cue) else before
    if before is None and (said := in_its_unit(binding, cue)):
        return _compare_in_unit(binding, said, cue, negated)
    if before is None and (cost := _COSTS.search(binding.text[: cue.start])):
        before = measured(binding, "expensive")
        binding.built.used += [cost.span("cost")] if before else []
    if before is None and (word := _dimension(binding, cue)):
        if _METRES.search(binding.text[cue.start : cue.end]):  # "Taller than 200m" is no million.
            cue = replace(cue, value=cue.value / 1_000_000)
        own = measured(binding, word) or binding.property_behind(cue.end, True)
        own = own or in_units(binding, cue)
        if own is not None or word not in SIZED:
            return own is not None and _compare(binding, own, cue, negated)
    if before is None:
        return _bound_behind(binding, place, cue, negated)
    if (other := _and_another(binding, cue.start)) is not None:
        _compare(binding, other, cue, negated)
    return _compare(binding, before, cue, negated)


def _compare_in_unit(
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
    return _compare(binding, said[0], replace(cue, value=said[1]), negated)


def _dimension(binding: Binding, cue: Cue) -> str:
    """Return the adjective of "taller than 190", else ""."""
    word = binding.text[cue.start : cue.end].split()[0].casefold()
    return word if word in {*DIMENSIONS, *OLDER, *NEWER} else ""


def _bound_times(binding: Binding, cue: Cue) -> bool:
    """Bind how often something is done: "retweeted more than 50 times"."""
    at = binding.place_before(cue.start)
    if at is None or not _is_times(binding, cue):
        return False
    if not at.is_link and at != Owner(0):
        at = Owner(binding.built.entering(at.number), True)
    if at.is_link:
        binding.having(cue, at)
    return at.is_link


def _bound_behind(binding: Binding, place: int, cue: Cue, negated: bool) -> bool | None:
    """Bind a number to what it counts or measures behind it, or to what the words before say."""
    if _bound_count(binding, cue):
        return True
    own = binding.property_behind(cue.end, True)
    if own is not None:
        return _compare(binding, own, cue, negated)
    beside = binding.property_behind(cue.end, close=True)
    if beside is not None:
        beside = of_others(binding, beside)
        binding.having(cue, beside)  # "in more than two regions"
        return beside.owner != Owner(0)
    own = in_units(binding, cue) or joined(binding, place, cue)
    if own is None and 1500 <= cue.value <= 2100:
        own = fitting(binding, cue)
    if own is not None:
        return _compare(binding, own, cue, negated)
    return _count_before(binding, cue) or None


def _bound_count(binding: Binding, cue: Cue) -> bool:
    """Bind a number of what is counted right behind it: "more than 12 filings"."""
    counted = binding.countable_behind(cue.end)
    if counted is None:
        return False
    if counted == Owner(0):
        values = binding.asked_values()
        if not values:
            return False
        binding.group = values  # "Which banks sent more than 12 filings?"
    binding.having(cue, counted)
    return True


def _and_another(binding: Binding, position: int) -> PropertyOf | None:
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


def _is_times(binding: Binding, cue: Cue) -> bool:
    """Say whether a bound is of how often: "more than 50 times", "exactly twice"."""
    last = binding.text[cue.start : cue.end].casefold().split()[-1]
    return last in TIMES or bool(_TIMES.match(binding.text[cue.end :]))


def _count_before(binding: Binding, cue: Cue) -> bool:
    """Bind "a number of orders above 5"."""
    counts = [c for c in binding.cues if c.kind == "count" and c.end <= cue.start]
    owner = binding.countable_behind(counts[-1].end) if counts else None
    if owner is None or owner == Owner(0):
        return False
    binding.having(cue, owner)
    return True


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


def _compare(binding: Binding, own: PropertyOf, cue: Cue, negated: bool) -> bool:
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

"""Conditions on properties: numbers, days, texts, another property."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

from steiner.algebra import Bound, Owner, PropertyOf
from steiner.query.building.query_graph import EITHER
from steiner.query.computing.binding import Binding
from steiner.query.computing.places import NUMERIC, TEMPORAL, filled
from steiner.query.english.cues import TIMES, Cue
from steiner.query.naming.linked_values import Value
from steiner.query.naming.schema_mentions import SPELT, base
from steiner.text import plain_words

_AGAINST = re.compile(
    r"\W*(?:(?:is|are|was|were|has|have)\W+)?(?P<not>not\W+)?(?:(?P<less>before|below|under|"
    r"(?:earlier|less|lower|fewer|smaller|shorter)\W+than)|(?P<more>after|above|over|exceed(?:s|ed)?|"
    r"(?:later|more|greater|higher|larger|longer)\W+than)|(?P<same>equals?(?:\W+to)?|the\W+same\W+as))"
    r"\W+(?:(?:the|their|its|his|her)\W+)?",
    re.IGNORECASE,
)
"""What stands between two properties that are compared: "shipped before the required date"."""
_WHEN = re.compile(r"(?:before|after|since|prior|earlier|later)\b", re.IGNORECASE)
_AND = re.compile(r"\W*(?:and|but)\W+(?:(?:also|is|are|has|have|with)\W+)*", re.IGNORECASE)
_AND_A = re.compile(r"\W*and\W+(?:(?:an?|the|their|its)\W+)?", re.IGNORECASE)
_BOTH = re.compile(
    r"\b(?:with|have|has|having|whose|where|both)\W+(?:(?:an?|the|both|their|its)\W+)*$",
    re.IGNORECASE,
)
_TIMES = re.compile(r"\W*(?:different\W+)?times\b", re.IGNORECASE)
_UNIT = re.compile(r"\W*\w{1,6}\W+(?:of\W+)?", re.IGNORECASE)
"""Between a number and its property: "more than 16 GB of RAM"."""
_WITH = re.compile(r"\b(?:with|has|have|having|of)\W+$", re.IGNORECASE)
"""Before a number that a property stands behind: "with 120 seats"."""
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


def bind_equals(binding: Binding) -> None:
    """Bind what stands right beside a property: "a rating of 100", "summary 'Dark'"."""
    for cue in binding.kinds("number"):
        own = binding.property_before(cue.start, True)
        joined = binding.text[cue.end :].startswith("-")  # "5-star reviews"
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
    negated = (
        place > 0
        and binding.cues[place - 1].kind == "not"
        and (cue.start - binding.cues[place - 1].end < 12)
    )
    if cue.kind == "bound" and isinstance(cue.value, int | float):
        at = binding.place_before(cue.start)
        if at is not None and not at.is_link and at != Owner(0) and _is_times(binding, cue):
            at = Owner(binding.built.entering(at.number), True)
        if _is_times(binding, cue) and at is not None and at.is_link:
            binding.having(cue, at)  # "retweeted more than 50 times"
            return True
        before = binding.property_before(cue.start, True)
        if before is None:
            counted = binding.countable_behind(cue.end)
            if counted is not None and counted != Owner(0):
                binding.having(cue, counted)
                return True
            if counted is not None and (values := binding.asked_values()):
                binding.group = values  # "Which banks sent more than 12 filings?"
                binding.having(cue, counted)
                return True
            behind = binding.property_behind(cue.end, True)
            if behind is not None:
                return _compare(binding, behind, cue, negated)
            beside = binding.property_behind(cue.end, close=True)
            if beside is not None:
                binding.having(cue, beside)  # "in more than two regions"
                return beside.owner != Owner(0)
            if (measured := _in_units(binding, cue)) is not None:
                return _compare(binding, measured, cue, negated)
            joined = _joined(binding, place, cue)
            if joined is not None:
                return _compare(binding, joined, cue, negated)
            year = _fitting(binding, cue) if 1500 <= cue.value <= 2100 else None
            if year is not None:
                return _compare(binding, year, cue, negated)
            if _count_before(binding, cue):
                return True
        else:
            if (other := _and_another(binding, cue.start)) is not None:
                _compare(binding, other, cue, negated)
            return _compare(binding, before, cue, negated)
    numeric = cue.kind != "text"
    own = _hinted_date(binding, cue) if cue.kind == "year" else None
    if cue.kind == "text" and cue.last is not None:  # "With 'sea' in their title".
        own = binding.property_behind(cue.end)
    own = own or _of_its_kind(binding, cue, binding.property_before(cue.start, numeric, far=True))
    own = own or (binding.property_behind(cue.end, numeric) if cue.kind != "year" else None)
    own = own or (_said_inside(binding, cue) if cue.kind == "text" else _fitting(binding, cue))
    return own is not None and _compare(binding, own, cue, negated)


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


def _in_units(binding: Binding, cue: Cue) -> PropertyOf | None:
    """Return the number behind the unit that it is measured in: "more than 16 GB RAM"."""
    for mention in binding.properties():
        between = binding.text[cue.end : max(cue.end, mention.start)]
        if mention.score >= SPELT and _UNIT.fullmatch(between):
            own = binding.owned(mention, True)
            if own is not None and own.kind in NUMERIC:
                binding.use(mention)
                binding.built.used.append((cue.end, mention.start))
                return own
    return None


def _of_its_kind(binding: Binding, cue: Cue, own: PropertyOf | None) -> PropertyOf | None:
    """Return a property before a cue; None where a year or day would bound what holds none.

    "The highest amount in 2010": no amount of 2010.
    """
    is_day = cue.kind == "bound" and isinstance(cue.value, str)
    if own is None or not (is_day or cue.kind in ("year", "decade", "month")):
        return own
    if is_day:
        return own if own.kind in TEMPORAL else None
    known = (p for p in binding.properties_of(own.owner) if p.name == own.name)
    return own if any(p.tells_time for p in known) else None


def _joined(binding: Binding, place: int, cue: Cue) -> PropertyOf | None:
    """Return what the bound right before compares: "over 5 but less than 10"."""
    previous = binding.cues[place - 1] if place else None
    if previous is None or previous.kind != "bound" or not binding.built.bounds:
        return None
    said = _AND.fullmatch(binding.text[previous.end : cue.start])
    last = binding.built.bounds[-1]
    return last.property if said and last.value == previous.value else None


def _said_inside(binding: Binding, cue: Cue) -> PropertyOf | None:
    """Return the text that "containing the text 'x'" names, else what names the node before."""
    before, labels = binding.far(binding.place_before(cue.start)), binding.built.labels
    if before is None or before.number >= len(labels):
        return None
    label = labels[before.number]
    own = binding.built.schema.labels.get(label, {})
    said = {*binding.text[cue.start : cue.end].casefold().split()}
    name = next((n for n in own if plain_words(n) in said), binding.built.schema.names.get(label))
    return PropertyOf(before, name, own[name].kind) if name and name in own else None


def _count_before(binding: Binding, cue: Cue) -> bool:
    """Bind "a number of orders above 5"."""
    counts = [c for c in binding.cues if c.kind == "count" and c.end <= cue.start]
    owner = binding.countable_behind(counts[-1].end) if counts else None
    if owner is None or owner == Owner(0):
        return False
    binding.having(cue, owner)
    return True


def _fitting(binding: Binding, cue: Cue) -> PropertyOf | None:
    """Return a property of a variable whose values may be what a bare bound compares."""
    wanted = cue.value if isinstance(cue.value, int | float) else None
    dated = cue.kind in ("year", "decade", "month") or isinstance(cue.value, str)
    dated = dated or bool(_WHEN.match(binding.text[cue.start : cue.end]))
    if dated and cue.kind != "text" and (dates := _days_of(binding, cue)):
        only = len(dates) == 1 and binding.hinted_by(dates[0].name, cue.start)
        binding.guessed = binding.guessed or not only
        binding.built.guesses += EITHER * (len(dates) > 1)
        return dates[0]
    # "acted in from 1990": what was acted in.
    before = binding.far(binding.place_before(cue.start))
    numbers = range(len(binding.built.labels))
    order = sorted(numbers, key=lambda i: (Owner(i) != before, i))
    for i in order:
        properties = binding.properties_of(Owner(i))
        texts = [p for p in properties if p.kind == "text" and "date" in plain_words(p.name)]
        said = [p for p in texts if binding.hinted_by(p.name, cue.start)]
        if cue.kind == "year" and len(said) == 1:  # "12-MAR-2006" is no date to the graph.
            return PropertyOf(Owner(i), said[0].name, "text")
        numbers_of = [p for p in properties if p.kind in NUMERIC and wanted is not None]
        if dated:  # Of numbers only those that are years all.
            numbers_of = [p for p in numbers_of if p.tells_time]
        fits = [p for p in numbers_of if binding.hinted_by(p.name, cue.start)] or [
            p for p in numbers_of if (wanted or 0) > 1000 and p.most > 1000 and p.holds(wanted or 0)
        ]
        if len(fits) == 1 and cue.kind != "text":
            binding.guessed = True
            return PropertyOf(Owner(i), fits[0].name, fits[0].kind)
    return None


def _days_of(binding: Binding, cue: Cue) -> list[PropertyOf]:
    """Return the dates that a bare day or year may bound, the likeliest first.

    One whose name a verb begins ("admitted in 2024" of admittedOn) alone; else those of one node or
    relationship, what was named last before the rest.
    """
    built = binding.built
    # What no word names has no day that is spoken of.
    named = {*built.places.values(), *map(binding.far, built.places.values())}
    owners = [Owner(i) for i in range(len(built.labels)) if not i or Owner(i) in named]
    owners += [Owner(i, True) for i in range(len(built.links))]
    near = binding.place_before(cue.start)
    far = binding.far(near)
    # "Diagnosed with asthma in 2023": the day of the diagnosis, not one of the patient's.
    entering = Owner(built.entering(far.number), True) if far and far.number else None
    first = [near, far, entering]
    order = sorted(owners, key=lambda o: (*(o != own for own in first), o.is_link, o.number))
    dates = [
        PropertyOf(owner, p.name, p.kind)
        for owner in order
        for p in binding.properties_of(owner)
        if p.kind in TEMPORAL or (p.kind in NUMERIC and p.tells_time and isinstance(cue.value, int))
    ]
    hinted = [d for d in dates if binding.hinted_by(d.name, cue.start)]
    return hinted or [d for d in dates if d.owner == dates[0].owner]


def _hinted_date(binding: Binding, cue: Cue) -> PropertyOf | None:
    """Return the date whose name a verb right before begins: "required in the year 1997"."""
    own = (
        binding.built.schema.labels.get(binding.built.labels[0], {}) if binding.built.labels else {}
    )
    dates = [(binding.hint(p.name, cue.start), p) for p in own.values() if p.kind in TEMPORAL]
    best = max((hint for hint, _ in dates), default=0)
    hinted = [p for hint, p in dates if hint == best]
    if not best or len(hinted) > 1:
        return None
    return PropertyOf(Owner(0), hinted[0].name, hinted[0].kind)


def _aggregated(binding: Binding, own: PropertyOf, cue: Cue) -> bool:
    """Take a bound on "the average price" as one on the measure."""
    for other in binding.kinds("average", "sum"):
        between = binding.text[other.end : cue.start]
        if other.end <= cue.start and len(between.split()) <= 5 and own.kind in NUMERIC:
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

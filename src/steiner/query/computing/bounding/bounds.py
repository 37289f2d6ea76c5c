"""Numbers and days that are compared with a property, with a count, with another property."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

from steiner.algebra import Bound, Owner
from steiner.query.computing.bounding.bounded_property import (
    FIRST_YEAR,
    began,
    bounded,
    fitting,
    is_no_year,
    measured,
)
from steiner.query.computing.bounding.comparison import and_another, compare, compare_in_unit
from steiner.query.computing.meaning.binding import Binding
from steiner.query.computing.meaning.units import in_its_unit
from steiner.query.english.cues import Cue
from steiner.query.english.degrees import DIMENSIONS, NEWER, OLDER, SIZED
from steiner.query.english.number_words import TIMES

_COSTS = re.compile(r"\b(?P<cost>costs?|costing)\W+$", re.IGNORECASE)

_AGAINST = re.compile(
    r"\W*(?:(?:is|are|was|were|has|have)\W+)?(?P<not>not\W+)?(?:(?P<less>before|below|under|"
    r"(?:earlier|less|lower|fewer|smaller|shorter)\W+than)|(?P<more>after|above|over|exceed(?:s|ed)?|"
    r"(?:later|more|greater|higher|larger|longer)\W+than)|(?P<same>equals?(?:\W+to)?|the\W+same\W+as))"
    r"\W+(?:(?:the|their|its|his|her)\W+)?",
    re.IGNORECASE,
)
"""What stands between two properties that are compared: "shipped before the required date"."""
_METRES = re.compile(r"\dm$", re.IGNORECASE)
_TIMES = re.compile(r"\W*(?:different\W+)?times\b", re.IGNORECASE)


def bind_bounds(binding: Binding) -> None:
    for cue in binding.cues:
        bounds = cue.kind in ("bound", "decade", "year", "month", "text")
        if bounds and not _bound(binding, cue):
            binding.unbound.append(binding.text[cue.start : cue.end])


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


def _bound(binding: Binding, cue: Cue) -> bool:
    negated = binding.is_denied(cue.start)
    if cue.kind == "bound" and isinstance(cue.value, int | float):
        done = _bound_number(binding, cue, negated)
        if done is not None:
            return done
    own = bounded(binding, cue)
    return own is not None and compare(binding, own, cue, negated)


def _bound_number(binding: Binding, cue: Cue, negated: bool) -> bool | None:
    """Bind a number to how often, what stands before it or behind it; None where that is neither.

    False where it cannot be bound.
    """
    if _dimension(binding, cue) in OLDER | NEWER and cue.value >= FIRST_YEAR:
        own = began(binding, cue)
        older = _dimension(binding, cue) in OLDER
        cue = replace(cue, operator="<" if older else ">")
        return own is not None and compare(binding, own, cue, negated)
    before = binding.property_before(cue.start, True)
    before = None if before and is_no_year(binding, before, cue) else before
    if before is None and _bound_times(binding, cue):
        return True
    if before is None and (said := in_its_unit(binding, cue)):
        return compare_in_unit(binding, said, cue, negated)
    if before is None and (cost := _COSTS.search(binding.text[: cue.start])):
        before = measured(binding, "expensive")
        binding.built.used += [cost.span("cost")] if before else []
    if before is None and (word := _dimension(binding, cue)):
        if _METRES.search(binding.text[cue.start : cue.end]):  # "Taller than 200m" is no million.
            cue = replace(cue, value=cue.value / 1_000_000)
        own = measured(binding, word) or binding.property_behind(cue.end, True)
        if own is not None or word not in SIZED:
            return own is not None and compare(binding, own, cue, negated)
    if before is None:
        return _bound_behind(binding, cue, negated)
    if (other := and_another(binding, cue.start)) is not None:
        compare(binding, other, cue, negated)
    return compare(binding, before, cue, negated)


def _dimension(binding: Binding, cue: Cue) -> str:
    """Return the adjective of "taller than 190", else ""."""
    word = binding.text[cue.start : cue.end].split()[0].casefold()
    return word if word in {*DIMENSIONS, *OLDER, *NEWER} else ""


def _bound_behind(binding: Binding, cue: Cue, negated: bool) -> bool | None:
    """Bind a number to what it counts or measures behind it, or to what the words before say."""
    if _bound_count(binding, cue):
        return True
    own = binding.property_behind(cue.end, True)
    if own is not None:
        return compare(binding, own, cue, negated)
    beside = binding.property_behind(cue.end, close=True)
    if beside is not None:
        binding.having(cue, beside)  # "in more than two regions"
        return beside.owner != Owner(0)
    own = fitting(binding, cue) if 1500 <= cue.value <= 2100 else None
    return None if own is None else compare(binding, own, cue, negated)


def _bound_count(binding: Binding, cue: Cue) -> bool:
    """Bind a number of what is counted right behind it: "more than 12 filings"."""
    counted = binding.countable_behind(cue.end)
    if counted is None or counted == Owner(0):
        return False
    binding.having(cue, counted)
    return True


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


def _is_times(binding: Binding, cue: Cue) -> bool:
    """Say whether a bound is of how often: "more than 50 times", "exactly twice"."""
    last = binding.text[cue.start : cue.end].casefold().split()[-1]
    return last in TIMES or bool(_TIMES.match(binding.text[cue.end :]))

"""Comparisons with the average of all: "plants that generate more than the average plant"."""

from __future__ import annotations

import re

from steiner.algebra import Bound, Overall, Owner, PropertyOf
from steiner.query.building.query_graph import EITHER
from steiner.query.computing.bounding.bounded_property import measured
from steiner.query.computing.meaning.binding import Binding
from steiner.query.computing.meaning.places import NUMERIC
from steiner.query.english.cues import Cue
from steiner.query.english.degrees import DIMENSIONS, NEWER, OLDER
from steiner.query.naming.schema_words import SchemaMention, is_key

_ENDS = re.compile(r"^\W*(?:$|(?:and|but)\b)", re.IGNORECASE)
"""Behind the average of all; more would tell of which: "the average in Sales"."""
_OF_ALL = re.compile(r"^\W*(?:(?:of|for|across|among|over|all|the|other|one)\b\W*)+", re.IGNORECASE)
_UP = ("more", "higher", "greater", "larger", "bigger", "longer")
_MORE = re.compile(
    rf"\b(?P<word>{'|'.join(_UP)}|less|fewer|lower|smaller|shorter)\W+(?:\w+\W+){{1,3}}$",
    re.IGNORECASE,
)
"""Before what is compared: "have a higher voltage than the average"."""
_ONLY = 0.15
"""Doubt that the only number of a thing is what "larger than the average" compares."""


def bind_overall(binding: Binding) -> None:
    """Compare the property that stands before or behind an average with that of all there are."""
    for cue in binding.kinds("overall"):
        own = _compared(binding, cue)
        operator = _operator(binding, cue)
        if own is None or not operator or not _is_of_all(binding, cue, own):
            binding.unbound.append(binding.text[cue.start : cue.end])
            continue
        # "Crews that took more hours than average": at once, or all together?
        binding.built.guesses += EITHER * own.owner.is_link
        denied = binding.is_denied(cue.start)
        binding.built.bounds.append(Bound(own, operator, Overall("avg"), denied))
        binding.built.used.append((cue.start, cue.end))


def _compared(binding: Binding, cue: Cue) -> PropertyOf | None:
    """Return the number that is compared: named beside, by an adjective, or the only one."""
    own = binding.property_behind(cue.end, True) or binding.property_before(cue.start, True)
    if own is not None:
        return own if own.kind in NUMERIC else None
    word = binding.text[cue.start : cue.end].split()[0].casefold()
    if word in DIMENSIONS and (own := measured(binding, word)):
        return own
    if word in OLDER | NEWER or not binding.built.labels:
        return None
    numbers = [
        PropertyOf(Owner(0), p.name, p.kind)
        for p in binding.properties_of(Owner(0))
        if p.kind in NUMERIC and not p.tells_time and not is_key(p.name)
    ]
    binding.built.guesses += _ONLY
    return numbers[0] if len(numbers) == 1 else None


def _names(mention: SchemaMention) -> set[str]:
    return {e.name for e in mention.of_kind("property")}


def _operator(binding: Binding, cue: Cue) -> str:
    """Return how a cue compares; of "a higher voltage than the average" the word before tells."""
    if cue.operator:
        return str(cue.operator)
    said = _MORE.search(binding.text[: cue.start])
    if said is None:
        return ""
    binding.built.used.append(said.span("word"))
    return ">" if said["word"].casefold() in _UP else "<"


def _is_of_all(binding: Binding, cue: Cue, own: PropertyOf) -> bool:
    """Say whether nothing behind an average tells of which: not so of "the average in Sales"."""
    label = "" if own.owner.is_link else binding.built.labels[own.owner.number]
    rest = binding.text[cue.end :]
    for mention in binding.mentions:
        same = {e.name for e in mention.of_kind("label")} <= {label}
        same = same and (not mention.of_kind("property") or own.name in _names(mention))
        if same and mention.start >= cue.end and mention.elements:
            said = binding.text[mention.start : mention.end]
            rest = rest.replace(said, "", 1) if not mention.of_kind("type") else rest
    rest = _OF_ALL.sub("", rest)
    return bool(_ENDS.match(rest))

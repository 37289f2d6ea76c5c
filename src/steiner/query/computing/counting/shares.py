"""Shares: "what percentage of the bowls is glazed" is a part of what is named, by a condition."""

from __future__ import annotations

import re

from steiner.algebra import Bound, Measure, Owner
from steiner.query.computing.meaning.binding import Binding
from steiner.query.english.cues import Cue

_PERCENT = re.compile(r"percent(?:age)?s?", re.IGNORECASE)
_SHARE = re.compile(r"shares?|proportions?|fractions?", re.IGNORECASE)
_OF = re.compile(r"\s+of\b", re.IGNORECASE)
_VERB = re.compile(r"\b(?:is|are|was|were|has|have|had|do|does|did)\b", re.IGNORECASE)
_RELATIVE = re.compile(r"\b(?:that|which|who|whose)\b", re.IGNORECASE)
"""What tells of the part stands behind: "of the red bowls is glazed" are glazed of the red."""


def bind_share(binding: Binding) -> None:
    """Measure which share of what is named meets the conditions that are said of it behind."""
    cue = _asked(binding)
    if cue is None:
        return
    noun = min(
        end for (start, end), own in binding.built.places.items() if _is_named(cue, start, own)
    )
    verb = _VERB.search(binding.text, noun)
    own = [b for b in binding.built.bounds if b.property.owner == Owner(0)]
    positions = [_position(binding, bound) for bound in own]
    said = verb.end() if verb else noun
    part = tuple(b for b, at in zip(own, positions, strict=True) if at is not None and at >= said)
    whose = _RELATIVE.search(binding.text, noun)
    if not part or None in positions or whose or (len(part) > 1 and verb is None):
        return
    binding.built.bounds = [b for b in binding.built.bounds if b not in part]
    kind = "percentage" if _PERCENT.fullmatch(_word(binding, cue)) else "share"
    binding.measure, binding.single = Measure(kind, Owner(0), (), part), True
    binding.built.used.append((cue.start, cue.end))


def _asked(binding: Binding) -> Cue | None:
    """Return the one cue of a share of what is asked for, if nothing else is computed."""
    cues = binding.kinds("arithmetic", "average", "sum", "count", "superlative", "often", "each")
    if len(cues) != 1 or binding.measure is not None or not binding.built.labels:
        return None
    word = _word(binding, cues[0])
    shares = _PERCENT.fullmatch(word) or _SHARE.fullmatch(word)
    of = _OF.match(binding.text, cues[0].end)
    named = binding.countable_behind(cues[0].end) == Owner(0)
    return cues[0] if shares and of and named else None


def _word(binding: Binding, cue: Cue) -> str:
    return binding.text[cue.start : cue.end].strip()


def _is_named(cue: Cue, start: int, own: Owner) -> bool:
    return start >= cue.end and own == Owner(0)


def _position(binding: Binding, bound: Bound) -> int | None:
    """Return where the words of a condition stand; None where that is open."""
    stored = bound.value if isinstance(bound.value, list) else [bound.value]
    values = (
        v.start
        for v in binding.named
        if any(m.property == bound.property.name and {*m.values} & {*stored} for m in v.meanings)
    )
    cues = (c.start for c in binding.kinds("bound", "year", "month", "text") if c.value in stored)
    words = (
        m.start
        for m in binding.properties()
        if any(e.name == bound.property.name for e in m.of_kind("property"))
    )
    return next((at for own in (values, cues, words) for at in own), None)

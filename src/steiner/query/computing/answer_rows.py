"""Which rows there are, how many, and in what order."""

from __future__ import annotations

import re
from dataclasses import replace

from steiner.algebra import Ordering, Owner, PropertyOf
from steiner.query.computing.meaning.binding import Binding
from steiner.query.english.cues import Cue

_RANKING = ("superlative", "adjective", "often")
_ASKED = re.compile(r"\W*(?:which|what|list|name|show)\W+(?:are\W+)?(?:the\W+)?", re.IGNORECASE)
_USUAL = 0.2
"""Doubt that "the first 3" go by a date, as they usually do."""
EVERY = re.compile(
    r"\b(?:all(?:\s+of)?\s+(?:their|its|his|her)|only|(?P<are>is|are|was|were)\s+all)\s+",
    re.IGNORECASE,
)
"""What is asked of every one of several: "all their products", "only", "are all"."""


def bind_limits(binding: Binding) -> None:
    for cue in binding.cues:
        if cue.kind in ("top", "first", "last", "limit") and isinstance(cue.value, int):
            binding.limit = cue.value
        elif (cue.start, cue.end) in binding.built.used:
            continue
        elif any(m.start <= cue.start < m.end for m in binding.mentions):
            continue  # A part of a name: book45PageRank.
        elif cue.kind == "number" and binding.limit is not None:
            binding.unbound.append(binding.text[cue.start : cue.end])
        elif cue.kind == "number" and isinstance(cue.value, int):
            if any(0 <= c.start - cue.end <= 3 for c in binding.kinds(*_RANKING)):
                binding.limit = cue.value
            elif _is_limit(binding, cue):
                binding.limit = cue.value
                binding.built.used.append((cue.start, cue.end))
            elif not any(a <= cue.start < b for a, b in binding.built.used):
                binding.unbound.append(binding.text[cue.start : cue.end])


def _is_limit(binding: Binding, cue: Cue) -> bool:
    """Say whether a number stands before what is asked for: "list 3 shops", "which 3 cities"."""
    asked = binding.asked or next((m for m in binding.mentions if m.of_kind("label")), None)
    begun = _ASKED.fullmatch(binding.text[: cue.start])
    behind = [*([asked] if asked else []), *(binding.properties() if begun or not asked else [])]
    gaps = (binding.text[cue.end : m.start] for m in behind if 0 <= m.start - cue.end <= 25)
    return any(len(gap.split()) <= 2 for gap in gaps)


def bind_order(binding: Binding) -> None:
    cues = binding.kinds("order")
    direction = next(iter(binding.kinds("direction")), None)
    if cues and binding.order is None:
        owned = binding.property_behind(cues[0].end)
        binding.built.used.append((cues[0].start, cues[0].end))
        if owned is not None and (owned.owner.is_link or not owned.owner.number):
            down = direction is not None and bool(direction.operator)
            binding.order = Ordering(owned, down)
        elif binding.measure:
            binding.order = Ordering(None, not (direction and not direction.operator))
        elif "alpha" in str(cues[0].value) and binding.built.labels:
            name = binding.built.schema.names.get(binding.built.labels[0])
            binding.order = Ordering(PropertyOf(Owner(0), name), False) if name else None
        if binding.order is None:
            binding.unbound.append(binding.text[cues[0].start : cues[0].end])
    for cue in binding.kinds("first", "last"):
        if binding.order is None and binding.measure is None and binding.built.labels:
            owned = binding.hinted("date")
            if owned is not None:
                binding.order = Ordering(owned, cue.kind == "last")
                binding.order_doubt = _USUAL
            elif cue.kind == "last":
                binding.unbound.append("last")


def bind_every(binding: Binding) -> None:
    """Read "all their products cost over 20" as products, and none that do not."""
    said, built = EVERY.search(binding.text), binding.built
    behind = [(at, o) for (at, _), o in built.places.items() if said and at >= said.end()]
    owner = binding.far(min(behind, key=lambda pair: pair[0])[1]) if behind else None
    own = [bound for bound in built.bounds if bound.property.owner == owner]
    if said is None or owner in (None, Owner(0)) or len(own) != 1 or own[0].negated:
        return
    assert owner is not None
    number = built.entering(owner.number)
    other = built.link_again(number, owner.number, negated=True, count=())
    of = own[0].property._replace(owner=Owner(other))
    built.bounds.remove(own[0])
    built.bounds.append(replace(own[0], property=of, negated=True))
    built.used.append(said.span())

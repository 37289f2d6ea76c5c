"""What "how many" and "the number of" count."""

from __future__ import annotations

from steiner.algebra import Measure, Ordering, Owner, PropertyOf
from steiner.query.computing.meaning.amounts import amount_said, only_amount
from steiner.query.computing.meaning.binding import Binding
from steiner.query.computing.meaning.places import NUMERIC
from steiner.query.english.cues import Cue
from steiner.query.naming.schema_words import SPELT


def count_things(binding: Binding, cue: Cue) -> None:
    binding.built.used.append((cue.start, cue.end))
    if own := _differing(binding, cue):
        binding.measure, binding.single = Measure("count", own), not binding.kinds("each")
        return
    if binding.text[cue.start : cue.end].endswith(("times", "often")):
        _times(binding)
        return
    owner = binding.countable_behind(cue.end)
    if owner is None and (own := amount_said(binding, cue.end)) is not None:
        ranked = binding.kinds("top", "based") or binding.limit
        if ranked and own.owner == Owner(0) and own.kind in NUMERIC:
            binding.order = binding.order or Ordering(own, True)
            return
        if own.kind == "yes or no":  # There are two of these, whatever is asked.
            binding.unbound.append(own.name)
        # "How many transactions", kept as a number, are added up, and what a list holds; other
        # values are counted.
        adds_up = own.kind in NUMERIC or (own.kind == "list" and not binding.kinds("distinct"))
        binding.measure_by("sum" if adds_up else "count", own)
        binding.single = not (ranked or binding.kinds("each"))
        return
    if binding.measure is not None and binding.measure.having and owner == Owner(0):
        binding.single = True
        return
    if owner is None:
        owner = binding.counted_thing() if len(binding.built.labels) > 1 else Owner(0)
    if owner is None:
        binding.unbound.append("count")
        return
    done = only_amount(binding) if owner == Owner(0) and binding.fixed(0) else None
    if done:  # "How many apples were in order 7": of a named thing, how much there was.
        binding.measure_by("sum", done)
    else:
        binding.count(owner)
    if owner == Owner(0) or binding.fixed(0) or owner.is_link:
        binding.single = not binding.kinds("each")
    elif binding.kinds("top", "based") or binding.limit:
        binding.order = binding.order or Ordering(None, True)


def _differing(binding: Binding, cue: Cue) -> PropertyOf | None:
    """Return the property whose values "how many different ship countries" counts."""
    for distinct in binding.kinds("distinct"):
        behind = [m for m in binding.properties() if 0 <= m.start - distinct.end <= 2]
        if 0 <= distinct.start - cue.end <= 2 and behind and not behind[0].of_kind("label"):
            own = binding.owned(behind[0])
            if own and own.owner == Owner(0) and behind[0].score >= SPELT:
                binding.use(behind[0])
                return own
    return None


def _times(binding: Binding) -> None:
    """Count how often the one thing was done that a question names."""
    if len(binding.built.links) == 1 and not binding.kinds("top", "superlative", "each"):
        binding.count(Owner(0, True))
        binding.single = True
    else:
        binding.unbound.append("times")

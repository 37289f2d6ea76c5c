"""How many there are on average: of "orders per customer" the mean of each customer's count."""

from __future__ import annotations

import re

from steiner.algebra import Owner
from steiner.query.computing.meaning.binding import Binding
from steiner.query.english.cues import Cue

_NUMBER_OF = re.compile(r"\W*(?:(?:number|count|amount)\W+of\W+)?", re.IGNORECASE)
_NONE = 0.15
"""Doubt whether those that have none count, too: they do not."""


def bind_counts_across(binding: Binding, cue: Cue) -> bool:
    """Average how many of something each root has; false where nothing is counted."""
    counts = binding.kinds("count")
    said = _NUMBER_OF.match(binding.text, cue.end)
    ends = [c.end for c in counts] + [said.end() if said else cue.end]
    counted = next((o for end in ends if (o := binding.countable_behind(end))), None)
    if counted in (None, Owner(0)) or binding.kinds("top", "superlative") or binding.limit:
        return False
    if not binding.kinds("each") and not counts:
        return False
    assert counted is not None
    binding.count(counted)
    binding.across, binding.single = "avg", True
    binding.built.guesses += _NONE
    binding.built.used += [(c.start, c.end) for c in (*counts, cue)]
    return True

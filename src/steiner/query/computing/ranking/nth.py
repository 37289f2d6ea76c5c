"""The second highest, the third most expensive: the row behind the first ones."""

from __future__ import annotations

from steiner.query.computing.meaning.binding import Binding
from steiner.query.english.number_words import place_in_order


def bind_nth(binding: Binding) -> None:
    """Leave out the rows before the one that is asked for, where one is."""
    for cue in binding.kinds("arithmetic"):
        number = place_in_order(binding.text[cue.start : cue.end])
        behind = any(0 <= c.start - cue.end <= 1 for c in binding.kinds("superlative", "adjective"))
        ranked = binding.order is not None and binding.limit in (None, 1)
        if number > 1 and behind and ranked and not binding.ties:
            binding.skip, binding.limit = number - 1, 1
            binding.built.used.append((cue.start, cue.end))

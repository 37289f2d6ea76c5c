"""The second highest, the third most expensive: the row behind the first ones."""

from __future__ import annotations

import re

from steiner.query.computing.meaning.binding import Binding

_NTH = {"second": 2, "third": 3, "fourth": 4, "fifth": 5}


def bind_nth(binding: Binding) -> None:
    """Leave out the rows before the one that is asked for, where one is."""
    for cue in binding.kinds("arithmetic"):
        word = binding.text[cue.start : cue.end].casefold().strip(" -")
        number = _NTH.get(word) or int(re.sub(r"\D", "", word) or 0)
        behind = any(0 <= c.start - cue.end <= 1 for c in binding.kinds("superlative", "adjective"))
        ranked = binding.order is not None and binding.limit in (None, 1)
        if number > 1 and behind and ranked and not binding.ties:
            binding.skip, binding.limit = number - 1, 1
            binding.built.used.append((cue.start, cue.end))

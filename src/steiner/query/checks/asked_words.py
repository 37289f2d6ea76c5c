"""Which words say what is asked of something that is named: "the opening hours of Hilltop"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from steiner.algebra import Query
from steiner.query.composing.words.lattice import Lattice

_AT_MOST = 4
"""Words of a noun that is asked for: "what is the total annual maintenance cost of …"."""
_NOUN = rf"(?P<asked>\S+(?:\s+\S+){{0,{_AT_MOST - 1}}}?)"
_ASKED = (
    re.compile(rf"['’]s?\s+{_NOUN}(?=\s+(?:in|at|on|for|from|of|to|with|when|that)\b|\W*$)"),
    re.compile(
        r"^\W*(?:(?:what|who)(?:['’]s|\s+(?:is|are|was|were))\s+|"
        r"(?:give|show|tell|get|list|find)\s+(?:(?:me|us)\s+)?)?(?:(?:the|all)\s+)*"
        rf"(?!(?:what|who|which|how|when|where|why)\b){_NOUN}\s+(?:of|for)\b"
    ),
    re.compile(
        r"\b(?:which|whose|how\s+many|how\s+much|what(?:\s+(?:is|are|was|were)\s+the)?)\s+"
        r"(?P<asked>\S+(?:\s+\S+)?)"
    ),
)
_DOES = re.compile(
    r"^\W*(?:(?:what|which|how|why|when|where|who)\b.*?\s)?(?:does|do|did)(?:n['’]t)?\s"
)


def asked_places(looked: Lattice) -> set[int]:
    """Return the places of the words that say what is asked for.

    "What is Ann Lee's phone number?": `phone` and `number`.
    """
    text = looked.folded
    spans = [m.span("asked") for said in _ASKED for m in said.finditer(text)]
    return {k for start, end in spans for k in _places(looked, start, end)}


def done_places(looked: Lattice) -> set[int]:
    """Return the places of words behind does, do or did, where what is done is said."""
    begun = _DOES.match(looked.folded)
    return set(_places(looked, begun.end(), len(looked.text))) if begun else set()


def _places(looked: Lattice, start: int, end: int) -> Iterator[int]:
    return (k for k, word in enumerate(looked.words) if start <= word.start and word.end <= end)


def only_names(query: Query) -> bool:
    """Say whether a query only picks what has one value: "Ann Lee", and computes nothing of it."""
    computes = query.measure or query.order or query.limit or query.group or query.beside
    picks = len(query.bounds) == 1 and query.bounds[0].operator == "="
    value = query.bounds[0].value if picks else True
    named = isinstance(value, str | int | float) and not isinstance(value, bool)
    return len(query.labels) == 1 and picks and named and not computes

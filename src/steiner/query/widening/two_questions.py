"""Two questions in one: "How many ships are there and what is the average price of cargo?"."""

from __future__ import annotations

import re

_ASKS = r"(?:how\s+(?:many|much)|what|which|who|when|where)"
_OF_ITS_OWN = (
    r"(?:how\s+many\s+(?!(?:is|are|was|were|of|did|do|does|has|have|had)\b)|"
    r"what(?:['’]s|\s+(?:is|was))\s+the\s+(?:average|mean|median|total|number\s+of|highest|lowest|sum)\b|"
    r"who(?:['’]s|\s+(?:is|was))\s+the\s)"
)
"""How a question begins that needs none before it; "what are the names" and "who follow" do."""
_JOINED = re.compile(
    rf"(?<!\s)(?:\s*+[?;]\s++(?:and\s++)?(?={_ASKS}\b)|(?:\s*+,)?\s++and\s++(?={_OF_ITS_OWN}))",
    re.IGNORECASE,
)
_BEGINS = re.compile(rf"\W*(?:(?:in|for|of|by|from)\s+)?{_ASKS}\b", re.IGNORECASE)
_GOES_ON = re.compile(
    r"\b(?:each|every|they|them|their|theirs|he|she|him|her|hers|his|it|its|this|that|these|those|"
    r"one|ones|there(?!\s+(?:in|at|on|for|of|with)\b|\W*$)|other|others|same|respectively|"
    r"concerned|involved|in\s+question)\b",
    re.IGNORECASE,
)
"""What speaks of the first question; "are there" at the end does not."""


def two_questions(text: str) -> tuple[str, str] | None:
    """Return the two questions that a text asks, None where it asks one.

    A second one that speaks of the first, or needs its words, is a part of it: "the directors born
    in Rome, and how many films each made".
    """
    joined = [*_JOINED.finditer(text)]
    if len(joined) != 1 or not _BEGINS.match(text):
        return None
    first, second = text[: joined[0].start()].strip(), text[joined[0].end() :].strip()
    whole = min(len(first.split()), len(second.split())) > 2
    return None if not whole or _GOES_ON.search(second) else (f"{first}?", second)

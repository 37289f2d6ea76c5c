"""Which texts are too long to be read as a computation."""

from __future__ import annotations

import re

_WORDS, _CHARACTERS = 100, 1_000
"""Of 10,000 questions that people and models wrote the longest has 40 words and 200 characters.

Each word is held against every other, so that what it costs to read grows with their square.
"""
_WORD = re.compile(r"[A-Z]*[^\W_A-Z]+|[A-Z]+")
"""Words as a schema writes them, too: "isActive" is two."""


def too_long(text: str) -> str:
    """Return what is left out of the evidence of a text that is not read as a computation, and why.

    "" where it may be read.
    """
    counted = (len(text), _CHARACTERS, "characters"), (len(_WORD.findall(text)), _WORDS, "words")
    for count, most, unit in counted:
        if count > most:
            return f"a table: of {count:,} {unit}, more than {most:,}, nothing is computed"
    return ""

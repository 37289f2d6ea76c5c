"""What a property value is in words, and which words: made once for values that come again."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, NamedTuple

from steiner.index.properties.values import worth_reading
from steiner.text import has_letters, readable, stem, words

_LONGEST_READ = 100_000
"""Longer values are shortened, not left out, so only encoded data is skipped here."""
_LONGEST_MENTIONED = 100
_LONGEST_KEPT = 1_000
_KEPT = 20_000
"""Values; at most _LONGEST_KEPT characters each."""
_DAY = re.compile(r"\s*\d{4}-\d{2}-\d{2}\b")


class WrittenValue(NamedTuple):
    """A value in words: `text`, shortened, empty for what nobody reads, such as encoded data.

    `stems` are those of its words, none for a long text; `letters`: it has some; `time`: it is a
    date or time, of Python, of Neo4j, or written as text.
    """

    text: str
    stems: frozenset[str]
    letters: bool
    time: bool


def written(value: Any, longest: int) -> WrittenValue:
    """Write a value of a property in at most `longest` characters, as far as words go."""
    if isinstance(value, list) and set(map(type, value)) == {str}:
        value = tuple(value)
    try:
        kept = not isinstance(value, str) or len(value) <= _LONGEST_KEPT
        return _kept(value, longest) if kept else _made(value, longest)
    except TypeError:  # A list of other values: 1 and True are equal in it, too.
        return _made(value, longest)


def shortened(text: str, longest: int) -> str:
    """Return a text in one line of at most `longest` characters, cut after a word."""
    text = " ".join(text.split())
    return text if len(text) <= longest else text[:longest].rsplit(" ", 1)[0] + " …"


def _made(value: Any, longest: int) -> WrittenValue:
    text = readable(value)
    short = shortened(text, longest) if worth_reading(value, _LONGEST_READ) else ""
    known = words(text) if len(text) <= _LONGEST_MENTIONED else ()
    time = hasattr(value, "year") or (isinstance(value, str) and bool(_DAY.match(value)))
    return WrittenValue(short, frozenset(map(stem, known)), has_letters(value), time)


# Typed: 1, 1.0 and True are equal and written differently.
_kept = lru_cache(maxsize=_KEPT, typed=True)(_made)

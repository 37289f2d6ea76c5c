"""Text forms that indexing, linking and textualisation must agree on."""

from __future__ import annotations

import datetime
import math
import re
import unicodedata
from collections.abc import Callable, Collection, Iterable
from functools import lru_cache
from itertools import filterfalse
from typing import Any

from steiner.graph import Point

MOMENT = re.compile(r"^(\d{4}-\d{2}-\d{2})[T ]\d{2}:\d{2}\S*$")
"""A date with a time of day, as ISO 8601 writes it; the date is group 1."""
_NAMESPACE = re.compile(r"[a-z][a-z0-9]{0,5}__(?=[^\W\d_])")
"""The prefix of a vocabulary that neosemantics writes before what it loads: `rdfs__label`.

Prefixes are short; a longer word is of the name: `address__city`.
"""
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_WORD = re.compile(r"\w+", re.UNICODE)
_UNSEEN = re.compile("[\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]")
"""Soft hyphens, joiners, spaces without width and marks of direction: nobody sees or types them."""
_MIDNIGHT = re.compile(r"^(\d{4}-\d{2}-\d{2})[T ]00:00(:00(\.0+)?)?(Z|[+-]00:?00)?$")

STOP_WORDS = frozenset(
    """
    a about all also am an and any are as at be been being both but by can could did do does
    each every find for from get give had has have he her here him his how i if in into is it
    its last first list many me more most much my name no not of on one or other our out over
    please same she show so some such tell than that the their them then there these they this
    those to too up us was we were what when where which who whom whose why will with would you
    your s t
    """.split()  # noqa: SIM905
)


def visible(text: str) -> str:
    """Return a text without the characters that nobody sees: copied names are full of them."""
    return text if text.isascii() else _UNSEEN.sub("", text)


@lru_cache(maxsize=10_000)
def plain_words(identifier: str) -> str:
    """Turn a label, type or property name into plain words: `ACTED_IN` to "acted in".

    The namespace of what was RDF is no word of it: `ex__livesIn` to "lives in".
    """
    identifier = visible(identifier)
    named = _NAMESPACE.match(identifier)
    identifier = identifier[named.end() :] if named else identifier
    return " ".join(_CAMEL.sub(" ", identifier).replace("_", " ").split()).lower()


def local_names(text: str) -> str:
    """Cut the namespaces off the names in a text: `ex__Goat, ex__Pet` are "Goat, Pet"."""
    return re.sub(rf"(?<!\w){_NAMESPACE.pattern}", "", text) if "__" in text else text


def common_labels(nodes: Iterable[Collection[str]], least: int = 3) -> frozenset[str]:
    """Return the labels that say nothing: those of all nodes, which all have others, too.

    Loaders mark all they write so: `Resource`. The other labels are `least` at least: of people
    who are actors or directors, that they are people says something. `nodes`: labels of each.
    """
    sets = {*map(frozenset, nodes)}
    common = frozenset.intersection(*sets) if sets else frozenset()
    others = frozenset().union(*sets) - common
    return common if len(others) >= least and all(own - common for own in sets) else frozenset()


def words(text: str) -> list[str]:
    """Split into words as the index's keys do: case, accents and punctuation folded."""
    if text.isascii():  # Nothing to decompose, and most text there is.
        return _WORD.findall(text.lower().replace("_", " "))
    # Twice: some letters have case only once they are decomposed, as those of mathematics do.
    decomposed = unicodedata.normalize("NFKD", visible(text).casefold()).casefold()
    bare = "".join(filterfalse(unicodedata.combining, decomposed))
    return _WORD.findall(unicodedata.normalize("NFKC", bare).replace("_", " "))


def normalise(text: str) -> str:
    """Fold to the key form: `Grains/Cereals` and `grains cereals` become the same key."""
    return " ".join(words(text))


def within_one_edit(one: str, other: str) -> bool:
    """Say whether one edit makes the other: a letter more, less, replaced or swapped with the next.

    Equal words are within one edit.
    """
    unlike = (i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b)
    same = next(unlike, min(len(one), len(other)))
    one, other = one[same:], other[same:]
    swapped = one[:2] == other[:2][::-1] and one[2:] == other[2:]
    return swapped or one[1:] in (other, other[1:]) or one == other[1:]


def ngrams(count: int, longest: int) -> list[tuple[int, int]]:
    """Spans (start, end) of up to `longest` of `count` words, the longest and leftmost first."""
    lengths = range(min(longest, count), 0, -1)
    return [(i, i + n) for n in lengths for i in range(count - n + 1)]


_SUFFIXES = (
    "ations",
    "ation",
    "ings",
    "ing",
    "ers",
    "er",
    "ors",
    "or",
    "ies",
    "ied",
    "ed",
    "es",
    "s",
)


def stems(tokens: Iterable[str]) -> set[str]:
    """Cut common English endings, so that "supplied" and "supplies" meet; short words stay."""
    return {stem(token) for token in tokens}


@lru_cache(maxsize=10_000)
def stems_of(text: str) -> frozenset[str]:
    """Return the stems of a text in plain words, kept for texts that come again."""
    return frozenset(stems(text.split()))


def content_stems(tokens: Iterable[str]) -> frozenset[str]:
    """Return the stems of the words that are not stop words."""
    return frozenset(stems(tokens) - STOP_WORDS)


@lru_cache(maxsize=10_000)
def stem(token: str) -> str:
    """Cut a common English ending off one word."""
    for suffix in _SUFFIXES:
        if token.endswith(suffix) and len(token) - len(suffix) >= 3:
            token = token[: -len(suffix)]
            break
    return token[:-1] if len(token) > 3 and token[-1] in "ey" else token


def readable(value: Any) -> str:
    """Write a property value for people and models: lists, dates, points, booleans, numbers."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):  # Most values: only what opens with a year may be a moment.
        text = value.strip()
        return day_or_moment(text) if text[:4].isdigit() else text
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Point):
        return f"({', '.join(readable(c) for c in value.coordinates)})"
    if isinstance(value, datetime.datetime):
        return day_or_moment(value.isoformat(sep=" "))
    if isinstance(value, float):
        return _number(value)
    if isinstance(value, list | tuple):
        return joined(f"({joined(v)})" if type(v) in (list, tuple) else v for v in value)
    if isinstance(value, dict):
        return "; ".join(f"{name}: {readable(part)}" for name, part in value.items())
    if isinstance(value, bytes | bytearray):
        return f"{len(value)} bytes"
    return day_or_moment(str(value))


def _number(value: float) -> str:
    """Write a number: 2.0 as "2", and what is none as Cypher does: Infinity, -Infinity, NaN."""
    if math.isfinite(value):
        return str(int(value)) if value.is_integer() and abs(value) < 1e15 else str(value)
    return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"


def joined(values: Iterable[Any]) -> str:
    """Join the readable forms of several values by commas."""
    return ", ".join(readable(value) for value in values)


def day_or_moment(text: str) -> str:
    """Shorten a moment at midnight to its day; other text is returned stripped."""
    text = text.strip()
    midnight = _MIDNIGHT.match(text)
    return midnight.group(1) if midnight else text


def has_letters(value: Any) -> bool:
    """Say whether a value holds words: strings with letters, also inside a list."""
    if isinstance(value, list | tuple) and not isinstance(value, Point):
        return any(has_letters(item) for item in value)
    return (
        isinstance(value, str) and not MOMENT.match(value.strip()) and any(map(str.isalpha, value))
    )


CountTokens = Callable[[str], int]
Messages = list[dict[str, str]]
"""A chat: messages with `role` and `content`."""


def quarter_characters(text: str) -> int:
    """Count tokens as characters / 4, rounded up: where no generator brings its tokenizer."""
    return -(-len(text) // 4)

"""Numbers as people write them: digits, words, scales, ordinals; the pattern of one, its value."""

from __future__ import annotations

import re

from steiner.query.english.days import BARE_MONTH, day

_UNITS = "one two three four five six seven eight nine".split()  # noqa: SIM905
_TEENS = "thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()  # noqa: SIM905
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()  # noqa: SIM905
_SAID = {
    **{word: i for i, word in enumerate(_UNITS, 1)},
    **{"ten": 10, "eleven": 11, "twelve": 12},
    **{word: i for i, word in enumerate(_TEENS, 13)},
    **{word: 10 * i for i, word in enumerate(_TENS, 2)},
}
_FEW = (*_UNITS, "ten", "eleven", "twelve", "fifteen", "twenty", "thirty", "fifty")
NUMBERS = {"zero": 0, **{word: _SAID[word] for word in _FEW}, "hundred": 100, "dozen": 12}
ORDINALS = {"second": 2, "third": 3, "fourth": 4, "fifth": 5}
TIMES = {"once": 1, "twice": 2, "thrice": 3}
NUMBERS |= TIMES
_SCALES = {"thousand": 1e3, "k": 1e3, "million": 1e6, "m": 1e6, "billion": 1e9}
_NOT_ONE = {
    "one": r"(?!\s+of\s+(?:the|our|their|its|my|your|these|those)\b)",
    **dict.fromkeys(TIMES, r"(?!\s+as\b)"),
}
"""What stands behind a number word that counts nothing: "works on one of our projects"."""
_WORDED = "|".join(word + _NOT_ONE.get(word, "") for word in NUMBERS)
_ONE = r"an?(?=\s(?:thousand|million|billion)\b)"
_SCALE = r"(?:\s?(?:thousand|million|billion)\b|[km]\b)?"
_DIGITS = r"(?<!\d)\d[\d,]{0,40}"
"""Begun once a number, and none is longer: else each digit of a thousand begins a search."""
_MINUS = r"(?:(?<![\w.)])[-−]|\b(?:minus|negative)\s+)?"
NUMBER = rf"{_MINUS}[$€£]?(?:{_DIGITS}(?:\.\d+)?|\b(?:{_WORDED}|{_ONE})\b){_SCALE}%?"


_BELOW = rf"(?:{'|'.join(_TENS)})(?:[\s-](?:{'|'.join(_UNITS)}))?|{'|'.join(_SAID)}"
_JOINED = re.compile(
    rf"\b(?:(?:(?P<hundreds>an?|{'|'.join(_UNITS)})\shundred(?:\s(?:and\s)?(?P<rest>{_BELOW}))?)|"
    rf"(?P<below>(?:{'|'.join(_TENS)})[\s-](?:{'|'.join(_UNITS)})|{'|'.join((*_TEENS, *_TENS))}))\b"
)
"""Numbers of several words, and single ones above twelve; names have capitals."""


def in_digits(text: str) -> str:
    """Return a text whose numbers of several words are digits.

    "More than a hundred and twenty-five" is "more than 125".
    """
    return _JOINED.sub(_digits, text)


def _digits(said: re.Match[str]) -> str:
    hundreds = said["hundreds"]
    parts = re.split(r"[\s-]", said["rest"] or said["below"] or "")
    return str(
        100 * (_SAID.get(hundreds, 1) if hundreds else 0) + sum(_SAID.get(p, 0) for p in parts)
    )


def place_in_order(text: str) -> int:
    """Return which place an ordinal names, 0 for none: "second" and "2nd" are 2."""
    word = text.casefold().strip(" -")
    return ORDINALS.get(word) or int(re.sub(r"\D", "", word) or 0)


def scaled(first: str, last: str) -> str:
    """Return "1 million" of "between 1 and 2 million", where the scale is said once."""
    if re.fullmatch(BARE_MONTH, first, re.IGNORECASE):
        year = re.search(r"\d{4}$", last)
        return f"{first} {year.group()}" if year else first
    scale = re.search(r"(?<=\d)(?:\s?(?:thousand|million|billion)|[km])$", last, re.IGNORECASE)
    bare = re.fullmatch(r"[$€£]?\d+(?:\.\d+)?", first)
    return f"{first}{scale.group()}" if scale and bare else first


def number(text: str, last: bool = False) -> float | int | str:
    """Read "$1,000", "5 million", "-2", "two" or "July 4, 1996"; of a month its `last` day, too.

    number("$1,000") is 1000, number("2.5 million") is 2500000.0, a day is the text "1996-07-04".
    """
    if written := day(text, last):
        return written
    plain = re.sub(r"^(?:minus|negative)\s+|^−", "-", text.casefold())
    plain = re.sub(r"[$€£%,]", "", plain)
    parts = re.fullmatch(rf"(-?)([\d.]+|{_WORDED}|an?)\s?([a-z]*)", plain)
    if not parts:
        return text
    base = 1 if parts[2].startswith("a") else NUMBERS.get(parts[2])
    value: float = base if base is not None else float(parts[2])
    value *= _SCALES.get(parts[3], 1) * (-1 if parts[1] else 1)
    return int(value) if float(value).is_integer() else value

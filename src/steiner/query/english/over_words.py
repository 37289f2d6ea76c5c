"""Words for what is over and for what is not: "former", "used to", "no longer", "still"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from steiner.text import plain_words

_FORMER = frozenset({"former", "formerly", "previous", "previously", "past", "ex"})
_NOT = r"(?:(?P<be>is|are|was|were)|do|does|did)(?:n['’]t|\s+not)\s+"
OVER = (
    (re.compile(r"\bno\s+longer\s+", re.IGNORECASE), ""),
    (
        re.compile(rf"\b{_NOT}(?P<done>.+?)\s+(?:any\s*more|any\s+longer)\b", re.IGNORECASE),
        r"\g<be> \g<done>",
    ),
    (re.compile(r"\bused\s+to\s+be\b", re.IGNORECASE), "is"),
    (re.compile(r"(?<!is\s)(?<!are\s)(?<!was\s)(?<!were\s)\bused\s+to\s+", re.IGNORECASE), ""),
    (
        re.compile(
            r"\b(?:formerly\s+|former\s+(?!(?:and|or|of)\b)(?=\w)|ex-(?=\w))", re.IGNORECASE
        ),
        "",
    ),
)
STILL = (
    (
        re.compile(
            r"\b(?:currently|presently|still|nowadays|at\s+present|at\s+the\s+moment)\s+(?=\w)|"
            r"\bcurrent\s+(?!and\b|or\b)(?=\w)|"
            r"\s+(?:now|currently|at\s+present|at\s+the\s+moment|nowadays)(?=\W*$)",
            re.IGNORECASE,
        ),
        "",
    ),
)
"""Expressions, and what stands in their place in the question without them."""


def first_said(
    text: str, words: Sequence[tuple[re.Pattern[str], str]]
) -> tuple[re.Match[str], str] | None:
    """Return where the first of some expressions stands, and what stands in its place without."""
    said = ((pattern.search(text), instead) for pattern, instead in words)
    return next(((match, instead) for match, instead in said if match), None)


def says_over(text: str) -> bool:
    """Say whether words of a question ask for what is over."""
    return first_said(text, OVER) is not None


def is_called_over(name: str) -> bool:
    """Say whether a name of the schema says that something is over: `formerlyPlayedFor`."""
    return bool(_FORMER & {*plain_words(name).split()})

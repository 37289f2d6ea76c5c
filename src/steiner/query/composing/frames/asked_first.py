"""What the first words of a question ask for, whatever is read of the others."""

from __future__ import annotations

import re
from typing import NamedTuple

from steiner.algebra.schema.graph_schema import TEMPORAL
from steiner.query.composing.frames.binder import NUMERIC
from steiner.query.english.degrees import DIMENSIONS
from steiner.query.english.light_words import ASKS_WHERE

IN_ALL = re.compile(r"\b(?:in\W+total|altogether|overall|combined|all\W+in\W+all|together)\b")
_HOW = re.compile(r"\W*(?:for\W+)?how\W+(\w+)")
_WHEN = ("when", "what year", "in what year", "in which year", "on what date")
_YEARS = re.compile(r"\W*(?:(?:in|since)\W+)?(?:what|which)\W+year\b")
_WHAT = re.compile(r"\W*(?:what|which|how|why)\b")
_MANNER = re.compile(
    r"(?:how\W+(?:is|are|was|were|do|does|did|has|have)|why|in\W+(?:what|which)\W+\w+)\b"
)


class Asking(NamedTuple):
    """What a question word asks for: `sums` of numbers, a `manner`, `where`, values of `kinds`.

    `hints`: words of the names of what is asked for, "height" of "how tall". `what`: something
    is asked for, of whatever kind. `years`: of a day its year is enough.
    """

    hints: frozenset[str]
    sums: bool
    manner: bool
    where: bool
    kinds: tuple[str, ...]
    what: bool
    years: bool


def asking(text: str) -> Asking:
    """Return what a question in small letters asks for by its first words."""
    start = text.lstrip()
    how, where = _HOW.match(start), bool(ASKS_WHERE.search(start))
    hints = frozenset(DIMENSIONS.get(how[1], ())) if how else frozenset[str]()
    much = how is not None and how[1] == "much"
    kinds = NUMERIC if hints or much else ()
    kinds = TEMPORAL if start.startswith(_WHEN) else kinds
    # "For how much was Leo bought" asks what one deed cost, and adds nothing up.
    sums = (much and not start.startswith("for")) or bool(hints and IN_ALL.search(text))
    manner, what, years = (bool(said.match(start)) for said in (_MANNER, _WHAT, _YEARS))
    return Asking(hints, sums, manner, where, kinds, what, years)

"""What a span of a question may be."""

from __future__ import annotations

from typing import NamedTuple

from steiner.query.english.cues import Cue
from steiner.query.english.irregular_forms import singulars
from steiner.query.naming.linked_values import Meaning
from steiner.query.naming.schema_words import (
    Element,
    Word,
)


class Item(NamedTuple):
    """One thing that the words `start` to `end` (exclusive) may be, and how well they fit it.

    `kind`: noun (a label), verb (a type), property, value (`meaning`), cue. `converse`: a verb is
    said from the other end: "manager" of REPORTS_TO. `ringed`: by a word that stands for another.
    `taught`: as questions over the graph have taught.
    """

    start: int
    end: int
    kind: str
    score: float
    element: Element | None = None
    meaning: Meaning | None = None
    cue: Cue | None = None
    converse: bool = False
    ringed: bool = False
    taught: bool = False


def is_plural(word: Word) -> bool:
    """Say whether a word is a noun in the plural."""
    return bool(singulars(word.text.casefold()))

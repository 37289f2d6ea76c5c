"""What a span of a question may be."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.lexicon.common_words import SHORT
from steiner.query.english.cues import Cue
from steiner.query.english.irregular_forms import singulars
from steiner.query.english.light_words import ASKING
from steiner.query.naming.schema_words import Element, Word, base, elements, question_words
from steiner.query.naming.values.linked_values import Meaning
from steiner.text import STOP_WORDS

KINDS = {"label": "noun", "type": "verb", "property": "property"}
"""What the words of each part of a schema are."""
WRITTEN = 5
"""Letters of the shortest word that may be misspelt."""


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


def is_content(word: Word) -> bool:
    """Say whether a word may mean something: no stop word, question word or number."""
    text = word.text.casefold()
    return text not in STOP_WORDS and text not in ASKING and not text.isdigit()


def compared_words(question: str) -> list[str]:
    """Return the words of a question that are compared with parts of a schema, folded."""
    return [word.text.casefold() for word in question_words(question) if is_content(word)]


@lru_cache(maxsize=8)
def spoken(schema: GraphSchema) -> dict[Element, tuple[str, ...]]:
    """Return the stems of every element, short forms written out."""
    return {e: tuple(map(written_out, own)) for e, own in elements(schema).items()}


def written_out(stem: str) -> str:
    """Return the stem of the word that a short form is of: of "average" for "avg"."""
    return _long_forms().get(stem, stem)


@lru_cache(maxsize=1)
def _long_forms() -> dict[str, str]:
    return {base(short): base(word) for short, word in SHORT.items()}

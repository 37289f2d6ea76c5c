"""What a bracket says again: "products never reordered (reorder level is 0)" is a level of 0."""

from __future__ import annotations

import re
from collections.abc import Sequence

from steiner.query.naming.schema_words import SPELT, SPOKEN, SchemaMention, base
from steiner.text import plain_words

_BRACKET = re.compile(r"\(([^()]*)\)")
_WORD = re.compile(r"[^\W\d_]+")


def explained(question: str, mentioned: Sequence[SchemaMention]) -> list[tuple[int, int]]:
    """Return the spans, from a noun to a bracket, that a property in the bracket explains.

    They share a word with it; "customers from Oslo (older than 30)" says two things.
    """
    spans = []
    for bracket in _BRACKET.finditer(question):
        start, end = bracket.span(1)
        own = [m for m in mentioned if start <= m.start < end and m.score >= SPELT]
        stems = {
            base(word)
            for mention in own
            for element in mention.of_kind("property")
            for word in plain_words(element.name).split()
        }
        labels = [m for m in mentioned if m.of_kind("label") and m.score >= SPOKEN]
        nouns = [m.end for m in labels if m.end <= start]
        span = (max(nouns, default=0), bracket.start())
        words = _WORD.findall(question[span[0] : span[1]].casefold())
        if nouns and stems & {*map(base, words)}:
            spans.append(span)
    return spans

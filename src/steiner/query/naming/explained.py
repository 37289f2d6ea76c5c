"""What a bracket says again: "never reordered (reorder level is 0)", "speaks Polish (pl)"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from steiner.algebra.graph_schema import GraphSchema
from steiner.query.naming.linked_values import Value
from steiner.query.naming.schema_words import SPELT, SPOKEN, SchemaMention, base, is_flag
from steiner.text import plain_words

_BRACKET = re.compile(r"\(([^()]*)\)")
_WORD = re.compile(r"[^\W\d_]+")
_LAST = re.compile(r"([^\W_]+)\W+$")


def explained(
    question: str,
    mentioned: Sequence[SchemaMention],
    named: Sequence[Value],
    schema: GraphSchema,
) -> list[tuple[int, int]]:
    """Return the spans, from a noun to a bracket, that a property in the bracket explains.

    They share a word with it, or it is a yes or no that fills the bracket ("are insured by us
    (ins)"); "customers from Oslo (older than 30)" says two things. A value that fills it explains
    the word before it, or the adjective of the noun before it.
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
        whole = [m for m in own if not question[start : m.start].strip()]
        flag = any(m.end == end and is_flag(m, schema) for m in whole)
        if nouns and (flag or stems & {*map(base, words)}):
            spans.append(span)
        for value in named:
            if (value.start, value.end) == (start, end) and value.meanings:
                spans += _of_value(question, bracket.start(), value, mentioned)
    return spans


def _of_value(
    question: str, bracket: int, value: Value, mentioned: Sequence[SchemaMention]
) -> list[tuple[int, int]]:
    """Return the word that a value in a bracket repeats: "Polish (pl)", "idle machines (I)"."""
    before = _LAST.search(question[:bracket])
    noun = next((m for m in mentioned if before and m.end == before.end(1)), None)
    own = {(m.label, m.property) for m in value.meanings}
    near = noun and noun.score < SPOKEN and own & {(e.of, e.name) for e in noun.elements}
    if before and (noun is None or near):
        return [before.span(1)]
    return [
        (m.start, m.end)
        for m in mentioned
        if noun and m.end + 1 == noun.start and m.score < SPOKEN
        if own & {(e.of, e.name) for e in m.of_kind("property")}
    ]

"""Words of a question that a reading makes nothing of."""

from __future__ import annotations

import re
from collections.abc import Sequence

from steiner.algebra.schema.graph_schema import TEMPORAL
from steiner.query.building.structure import Structure
from steiner.query.english.cues import Cue
from steiner.query.english.light_words import ASKING, LIGHT_PHRASE, NOT_ONE
from steiner.query.naming.question_parts import is_value_of
from steiner.query.naming.schema_words import (
    SPELT,
    SchemaMention,
    base,
    question_words,
    unit_behind,
)
from steiner.text import plain_words

COMPUTING = (
    "average", "sum", "count", "often", "adjective", "superlative", "top", "first", "last", "each",
    "overall",
)  # fmt: skip
"""Kinds of cues by which a question asks for more than a set."""
_RANKS = re.compile(r"^\W*(rank|sort|order|compare)\b", re.IGNORECASE)
"""The first word asks for what is computed, in its order."""


def unread_words(
    question: str,
    built: Structure,
    computing: Sequence[Cue],
    mentioned: Sequence[SchemaMention],
) -> tuple[str, ...]:
    """Return the words that stand for no part of a query, and say something: in their order."""
    covered = [*built.used, *built.places, *((c.start, c.end) for c in computing)]
    if any(c.kind in (*COMPUTING, "count") for c in computing):
        covered += [said.span(1) for said in _RANKS.finditer(question)]
    covered += [unit_behind(question, c.end) for c in computing if c.kind in ("bound", "number")]
    # The first word of a compound says nothing that its head does not.
    covered += [(m.start, m.end) for m in mentioned if not m.elements]
    # Nor does the last: "the freight cost", "the release year".
    named = [m for m in mentioned if m.of_kind("property") and m.score >= SPELT]
    heads = {m.end + 1 for m in named if is_value_of(m, built.schema)}
    covered += [said.span() for said in LIGHT_PHRASE.finditer(question)]
    covered += [said.span("one") for said in NOT_ONE.finditer(question)]
    left, spoken = [], _verbs_read(built)
    for word in question_words(question):
        known = (
            word.start in heads
            or word.stem in spoken
            or any(a <= word.start < b for a, b in covered)
        )
        if not known and word.text.casefold() not in ASKING:
            left.append(word.text)
    return tuple(left)


def _verbs_read(built: Structure) -> set[str]:
    """Return the stems that the types of links and the bound properties begin with.

    "In which hall was it played" says PLAYED_AT, "which started last" startDate.
    """
    names = [type for link in built.links for type in link.types]
    names += [bound.property.name for bound in built.bounds]
    days = [p for label in built.labels for p in built.schema.labels.get(label, {}).values()]
    names += [p.name for p in days if p.kind in TEMPORAL]  # "Were played".
    firsts = [plain_words(name).split()[0] for name in names]
    return {base(first) for first in firsts if len(first) > 3}

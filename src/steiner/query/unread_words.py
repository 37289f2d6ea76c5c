"""Words of a question that a reading makes nothing of."""

from __future__ import annotations

import re
from collections.abc import Sequence

from steiner.algebra import Owner
from steiner.algebra.graph_schema import TEMPORAL
from steiner.query.building.structure import Structure
from steiner.query.computing.meaning.places import PARTICIPLE
from steiner.query.english.cues import Cue
from steiner.query.english.light_words import ASKING, LIGHT_PHRASE, NOT_ONE
from steiner.query.naming.question_parts import is_value_of
from steiner.query.naming.schema_words import (
    SPELT,
    SchemaMention,
    base,
    is_unit_of,
    question_words,
    unit_behind,
)
from steiner.query.naming.voice import BE
from steiner.text import plain_words

COMPUTING = (
    "average", "sum", "count", "often", "adjective", "superlative", "top", "first", "last", "each",
    "overall",
)  # fmt: skip
"""Kinds of cues by which a question asks for more than a set."""
_RANKS = re.compile(r"^\W*(rank|sort|order|compare)\b", re.IGNORECASE)
"""The first word asks for what is computed, in its order."""
_BETWEEN = re.compile(r"\b(between)\s+(?:the\s+)?", re.IGNORECASE)
_AND = re.compile(r"\W*and\W+(?:the\W+)?", re.IGNORECASE)
_IN_UNIT = re.compile(r"\bin\s+([^\W\d_]+)\b", re.IGNORECASE)
_WHAT = re.compile(r"\W*(?:what|which)\W+", re.IGNORECASE)
_DID = re.compile(r"\W+(?:did|does|do|has|have|had)\b", re.IGNORECASE)


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
    named = [m for m in named if not _is_done(question, m)]
    heads = {m.end + 1 for m in named if is_value_of(m, built.schema)}
    covered += _done_to_asked(question, built, mentioned)
    covered += [said.span() for said in LIGHT_PHRASE.finditer(question)]
    covered += [said.span("one") for said in NOT_ONE.finditer(question)]
    covered += [said.span(1) for said in _BETWEEN.finditer(question) if _joins(built, said)]
    covered += _units_said(question, mentioned)
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


def _units_said(question: str, mentioned: Sequence[SchemaMention]) -> list[tuple[int, int]]:
    """Return the units that a property is asked for in: "the duration in seconds", durationSec."""
    names = {e.name for m in mentioned if m.score >= SPELT for e in m.of_kind("property")}
    said = (one for one in _IN_UNIT.finditer(question))
    return [one.span(1) for one in said if any(is_unit_of(name, one[1]) for name in names)]


def _joins(built: Structure, said: re.Match[str]) -> bool:
    """Say whether what stands on both sides of "between Ann and Bob" is linked."""
    behind = sorted((a, b, o) for (a, b), o in built.places.items() if a >= said.end())[:2]
    if len(behind) < 2 or behind[0][0] > said.end() + 1:
        return False
    (_, end, one), (start, _, other) = behind
    ends = [{Owner(k.source), Owner(k.target)} for k in built.links]
    return bool(_AND.fullmatch(built.text[end:start])) and {one, other} in ends


def _done_to_asked(
    question: str, built: Structure, mentioned: Sequence[SchemaMention]
) -> list[tuple[int, int]]:
    """Return the verb of "what role did Ann play in Dark", where a relationship has the role.

    What she does to it says no more than that it is hers.
    """
    asked = next(iter(mentioned), None)
    own = asked.of_kind("property") if asked else []
    if asked is None or not own or not all(element.on_type for element in own):
        return []
    if not _WHAT.fullmatch(question[: asked.start]) or not _DID.match(question[asked.end :]):
        return []
    ends = {end for (_, end), owner in built.places.items() if not owner.is_link}
    words = question_words(question)
    return [(w.start, w.start + len(w.text)) for w in words if w.start - 1 in ends][:1]


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


def _is_done(question: str, mention: SchemaMention) -> bool:
    """Say whether words are a verb in the passive: "were shipped", not "the released year"."""
    done = PARTICIPLE.fullmatch(question[mention.start : mention.end])
    return bool(done and BE.search(question[: mention.start])) and not mention.of_kind("label")

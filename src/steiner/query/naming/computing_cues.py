"""Which cues of a question compute, and which words are no more than a part of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from steiner.query.english.cues import Cue
from steiner.query.english.irregular_forms import singulars
from steiner.query.naming.schema_words import SPELT, SPOKEN, SchemaMention
from steiner.query.naming.values.linked_values import Value
from steiner.text import plain_words

AVERAGES = {"average", "avg", "mean"}
"""How a property is called that holds them."""
_PER = ("per", "by")

_MEASURING = ("average", "sum", "count", "superlative", "adjective", "often", "top")

_SHOWN = re.compile(r"\W*(?:(?:show|list|give|me|us|all|the|our|and)\W+)*", re.IGNORECASE)

_WORD_OF_TEXT = re.compile(r"\b(?:word|phrase|string|keyword)s?\b(?=\W+\w)", re.IGNORECASE)
_NOUN = re.compile(
    r"\W*(?:$|(?:over|above|below|under|between|more|less|greater|higher|lower|larger|smaller|of\W+"
    r"(?:more|less|over|under|at|exactly|\d)|is|are|was|were|exceed\w*|equal\w*|and|or)\b)",
    re.IGNORECASE,
)
"""Behind a word that stands as a noun, and no adjective."""
_IN_ITS = re.compile(r"\W*in\W+(?:its|their|the|his|her)\W+", re.IGNORECASE)
_PARTICIPLE = re.compile(r"(?:ed|en|wn|de|lt)$", re.IGNORECASE)


def computing_cues(
    question: str,
    said: Sequence[Cue],
    mentioned: Sequence[SchemaMention],
    named: Sequence[Value],
) -> list[Cue]:
    """Return the cues that compute: no words of the schema, nor what only looks like a cue."""
    kept = [c for c in said if not _links(question, c, mentioned, named)]
    kept = [c for c in kept if not _is_number(c, mentioned)]
    kept = [c for c in kept if not _is_total(question, c, kept, mentioned)]
    kept = [c for c in kept if not _is_of_name(question, c, kept, mentioned)]
    each = [c for c in kept if _is_per(question, c, kept, mentioned)]
    kept = [replace(c, kind="each") if c in each else c for c in kept]
    kept = sorted([*kept, *_counted_per(question, kept, mentioned)], key=lambda c: c.start)
    bounded = {c.end for c in kept if c.kind == "bound"}
    # "More than 10,000 total views" adds nothing up.
    return [c for c in kept if c.kind != "sum" or not {c.start, c.start - 1} & bounded]


def _is_total(
    question: str, cue: Cue, said: Sequence[Cue], mentioned: Sequence[SchemaMention]
) -> bool:
    """Say whether "total" is the noun that things have: "a total over 50", "the highest total".

    "The total hours" and "the total of all orders" add up.
    """
    own = [m for m in mentioned if (m.start, m.end) == (cue.start, cue.end) and m.score >= SPELT]
    owners = {e.of for m in own for e in m.of_kind("property")}
    before = [c.end for c in said if c.kind in ("average", "superlative")]
    # "The order total" is an order's.
    before += [m.end for m in mentioned if owners & {e.name for e in m.of_kind("label")}]
    noun = cue.start - 1 in before or _NOUN.match(question, cue.end)
    return cue.kind == "sum" and bool(owners and noun)


def is_averaged(name: str) -> bool:
    """Say whether a property holds averages by its name: `avg_weight_kg`."""
    return not AVERAGES.isdisjoint(plain_words(name).split())


def _is_of_name(
    question: str, cue: Cue, said: Sequence[Cue], mentioned: Sequence[SchemaMention]
) -> bool:
    """Say whether "average" is of a property's own name: "the highest average weight".

    So it is where it is compared, or each has one: "the average weights of birds".
    """
    behind = [m for m in mentioned if m.start == cue.end + 1 and m.of_kind("property")]
    own = [m for m in behind if all(is_averaged(e.name) for e in m.of_kind("property"))]
    compared = any(c.kind in ("superlative", "bound") for c in said)
    plural = any(singulars(question[m.start : m.end].split()[-1].casefold()) for m in own)
    return cue.kind == "average" and bool(own) and (compared or plural)


def _links(
    question: str, cue: Cue, mentioned: Sequence[SchemaMention], named: Sequence[Value]
) -> bool:
    """Say whether "mentions 'Ann'" is a relationship to a node of the graph, no text operator.

    Behind a property, "a summary mentioning 'Ann'", it is an operator.
    """
    inside = [m for m in mentioned if cue.start <= m.start < cue.end and m.of_kind("type")]
    known = [v for v in named if cue.start <= v.start < cue.end and v.meanings]
    text = cue.kind == "text" and not is_operator(question, cue, mentioned)
    return text and bool(inside) and bool(known)


def is_operator(question: str, cue: Cue, mentioned: Sequence[SchemaMention]) -> bool:
    """Say whether "containing 'sea'" is of a text: of a property beside it, or of a word."""
    if cue.kind != "text":
        return False
    said = _WORD_OF_TEXT.search(question[cue.start : cue.end])
    behind = _IN_ITS.match(question, cue.end)
    starts = {m.start for m in mentioned if m.of_kind("property")}
    of_property = behind is not None and behind.end() in starts
    return bool(said) or of_property


def is_said_by(mention: SchemaMention, operators: Sequence[Cue]) -> bool:
    """Say whether a type is no more than an operator: "a summary mentioning 'Ann'"."""
    return bool(mention.of_kind("type")) and any(
        c.start <= mention.start < c.end for c in operators
    )


def is_inside(mention: SchemaMention, computing: Sequence[Cue]) -> bool:
    """Say whether a mention is only a word of a cue ("number of", "order by")."""
    inside = [c for c in computing if c.start <= mention.start and mention.end <= c.end]
    quoted = [c for c in inside if c.kind == "text" and mention.end >= c.end - 1]
    counted = ("number", "bound", "year", "month", "text")
    # "Million" is near to "amount" in meaning, but part of a number here.
    by_meaning = bool(inside) and mention.score < SPOKEN
    # "Starts with" is no start_date.
    operator = any(c.kind == "text" and c.start == mention.start for c in inside)
    operator = operator and not mention.of_kind("type")
    return bool(quoted) or by_meaning or operator or any(c.kind not in counted for c in inside)


def _is_number(cue: Cue, mentioned: Sequence[SchemaMention]) -> bool:
    """Say whether "number of" only ends what a property begins: "the phone number of Ann"."""
    ends = {m.end + 1 for m in mentioned if m.score >= SPELT and m.of_kind("property")}
    return cue.kind == "count" and cue.start in ends


def is_done_by(question: str, cue: Cue, mentioned: Sequence[SchemaMention]) -> bool:
    """Say whether "by" tells who does what the verb before it says: "affected by outages"."""
    before = question[: cue.start].rstrip()
    verbs = (m.end for m in mentioned if m.of_kind("type"))
    return bool(_PARTICIPLE.search(before)) or len(before) in verbs


def _is_per(
    question: str, cue: Cue, said: Sequence[Cue], mentioned: Sequence[SchemaMention]
) -> bool:
    """Say whether "by" asks for a number for each: "the average total of orders by customer".

    What another label has is so, too: "by region". "Reviews by users" are what they wrote.
    """
    measured = any(c.kind in ("average", "sum", "count") and c.end < cue.start for c in said)
    behind = next((m for m in mentioned if m.start - cue.end == 1 and m.score >= SPELT), None)
    if cue.kind != "based" or not measured or behind is None:
        return False
    word = question[behind.start : behind.end].split()[-1].casefold()
    nouns = {e.name for m in mentioned for e in m.of_kind("label")}
    elsewhere = not nouns & {e.of for e in behind.of_kind("property")}
    single = not singulars(word) and question[cue.start : cue.end].casefold() == "by"
    another = bool(behind.of_kind("label")) or elsewhere
    return single and another and not is_done_by(question, cue, mentioned)


def _counted_per(
    question: str, said: Sequence[Cue], mentioned: Sequence[SchemaMention]
) -> list[Cue]:
    """Return the count that "parcels per status" leaves out, where nothing else is measured."""
    per = [c for c in said if c.kind == "each" and question[c.start : c.end].casefold() in _PER]
    if len(per) != 1 or any(c.kind in _MEASURING for c in said):
        return []
    nouns = [m for m in mentioned if m.of_kind("label") and m.end + 1 == per[0].start]
    alone = [n for n in nouns if _SHOWN.fullmatch(question[: n.start])]
    return [Cue("count", n.start, n.start) for n in alone if n.score >= SPOKEN]

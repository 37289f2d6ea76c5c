"""How sure a reading is, and what of the question it left open."""

from __future__ import annotations

import re
from collections.abc import Sequence

from steiner.algebra import Measure, Owner, PropertyOf, Query
from steiner.algebra.graph_schema import TEMPORAL
from steiner.query.building.query_graph import EITHER
from steiner.query.building.structure import Structure
from steiner.query.computing.meaning.binding import Binding
from steiner.query.computing.meaning.places import PARTICIPLE
from steiner.query.english.cues import Cue
from steiner.query.english.light_words import ASKING, LIGHT_PHRASE, NOT_ONE
from steiner.query.hardly_meant import is_hardly_meant
from steiner.query.naming.question_parts import is_value_of
from steiner.query.naming.schema_words import (
    SPELT,
    SPOKEN,
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
_PREPOSITIONS = "in|on|at|to|for|from|with|of|by|under"
_NARROWS = re.compile(
    r"\b(?:of|for|in|about|to|among|from|by|on|at|with|both|how\s+many|number\s+of)\s+(?:(?:the|all|our|these|any)\s+)?[\"'“‘]?$",
    re.IGNORECASE,
)
"""Before a noun that narrows what is asked for."""
_BESIDE = re.compile(r"\W+(?:(?:both|either|neither|the|an?|any)\W+)*", re.IGNORECASE)
"""Between a noun and a name that tells which: "which policies cover both theft and fire"."""
_JOINED = re.compile(r"\b(?:and|but|or)\s+(?:(?:also|never|not|have|has|did)\s+)?$", re.IGNORECASE)
"""Before a verb that says more of the same: "treat five and lead a ward"."""
_CLOSES = re.compile(rf"\W*(?:$|[,;]|\b(?:{_PREPOSITIONS})\b)", re.IGNORECASE)
"""Behind a word that ends what is said of a verb: "shipped late in May"."""
_BETWEEN = re.compile(r"\b(between)\s+(?:the\s+)?", re.IGNORECASE)
_AND = re.compile(r"\W*and\W+(?:the\W+)?", re.IGNORECASE)
_WHEN = {
    "before",
    "after",
    "since",
    "until",
    "under",
    "above",
    "below",
    "within",
    "between",
    "during",
}
"""Words before a bound: unread, something else than what is asked for is counted in."""
_IN_UNIT = re.compile(r"\bin\s+([^\W\d_]+)\b", re.IGNORECASE)
_WHAT = re.compile(r"\W*(?:what|which)\W+", re.IGNORECASE)
_DID = re.compile(r"\W+(?:did|does|do|has|have|had)\b", re.IGNORECASE)
_NEAR, _FAR = 0.15, 0.65
"""Taken off for a word that is only near in meaning; more below this cosine in what computes: a
number or rank shows nothing of it ("the best paid": hired?)."""
_UNREAD, _UNBOUND, _PROBLEM, _GUESSED = 0.1, 0.35, 0.3, 0.2


def confidence(query: Query, bound: Binding, unread: Sequence[str]) -> float:
    """Return how sure a reading is: 1, less what each word and guess that is open costs."""
    question, mentioned, built = bound.text, bound.mentions, bound.built
    done = [w for w in unread if w.endswith(("ed", "en")) and bound.kinds(*COMPUTING)]
    sure = 1.0 - _UNREAD * len(unread) - EITHER * bool(done) - _UNBOUND * len(bound.unbound)
    first = min((m.start for m in mentioned), default=0)
    before = [word for word in unread if question.find(word) < first or _is_asked(question, word)]
    before += [word for word in unread if _is_main_verb(question, word)]
    # "Which company supplies …": what is asked for is no word of the schema.
    sure -= _PROBLEM * bool(before)
    sure -= _PROBLEM * (_lost(question, unread, mentioned) or bool(_WHEN & {*unread}))
    sure -= EITHER * (_is_ambiguous(query, bound) or _counts_meetings(bound))
    sure -= _PROBLEM * is_hardly_meant(query, bound)
    # "Which actors worked with Ann": Ann herself is not asked for; of "which roles" hers are.
    of_it = bool(mentioned) and not mentioned[0].of_kind("label") and bool(bound.shown)
    sure -= _PROBLEM * (bool(unread) and not bound.measure and bound.fixed(0) and not of_it)
    sure -= _PROBLEM * len(built.problems) + built.guesses
    sure -= max(_GUESSED * bound.guessed, bound.order_doubt)
    sure -= _UNBOUND * (_measures_words(bound.measure) or _counts_one(query, bound))
    open_words = [m for m in mentioned if not _is_inside(m, built)]
    sure -= _NEAR * sum(m.score < SPOKEN and not _is_kind(m, bound) for m in open_words)
    sure -= _UNREAD * sum(map(_may_narrow, open_words)) * bool(bound.kinds(*COMPUTING))
    return max(sure, 0.0)


def order_doubt(bound: Binding) -> float:
    """Return what of a reading's doubt is of its order alone, and goes where no row is left out."""
    return max(bound.order_doubt - _GUESSED * bound.guessed, 0.0)


def _is_asked(question: str, word: str) -> bool:
    """Say whether a word is what is asked for: "which team scored"."""
    asks = rf"\b(?:which|what|how\W+many)\W+{re.escape(word)}\b"
    return bool(re.search(asks, question, re.IGNORECASE))


def _is_main_verb(question: str, word: str) -> bool:
    """Say whether a word is what somebody does: "which parts do most machines rely on"."""
    does = rf"\b(?:do|does|did)\b.*\b{re.escape(word)}\b\W*(?:{_PREPOSITIONS})?\W*$"
    return bool(re.search(does, question, re.IGNORECASE))


def _is_ambiguous(query: Query, bound: Binding) -> bool:
    """Say whether one word may be two properties of a thing: "goals", home_goals and away_goals."""
    measured = query.measure.over if query.measure else None
    ordered = query.order.by if query.order else None
    own = [p for p in (measured, ordered, query.group) if isinstance(p, PropertyOf)]
    own += [b.property for b in query.bounds if b.property.kind in ("number", "number as text")]
    for mention in bound.mentions:
        options = [e for e in mention.of_kind("property") if mention.start in bound.consumed]
        for used in own:
            of = {e.of for e in options if e.name == used.name}
            if any(e.of in of and e.name != used.name for e in options):
                return True
    return False


def _counts_meetings(bound: Binding) -> bool:
    """Say whether it is counted how two do something together, which may be stored both ways."""
    kinds = (type for k in bound.built.links if k.mutual for type in k.types)
    return bound.measure is not None and any("with" in plain_words(k).split() for k in kinds)


def unread_words(
    question: str,
    built: Structure,
    computing: Sequence[Cue],
    mentioned: Sequence[SchemaMention],
) -> tuple[str, ...]:
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


def _lost(question: str, unread: Sequence[str], mentioned: Sequence[SchemaMention]) -> bool:
    """Say whether a word that no part of the query says narrows the rest.

    "The average salary of cardiologists", "how many tablets", "recent articles", "a high score",
    "shipped late": without it the rows are others.
    """
    verbs = {m.end + 1 for m in mentioned if _is_done(question, m)}
    nouns = {m.start for m in mentioned if m.of_kind("label") or m.of_kind("property")}
    return any(
        _NARROWS.search(question[: said.start()])
        or _JOINED.search(question[: said.start()])
        or said.end() + 1 in nouns
        or (said.start() in verbs and _CLOSES.match(question[said.end() :]))
        or _is_name(said)
        for word in unread
        for said in re.finditer(rf"\b{re.escape(word)}\b", question)
    )


def _is_done(question: str, mention: SchemaMention) -> bool:
    """Say whether words are a verb in the passive: "were shipped", not "the released year"."""
    done = PARTICIPLE.fullmatch(question[mention.start : mention.end])
    return bool(done and BE.search(question[: mention.start])) and not mention.of_kind("label")


def _is_name(said: re.Match[str]) -> bool:
    """Say whether a word is written as a name: "have English as their language"."""
    return bool(said.start()) and said.group()[0].isupper() and not said.group().isupper()


def _is_inside(mention: SchemaMention, built: Structure) -> bool:
    """Say whether a word is only part of what was read as a whole: "longer than Ann"."""
    own = (mention.start, mention.end)
    return any(a <= own[0] and own[1] <= b and (a, b) != own for a, b in built.used)


def _is_kind(mention: SchemaMention, bound: Binding) -> bool:
    """Say whether a noun near to a label stands right beside what is one: "the theft cover"."""
    labels = {e.name for e in mention.of_kind("label")}
    spans = [(v, sorted(((mention.start, mention.end), (v.start, v.end)))) for v in bound.named]
    beside = [v for v, ((_, a), (b, _)) in spans if _BESIDE.fullmatch(bound.text[a : max(a, b)])]
    places = [bound.built.places.get((v.start, v.end)) for v in beside]
    return any(o and not o.is_link and bound.built.labels[o.number] in labels for o in places)


def _may_narrow(mention: SchemaMention) -> bool:
    """Say whether a word is far in meaning from what it is taken for, or a label only near.

    "Surgeons" are near to doctors, and not all of them.
    """
    return mention.score < (SPOKEN if mention.of_kind("label") else _FAR)


def _counts_one(query: Query, bound: Binding) -> bool:
    """Say whether there is one to count: of "users by their cities" a city each, a named node."""
    measure = query.measure
    if measure and measure.over == Owner(0) and measure.kind == "count":
        return query.group is None and (bound.fixed(0) or not query.single)
    own = measure.over if measure and measure.kind == "count" else None
    per_row = not query.single and query.group is None
    return isinstance(own, PropertyOf) and own.owner == Owner(0) and own.kind != "list" and per_row


def _measures_words(measure: Measure | None) -> bool:
    """Say whether a measure is of texts, of which none is the most or the sum."""
    own = measure.over if measure and measure.kind != "count" else None
    lists = ("list",) if measure and measure.kind != "sum" else ()
    return isinstance(own, PropertyOf) and own.kind in ("text", "yes or no", *lists)

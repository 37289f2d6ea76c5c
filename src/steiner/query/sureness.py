"""How sure a reading is, and what of the question it left open."""

from __future__ import annotations

import re
from collections.abc import Sequence

from steiner.algebra import Measure, Owner, PropertyOf, Query
from steiner.query.building.query_graph import EITHER
from steiner.query.building.structure import Structure
from steiner.query.computing.answer_rows import EVERY
from steiner.query.computing.binding import Binding
from steiner.query.english.cues import Cue
from steiner.query.english.light_words import ASKING, LIGHT_PHRASE
from steiner.query.naming.linked_values import Value
from steiner.query.naming.question_parts import is_value_of
from steiner.query.naming.schema_words import SPELT, SPOKEN, SchemaMention, base, question_words
from steiner.query.unsaid_beside import unsaid_beside
from steiner.text import plain_words

COMPUTING = (
    "average", "sum", "count", "often", "adjective", "superlative", "top", "first", "last", "each",
)  # fmt: skip
"""Kinds of cues by which a question asks for more than a set."""
_UNSAID = re.compile(rf"{EVERY.pattern}|\bnon-\w+", re.IGNORECASE)
"""What the algebra has no words for, unless it was read."""
_NARROWS = re.compile(
    r"\b(?:of|for|in|about|to|among|from|by|on|at|with|both|how\s+many|number\s+of)\s+(?:(?:the|all|our|these|any)\s+)?[\"'“‘]?$",
    re.IGNORECASE,
)
"""Before a noun that narrows what is asked for."""
_JOINED = re.compile(r"\b(?:and|but|or)\s+(?:(?:also|never|not|have|has|did)\s+)?$", re.IGNORECASE)
"""Before a verb that says more of the same: "treat five and lead a ward"."""
_SOMEONE = re.compile(
    r"(?<=\w\s)(?:some|any)(?:one|body)\s+(?:who|that|in|from|at|with|of|on)\b", re.IGNORECASE
)
"""Someone of whom more is said: "who reports to someone in Riga" is in Riga or not."""
_WHOSE = re.compile(r"\W*whose\W+", re.IGNORECASE)
_OF_THEM = re.compile(r"\s*(?:(?:one|of\s+them)\b)?\s*(?:$|[,;.?!])", re.IGNORECASE)
_EACH_OF = re.compile(
    r"\W*(?:(?:of|one|individual|single|different|distinct|the|these|those|our|their|its)\W+)*",
    re.IGNORECASE,
)
"""Between "each" and what there is a row for: "for each of the shops"."""
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
_THEIR = re.compile(r"\b(?:their|his|her|its)\W+(?!own\b)", re.IGNORECASE)
_THAN = re.compile(r"\bthan\b(?!\W+(?:once|ever)\b)", re.IGNORECASE)
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
    # "Which company supplies …": what is asked for is no word of the schema.
    sure -= _PROBLEM * bool(before)
    sure -= _PROBLEM * (_lost(question, unread, mentioned) or bool(_WHEN & {*unread}))
    sure -= EITHER * _is_ambiguous(query, bound)
    # "Which actors worked with Ann": Ann herself is not asked for; of "which roles" hers are.
    of_it = bool(mentioned) and not mentioned[0].of_kind("label") and bool(bound.shown)
    sure -= _PROBLEM * (bool(unread) and not bound.measure and bound.fixed(0) and not of_it)
    sure -= _PROBLEM * len(built.problems) + _GUESSED * bound.guessed + built.guesses
    sure -= _UNBOUND * (_measures_words(bound.measure) or _counts_one(query, bound))
    sure -= _NEAR * sum(m.score < SPOKEN for m in mentioned)
    sure -= _UNREAD * sum(map(_may_narrow, mentioned)) * bool(bound.kinds(*COMPUTING))
    return max(sure, 0.0)


def _is_asked(question: str, word: str) -> bool:
    """Say whether a word is what is asked for: "which team scored"."""
    asks = rf"\b(?:which|what|how\W+many)\W+{re.escape(word)}\b"
    return bool(re.search(asks, question, re.IGNORECASE))


def uncomputed(bound: Binding) -> list[str]:
    """Return what the algebra cannot say: a ratio, the second highest, "the same" of nothing."""
    built, text = bound.built, bound.text
    left = bound.kinds("arithmetic")
    for cue in bound.kinds("same"):
        joins = built.closes or any(a <= cue.start < b for a, b in built.used)
        if (
            text[cue.start : cue.end].casefold().endswith(("same", "themselves", "own"))
            and not joins
            and not _is_reflexive(bound, cue)
        ):
            left.append(cue)
    unsaid = [said.group() for said in _UNSAID.finditer(text) if said.span() not in built.used]
    unsaid += [text[c.start : c.end] for c in bound.cues if _of_every(bound, c)]
    unsaid += [text[c.start : c.end] for c in bound.kinds("each") if _is_open(bound, c)]
    unsaid += [said.group() for said in _SOMEONE.finditer(text)] if built.bounds else []
    if whose := _WHOSE.match(text):  # It is who has them that is asked for.
        own = (owner for (start, _), owner in built.places.items() if start == whose.end())
        unsaid += ["whose"] if Owner(0) in own else []
    unsaid += unsaid_beside(bound)
    unsaid += [said.group() for said in _THEIR.finditer(text) if _is_of_another(built, said.end())]
    unsaid += [text[c.start : c.end] for c in bound.kinds("count")[1:]]  # One number is asked for.
    unsaid += [text[c.start : c.end] for c in bound.kinds("each") if _of_all(bound, c)]
    unsaid += [said.group() for said in _THAN.finditer(text) if not _is_read(bound, said)]
    if not _denies(built) and not bound.bound_of_measure():
        unsaid += [text[c.start : c.end] for c in bound.kinds("not", "missing")]
    if text.casefold().startswith("who ") and bound.single and bound.measure:
        unsaid += ["who"] if bound.measure.kind != "count" else []  # A number is nobody.
    return [*(text[c.start : c.end].strip() for c in left), *unsaid]


def _is_read(bound: Binding, said: re.Match[str]) -> bool:
    """Say whether words are of a cue, of a name or of what was bound."""
    cues = [(c.start, c.end) for c in bound.cues if c.kind != "number"]
    spans = [*cues, *bound.built.used, *((v.start, v.end) for v in bound.named)]
    return any(a <= said.start() and said.end() <= b for a, b in spans)


def _denies(built: Structure) -> bool:
    """Say whether anything is denied: where nothing is, "not" and "without" went unread."""
    no = any(k.negated or any(o in ("=", "<", "<=") for o, _ in k.count) for k in built.links)
    return no or any(
        b.negated or b.operator in ("missing", "<>", "<", "<=") or b.value in (False, 0)
        for b in built.bounds
    )


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


def _is_reflexive(bound: Binding, cue: Cue) -> bool:
    """Say whether "themselves" only goes with a verb that nobody does to themselves.

    "Judges who recused themselves from a case" recuse nobody.
    """
    if bound.text[cue.start : cue.end].casefold() != "themselves":
        return False
    types = [e.name for m in bound.mentions if m.end + 1 == cue.start for e in m.of_kind("type")]
    ends = bound.built.schema.ends
    return bool(types) and not any(a == b for type in types for a, b in ends.get(type, ()))


def _is_open(bound: Binding, cue: Cue) -> bool:
    """Say whether there is no row for each of what stands behind "per" or "for each"."""
    if bound.measure is None or bound.group is not None:
        return False
    if _OF_THEM.match(bound.text[cue.end :]):  # "By the number of shops in each".
        return bound.single
    places = [(a, o) for (a, _), o in bound.built.places.items() if a >= cue.end]
    start, owner = min(places, default=(0, None), key=lambda place: place[0])
    said = owner is not None and _EACH_OF.fullmatch(bound.text[cue.end : start])
    return bound.single or not said or owner != Owner(0)


def _of_every(bound: Binding, cue: Cue) -> bool:
    """Say whether a cue asks what is so of every one, or for the best one of each.

    "Who ordered every tea", "countries with both suppliers and customers", "the cheapest tea of
    each shop", where the tea itself is asked for.
    """
    said = bound.text[cue.start : cue.end].casefold()
    nouns = [m for m in bound.mentions if m.of_kind("label")]
    if said == "both" and _is_of_last(bound, cue):
        return True
    if said == "both":
        return bound.group is not None and any(0 <= m.start - cue.end <= 5 for m in nouns)
    if said == "every":
        verbs = (m.end for m in bound.mentions if m.of_kind("type"))
        ordered = any(0 <= cue.start - end <= 1 for end in verbs)
        return ordered and any(m.end < cue.start for m in nouns)
    best = bound.kinds("superlative", "adjective") if cue.kind == "each" else []
    behind = [m for m in bound.mentions if 0 <= m.start - cue.end <= 1]
    ungrouped = bool(best) and bound.group is None and not any(m.of_kind("label") for m in behind)
    return ungrouped or any(0 <= m.start - c.end <= 1 for c in best for m in nouns)


def _is_of_another(built: Structure, position: int) -> bool:
    """Say whether what is somebody's may be one that is there: "assistants to their tutor"."""
    labels = built.labels[1:]
    starts = [a for (a, _), o in built.places.items() if 0 <= a - position <= 2 and o != Owner(0)]
    return bool(starts) and len({*labels}) < len(labels)


def _of_all(bound: Binding, cue: Cue) -> bool:
    """Say whether what is asked for has to do with every one: "who has patients of every town"."""
    said = bound.text[cue.start : cue.end].casefold()
    if said not in ("every", "each") or bound.measure or bound.group or bound.order:
        return False
    places = [(a, o) for (a, _), o in bound.built.places.items() if a >= cue.end]
    _, owner = min(places, default=(0, None), key=lambda place: place[0])
    before = any(m.end <= cue.start for m in bound.mentions)
    return before and owner != Owner(0)


def _is_of_last(bound: Binding, cue: Cue) -> bool:
    """Say whether only the last verb of several is held to a name.

    "Who both reported a fault and mended a sail on Kestrel": reported it there, too, or not.
    """
    verbs = [m for m in bound.mentions if m.of_kind("type") and m.start >= cue.end]
    if len(verbs) < 2 or verbs[0].start - cue.end > 1:
        return False
    values = {v for named in bound.named if named.start > verbs[-1].end for v in _stored(named)}
    of = [b.property.owner for b in bound.built.bounds if b.value in values]
    return len(set(of)) == 1 and len(bound.built.labels) > 2


def _stored(named: Value) -> list[str]:
    """Return the texts that a value is stored as."""
    return [v for meaning in named.meanings for v in meaning.values if isinstance(v, str)]


def unread_words(
    question: str,
    built: Structure,
    computing: Sequence[Cue],
    mentioned: Sequence[SchemaMention],
) -> tuple[str, ...]:
    covered = [*built.used, *built.places, *((c.start, c.end) for c in computing)]
    # The first word of a compound says nothing that its head does not.
    covered += [(m.start, m.end) for m in mentioned if not m.elements]
    # Nor does the last: "the freight cost", "the release year".
    named = [m for m in mentioned if m.of_kind("property") and m.score >= SPELT]
    heads = {m.end + 1 for m in named if is_value_of(m, built.schema)}
    covered += [said.span() for said in LIGHT_PHRASE.finditer(question)]
    left, spoken = [], _verbs_read(built)
    for word in question_words(question):
        denial = question[word.end : word.end + 2] in ("'t", "’t")  # "Don't".
        known = (
            denial
            or word.start in heads
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
    names += [p.name for p in days if p.kind in ("date", "date as text")]  # "Were played".
    firsts = [plain_words(name).split()[0] for name in names]
    return {base(first) for first in firsts if len(first) > 3}


def _lost(question: str, unread: Sequence[str], mentioned: Sequence[SchemaMention]) -> bool:
    """Say whether a word that no part of the query says narrows the rest.

    "The average salary of cardiologists", "how many tablets", "recent articles", "a high score":
    without it the rows are others.
    """
    nouns = {m.start for m in mentioned if m.of_kind("label") or m.of_kind("property")}
    return any(
        _NARROWS.search(question[: said.start()])
        or _JOINED.search(question[: said.start()])
        or said.end() + 1 in nouns
        or _is_name(said)
        for word in unread
        for said in re.finditer(rf"\b{re.escape(word)}\b", question)
    )


def _is_name(said: re.Match[str]) -> bool:
    """Say whether a word is written as a name: "have English as their language"."""
    return bool(said.start()) and said.group()[0].isupper() and not said.group().isupper()


def _may_narrow(mention: SchemaMention) -> bool:
    """Say whether a word is far in meaning from what it is taken for, or a label only near.

    "Surgeons" are near to doctors, and not all of them.
    """
    return mention.score < (SPOKEN if mention.of_kind("label") else _FAR)


def _counts_one(query: Query, bound: Binding) -> bool:
    """Say whether there is one to count: of "users by their cities" a city each, a named node."""
    measure = query.measure
    if measure and measure.over == Owner(0) and query.single:
        return bound.fixed(0)
    own = measure.over if measure and measure.kind == "count" else None
    per_row = not query.single and query.group is None
    return isinstance(own, PropertyOf) and own.owner == Owner(0) and own.kind != "list" and per_row


def _measures_words(measure: Measure | None) -> bool:
    """Say whether a measure is of texts, of which none is the most or the sum."""
    own = measure.over if measure and measure.kind != "count" else None
    lists = ("list",) if measure and measure.kind != "sum" else ()
    return isinstance(own, PropertyOf) and own.kind in ("text", "yes or no", *lists)

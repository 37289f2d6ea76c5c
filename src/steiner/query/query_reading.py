"""Question and schema to a query, without a model, and how sure the reading is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from steiner.algebra import Measure, Owner, PropertyOf, Query
from steiner.graph_schema import GraphSchema
from steiner.query.computing.bind import bind
from steiner.query.computing.binding import Binding
from steiner.query.computing.places import SPELT
from steiner.query.cues import NUMBERS, Cue, cues
from steiner.query.days import day
from steiner.query.irregular_forms import singulars
from steiner.query.light_words import LIGHT
from steiner.query.linked_values import Value, plural_values, values
from steiner.query.schema_mentions import (
    Alike,
    SchemaMention,
    Word,
    base,
    elements,
    mentions,
    question_words,
    schema_of,
)
from steiner.query.structure import SPOKEN, Structure
from steiner.query.voice import holders, leads_away
from steiner.stores.protocol import GraphStore
from steiner.text import STOP_WORDS, plain_words

_COMPUTING = (
    "average", "sum", "count", "often", "adjective", "superlative", "top", "first", "last", "each",
)  # fmt: skip
_UNSAID = re.compile(
    r"\b(?:(?:all(?:\s+of)?\s+(?:their|its|his|her)|only)\s+|non-\w+)", re.IGNORECASE
)
"""What the algebra has no words for, unless it was read."""
_NARROWS = re.compile(
    r"\b(?:of|for|in|about|to|among|from|by|on|at|how\s+many|number\s+of)\s+(?:(?:the|all|our|these|any)\s+)?[\"'“‘]?$",
    re.IGNORECASE,
)
"""Before a noun that narrows what is asked for."""
_RIGHT_BEHIND = re.compile(r"\W*(?:(?:that|which)\W+)?", re.IGNORECASE)
_ASKS = re.compile(
    r"(?:name|list|state|report|record|show|count|rank|order)\s+"
    r"(?:me|us|all|the|every|each|any|some|\d+|one|two|three|four|five|ten|[a-z]+s)\b",
    re.IGNORECASE,
)
"""The first word is a verb that asks: "Name 3 films" asks for no property "name"."""
_WHO_ARE = re.compile(
    r"\W*(?:who|that|which)\W+(?:is|are|was|were)\W+(?:also\W+)?(?:an?\W+)?", re.IGNORECASE
)
_WORD_OF_TEXT = re.compile(r"\b(?:word|phrase|string|keyword)s?\b(?=\W+\w)", re.IGNORECASE)
_IN_ITS = re.compile(r"\W*in\W+(?:its|their|the|his|her)\W+", re.IGNORECASE)
_AS_A = re.compile(r"\W*as\W+(?:an?\W+)?", re.IGNORECASE)
_WHO = re.compile(r"\bwho\b", re.IGNORECASE)
_WHO_ARE_THE = re.compile(
    rf"who\W+(?:is|are|was|were)\W+(?:(?:all|the|top|first|last|most|\w+est|\d+|{'|'.join(NUMBERS)})\W+)*",
    re.IGNORECASE,
)
"""Before the noun that is asked for: "who are the top 3 users that …"."""
_NEAR, _FAR = 0.15, 0.65
"""Taken off for a word that is only near in meaning; more below this cosine in what computes: a
number or rank shows nothing of it ("the best paid": hired?)."""
_UNREAD, _UNBOUND, _PROBLEM, _GUESSED = 0.1, 0.35, 0.3, 0.2
_SAID = STOP_WORDS | LIGHT | {
    "list", "name", "names", "return", "identify", "display", "provide", "top", "number", "value",
    "values", "details", "along", "including", "their", "results", "limit", "result", "based",
    "retrieve", "database", "dataset", "graph", "among", "across", "either", "together", "listed",
    "relationship", "relationships", "within", "been", "having", "used", "using", "ones", "every",
    "exactly", "person", "amount",
}  # fmt: skip


Item = SchemaMention | Value | Cue


@dataclass(frozen=True, slots=True)
class Reading:
    """A query, what of the question it left unread, and how sure it is, 0 to 1.

    `computes`: it is more than a set: a count, an order, a limit.
    """

    query: Query
    unread: tuple[str, ...]
    confidence: float
    computes: bool


def read_query(
    question: str, schema: GraphSchema, store: GraphStore, alike: Alike
) -> Reading | None:
    """Read a question as a query of the graph; None where nothing of the schema is in it."""
    schema_words = {
        w for name in (*schema.labels, *schema.types) for w in plain_words(name).split()
    }
    named = values(question, store, sorted(schema_words), schema.names)
    known = {"".join(stems) for stems in elements(schema).values()}
    named = [v for v in named if v.meanings or not _joined(v.text) & known]
    named = [v for v in named if not day(v.text)]  # A day is compared, also one that is stored.
    spans = [(value.start, value.end) for value in named]
    words = question_words(question)
    mentioned = _heads(question, mentions(words, schema, alike, spans), schema)
    mentioned = _labelled(question, mentioned, schema)
    mentioned = [m for m in mentioned if m.start or not _ASKS.match(question)]
    if plurals := _plurals(words, mentioned, named):
        more = plural_values(plurals, store, schema.names)
        named = sorted([*named, *more], key=lambda v: v.start)
        taken = {v.start for v in more}
        mentioned = [m for m in mentioned if m.start not in taken]
    protected = [(m.start, m.end) for m in mentioned if " " in question[m.start : m.end]]
    protected += [(v.start, v.end) for v in named if v.meanings]
    computing = cues(question, protected)
    computing = [c for c in computing if not _links(question, c, mentioned, named)]
    computing = [c for c in computing if c.last != "" or _before_property(question, c, mentioned)]
    computing = [c for c in computing if not _is_schema(c, mentioned)]
    bounded = {c.end for c in computing if c.kind == "bound"}
    # "More than 10,000 total views" adds nothing up.
    computing = [c for c in computing if c.kind != "sum" or not {c.start, c.start - 1} & bounded]
    within = [(c.start, c.end) for c in computing if c.kind == "text"]
    named = [v for v in named if not any(a <= v.start < b for a, b in within)]
    texts = [c for c in computing if _is_operator(question, c, mentioned)]
    mentioned = [m for m in mentioned if not _inside(m, computing) and not _said_by(m, texts)]
    words_of = [c for c in computing if _is_named_count(question, c, mentioned)]
    computing = [c for c in computing if c not in words_of]
    root, asked = _asked(question, schema, mentioned, computing)
    asked = asked or (None if root else _valued_noun(named))
    root = root or _of_relationship(schema, mentioned, named)
    built = Structure(question, schema)
    built.used += [(c.start, c.end) for c in words_of]
    items: list[Item] = sorted([*mentioned, *named, *computing], key=lambda item: item.start)
    built.build(_each_first(items), root)
    bound = Binding(built, mentioned, computing, named=named, asked=asked)
    bind(bound)
    if not built.labels:
        return None
    built.count_apart()
    query = Query(
        tuple(built.labels),
        tuple(built.links),
        tuple(built.bounds),
        bound.measure,
        bound.group,
        bound.single,
        bound.order,
        bound.limit,
        tuple(dict.fromkeys(bound.shown)),
        bound.ties,
    )
    bound.unbound += _uncomputed(bound)
    unread = _unread(question, built, computing, mentioned)
    computes = any(c.kind in _COMPUTING for c in computing) or bound.measure is not None
    return Reading(
        query,
        (*unread, *bound.unbound),
        _confidence(query, bound, unread),
        computes or bound.limit is not None,
    )


def _confidence(query: Query, bound: Binding, unread: Sequence[str]) -> float:
    """Return how sure a reading is: 1, less what each word and guess that is open costs."""
    question, mentioned, built = bound.text, bound.mentions, bound.built
    sure = 1.0 - _UNREAD * len(unread) - _UNBOUND * len(bound.unbound)
    first = min((m.start for m in mentioned), default=0)
    before = [word for word in unread if question.find(word) < first]
    # "Which company supplies …": what is asked for is no word of the schema.
    sure -= _PROBLEM * bool(before)
    sure -= _PROBLEM * _lost(question, unread, mentioned)
    # "Which actors worked with Ann": Ann herself is not asked for.
    sure -= _PROBLEM * (bool(unread) and not bound.measure and bound.fixed(0))
    sure -= _PROBLEM * len(built.problems) + _GUESSED * bound.guessed + built.guesses
    sure -= _UNBOUND * (_measures_words(bound.measure) or _counts_one(query, bound))
    sure -= _NEAR * sum(m.score < SPOKEN for m in mentioned)
    sure -= _UNREAD * sum(map(_may_narrow, mentioned)) * bool(bound.kinds(*_COMPUTING))
    return max(sure, 0.0)


def _uncomputed(bound: Binding) -> list[str]:
    """Return what the algebra cannot say: a ratio, the second highest, "the same" of nothing."""
    built, text = bound.built, bound.text
    left = bound.kinds("arithmetic")
    for cue in bound.kinds("same"):
        joins = built.closes or any(a <= cue.start < b for a, b in built.used)
        if text[cue.start : cue.end].casefold() in ("same", "themselves") and not joins:
            left.append(cue)
    unsaid = [said.group() for said in _UNSAID.finditer(text) if said.span() not in built.used]
    if text.casefold().startswith("who ") and bound.single and bound.measure:
        unsaid += ["who"] if bound.measure.kind != "count" else []  # A number is nobody.
    return [*(text[c.start : c.end].strip() for c in left), *unsaid]


def _is_schema(cue: Cue, mentioned: Sequence[SchemaMention]) -> bool:
    """Say whether a word of arithmetic is the schema's own: a property "percentage"."""
    spelt = (m for m in mentioned if m.score >= SPELT)
    return cue.kind == "arithmetic" and any(m.start < cue.end and cue.start < m.end for m in spelt)


def _lost(question: str, unread: Sequence[str], mentioned: Sequence[SchemaMention]) -> bool:
    """Say whether a word that no part of the query says narrows the rest.

    "The average salary of cardiologists", "how many tablets", "recent articles", "a high score":
    without it the rows are others.
    """
    nouns = {m.start for m in mentioned if m.of_kind("label") or m.of_kind("property")}
    return any(
        _NARROWS.search(question[: said.start()]) or said.end() + 1 in nouns or _is_name(said)
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
    return isinstance(own, PropertyOf) and own.kind in ("text", "list", "yes or no")


def _heads(
    question: str, mentioned: Sequence[SchemaMention], schema: GraphSchema
) -> list[SchemaMention]:
    """Let a property right behind another only describe it: "the freight cost"."""
    kept: list[SchemaMention] = []
    for mention in mentioned:
        before = kept[-1] if kept else None
        if before and before.score >= mention.score and _is_value_of(before, schema):
            beside = not question[before.end : mention.start].strip()
            if beside and all(e.kind == "property" for e in mention.elements):
                mention = replace(mention, elements=())
        kept.append(mention)
    return kept


def _labelled(
    question: str, mentioned: Sequence[SchemaMention], schema: GraphSchema
) -> list[SchemaMention]:
    """Let a label beside a role tell whose it is: "user chatters", "chatters who are users"."""
    read = list(mentioned)
    for place, (one, other) in enumerate(pairwise(mentioned)):
        between = question[one.end : other.start]
        for role, noun, said in (
            (one, other, _WHO_ARE.fullmatch(between)),
            (other, one, not between.strip() or _AS_A.fullmatch(between)),
        ):
            types, labels = role.of_kind("type"), noun.of_kind("label")
            if not (said and role.agent and types and labels) or role.of_kind("label"):
                continue
            pairs, _ = holders(question, role, types[0].name, schema)
            if labels[0].name in {source for source, _ in pairs}:
                read[place] = read[place + 1] = replace(noun, elements=())
                read[place + (role is other)] = replace(role, label=labels[0].name)
    return read


def _is_value_of(mention: SchemaMention, schema: GraphSchema) -> bool:
    """Say whether a mention is a property that is no yes or no."""
    own = mention.elements
    return bool(own) and all(
        e.kind == "property" and schema_of(schema, e).kind != "yes or no" for e in own
    )


def _joined(text: str) -> set[str]:
    """Return the stems of a text as one word, and without its stop words."""
    words = plain_words(text).split()
    content = [word for word in words if word not in STOP_WORDS]
    return {"".join(map(base, some)) for some in (words, content)}


def _links(
    question: str, cue: Cue, mentioned: Sequence[SchemaMention], named: Sequence[Value]
) -> bool:
    """Say whether "mentions 'Ann'" is a relationship to a node of the graph, no text operator.

    Behind a property, "a summary mentioning 'Ann'", it is an operator.
    """
    inside = [m for m in mentioned if cue.start <= m.start < cue.end and m.of_kind("type")]
    known = [v for v in named if cue.start <= v.start < cue.end and v.meanings]
    text = cue.kind == "text" and not _is_operator(question, cue, mentioned)
    return text and bool(inside) and bool(known)


def _is_operator(question: str, cue: Cue, mentioned: Sequence[SchemaMention]) -> bool:
    """Say whether "containing 'sea'" is of a text: of a property beside it, or of a word."""
    if cue.kind != "text":
        return False
    said = _WORD_OF_TEXT.search(question[cue.start : cue.end])
    behind = _IN_ITS.match(question, cue.end)
    starts = {m.start for m in mentioned if m.of_kind("property")}
    of_property = behind is not None and behind.end() in starts
    return bool(said) or of_property or _behind(question, cue, mentioned)


def _is_named_count(question: str, cue: Cue, mentioned: Sequence[SchemaMention]) -> bool:
    """Say whether "count" is a word of a property: "a follower count above 10"."""
    word = question[cue.start : cue.end].casefold() in ("count", "counts")
    return cue.kind == "count" and word and _behind(question, cue, mentioned)


def _behind(question: str, cue: Cue, mentioned: Sequence[SchemaMention]) -> bool:
    """Say whether a cue stands right behind a property."""
    ends = [m.end for m in mentioned if m.of_kind("property") and m.end <= cue.start]
    return any(_RIGHT_BEHIND.fullmatch(question[end : cue.start]) for end in ends)


def _before_property(question: str, cue: Cue, mentioned: Sequence[SchemaMention]) -> bool:
    """Say whether the property of "'sea' in their title" stands behind a cue."""
    starts = [m.start for m in mentioned if m.of_kind("property") and m.start >= cue.end]
    return bool(starts) and not question[cue.end : min(starts)].strip()


def _said_by(mention: SchemaMention, operators: Sequence[Cue]) -> bool:
    """Say whether a type is no more than an operator: "a summary mentioning 'Ann'"."""
    return bool(mention.of_kind("type")) and any(
        c.start <= mention.start < c.end for c in operators
    )


def _inside(mention: SchemaMention, computing: Sequence[Cue]) -> bool:
    """Say whether a mention is only a word of a cue ("number of", "order by")."""
    inside = [c for c in computing if c.start <= mention.start and mention.end <= c.end]
    quoted = [c for c in inside if c.kind == "text" and mention.end >= c.end - 1]
    counted = ("number", "bound", "year", "month", "text")
    # "Million" is near to "amount" in meaning, but part of a number here.
    by_meaning = bool(inside) and mention.score < SPOKEN
    return bool(quoted) or by_meaning or any(c.kind not in counted for c in inside)


def _asked(
    question: str, schema: GraphSchema, mentioned: Sequence[SchemaMention], computing: Sequence[Cue]
) -> tuple[str, SchemaMention | None]:
    """Return the label of what is asked for where it is not the first noun, and its mention."""
    nouns = [m for m in mentioned if m.of_kind("label")]
    each = next((c for c in computing if c.kind == "each"), None)
    if each:
        for noun in nouns:
            if 0 <= noun.start - each.end <= 2:
                return noun.of_kind("label")[0].name, noun
        for agent in (m for m in mentioned if m.agent and m.of_kind("type")):
            ends, _ = holders(question, agent, agent.of_kind("type")[0].name, schema)
            if 0 <= agent.start - each.end <= 2 and ends:
                return ends[0][0], agent
    role = mentioned[0] if mentioned else None
    if role and role.of_kind("type") and not role.of_kind("label"):
        type = role.of_kind("type")[0].name
        of = re.match(r"\s+(?:of|for)\b", question[role.end :])
        # "CEOs of organizations": of HAS_CEO, what it leads to.
        if of and plain_words(type).startswith(("has ", "have ")) and schema.ends.get(type):
            return schema.ends[type][0][1], role
    agents = [m for m in mentioned if m.of_kind("type") and m.agent and not m.of_kind("label")]
    who = _WHO.search(question)
    if agents and not any(n.start < agents[0].start for n in nouns):
        ends, _ = holders(question, agents[0], agents[0].of_kind("type")[0].name, schema)
        return (ends[0][0] if ends else ""), agents[0]
    verbs = [m for m in mentioned if m.of_kind("type") and not m.of_kind("label")]
    said = bool(who and nouns and _WHO_ARE_THE.fullmatch(question[who.start() : nouns[0].start]))
    if who and not said and (not nouns or nouns[0].start > who.start()) and verbs:
        first = verbs[0].of_kind("type")[0].name
        pairs = schema.ends.get(first, ())
        if pairs and not (verbs[0].agent and verbs[0].start > who.end() + 12):
            return pairs[0][not leads_away(question, verbs[0], first, True)], None
    if nouns:
        return "", nouns[0]
    return "", None


def _of_relationship(
    schema: GraphSchema, mentioned: Sequence[SchemaMention], named: Sequence[Value]
) -> str:
    """Return the label that relationships begin at whose property is all that is mentioned.

    "The most frequent review summaries", which REVIEWED alone has.
    """
    own = [e for m in mentioned for e in m.elements]
    owned = [e.of for e in own if e.on_type]
    others = any(e.kind == "label" or (e.of and not e.on_type) for e in own)
    if not owned or others or any(value.meanings for value in named):
        return ""
    return next((source for source, _ in schema.ends.get(owned[0], ())), "")


def _each_first(items: Sequence[Item]) -> list[Item]:
    """Put who the rows are of first: the value or the role behind "each"."""
    for cue, item in pairwise(items):
        role = isinstance(item, SchemaMention) and item.agent and not item.of_kind("label")
        if isinstance(cue, Cue) and cue.kind == "each" and (role or isinstance(item, Value)):
            return [item, *(i for i in items if i is not item)]
    return list(items)


def _valued_noun(named: Sequence[Value]) -> SchemaMention | None:
    """Return the noun that is a value: of "which packages …" kind = 'package'."""
    for value, behind in zip(named, [*named[1:], None], strict=False):
        small = value.text == value.text.casefold() and not value.quoted
        if value.meanings and small and not value.meanings[0].is_name:
            return SchemaMention(value.start, value.end, (), 1.0)
        if behind is None or behind.start - value.end > 1:  # "Rust packages"
            break
    return None


def _plurals(
    words: Sequence[Word], mentioned: Sequence[SchemaMention], named: Sequence[Value]
) -> list[Word]:
    """Return plural nouns in small letters that the schema has no word for, and no value is."""
    read = [(m.start, m.end) for m in mentioned if m.score >= SPOKEN]
    read += [(v.start, v.end) for v in named]
    return [
        w
        for w in words
        if w.text.isalpha()
        and w.text.islower()
        and singulars(w.text)
        and w.text not in _SAID
        and not any(a <= w.start < b for a, b in read)
    ]


def _unread(
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
    heads = {m.end + 1 for m in named if _is_value_of(m, built.schema)}
    left = []
    for word in question_words(question):
        known = word.start in heads or any(a <= word.start < b for a, b in covered)
        if not known and word.text.casefold() not in _SAID:
            left.append(word.text)
    return tuple(left)

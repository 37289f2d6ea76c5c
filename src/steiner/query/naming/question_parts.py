"""What of a question is the schema's, what a name or value of the graph, and what computes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.query.english.cues import Cue, cues
from steiner.query.english.days import ASKS_WHEN
from steiner.query.english.irregular_forms import singulars
from steiner.query.english.light_words import LIGHT_PHRASE
from steiner.query.naming.computing_cues import (
    computing_cues,
    is_inside,
    is_operator,
    is_said_by,
)
from steiner.query.naming.schema.membership import with_membership
from steiner.query.naming.schema.noted_words import synonyms, with_noted_values, with_whole_names
from steiner.query.naming.schema.plural_nouns import plural_nouns
from steiner.query.naming.schema.schema_mentions import Alike, mentions
from steiner.query.naming.schema.states import with_states
from steiner.query.naming.schema_words import (
    SPELT,
    SchemaMention,
    base,
    elements,
    question_words,
    schema_of,
    unit_behind,
)
from steiner.query.naming.values.linked_values import Meaning, Value, plural_values, values
from steiner.query.naming.values.typed_values import TypedValue, typed_values
from steiner.query.naming.verbs.apparent_verbs import verbs_of_deeds, without_naming
from steiner.query.naming.verbs.verb_forms import as_verbs
from steiner.query.naming.verbs.voice import holders
from steiner.stores.protocol import GraphStore
from steiner.text import STOP_WORDS, plain_words

_ASKS = re.compile(
    r"(?:name|list|state|report|record|show|count|rank|order)\s+"
    r"(?:me|us|all|the|every|each|any|some|\d+|one|two|three|four|five|ten|[a-z]+s)\b",
    re.IGNORECASE,
)
"""The first word is a verb that asks: "Name 3 films" asks for no property "name"."""
_WHO_ARE = re.compile(
    r"\W*(?:who|that|which)\W+(?:is|are|was|were)\W+(?:also\W+)?(?:an?\W+)?", re.IGNORECASE
)
_YEAR = re.compile(r"\s+years?\b", re.IGNORECASE)
_AS_A = re.compile(r"\W*as\W+(?:an?\W+)?", re.IGNORECASE)


class Parts(NamedTuple):
    """The parts of a question as they stand; `typed` are values that only relationships have."""

    mentions: Sequence[SchemaMention]
    named: Sequence[Value]
    cues: Sequence[Cue]
    typed: Sequence[TypedValue] = ()


def question_parts(question: str, schema: GraphSchema, store: GraphStore, alike: Alike) -> Parts:
    """Return what of a question is the schema's, what is in the graph, and what computes."""
    mentioned, named, typed = _schema_and_graph(question, schema, store, alike)
    light = [said.span() for said in LIGHT_PHRASE.finditer(question)]  # "In total".
    mentioned = [m for m in mentioned if not any(a <= m.start < b for a, b in light)]
    when = ASKS_WHEN.match(question)  # "On what date": nothing that is near to dates in meaning.
    mentioned = [m for m in mentioned if m.score >= SPELT or not when or m.start >= when.end()]
    protected = [(m.start, m.end) for m in mentioned if " " in question[m.start : m.end]]
    protected += [(v.start, v.end) for v in named if v.meanings]
    protected += [(v.start, v.end) for v in typed]
    said = cues(question, protected)
    computing = computing_cues(question, said, mentioned, named)
    computing = [c for c in computing if not any(a <= c.start < b for a, b in light)]
    within = [(c.start, c.end) for c in computing if c.kind == "text"]
    named = [v for v in named if not any(a <= v.start < b for a, b in within)]
    texts = [c for c in computing if is_operator(question, c, mentioned)]
    mentioned = [m for m in mentioned if not is_inside(m, computing) and not is_said_by(m, texts)]
    units = {unit_behind(question, c.end) for c in computing if c.kind in ("bound", "number")}
    mentioned = [
        m for m in mentioned if m.score >= SPELT or not any(a <= m.start < b for a, b in units)
    ]
    years = {c.end + 1 for c in computing if c.kind == "each" and _YEAR.match(question, c.end)}
    nouns = {e.name for m in mentioned for e in m.of_kind("label")}
    mentioned = [
        m
        for m in mentioned
        if m.start not in years
        or (m.score >= SPELT and nouns & {e.of for e in m.of_kind("property")})
    ]
    return Parts(mentioned, named, computing, typed)


def _schema_and_graph(
    question: str, schema: GraphSchema, store: GraphStore, alike: Alike
) -> tuple[list[SchemaMention], list[Value], Sequence[TypedValue]]:
    """Return what is mentioned of the schema and named of the graph, no span both."""
    named = _of_schema(values(question, store, _words_of(schema), schema.names), schema)
    named.sort(key=lambda value: value.start)
    known = _joined_names(schema)
    named = [v for v in named if v.meanings or not _joined(v.text) & known]
    words = question_words(question)
    named = with_noted_values(question, words, schema, named)
    named = with_whole_names(question, schema, named)
    typed = typed_values(question, schema, named)
    spans = [(value.start, value.end) for value in named]
    spans += [(value.start, value.end) for value in typed]
    mentioned = _heads(question, mentions(words, schema, alike, spans), schema)
    mentioned = without_naming(question, as_verbs(question, mentioned), named)
    mentioned = verbs_of_deeds(question, mentioned, schema)
    mentioned = _labelled(question, mentioned, schema)
    mentioned = with_states(question, mentioned, schema)
    mentioned = [m for m in mentioned if m.start or not _ASKS.match(question)]
    if plurals := plural_nouns(question, words, mentioned, named):
        more = _of_schema(plural_values(plurals, store, schema.names), schema)
        named = sorted([*named, *more], key=lambda v: v.start)
        mentioned = [m for m in mentioned if not any(v.start <= m.start < v.end for v in more)]
    return with_membership(question, mentioned, named, schema), named, typed


@lru_cache(maxsize=8)
def _words_of(schema: GraphSchema) -> frozenset[str]:
    """Return the words of labels and types, and of what they are also called."""
    words = {w for name in (*schema.labels, *schema.types) for w in plain_words(name).split()}
    words |= {w for e, said in synonyms(schema) if not e.of for w in said.casefold().split()}
    return frozenset(words | {one for word in words for one in singulars(word)})


@lru_cache(maxsize=8)
def _joined_names(schema: GraphSchema) -> frozenset[str]:
    """Return the stems of each name of a schema as one word: "flightno"."""
    return frozenset("".join(stems) for stems in elements(schema).values())


def _of_schema(named: Sequence[Value], schema: GraphSchema) -> list[Value]:
    """Return the values without meanings that the schema leaves out: of all nodes, or hidden."""

    def known(m: Meaning) -> bool:
        return m.label in schema.labels and not schema.notes.hides(m.label, m.property)

    return [
        replace(v, meanings=tuple(m for m in v.meanings if m.on_type or known(m))) for v in named
    ]


def _heads(
    question: str, mentioned: Sequence[SchemaMention], schema: GraphSchema
) -> list[SchemaMention]:
    """Let a property right behind another only describe it: "the freight cost"."""
    kept: list[SchemaMention] = []
    for mention in mentioned:
        before = kept[-1] if kept else None
        # "The total hours" are added up, also where something else has a total.
        said = cues(question[before.start : before.end]) if before else ()
        adds = any(cue.kind in ("sum", "average") for cue in said)
        if before and not adds and before.score >= mention.score and is_value_of(before, schema):
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


def is_value_of(mention: SchemaMention, schema: GraphSchema) -> bool:
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

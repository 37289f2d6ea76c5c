"""What a question asks for: the label of its rows, by the nouns, verbs and roles it says."""

from __future__ import annotations

import re
from collections.abc import Sequence

from steiner.algebra.graph_schema import GraphSchema
from steiner.query.english.cues import NUMBERS, Cue
from steiner.query.naming.linked_values import Value, labels_said
from steiner.query.naming.question_parts import Parts
from steiner.query.naming.schema_words import SPELT, SchemaMention
from steiner.query.naming.voice import holders, leads_away
from steiner.text import plain_words

_WHO = re.compile(r"\bwhom?\b", re.IGNORECASE)
_WHO_ARE_THE = re.compile(
    rf"who\W+(?:is|are|was|were)\W+(?:(?:all|the|top|first|last|most|\w+est|\d+|{'|'.join(NUMBERS)})\W+)*",
    re.IGNORECASE,
)
"""Before the noun that is asked for: "who are the top 3 users that …"."""


def root_of(question: str, schema: GraphSchema, parts: Parts) -> tuple[str, SchemaMention | None]:
    """Return the label of what is asked for where it is not the first noun, and its mention."""
    mentioned, named, computing, *_ = parts
    root, asked = _asked(question, schema, mentioned, computing)
    root = root or _who_of(question, schema, mentioned, named)
    return root or _of_relationship(schema, mentioned, named), asked


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
        spelt = (m for m in mentioned if m.score >= SPELT)
        for own in (m for m in spelt if 0 <= m.start - each.end <= 2):
            owners = {e.of for e in own.elements if e.kind == "property" and not e.on_type}
            counted = {e.name for noun in nouns[:1] for e in noun.of_kind("label")}
            if (
                not owners & counted
                and len(owners) == 1
                and len(own.of_kind("property")) == len(own.elements)
            ):
                return owners.pop(), None  # "For each region", of the constituencies.
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
    pairs = schema.ends.get(owned[0], ())
    sources, targets = ({*ends} for ends in zip(*pairs, strict=True)) if pairs else ({""}, {""})
    # "The balance of all accounts", whoever has them.
    return targets.pop() if len(sources) > 1 and len(targets) == 1 else pairs[0][0] if pairs else ""


def _who_of(
    question: str, schema: GraphSchema, mentioned: Sequence[SchemaMention], named: Sequence[Value]
) -> str:
    """Return the label of "who got the best grade in Latin", where only a relationship has grades.

    It is the end that is not named.
    """
    own = [e for m in mentioned for e in m.elements]
    owned = {e.of for e in own if e.on_type}
    known = labels_said(mentioned, named)
    others = any(not e.on_type and e.kind != "label" for e in own)
    if not _WHO.match(question.strip()) or len(owned) != 1 or others:
        return ""
    pairs = schema.ends.get(next(iter(owned)), ())
    who = {a if b in known else b for a, b in pairs if (a in known) != (b in known)}
    return who.pop() if len(who) == 1 else ""

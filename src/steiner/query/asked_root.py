"""What a question asks for: the label of its rows, by the nouns, verbs and roles it says."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.query.english.cues import Cue
from steiner.query.english.irregular_forms import singulars
from steiner.query.english.number_words import NUMBERS
from steiner.query.naming.question_parts import Parts
from steiner.query.naming.schema_words import SPELT, SchemaMention, base, schema_of
from steiner.query.naming.values.linked_values import Value
from steiner.query.naming.verbs.voice import holders, leads_away
from steiner.text import plain_words

_ASKED = re.compile(
    r"\W*(?:which|what|list|name|show|how\s+many)\W+(?:all\W+)?(?:the\W+)?", re.IGNORECASE
)

_BY_WHOM = re.compile(r"(?P<done>\W*whom?\W+(?:is|are|was|were)\b.*\w)\W+by\W*", re.IGNORECASE)

_NUMBER = re.compile(r"\baverage\W+(?:number|count)\b", re.IGNORECASE)

_ONE = re.compile(r"\b(?:an?|one|(?:the|an?)\W+(?:average|typical))\W+$", re.IGNORECASE)

_WHO_HAS = re.compile(r"\W*who\W+(?:has|have|had|owns?)\b", re.IGNORECASE)

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
    if acting := _who_acts(question, schema, mentioned, root) or _by_whom(
        question, schema, mentioned
    ):
        root, asked = acting, None
    return root or _of_relationship(schema, mentioned, named), asked


def _asked(
    question: str, schema: GraphSchema, mentioned: Sequence[SchemaMention], computing: Sequence[Cue]
) -> tuple[str, SchemaMention | None]:
    """Return the label of what is asked for where it is not the first noun, and its mention."""
    nouns = [m for m in mentioned if m.of_kind("label")]
    each = next((c for c in computing if c.kind == "each"), None)
    if each is None and (one := _typical(question, nouns, computing)):
        return one.of_kind("label")[0].name, one
    if each and (one_of := _of_each(question, schema, mentioned, each)):
        return one_of
    if flagged := _flag_noun(question, schema, mentioned):
        return flagged, None
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
    if named := _named_first(schema, mentioned, nouns):
        return named, None
    if nouns:
        return "", nouns[0]
    return "", None


def _of_each(
    question: str, schema: GraphSchema, mentioned: Sequence[SchemaMention], each: Cue
) -> tuple[str, SchemaMention | None] | None:
    """Return the label that "each" stands before, by its noun, a property of it or who does it."""
    nouns = [m for m in mentioned if m.of_kind("label")]
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
    return None


def _named_first(
    schema: GraphSchema, mentioned: Sequence[SchemaMention], nouns: Sequence[SchemaMention]
) -> str:
    """Return the label that its name property asks for first: "companies that …", `company`."""
    first = mentioned[0] if mentioned else None
    if first is None or first.score < SPELT or any(n.start <= first.start for n in nouns):
        return ""
    own = [e for e in first.elements if e.kind == "property" and not e.on_type]
    owners = {e.of for e in own if schema.names.get(e.of) == e.name}
    return owners.pop() if len(owners) == 1 == len({e.of for e in own}) else ""


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


def _typical(
    question: str, nouns: Sequence[SchemaMention], computing: Sequence[Cue]
) -> SchemaMention | None:
    """Return whose counts are averaged: "how many orders does a customer place on average"."""
    if not {"average", "count"} <= {c.kind for c in computing} and not _NUMBER.search(question):
        return None
    one = (noun for noun in nouns[1:] if _ONE.search(question[: noun.start]))
    return next(one, None) if any(c.kind == "average" for c in computing) else None


def _who_acts(
    question: str, schema: GraphSchema, mentioned: Sequence[SchemaMention], root: str
) -> str:
    """Return the label of "who" where the verb's or the noun's own is what they do, else "".

    "Who answered" asks for nobody's Answer though ANSWERED leads from there, but for the one label
    that leads to it; so does "who has the most answers".
    """
    nouns = [m.of_kind("label")[0].name for m in mentioned if m.of_kind("label")]
    label = root or next(iter(nouns), "")
    verbs = {e.name for m in mentioned for e in m.of_kind("type")}
    own = _WHO_HAS.match(question) if not root else _is_act(schema, label, verbs)
    beside = {h.label for h in schema.hops.get(label, ()) if not h.outgoing} - {label}
    who = [other for other in beside if not _is_act(schema, other, set(schema.types))]
    return who[0] if own and _WHO.match(question.strip()) and len(who) == 1 else ""


def _is_act(schema: GraphSchema, label: str, types: Collection[str]) -> bool:
    """Say whether a label is called as a type that begins at it: Answer and ANSWERED.

    A Supplier, of SUPPLIES, is who does it.
    """
    own = {hop.type for hop in schema.hops.get(label, ()) if hop.outgoing} & {*types}
    verbs, said = [plain_words(type).split()[0].casefold() for type in own], plain_words(label)
    doer = said.casefold().endswith(("er", "or"))
    return any(
        base(said) == base(verb) and (verb.startswith(said.casefold()) or not doer)
        for verb in verbs
    )


def _by_whom(question: str, schema: GraphSchema, mentioned: Sequence[SchemaMention]) -> str:
    """Return the label of who does it: "who is the most expensive product supplied by?"."""
    by = _BY_WHOM.fullmatch(question)
    verbs = [m for m in mentioned if by and m.end == by.end("done") and m.of_kind("type")]
    ends = [schema.ends.get(e.name, ()) for m in verbs for e in m.of_kind("type")]
    doers = {source for pairs in ends for source, _ in pairs}
    return doers.pop() if len(doers) == 1 else ""


def _flag_noun(question: str, schema: GraphSchema, mentioned: Sequence[SchemaMention]) -> str:
    """Return the label of "which moderators have …", where isModerator is a user's yes or no."""
    first, second = [*mentioned[:2], None, None][:2]
    if first is None or first.score < SPELT or not _ASKED.fullmatch(question[: first.start]):
        return ""
    own = first.of_kind("property")
    flags = [e for e in own if not e.on_type and schema_of(schema, e).kind == "yes or no"]
    named = second is not None and second.start - first.end <= 1 and second.of_kind("label")
    plural = bool(singulars(question[first.start : first.end].split()[-1].casefold()))
    return (
        flags[0].of if flags and plural and len(flags) == len(first.elements) and not named else ""
    )

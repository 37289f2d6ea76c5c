"""Words that change what is asked for, and that nothing of a query says."""

from __future__ import annotations

import re

from steiner.algebra import Owner
from steiner.algebra.graph_schema import TEMPORAL
from steiner.query.computing.meaning.binding import Binding
from steiner.query.english.irregular_forms import singulars
from steiner.query.english.light_words import WHETHER
from steiner.query.naming.computing_cues import is_done_by
from steiner.query.naming.schema_words import SPELT
from steiner.query.unsaid_verbs import unsaid_of_verbs

_NOW = re.compile(r"\b(?:still|currently|now|presently)\b", re.IGNORECASE)
_IN_A_ROW = re.compile(r"\b(?:first|last)\b", re.IGNORECASE)
_BESIDE_NAME = re.compile(r"\b(?:before|after|than|since|until)\W+(?:the\W+)?$", re.IGNORECASE)
_WHICH = re.compile(
    r"\W*(?:(?:in|on|at|to|from|for|of|by|with)\W+)?(?:which|what)\W+(?:\w+\W+)?", re.IGNORECASE
)
_LATELY = re.compile(
    r"\b(?:the\s+(?:last|past|previous|next|coming)\s+(?:[\w-]+\s+)?(?:year|month|week|day|hour|decade)s?|"
    r"(?:this|last|next)\s+(?:year|month|week)|(?:\w+|\d)\s+(?:quarter|half)(?=\s+of\s+\d{4})|today|yesterday|ago|(?<!most\s)(?<!least\s)recently|lately)\b",
    re.IGNORECASE,
)
"""Times that are told from now, and parts of a year."""
_OTHER = re.compile(r"\bother\s+(?!than\b)\w+", re.IGNORECASE)
_WHO = re.compile(r"\W*who\s+(?!is\b|are\b|was\b|were\b)\w+\s+(?:an?|the|any|no)\s", re.IGNORECASE)
_ONLY_WHO = re.compile(r"\W*who\s+(?:has\s+|have\s+|had\s+)?", re.IGNORECASE)
_DO = re.compile(r"\b(?:do|does|did)\s+$", re.IGNORECASE)
_NAMES = re.compile(r"\W+names?\b", re.IGNORECASE)
_MORE = re.compile(
    r"(?:(?<=\bhas\s)|(?<=\bhave\s)|(?<=\bhad\s))(?:more|fewer|less)\b", re.IGNORECASE
)
_WHERE = re.compile(r"\W*where\W+(?:is|are|was|were|do|does|did)\W+(?:the\b)?", re.IGNORECASE)
_WHERE_ON = re.compile(r"\W*where\W+(?:on|in|at|inside|within|along)\b", re.IGNORECASE)
_ARE_BOTH = re.compile(r"\bwhose\b.*\b(?:are|were)\s+both\b(?!.*\band\b)", re.IGNORECASE)
"""What holds of each of two: "whose parents were both farmers"."""
_ALL = re.compile(r"\b(?:from|in|at|with)\s+all\b", re.IGNORECASE)


def unsaid_beside(bound: Binding) -> list[str]:
    """Return what is left open by words that are never counted as unread."""
    return [
        *_more_or_less(bound),
        *_now(bound),
        *_in_a_row(bound),
        *_compared_with_name(bound),
        *_all(bound),
        *_ranks_one(bound),
        *_asked_of_another(bound),
        *_of_lists(bound),
        *_others(bound),
        *_who(bound),
        *_do_most(bound),
        *_more(bound),
        *_where(bound),
        *_by_nothing(bound),
        *(said.group() for said in _ARE_BOTH.finditer(bound.text)),
        *unsaid_of_verbs(bound),
        *(said.group() for said in _LATELY.finditer(bound.text)),
    ]


def _more_or_less(bound: Binding) -> list[str]:
    """ "Do more users read A or B?" compares two numbers."""
    ranked = bound.order is not None and bound.measure is not None
    return ["more"] if WHETHER.match(bound.text) and ranked and not bound.limit else []


def _now(bound: Binding) -> list[str]:
    """ "Who still has the book?": of a loan that ended, nobody."""
    said = _NOW.search(bound.text)
    days = [bound.of_kinds([owner], TEMPORAL) for owner in bound.link_owners]
    ended = any(b.operator == "missing" for b in bound.built.bounds)
    return [said.group()] if said and any(len(own) > 1 for own in days) and not ended else []


def _in_a_row(bound: Binding) -> list[str]:
    """ "When was Ann first seen?": not whenever she was."""
    said = (one for one in _IN_A_ROW.finditer(bound.text) if not _is_said(bound, one))
    return [one.group() for one in said if not _NAMES.match(bound.text[one.end() :])]


def _is_said(bound: Binding, word: re.Match[str]) -> bool:
    """Say whether a word is of a cue, of the schema, of a name or of what was bound."""
    spans = [(c.start, c.end) for c in bound.cues]
    spans += [(m.start, m.end) for m in bound.mentions]
    spans += [*((v.start, v.end) for v in bound.named), *bound.built.used]
    return any(a <= word.start() and word.end() <= b for a, b in spans)


def _more(bound: Binding) -> list[str]:
    """ "Which shift has more nurses?" compares two numbers."""
    return [one.group() for one in _MORE.finditer(bound.text) if not _is_said(bound, one)]


def _compared_with_name(bound: Binding) -> list[str]:
    """ "Which started before Apollo?" compares the days of two."""
    used = bound.built.used
    names = (v for v in bound.named if any(m.is_name for m in v.meanings))
    names = (v for v in names if not any(a < v.start and v.end <= b for a, b in used))
    before = (_BESIDE_NAME.search(bound.text[: v.start]) for v in names)
    return [said.group().strip() for said in before if said]


def _all(bound: Binding) -> list[str]:
    """ "Who has readers in all towns?": one row for each town is none of them."""
    said = _ALL.search(bound.text)
    computed = bound.measure or bound.group or bound.order
    return [said.group()] if said and not computed and bound.shown else []


def _ranks_one(bound: Binding) -> list[str]:
    """Say that one named thing is ranked: "who was the best buy of Ann?" where Ann is the row."""
    ranked = bound.order is not None and not bound.single
    named = any(
        b.property.owner == Owner(0) and b.operator == "=" and not b.negated
        and bound.names(b.property)
        for b in bound.built.bounds
    )  # fmt: skip
    return ["ranked"] if ranked and named and bound.group is None else []


def _asked_of_another(bound: Binding) -> list[str]:
    """ "Which colour have most of the cars?" with a row for each car."""
    first = bound.properties()[:1]
    asked = first and _WHICH.fullmatch(bound.text[: first[0].start])
    shown = {e.name for m in first for e in m.elements if not m.of_kind("label")}
    return [*shown] if asked and bound.measure and bound.group is None and not bound.single else []


def _of_lists(bound: Binding) -> list[str]:
    """ "Which subject has most books?" of books with a list of subjects each."""
    return [bound.group.name] if bound.group and bound.group.kind == "list" else []


def _others(bound: Binding) -> list[str]:
    """ "Taught by people of other schools": other than which? "Follow other users" is clear."""
    labels, links = bound.built.labels, bound.built.links
    said = [] if any(labels[k.source] in ("", labels[k.target]) for k in links) else [bound.text]
    return [other.group() for text in said for other in _OTHER.finditer(text)]


def _who(bound: Binding) -> list[str]:
    """ "Who lost a book?" asks for no book, "who appointed Ann" for no day of it.

    "Who joined before 2012" compares the day.
    """
    compared = {b.property.name for b in bound.built.bounds if b.value is not None}
    days = [m for m in bound.properties() if _ONLY_WHO.fullmatch(bound.text[: m.start])]
    days = [m for m in days if not compared & {e.name for e in m.of_kind("property")}]
    kinds = {bound.schema_of(e).kind for m in days for e in m.elements if e.kind == "property"}
    nobody = bool(days) and kinds <= {*TEMPORAL} and all(m.score >= SPELT for m in days)
    alone = _WHO.match(bound.text) and not bound.built.links
    return ["who"] if alone or nobody else []


def _where(bound: Binding) -> list[str]:
    """ "Where did the sailors of Clio come from?", where nothing but the sailors was read."""
    if (part := _WHERE_ON.match(bound.text)) and not bound.shown:
        return [part.group()]  # "Where on the wing is it": not which wing.
    said, labels = _WHERE.match(bound.text), range(len(bound.built.labels))
    spoken = {o for (start, _), o in bound.built.places.items() if said and start > said.end() + 1}
    places = [v for v in labels if not bound.fixed(v) and Owner(v) not in spoken]
    return ["where"] if said and labels and not places and not bound.shown else []


def _by_nothing(bound: Binding) -> list[str]:
    """ "Claims by decision", "claims by region": counted, or in that order, not each alone."""
    if bound.measure or bound.order or bound.group:
        return []
    spelt = (m for m in bound.mentions if m.score >= SPELT)
    spelt = (m for m in spelt if m.of_kind("label") or not m.of_kind("type"))
    starts = {m.start for m in spelt if not singulars(bound.text[m.start : m.end].casefold())}
    verbs = [m for m in bound.mentions if not m.of_kind("label")]
    by = (c for c in bound.kinds("based") if c.end + 1 in starts)
    return [bound.text[c.start : c.end] for c in by if not is_done_by(bound.text, c, verbs)]


def _do_most(bound: Binding) -> list[str]:
    """ "What do most readers like?": what has the most readers, not who likes the most."""
    most = (c for c in bound.kinds("superlative") if bound.countable_behind(c.end) == Owner(0))
    said = [bound.text[c.start : c.end] for c in most if _DO.search(bound.text[: c.start])]
    return said if bound.group is None else []

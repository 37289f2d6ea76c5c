"""Ends of relationships that the words of a question turn round: who does it, what is in what."""

from __future__ import annotations

import re

from steiner.query.computing.meaning.binding import Binding
from steiner.query.english.irregular_forms import singulars
from steiner.query.naming.schema_words import SMALL, SchemaMention
from steiner.query.naming.verb_forms import is_done_here
from steiner.query.naming.voice import is_named_passive, is_role_here
from steiner.text import plain_words

_DOES = re.compile(r"\b(?:do|does|did)\b", re.IGNORECASE)
_HAS = re.compile(r"\W+(?:do|does|did)\W+(?:the\W+)?", re.IGNORECASE)
_WHOM = re.compile(r"(?<=\w )(?:whom|what)\b", re.IGNORECASE)
_BESIDE = re.compile(r"\W+(\w+)\W+(?:the\W+)?", re.IGNORECASE)
"""Between a noun and the name that it is in, or of: "the cup in Canada"."""


def unsaid_ends(bound: Binding) -> list[str]:
    """Return the words whose ends no link of the query has as they say."""
    return [*_done_to_whom(bound), *_of_no_doer(bound), *_turned(bound)]


def _done_to_whom(bound: Binding) -> list[str]:
    """ "Who called whom" asks for pairs: of one column it is half the answer."""
    ends = {m.end + 1 for m in bound.mentions if m.of_kind("type")}
    return [said.group() for said in _WHOM.finditer(bound.text) if said.start() in ends]


def _of_no_doer(bound: Binding) -> list[str]:
    """ "What does Tar depend on?", of versions that DEPEND_ON Tar: it is none that may."""
    built, left = bound.built, []
    for verb in bound.mentions:
        owner, text = built.places.get((verb.start, verb.end)), bound.text[verb.end :]
        doer = _doer(bound, verb) if owner and owner.is_link else None
        if owner is None or doer is None:
            continue
        link = built.links[owner.number]
        first, *rest = plain_words(link.types[0]).split()
        noun = singulars(bound.text[verb.start : verb.end].casefold())  # "Dependencies" on.
        rest = [] if noun else rest
        unsaid = [word for word in rest if not re.match(rf"\W*{re.escape(word)}\b", text)]
        by_role = is_named_passive(link.types[0]) or is_role_here(bound.text, verb, link.types[0])
        alike = built.labels[link.source] == built.labels[link.target]
        if link.target == doer and not (unsaid or by_role or alike or first in SMALL):
            left.append(bound.text[verb.start : verb.end])
    return left


def _doer(bound: Binding, verb: SchemaMention) -> int | None:
    """Return the variable of who surely does what a verb says: "does Ann own", "loans does Ann"."""
    places = [(a, b, o) for (a, b), o in bound.built.places.items() if not o.is_link]
    helped = is_done_here(bound.text, verb.start, verb.end) and _DOES.search(
        bound.text[: verb.start]
    )
    before = [o for _, end, o in places if helped and end + 1 == verb.start]
    has = [o for start, _, o in places if _HAS.fullmatch(bound.text[verb.end : max(start, 0)])]
    return next((o.number for o in [*before, *has]), None)


def _turned(bound: Binding) -> list[str]:
    """ "The cup in Canada" is none that Canada PARTICIPATED_IN, which was in the cup."""
    built, left = bound.built, []
    nouns = [(end, o.number) for (_, end), o in built.places.items() if not o.is_link]
    for named in bound.named:
        at = built.places.get((named.start, named.end))
        for end, number in nouns if at else ():
            said = _BESIDE.fullmatch(bound.text[end : max(end, named.start)])
            links = [k for k in built.links if at and (k.source, k.target) == (at.number, number)]
            last = {plain_words(type).split()[-1] for k in links for type in k.types}
            if said and built.labels[number] and said[1].casefold() in last & SMALL:
                left.append(said[1])
    return left

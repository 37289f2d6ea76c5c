"""Ends of relationships that the words of a question turn round: who does it, what is in what."""

from __future__ import annotations

import re

from steiner.algebra import Owner
from steiner.query.computing.meaning.binding import Binding
from steiner.query.english.irregular_forms import IRREGULAR, singulars
from steiner.query.naming.schema_words import SMALL, SchemaMention
from steiner.query.naming.verb_forms import is_done_here, is_form
from steiner.query.naming.voice import is_named_passive, is_role_here
from steiner.text import plain_words

_DOES = re.compile(r"\b(?:do|does|did)\b", re.IGNORECASE)
_HAS = re.compile(r"\W+(?:do|does|did)\W+(?:the\W+)?", re.IGNORECASE)
_THAT = re.compile(
    r"\W+(?:(?:that|which|who)\W+)?(?:(?:do|does|did|can|could|may)(?:n['’]t|\W+not|\W+never)?\W+)?",
    re.IGNORECASE,
)
_WHOM = re.compile(r"(?<=\w )(?:whom|what)\b", re.IGNORECASE)
_BESIDE = re.compile(r"\W+(\w+)\W+(?:the\W+)?", re.IGNORECASE)
"""Between a noun and the name that it is in, or of: "the cup in Canada"."""


def unsaid_ends(bound: Binding) -> list[str]:
    """Return the words whose ends no link of the query has as they say."""
    return [*_done_to_whom(bound), *_of_no_doer(bound), *_turned(bound), *_of_either(bound)]


def _of_either(bound: Binding) -> list[str]:
    """ "Phones that received calls", of CALLER and CALLED, both between calls and phones."""
    built, left = bound.built, []
    for verb in bound.mentions:
        owner, types = built.places.get((verb.start, verb.end)), verb.of_kind("type")
        if owner is None or not owner.is_link or len(types) < 2:
            continue
        used, word = built.links[owner.number].types[0], bound.text[verb.start : verb.end]
        pairs = {*built.schema.ends.get(used, ())}
        others = [e.name for e in types if e.name not in built.links[owner.number].types]
        joined = any(pairs & {*built.schema.ends.get(other, ())} for other in others)
        if (
            joined
            and singulars(word.casefold())
            and word.casefold().split()[0] not in plain_words(used).split()
        ):
            left.append(word)
    return left


def _done_to_whom(bound: Binding) -> list[str]:
    """ "Who called whom" asks for pairs: of one column it is half the answer."""
    ends = {m.end + 1 for m in bound.mentions if m.of_kind("type")}
    return [said.group() for said in _WHOM.finditer(bound.text) if said.start() in ends]


def _of_no_doer(bound: Binding) -> list[str]:
    """ "What does Tar depend on?", of versions that DEPEND_ON Tar: it is none that may."""
    left = []
    for verb in bound.mentions:
        owner = bound.built.places.get((verb.start, verb.end))
        if owner and owner.is_link:
            link = bound.built.links[owner.number]
            alike = bound.built.labels[link.source] == bound.built.labels[link.target]
            turned = link.target == _doer(bound, verb) and not _is_said(bound, link.source)
            if turned and not alike and _is_named_by(bound.text, verb, link.types[0]):
                left.append(bound.text[verb.start : verb.end])
    return left


def _is_named_by(text: str, verb: SchemaMention, type: str) -> bool:
    """Say whether a type is named by what its beginning does, and all of its name is said."""
    first, *rest = plain_words(type).split()
    word = text[verb.start : verb.end].casefold().split()[0]
    noun = bool(singulars(word))  # "Dependencies": without the "on".
    by_role = is_named_passive(type) or is_role_here(text, verb, type)
    if by_role or first in SMALL or not (noun or is_form(word, type)):
        return False  # Nor is it SHIPPER, which leads to who ships.
    goes_on = [one for one in rest if re.match(rf"\W*{re.escape(one)}\b", text[verb.end :])]
    return noun or goes_on == rest


def _is_said(bound: Binding, variable: int) -> bool:
    """Say whether a question says or names a variable: between two labels a type has one way."""
    bounds = (b.property.owner for b in bound.built.bounds)
    return Owner(variable) in {*bound.built.places.values(), *bounds}


def _doer(bound: Binding, verb: SchemaMention) -> int | None:
    """Return the variable of who surely does what a verb says: "does Ann own", "loans does Ann"."""
    places = [(a, b, o) for (a, b), o in bound.built.places.items() if not o.is_link]
    helped = is_done_here(bound.text, verb.start, verb.end) and _DOES.search(
        bound.text[: verb.start]
    )
    before = [o for _, end, o in places if helped and end + 1 == verb.start]
    word = bound.text[verb.start : verb.end].casefold()
    if not word.endswith(("ed", "en", "ing")) and word not in IRREGULAR:  # "Parts mentioned."
        gaps = ((bound.text[end : max(end, verb.start)], o) for _, end, o in places)
        # "Movie reviews" are reviews; "movies that review" would do it.
        compound = bool(singulars(word))
        before += [
            o for gap, o in gaps if _THAT.fullmatch(gap) and not (compound and gap.isspace())
        ]
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

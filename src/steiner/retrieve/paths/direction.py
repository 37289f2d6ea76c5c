"""Which way a question walks a relationship from a name: matters where both ends are of one kind.

"Who manages Ann?" goes against MANAGES, "Who does Ann manage?" along it. English says so by where
name and word stand and by the few words between; a type is named by a verb (MANAGES, MANAGED_BY),
by what the one is to the other (HAS_MANAGER, MANAGER) or is of it (MANAGER_OF).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from steiner.query.naming.verbs.voice import is_named_passive
from steiner.question.phrasing import Span
from steiner.text import content_stems

_SKIPPED = frozenset("a all an any called every named the".split())  # noqa: SIM905
_BE = frozenset("am are be been being is was were".split())  # noqa: SIM905
_HELPING = _BE | frozenset("did do does had has have".split())  # noqa: SIM905
_GOING_ON = frozenset("about against at from in into on onto over under with".split())  # noqa: SIM905
"""Prepositions between a verb and its object: "depends on Ann"."""
_AGENT = ("er", "ers", "or", "ors")


def said_direction(
    words: Sequence[str], said: Span, name: Span, type: str, kinds: Collection[str] = ()
) -> int:
    """Return 1 where the words `said` lead along the type from the name, -1 against it, else 0.

    `type` is in plain words; `kinds` are words that say what the name is ("the router R1"). Words
    that share no stem with the type say nothing: "prequel" is as near to sequel as "follow-up".

    "who manages ann": said at 1, name at 2, type manages -> -1; "who does ann manage" -> 1.
    """
    if content_stems(words[said.start : said.end]).isdisjoint(content_stems(type.split())):
        return 0
    if said.start < name.start:
        return _before(words, said, name, type, kinds)
    return _after(words, said, name, type)


def _before(words: Sequence[str], said: Span, name: Span, type: str, kinds: Collection[str]) -> int:
    between = [w for w in words[said.end : name.start] if w not in _SKIPPED and w not in kinds]
    word, noun = words[said.end - 1], _is_noun(words, said, type)
    if between == ["of"] or (noun and between in (["for"], ["to"])):
        return _possessed(word, type)
    if len(between) == 1 and between[0] in _BE:
        return -_possessed(word, type)  # whose manager is Ann
    if between == ["by"]:
        return _acting(type)  # managed by Ann
    if not between and noun:
        return -_possessed(word, type)  # the manager Ann
    if not between or (len(between) == 1 and between[0] in _GOING_ON | {"for", "to"}):
        return -_acting(type)  # manages Ann, depends on Ann
    return 0


def _after(words: Sequence[str], said: Span, name: Span, type: str) -> int:
    between = [w for w in words[name.end : said.start] if w not in _SKIPPED]
    word, behind = words[said.end - 1], words[said.end : said.end + 1]
    if between == ["s"]:
        return _possessed(word, type)  # Ann's manager
    if between in (["as"], ["as", "its"], ["as", "their"]):
        return -_possessed(word, type)  # with Ann as manager
    if between and not set(between) <= _HELPING:
        return 0
    if set(between) & _BE and tuple(behind) == ("of",):
        return -_possessed(word, type)  # is Ann the manager of
    helped = {*between, *words[max(name.start - 1, 0) : name.start]} & _BE
    passive = tuple(behind) == ("by",) or (helped and word.endswith(("ed", "en")))
    return -_acting(type) if passive else _acting(type)  # Ann is managed by; Ann manages


def _acting(type: str) -> int:
    """Return which way a verb's type leads from who does it."""
    return -1 if is_named_passive(type) else 1


def _possessed(word: str, type: str) -> int:
    """Return which way a type leads from Ann to "Ann's manager"."""
    if type.split()[-1] == "of":
        return -1  # MANAGER_OF begins at the manager
    if _is_agent(word, type):
        return -_acting(type)  # so does MANAGES, and MANAGED_BY ends there
    return 1


def _is_agent(word: str, type: str) -> bool:
    """Say whether a noun is who does what the type's verb says: "manager" of MANAGES."""
    named = {form for each in type.split() for form in (each, f"{each}s")}
    return word.endswith(_AGENT) and word not in named


def _is_noun(words: Sequence[str], said: Span, type: str) -> bool:
    """Say whether a word stands as a noun, as far as its form, its type and "the" show it."""
    word, named = words[said.end - 1], type.split()
    if word.endswith(("ed", "ing")):
        return False
    if named[0] == "has" or named[-1] == "of" or _is_agent(word, type):
        return True
    return said.start > 0 and words[said.start - 1] in _SKIPPED

"""Words that end as who does something, and are the verb here: "who did Ann mentor"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from steiner.query.english.irregular_forms import IRREGULAR, singulars
from steiner.query.naming.schema_words import SMALL, Element, SchemaMention
from steiner.text import plain_words

_RIGHT_BEFORE = re.compile(
    r"(?:\b(?:who|that|to|not|never|also|ever|can|could|will|would|must|should|may|might)|n't)\W+$",
    re.IGNORECASE,
)
"""Right before a verb, and before no noun: "judges who mentor Ann", "asked to mentor"."""
_NAMED = re.compile(
    r"\b(?:[Tt]hat|[Ww]hich|[Ww]ho|[Ww]hom)(?:\s+(?!\d+\s)[\"'“‘]?[A-Z\d][\w.&'’-]*[\"'”’]?)+\s+$"
)
"""Before what a name does: "judges that Ann mentors". "Which 3 orders" has a number, no name."""
_DO = re.compile(r"\b(?:do|does|did)\s+(?P<subject>\S[^,;]*)\s$", re.IGNORECASE)
"""Before the plain form of a verb, its subject between: "did Ann mentor"."""
_OF_A_NOUN = re.compile(
    r"(?:\b(?:the|an?|any|no|each|every|some|his|her|its|their|by|of|which|what|as)|['’]s)\s$",
    re.IGNORECASE,
)
"""Right before a noun: "did the mentor", "Ann's mentor"."""
_BE = re.compile(r"\b(?:is|are|was|were)\b", re.IGNORECASE)
RECORDS = ("record", "entry", "item", "instance", "object", "entity")
"""Words that end the name of anything that is stored."""
_OF_Y = re.compile(r"(?<=[a-z]{2}[^aeiou])i(?:es|ed)$")
_ENDING = re.compile(r"(?<=\w\w)(?:ing|ed|es|s|e)$")
_OF_WHOM = re.compile(
    r"\b(?:have|has|had|having|with|without|lack|lacks)\W+"
    r"(?:(?:an?|any|no|the|most|fewest|more|fewer|less|than|at|least|only|\w+ly|\d+|one|two|three)\W+)*$",
    re.IGNORECASE,
)
"""Before what somebody has: "which have no requirements", "without an assistant"."""
_HAS_DONE = re.compile(
    r"\b(?:have|has|had)\W+(?:(?:never|not|also|ever|\w+ly)\W+)?$", re.IGNORECASE
)
"""Before what somebody has done, a verb: "has referred Ann", of REFERRED_BY."""


def as_verbs(question: str, mentioned: Sequence[SchemaMention]) -> list[SchemaMention]:
    """Take words that are both verb and who does it as what they are where they stand.

    So, too, words that may be a label and a type: "coaches" is COACHES in "who coaches Ann", and
    Coach elsewhere.
    """
    nouns = [replace(m, agent=True) if _is_nominal(question, m) else m for m in mentioned]
    return [replace(m, agent=False) if _is_verb(question, m) else m for m in nouns]


def by_form(word: str, same: tuple[Element, ...]) -> tuple[Element, ...]:
    """Leave out the labels that a word has not the form of: "play" is PLAYS_FOR and no Player.

    Nor are "players", where that is a label, playedOn.
    """
    noun = any(_is_noun(word, _thing(e.name)) for e in same if e.kind == "label")
    verb = any(is_form(word, e.name) for e in same if e.kind == "type")
    if noun:
        return tuple(e for e in same if e.kind != "property")
    return tuple(e for e in same if e.kind != "label") if verb else same


def _thing(label: str) -> str:
    """Return the word for what a label's nodes are: "call" of CallRecord."""
    *first, last = plain_words(label).split()
    return first[-1] if first and last in RECORDS else last


def is_form(word: str, type: str) -> bool:
    """Say whether a word is a form of the verb that a type begins with."""
    first = plain_words(type).split()[0]
    return first not in SMALL and verb_root(word) == verb_root(first)


def _is_noun(word: str, label: str) -> bool:
    """Say whether a word is a label or its plural, or the singular of a plural label."""
    return word == label or label in singulars(word) or word in singulars(label)


def verb_root(verb: str) -> str:
    """Cut the ending of a verb's form off: "plays" and "played" are "play", "taught" is "teach".

    "Supplies" and "supplied" are "supply".
    """
    known = _OF_Y.sub("y", IRREGULAR.get(verb, verb))
    return known if known.endswith("y") else _ENDING.sub("", known)


def is_done_here(question: str, start: int, end: int) -> bool:
    """Say whether a word that may be a noun is what is done: "who scored", "did Ann score"."""
    before, word = question[:start], question[start:end].casefold()
    if _RIGHT_BEFORE.search(before) or _NAMED.search(before):
        return not _BE.search(before[-6:])
    helped = _DO.search(before)
    return bool(helped and not word.endswith("s") and not _OF_A_NOUN.search(before))


def _is_verb(question: str, mention: SchemaMention) -> bool:
    word = question[mention.start : mention.end].casefold()
    if not mention.agent or not any(_says(word, e.name) for e in mention.of_kind("type")):
        return False
    return is_done_here(question, mention.start, mention.end)


def _says(word: str, type: str) -> bool:
    """Say whether a word is the verb of a type: "mentor" of MENTORED_BY, not "director"."""
    verb, name = re.escape(word.removesuffix("s")), plain_words(type).split()[0]
    return bool(re.fullmatch(rf"{verb}(?:{verb[-1]}?(?:ed|ing)|s)?", name))


def is_had(type: Element, word: str) -> bool:
    """Say whether a word is what a type says that somebody has: "wife" of HAS_WIFE."""
    first, *rest = plain_words(type.name).split()
    return first in ("has", "have") and len(rest) == 1 and _is_noun(word, rest[0])


def _is_nominal(question: str, mention: SchemaMention) -> bool:
    """Say whether a word is a noun here that a type begins with: "no requirements", NEED_FOR."""
    word = question[mention.start : mention.end].casefold().split()[-1]
    names = [plain_words(e.name).split() for e in mention.of_kind("type")]
    noun = any(n[-1] in SMALL and len(n) > 1 and _is_noun(word, n[-2]) for n in names)
    done = word.endswith("ed") and _HAS_DONE.search(question[: mention.start])
    noun = noun and not done
    return noun and bool(_OF_WHOM.search(question[: mention.start]))

"""Words that end as who does something, and are the verb here: "who did Ann mentor"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from steiner.query.naming.schema_words import SchemaMention
from steiner.text import plain_words

_RIGHT_BEFORE = re.compile(
    r"(?:\b(?:who|that|to|not|never|also|ever|can|could|will|would|must|should|may|might)|n't)\W+$",
    re.IGNORECASE,
)
"""Right before a verb, and before no noun: "judges who mentor Ann", "asked to mentor"."""
_NAMED = re.compile(
    r"\b(?:[Tt]hat|[Ww]hich|[Ww]ho|[Ww]hom)(?:\s+[\"'“‘]?[A-Z\d][\w.&'’-]*[\"'”’]?)+\s+$"
)
"""Before what a name does: "judges that Ann mentors"."""
_DO = re.compile(r"\b(?:do|does|did)\s+(?P<subject>\S[^,;]*)\s$", re.IGNORECASE)
"""Before the plain form of a verb, its subject between: "did Ann mentor"."""
_OF_A_NOUN = re.compile(
    r"(?:\b(?:the|an?|any|no|each|every|some|his|her|its|their|by|of|which|what|as)|['’]s)\s$",
    re.IGNORECASE,
)
"""Right before a noun: "did the mentor", "Ann's mentor"."""
_BE = re.compile(r"\b(?:is|are|was|were)\b", re.IGNORECASE)


def as_verbs(question: str, mentioned: Sequence[SchemaMention]) -> list[SchemaMention]:
    """Take words that are both verb and who does it as what they are where they stand."""
    return [replace(m, agent=False) if _is_verb(question, m) else m for m in mentioned]


def _is_verb(question: str, mention: SchemaMention) -> bool:
    word, before = question[mention.start : mention.end].casefold(), question[: mention.start]
    if not mention.agent or not any(_says(word, e.name) for e in mention.of_kind("type")):
        return False
    if _RIGHT_BEFORE.search(before) or _NAMED.search(before):
        return not _BE.search(before[-6:])
    helped = _DO.search(before)
    return bool(helped and not word.endswith("s") and not _OF_A_NOUN.search(before))


def _says(word: str, type: str) -> bool:
    """Say whether a word is the verb of a type: "mentor" of MENTORED_BY, not "director"."""
    verb, name = re.escape(word.removesuffix("s")), plain_words(type).split()[0]
    return bool(re.fullmatch(rf"{verb}(?:{verb[-1]}?(?:ed|ing)|s)?", name))

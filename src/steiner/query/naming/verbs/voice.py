"""Which end of a relationship a word stands for, where both ends have the same label."""

from __future__ import annotations

import re

from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.query.english.irregular_forms import singulars
from steiner.query.naming.schema_words import SchemaMention
from steiner.text import plain_words

BE = re.compile(
    r"\b(?:(?:is|are|was|were)(?:n['’]t)?|be|been|being|gets?|got)\W+(?:(?:\w+ly|most|not|never|also)\W+)?$",
    re.IGNORECASE,
)
_INVERTED = re.compile(
    r"\W*(?:(?:since\W+)?(?:when|where|why|how|by\W+(?:whom|what|which\W+\w+))\W+)?"
    r"(?:is|are|was|were)\b"
    r"(?:(?!\b(?:who|that|which|has|have|had|do|does|did)\b).)*",
    re.IGNORECASE,
)
"""Before the verb of "when was Ann replaced", its subject between."""
_BY = re.compile(r"\s+by\b", re.IGNORECASE)
_FROM = re.compile(r"\s+from\b", re.IGNORECASE)
_CLAUSE = re.compile(r"\b(?:who|that|which)\W+$", re.IGNORECASE)
_PARTICIPLE = re.compile(r"\w+(?:ed|en|wn|ught|ade|old|aid)$", re.IGNORECASE)


def leads_away(text: str, verb: SchemaMention, type: str, subject: bool) -> bool:
    """Say whether a relationship leads away from a variable that stands as the verb's `subject`.

    Of DEPENDS_ON "Ann depends on" leads away from Ann, "is depended on by Ann" to her; of
    MAINTAINED_BY, named by its passive, it is the other way round.
    """
    return subject != (is_passive(text, verb, type) != is_named_passive(type))


def holders(
    text: str, noun: SchemaMention, type: str, schema: GraphSchema
) -> tuple[list[tuple[str, str]], bool]:
    """Return (label of who the noun names, other end) for a type, and whether it leads to them.

    "Directors" are where DIRECTED begins, "managers" where MANAGER leads to. Of several labels
    those that `noun.label` says: "user moderators".
    """
    leads_to = is_named_passive(type) or is_role_here(text, noun, type)
    pairs = [(b, a) if leads_to else (a, b) for a, b in schema.ends.get(type, ())]
    return [pair for pair in pairs if noun.label in ("", pair[0])], leads_to


def is_role_here(text: str, noun: SchemaMention, type: str) -> bool:
    """Say whether a type is named by the noun itself, which here is no verb: "who transfers".

    `sponsors` is named by what a sponsor does, as `owns` is.
    """
    last = plain_words(type).split()[-1]
    if singulars(last):
        return False
    word = text[noun.start : noun.end].casefold()
    return word in (last, f"{last}s") and not _CLAUSE.search(text[: noun.start])


def is_named_passive(type: str) -> bool:
    """Say whether a relationship leads to who does it: MAINTAINED_BY."""
    return plain_words(type).split()[-1] == "by"


def is_passive(text: str, verb: SchemaMention, type: str) -> bool:
    """Say whether a verb is in the passive; "is forked from" is FORKED_FROM as it is named."""
    if _BY.match(text[verb.end :]):
        return True
    word, name = text[verb.start : verb.end].split()[0].casefold(), plain_words(type).split()
    as_named = word == name[0] and len(name) > 1 and name[-1] != "by"
    # "Forked from Ann's" is a FORK_OF hers, as "copied from" is a COPY_OF.
    as_named = as_named or (name[-1] == "of" and bool(_FROM.match(text[verb.end :])))
    before = text[: verb.start]
    passive = (BE.search(before) or _INVERTED.fullmatch(before)) and _PARTICIPLE.fullmatch(word)
    return bool(passive) and not as_named

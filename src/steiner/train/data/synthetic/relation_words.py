"""How a relationship type is said: as a verb, a noun, or what the one is of the other."""

from __future__ import annotations

from typing import NamedTuple

from steiner.train.data.synthetic.lexicon import Lexicon
from steiner.train.data.synthetic.verbs import Verb, agent_verb, singular, verb_of

_AUXILIARIES = frozenset("has have had is are was were be been does do did a an the".split())  # noqa: SIM905
_HAVING = frozenset({"has", "have", "had"})
_PREPOSITIONS = frozenset(
    """
    about above across after against along among around as at before behind below between by during
    for from in inside into like near of off on onto out over through to toward under until up upon
    via with within without
    """.split()  # noqa: SIM905
)


class Said(NamedTuple):
    """One reading of a relationship (head, type, tail).

    With `verb` its subject does it to its object, with the preposition `after` it; with `noun` the
    one is the noun of the other; with neither the head "is `after`" the tail. The subject, or what
    the noun names, is the tail where `of_tail`.
    """

    verb: Verb | None = None
    noun: str = ""
    after: str = ""
    of_tail: bool = False
    present: bool = False


def readings(text: str, lexicon: Lexicon) -> list[Said]:
    """Return the readings of a type in plain words, at least one.

    "directed by": tail directs head, tail is the director of head. "has genre": tail is the genre
    of head. "part of": head is part of tail. "orders": a verb or a noun.
    """
    words = text.split()
    while len(words) > 1 and words[0] in _AUXILIARIES:
        words = words[1:]
    head, ends = _without_prepositions(words)
    if text.split()[0] in _HAVING:
        return _nouns(head, lexicon)
    if len(head) == 1 and ends == "by":
        verb = verb_of(head[0], lexicon.knows)
        return _as_verb(verb, "", True) if verb else [Said(after=" ".join(words))]
    if not head:
        return [Said(noun=text, of_tail=True)]
    return _read(words, head, ends, lexicon)


def property_reading(text: str, lexicon: Lexicon, asked: bool) -> Said:
    """Return how a property in plain words is said of a node, or asked for.

    "released": the film is "released in" 1999, its "released" is asked for; "tagline": a noun.
    """
    verb = verb_of(text, lexicon.knows)
    if verb and not asked and not _is_present(text, verb):
        return Said(after=f"{verb.participle} in")
    return Said(noun=text, of_tail=True)


def _read(words: list[str], head: list[str], ends: str, lexicon: Lexicon) -> list[Said]:
    verb = verb_of(head[0], lexicon.knows) if len(head) == 1 else None
    read = _as_verb(verb, ends, False, _is_present(head[0], verb)) if verb else []
    if ends:
        return read or [Said(after=" ".join(words))]
    if words[0] in _PREPOSITIONS:
        return [Said(after=words[0], noun=" ".join(words[1:]), of_tail=True)]
    if verb and not _is_present(head[0], verb):
        return read
    return read + _nouns(head, lexicon)


def _nouns(head: list[str], lexicon: Lexicon) -> list[Said]:
    """Return the readings of a noun phrase: whole, its last word, and as what an agent does."""
    whole = [" ".join(head), *head[1:][-1:]]
    nouns = [singular(noun, lexicon.knows) for noun in whole]
    first = verb_of(head[0], lexicon.knows) if len(head) > 1 else None
    verb = agent_verb(nouns[-1], lexicon.knows)
    doing = [Said(verb, nouns[-1], after, True) for after in ("", "in", "for")] if verb else []
    if first and not _is_present(head[0], first):
        doing.append(Said(first))
    return [Said(noun=noun, of_tail=True) for noun in nouns] + doing


def _as_verb(verb: Verb, after: str, of_tail: bool, present: bool = False) -> list[Said]:
    return [Said(verb, verb.agent, after, of_tail, present)]


def _is_present(word: str, verb: Verb | None) -> bool:
    return verb is not None and word not in (verb.past, verb.participle)


def _without_prepositions(words: list[str]) -> tuple[list[str], str]:
    """Return the words before the prepositions at the end, and these: "acted in": acted, in."""
    end = len(words)
    while end > 1 and words[end - 1] in _PREPOSITIONS:
        end -= 1
    return words[:end], " ".join(words[end:])

"""Which of the things that a value may be a question means, by the words beside it."""

from __future__ import annotations

import re
from functools import lru_cache

from steiner.algebra.schema.schema_notes import Notes
from steiner.query.building.query_graph import QueryGraph
from steiner.query.english.irregular_forms import singulars
from steiner.query.naming.values.linked_values import Meaning, Value
from steiner.text import plain_words, stem

_RIGHT_BEHIND = re.compile(
    r"\W*(?:(?:(?:located|based|living|born|made|named|called)\W+)?(?:from|in|of|at|by|with|for|to)\W+)?"
    r"(?:the\W+)?",
    re.IGNORECASE,
)
"""Between a noun and a value that tells which: "entities from Norway"."""


def meant(built: QueryGraph, value: Value) -> Meaning | None:
    """Choose what a value is: a property that is named beside it, a variable that is there."""
    return next((meaning for _, meaning in _ranked(built, value)), None)


def _ranked(built: QueryGraph, value: Value) -> list[tuple[float, Meaning]]:
    """Return what a value may be, with how well it fits the words beside it, the best first."""
    near = built.text[max(0, value.start - 30) : value.end + 25].casefold()
    ends = _awaited(built)
    own = _label_described(built, value)
    notes = built.schema.notes
    behind = re.match(r"\s(\w+)", built.text[value.end :])  # "Finnish students"

    def worth(meaning: Meaning) -> float:
        score = 0.55 if meaning.is_name else 0.0
        score += 1.0 if _says_own(near, meaning, notes) and not meaning.is_name else 0.0
        score += 0.6 if _hints(near, meaning.property) and not meaning.is_name else 0.0
        score += 0.3 if meaning.label == own else 0.0
        score += 0.6 if behind and not meaning.is_name and _says(behind[1], meaning.label) else 0.0
        score += 0.35 if meaning.label in built.labels else 0.0
        score += 0.15 if built.labels and meaning.label == built.labels[built.current] else 0.0
        score += 0.3 if meaning.label in ends else 0.0
        score += 0.1 if built.is_near(meaning.label) else 0.0
        # "Which lines run ferries": none at a berth, which no verb or step leads to.
        score -= (
            0.3 if ends and meaning.label not in ends and not built.is_near(meaning.label) else 0.0
        )
        # As it is written: 'neo4j' in quotation marks is no "Neo4j" where there are both.
        score += (0.7 if value.quoted else 0.1) if value.text in meaning.values else 0.0
        return score

    return sorted(((worth(m), m) for m in value.meanings), key=lambda pair: -pair[0])


def _label_described(built: QueryGraph, value: Value) -> str:
    """Return the label of the last noun where a value right behind it tells more of it, else ""."""
    nouns = [(b, o) for (_, b), o in built.places.items() if b <= value.start and not o.is_link]
    end, owner = max(nouns, default=(0, None), key=lambda noun: noun[0])
    if owner is None or not _RIGHT_BEHIND.fullmatch(built.text[end : value.start]):
        return ""
    return built.labels[owner.number]


def _awaited(built: QueryGraph) -> set[str]:
    """Return the labels that the verbs read so far lead to from the current variable."""
    own = built.labels[built.current] if built.labels else ""
    pairs = [
        pair for _, type in built.waiting for pair in built.schema.ends.get(type.lstrip("!"), ())
    ]
    far = {label for pair in pairs if own in pair for label in pair if label != own}
    return far or {label for pair in pairs for label in pair}


def _says(near: str, name: str) -> bool:
    spoken, own = _spoken(near), [stem(w) for w in plain_words(name).split()]
    return bool(own) and (set(own) <= spoken or own[-1] in spoken)


def _says_own(near: str, meaning: Meaning, notes: Notes) -> bool:
    """Say whether words near name a value's property, or are a synonym of it."""
    said = notes.property(meaning.label, meaning.property).synonyms
    return _says(near, meaning.property) or any(_says_whole(near, one) for one in said)


def _says_whole(near: str, synonym: str) -> bool:
    return {*map(stem, plain_words(synonym).split())} <= _spoken(near)


@lru_cache(maxsize=64)
def _spoken(near: str) -> frozenset[str]:
    """Return the stems of a text's words and of their singulars, once for all meanings."""
    words = re.findall(r"\w+", near)
    return frozenset(stem(form) for word in words for form in (word, *singulars(word)))


def _hints(near: str, name: str) -> bool:
    """Say whether a word begins as the first word of a name does: "shipped to" for shipCountry.

    Or is made from the same stem: "originated" for originator_country.
    """
    first = plain_words(name).split()[0]
    words = re.findall(r"\w+", near)
    return len(first) >= 4 and any(w.startswith(first) for w in words)

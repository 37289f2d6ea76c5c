"""Turns a question into what it asks for, so that it can stand for a name in another question."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from start_weights.people_words import TOPIC

_WHICH = frozenset(("what", "which"))
_BE = frozenset(("is", "are", "was", "were", "s"))
_DO = frozenset(("do", "does", "did"))
_NAMING = frozenset(("name", "list", "find", "give", "tell"))
_WHERE = {"who": "{} who", "where": "place where"}


def thing_asked(question: Sequence[str], label: str) -> tuple[str, ...]:
    """Return the words for what a question asks for; nothing where its form is not known.

    "who directed it" -> the director who directed it; "what film did it write" -> the film that it
    write; "what is the capital of it" -> the capital of it; "where was it born" -> the place where
    it was born.
    """
    first, rest = question[0], tuple(question[1:])
    if not rest:
        return ()
    if first in _NAMING:
        return rest if rest[0] in ("a", "an", "the") else ()
    if first in _WHICH:
        return _what(rest)
    if first in _WHERE:
        relative = _WHERE[first].format(label or "one").split()
        return ("the", *relative, *_straight(rest))
    return ()


def shortened(thing: Sequence[str]) -> tuple[str, ...]:
    """Return the thing without "that was": "the films directed by it".

    Where the name follows ("the place that it was"), it stays as it is.
    """
    words = tuple(thing)
    for at, (word, after) in enumerate(pairwise(words)):
        if word == "that" and after in _BE and words[at + 2 : at + 3] not in ((), (TOPIC,)):
            return (*words[:at], *words[at + 2 :])
    return words


def nested(question: Sequence[str], thing: Sequence[str]) -> tuple[str, ...]:
    """Return the question with `thing` for its name."""
    at = tuple(question).index(TOPIC)
    return (*question[:at], *thing, *question[at + 1 :])


def _what(rest: tuple[str, ...]) -> tuple[str, ...]:
    if rest[0] in _BE:
        return rest[1:] if rest[1:2] and rest[1] in ("a", "an", "the") else ()
    for at, word in enumerate(rest[1:4], 1):
        if word in _BE | _DO:
            return ("the", *rest[:at], "that", *_straight(rest[at:]))
    return ("the", *rest[:1], "that", *rest[1:]) if len(rest) > 2 else ()


def _straight(rest: tuple[str, ...]) -> tuple[str, ...]:
    """Return the clause in the order of a statement: "was it born" -> it was born."""
    if rest[0] in _DO:
        return rest[1:]
    if rest[0] in _BE and rest[1:2] == (TOPIC,):
        return (TOPIC, rest[0], *rest[2:])
    return rest

"""Holds a small model to the words of the evidence, so that it cannot name what is not there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from steiner.text import words

Encode = Callable[[str], Sequence[int]]
Trie = dict[int, Any]

_GLUE = words(
    "the a an and or of in on at to by for from with as is are was were be been has have had "
    "does do did it its they their he his she her that which who where when also both"
)
_AROUND = "()[]{}<>;:,.?!\"'“”«»„…"
_END = -1


def words_of(texts: Iterable[str]) -> set[str]:
    """Return the words of `texts` as written, with the glue and the marks of a sentence."""
    pieces = {piece.strip(_AROUND) for text in texts for piece in text.split()}
    return (pieces - {""}) | {*_GLUE, "The", ".", ","}


def trie(vocabulary: Iterable[str], encode: Encode) -> Trie:
    """Arrange the tokens of every word, alone and after a space, by their beginnings."""
    root: Trie = {}
    for word in vocabulary:
        for form in (word, f" {word}"):
            place = root
            for token in encode(form):
                place = place.setdefault(token, {})
            place[_END] = {}
    return root


def allowed_tokens(root: Trie, written: Sequence[int], stop: int) -> list[int]:
    """Return the tokens that may follow `written` so that it stays a row of the trie's words.

    `stop` ends the text and is allowed wherever a word may end.
    """
    places = {id(root): root}
    for token in written:
        following = (step for place in places.values() for step in _steps(root, place, token))
        places = {id(place): place for place in following}
    allowed: set[int] = set()
    for place in places.values():
        allowed |= place.keys()
        if _END in place:
            allowed |= root.keys() | {stop}
    return sorted(allowed - {_END}) or [stop]


def _steps(root: Trie, place: Trie, token: int) -> Iterable[Trie]:
    if token in place:
        yield place[token]
    if _END in place and token in root:
        yield root[token]

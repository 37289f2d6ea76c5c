"""Words for values that are stored as codes: of OVD, DLV, OPEN what is overdue, of a flag its Y."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from steiner.algebra.schema.graph_schema import GraphSchema, PropertySchema
from steiner.lexicon.short_forms import is_short, shortens
from steiner.query.naming.schema_words import Word, base, elements, places
from steiner.query.naming.values.linked_values import Meaning
from steiner.text import STOP_WORDS, plain_words

_YES_AND_NO = ({"y", "n"}, {"yes", "no"}, {"j", "n"}, {"t", "f"}, {"true", "false"})
"""Texts that say whether something holds, the first of each that it does."""
_YES = frozenset({"y", "yes", "j", "t", "true"})
_FLAG = frozenset({"flg", "flag", "ind", "is", "has", "yn", "sw"})
"""Words of a flag's name that say that it is one."""
_CODE = range(3, 5)
"""Letters of a code that stands for a word."""
_LEFT_OUT = 2
"""Letters that a word has at least beyond the code that it begins with."""


class Coded(NamedTuple):
    """What a schema's codes and flags are told by."""

    codes: Sequence[Meaning]
    flags: Mapping[tuple[str, ...], Sequence[Meaning]]


def coded_words(
    words: Sequence[Word], schema: GraphSchema
) -> Iterator[tuple[int, int, Sequence[Meaning]]]:
    """Yield where a word stands for a code, or says a flag: "rush jobs", of `rush_flg` = 'Y'.

    What the schema itself is called so is no code.
    """
    coded, own = _coded(schema), _schema_stems(schema)
    for phrase, meant in coded.flags.items():
        for at in _says_at(words, phrase):
            *_, last = words[at : at + len(phrase)]
            behind = {word.text.casefold() for word in words[at + len(phrase) :][:1]}
            if not behind & _FLAG:  # "The rush flg" is the property itself.
                yield words[at].start, last.end, meant
    for word in words if coded.codes else ():
        said = word.text.casefold()
        if said not in STOP_WORDS and word.stem not in own:
            meant = [m for m in coded.codes if _stands_for(str(m.values[0]).casefold(), said)]
            if len({m.values for m in meant}) == 1:
                yield word.start, word.end, meant


def is_yes(meaning: Meaning) -> bool:
    """Say whether what a word means is that a flag of texts is set."""
    return len(meaning.values) == 1 and str(meaning.values[0]).casefold() in _YES


def _says_at(words: Sequence[Word], phrase: tuple[str, ...]) -> Iterator[int]:
    """Yield where words say a flag, by its own stems or what one of them is short for: `actv`."""
    yield from places(words, phrase)
    if len(phrase) == 1 and is_short(phrase[0]):
        said = enumerate(word.text.casefold() for word in words)
        yield from (at for at, word in said if shortens(phrase[0], word))


def _stands_for(code: str, word: str) -> bool:
    begins = word.startswith(code) and len(word) >= len(code) + _LEFT_OUT
    return begins or shortens(code, word)


@lru_cache(maxsize=8)
def _schema_stems(schema: GraphSchema) -> frozenset[str]:
    return frozenset(stem for own in elements(schema).values() for stem in own)


@lru_cache(maxsize=8)
def _coded(schema: GraphSchema) -> Coded:
    codes: list[Meaning] = []
    flags: dict[tuple[str, ...], list[Meaning]] = {}
    for label, properties in schema.labels.items():
        for own in properties.values():
            yes = next((text for text in own.texts if text.casefold() in _YES), None)
            if yes and {text.casefold() for text in own.texts} in _YES_AND_NO:
                if said := _said(own):
                    flags.setdefault(said, []).append(Meaning(label, own.name, (yes,), False))
            elif _are_codes(own):
                codes += [Meaning(label, own.name, (text,), False) for text in own.texts]
    return Coded(codes, flags)


def _said(own: PropertySchema) -> tuple[str, ...]:
    """Return the stems of what a flag says, its own word apart: rush, of `rush_flg`."""
    parts = plain_words(own.name).split()
    return tuple(base(part) for part in parts if part not in _FLAG)


def _are_codes(own: PropertySchema) -> bool:
    """Say whether the texts of a property are short forms, written in capitals."""
    capitals = all(text.isalpha() and text.isupper() and text.isascii() for text in own.texts)
    return len(own.texts) > 1 and capitals and all(len(text) in _CODE for text in own.texts)

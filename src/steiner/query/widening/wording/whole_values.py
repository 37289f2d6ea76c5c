"""Long values that people shorten: "investigation complete with no suspect found"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.query.naming.schema_words import SMALL, Word, base, question_words
from steiner.query.widening.plainer import Plainer, said_elements
from steiner.text import STOP_WORDS

_LONG, _SAID, _BETWEEN = 3, 0.7, 2
"""Content words of a long value, the least share of them that is said, and how far apart."""
_QUOTATION = re.compile(r"[\"'“‘`][^\"'”’`]+[\"'”’`]")
_ALIKE = 5
"""Letters from which on two stems may differ in the last one."""
_MOST = 0.9
"""How probable that is at most: less was said than the graph has."""


def with_whole_values(given: Plainer) -> Plainer | None:
    """Write a long value of a property as the graph has it where most of its words are said."""
    quoted = list(_QUOTATION.finditer(given.text))
    words = [w for w in question_words(given.text) if _is_content(w.text.casefold())]
    stems = [word.stem for word in words]
    runs = [(_run(stems, long), long, value) for long, value in _long_values(given.schema)]
    said = [own for own in runs if len(own[0]) >= _SAID * len(own[1])]
    most = max((len(run) for run, _, _ in said), default=0)
    best = [own for own in said if len(own[0]) == most]
    if len(best) != 1 or best[0][2].casefold() in given.text.casefold():
        return None
    run, long, value = best[0]
    if any(a.start() < words[run[-1]].end and words[run[0]].start < a.end() for a in quoted):
        return None  # Whoever quotes means what the quotation says.
    ends = _is_alike(stems[run[-1]], long[-1])
    end = words[run[-1]].end if ends else _end(words, run[-1], given)
    text = f'{given.text[: words[run[0]].start]}"{value}"{given.text[end:]}'
    return given.said(text, most=_MOST)


def _end(words: Sequence[Word], last: int, given: Plainer) -> int:
    """Return where a value ends of which another word stands for the last one: "found"."""
    end = words[last].end
    following = words[last + 1 : last + 2]
    if not following or not given.text[end : following[0].start].isspace():
        return end
    named = said_elements(given.text, given.schema, "label", "property")
    return end if following[0].start in {own.start for own in named} else following[0].end


def _is_content(word: str) -> bool:
    return word not in SMALL and word not in STOP_WORDS


@lru_cache(maxsize=8)
def _long_values(schema: GraphSchema) -> list[tuple[tuple[str, ...], str]]:
    """Return long texts that come again and again, with the stems of their content words."""
    return sorted(set(_every_long_value(schema)))


def _every_long_value(schema: GraphSchema) -> Iterator[tuple[tuple[str, ...], str]]:
    for owner, properties in (*schema.labels.items(), *schema.types.items()):
        for own in properties.values():
            for text in own.texts or own.examples:
                words = re.findall(r"\w+", text.casefold())
                stems = tuple(base(word) for word in words if _is_content(word))
                # Names, addresses and numbers are looked up as they stand.
                coded = schema.names.get(owner) == own.name or any(map(str.isdigit, text))
                if len(stems) >= _LONG and not coded:
                    yield stems, text


def _run(said: Sequence[str], wanted: Sequence[str]) -> list[int]:
    """Return where most of the wanted stems are said, in order and near to each other.

    Of "a b x c" and "a b c d" [0, 1, 3].
    """
    best: list[int] = []
    for begun in range(len(said)):
        run, rest = list[int](), list(wanted)
        for place in range(begun, len(said)):
            if run and place - run[-1] > _BETWEEN:
                break
            at = next((i for i, stem in enumerate(rest) if _is_alike(said[place], stem)), None)
            if at is not None:
                rest = rest[at + 1 :]
                run.append(place)
        best = max(best, run, key=len)
    return best


def _is_alike(one: str, other: str) -> bool:
    """Say whether stems are of one word, as "violent" and "violence" are."""
    longest = max(len(one), len(other))
    return one == other or (longest > _ALIKE and one[: longest - 1] == other[: longest - 1])

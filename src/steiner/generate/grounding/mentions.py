"""What a text names: the nodes of a subgraph, and whatever else looks like a name or a figure."""

from __future__ import annotations

import calendar
import itertools
import re
from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from steiner.generate.grounding.known import MONTHS, NUMBER
from steiner.graph import Node
from steiner.text import words

COMMON = frozenset(
    words(
        "a an the this that these those it its he she they we you i his her their our your my "
        "him them us me one two three four five six seven eight nine ten first second third both "
        "each all some many most several other another any no not none yes and or but so if then "
        "because since when where while who whom whose which what why how there here in on at by "
        "for from to of with without as is are was were be been has have had does do did can "
        "could may might must shall should will would also however therefore thus according "
        "based given after before during although though unfortunately graph fact facts answer "
        "question evidence"
    )
)
_NO_NAMES = COMMON | frozenset(words(" ".join(calendar.day_name)))
_LINKS = frozenset(words("of de der del di du la le van von"))
_TOKEN = re.compile(r"\w(?:[\w&.-]*\w)?")
_QUOTED = re.compile(r"[\"“«„]([^\"“”«»„]{2,200})[\"”»“]")
_PROPER_VERB = re.compile(r"['’]s\b|\s+(?:is|was|has|does|\w+ed(?!\s+by))\b")
_LISTED = re.compile(r"\s*(?:$|[.!?]\s*$|(?:,|and|or)\s+[A-Z·])")
_OPENING, _ENDING = frozenset('"“(*-'), frozenset(".!?:;")
"""Marks that may stand before the first word of a sentence, and those that end the one before."""
_DIGIT = re.compile(r"[ ,]*\d")
_RUN = re.compile(r"[ |]C(?:(?: l){0,2} C)*")
_MASK = "·"


class NodeMention(NamedTuple):
    """A name in a text, from `start` to before `end` (characters), and the nodes so named."""

    start: int
    end: int
    nodes: tuple[Node, ...]


def nodes_named(text: str, nodes: Iterable[Node]) -> list[NodeMention]:
    """Return where `text`, in NFC, has the name of a node, from the left.

    Longer names come first: a name inside a longer one that was matched does not count again.
    """
    by_key: dict[tuple[str, ...], list[Node]] = {}
    for node in nodes:
        key = tuple(words(node.name))
        if key and not (len(key) == 1 and key[0] in COMMON):
            by_key.setdefault(key, []).append(node)
    said = [(word, m.span()) for m in re.finditer(r"\w+", text) for word in words(m.group())]
    matched: list[NodeMention] = []
    taken: set[int] = set()
    for start, end in _as_long(len(said), set(map(len, by_key))):
        hits = by_key.get(tuple(word for word, _ in said[start:end]))
        if hits and taken.isdisjoint(range(start, end)):
            taken.update(range(start, end))
            matched.append(NodeMention(said[start][1][0], said[end - 1][1][1], tuple(hits)))
    return sorted(matched, key=lambda mention: mention.start)


def _as_long(count: int, lengths: Collection[int]) -> Iterator[tuple[int, int]]:
    """Yield the spans (start, end) of `count` words that have these lengths, the longest first."""
    for length in sorted(lengths, reverse=True):
        yield from ((start, start + length) for start in range(count - length + 1))


def masked(text: str, mentions: Iterable[NodeMention]) -> str:
    """Return `text` of the same length with the mentions blotted out."""
    letters = list(text)
    for start, end, _ in mentions:
        letters[start:end] = _MASK * (end - start)
    return "".join(letters)


def spans(text: str) -> list[str]:
    """Return the quoted strings, figures, dates and proper-name-like spans of `text`, in order.

    Names are known by their capitals, so not in scripts without them.
    """
    candidates = [(m.start(), m.group(1).rstrip(".,;!?")) for m in _QUOTED.finditer(text)]
    candidates += [(m.start(), m.group()) for m in NUMBER.finditer(text)]
    candidates += [hit for run in _runs(text) if (hit := _name(text, run))]
    kept = (span for _, span in sorted(candidates) if words(span))
    return list(dict.fromkeys(kept))


def _runs(text: str) -> Iterator[list[re.Match[str]]]:
    """Yield runs of capitalised words that stand beside each other or are linked by "of"."""
    tokens = list(_TOKEN.finditer(text))
    gaps = [text[a.end() : b.start()] for a, b in itertools.pairwise(tokens)]
    joined = ["|", *(" " if gap == " " else "|" for gap in gaps)]
    shape = "".join(gap + _kind(t.group()) for gap, t in zip(joined, tokens, strict=False))
    for match in _RUN.finditer(shape):
        yield tokens[match.start() // 2 : match.end() // 2]


def _kind(word: str) -> str:
    if word.lower() in _LINKS:
        return "l"
    return "C" if any(c.isupper() for c in word) else "x"


def _name(text: str, run: list[re.Match[str]]) -> tuple[int, str] | None:
    """Return place and name, or None if the run is only the beginning of a sentence."""
    telling = [i for i, word in enumerate(run) if word.group().lower() not in _NO_NAMES]
    if not telling:
        return None
    opens = telling[0] == 0 and _opens(text, run[0].start())
    run = run[telling[0] : telling[-1] + 1]
    start, end = run[0].start(), run[-1].end()
    if len(run) == 1 and run[0].group().lower() in MONTHS:
        return (start, run[0].group()) if _beside_number(text, start, end) else None
    if len(run) == 1 and opens and not _is_proper(run[0].group(), text, end):
        return None
    return start, text[start:end]


def _opens(text: str, start: int) -> bool:
    """Say whether what begins at a place begins a text, a line or a sentence."""
    end = _back(text, start, _OPENING)
    between = text[end:start]
    return not end or "\n" in between or (text[end - 1] in _ENDING and between[:1].isspace())


def _back(text: str, place: int, marks: Collection[str] = ()) -> int:
    """Return where the space before a place, and the marks in it, begin."""
    while place and (text[place - 1].isspace() or text[place - 1] in marks):
        place -= 1
    return place


def _beside_number(text: str, start: int, end: int) -> bool:
    before = _back(text, start)
    return text[max(0, before - 1) : before].isdigit() or bool(_DIGIT.match(text, end))


def _is_proper(word: str, text: str, end: int) -> bool:
    """Say whether the first word of a sentence is a name rather than a capitalised noun."""
    inner = any(c.isupper() or c.isdigit() for c in word[1:])
    return inner or bool(_PROPER_VERB.match(text, end) or _LISTED.match(text, end))

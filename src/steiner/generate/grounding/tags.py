"""The tags of facts in a text: where they cite, and where they are of a name that was copied."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from steiner.evidence import Evidence
from steiner.text import words
from steiner.textualise.data_text import BRACKETED

_BARE = re.compile(r"(?<!\w)F\d+(?!\w)")
_RANGE = re.compile(r"F(\d{1,9})\s*[–-]\s*F?(\d{1,9})", re.I)
_BEFORE = 100
"""Characters before a tag in which the word before it is looked for."""


def split_tags(text: str, evidence: Evidence) -> tuple[list[str], str]:
    """Return the tags that `text` bears, in order and once, and the text without them.

    A bare `F7` is a name, not a tag, where the question or a fact has that very word. So is one in
    brackets behind a word, or at the start of a line, where the graph has it there: of a company
    that is called "Orbis [F3]" the name cites nothing.
    """
    given = (evidence.question, *_texts(evidence))
    own = {word for each in given for word in words(each)}
    copied = {_placed(match) for each in given for match in BRACKETED.finditer(each)}
    tags: list[tuple[int, str]] = []

    def take(match: re.Match[str]) -> str:
        if match.re is _BARE and match.group().lower() in own:
            return match.group()
        if match.re is BRACKETED and _placed(match) in copied:
            return match.group()
        tags.extend((match.start(), tag) for tag in _expand(match.group(), len(evidence.facts)))
        return " " * len(match.group())

    text = unicodedata.normalize("NFC", text)
    prose = _BARE.sub(take, BRACKETED.sub(take, text))
    return list(dict.fromkeys(tag for _, tag in sorted(tags, key=lambda f: f[0]))), prose


def _texts(evidence: Evidence) -> Iterator[str]:
    yield from (fact.text for fact in evidence.facts)
    yield from (node.name for node in evidence.subgraph.nodes)


def _placed(match: re.Match[str]) -> tuple[str, str]:
    """Return the word before a tag in its line, and the tag."""
    start = match.start()
    line = match.string[max(0, start - _BEFORE) : start].rpartition("\n")[2].split()
    return (line[-1].casefold() if line else "", match.group().casefold())


def _expand(tags: str, count: int) -> Iterator[str]:
    """Yield the tags in order; a range as all its tags, at most as far as there are facts."""
    for first, last in _RANGE.findall(tags):
        yield from (f"F{n}" for n in range(int(first), min(int(last), count) + 1))
    yield from (f"F{n}" for n in re.findall(r"\d+", tags))

"""What a run would embed, counted beforehand: for those who pay a provider by the token."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from steiner.columns import Ids
from steiner.index.paging.portions import Part, changed, pages, verbalised
from steiner.progress import Report
from steiner.text import quarter_characters


@dataclass(frozen=True, slots=True)
class Cost:
    """Texts that would be embedded, each once, and their tokens, taken as characters / 4."""

    texts: int
    tokens: int


def cost_of(parts: Iterable[Part], beside: Iterable[str], page: int, report: Report) -> Cost:
    """Read `parts` in pages and count the texts that have changed, and those `beside` them."""
    tokens = {hash(text): quarter_characters(text) for text in beside}
    # By their hashes: the texts of a large graph would not fit into memory.
    for part in parts:
        done = 0
        for ids in pages(part.ids, page):
            tokens.update((hash(text), quarter_characters(text)) for text in _texts(part, ids))
            done += len(ids)
            report(part.stage, done, len(part.ids))
    return Cost(len(tokens), sum(tokens.values()))


def _texts(part: Part, ids: Ids) -> Iterator[str]:
    members = changed(verbalised(part, ids), part.mark)
    return (each.text.text for each in members if each.text.text)

"""Indexes nodes or relationships page by page.

The page before is written and the page after is read while one is embedded.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import closing
from functools import partial

import numpy as np

from steiner.columns import Ids
from steiner.embed import Embedder, TextVectors
from steiner.index.paging.overlapping import Behind, ahead
from steiner.index.paging.portions import (
    Kept,
    MemberText,
    Part,
    changed,
    entries,
    pages,
    portions,
    slices,
    verbalised,
)
from steiner.progress import Report
from steiner.settings import IndexSettings
from steiner.stores.protocol import Entry


def index_part(part: Part, embedder: Embedder, settings: IndexSettings, report: Report) -> Kept:
    """Bring a part up to date page by page, and clear what is gone or not chosen.

    A page, or each portion of one with much text, is one transaction and always the same one: a
    run that is killed loses at most two of them, and what the next run makes differs by no more
    than an encoder's rounding.
    """
    kept, labels = [part.unread], set[str]()
    counted, vectors = Counted(part.stage, len(part.ids), report), TextVectors(embedder)
    entry_size = 4 * embedder.dimensions
    read = ahead(partial(verbalised, part), pages(part.ids, settings.page))
    with closing(read), Behind(part.write) as writer:
        for page, texts in read:
            for portion in portions(texts, settings.page_bytes, entry_size):
                writer.do(_made(portion, vectors, part.mark, counted))
            kept.append(np.array([row.id for row, _ in texts], dtype=np.int64))
            labels.update(label for row, _ in texts for label in row.labels)
            counted.add(len(page) - len(texts))
    return cleared(part, np.concatenate(kept), labels, settings.page)


def cleared(part: Part, ids: Ids, labels: Collection[str], page: int) -> Kept:
    """Clear what is indexed and not among `ids`, and return what is."""
    for gone in pages(np.setdiff1d(part.indexed, ids, assume_unique=True), page):
        part.clear(gone)
    return Kept(ids, tuple(sorted(labels)))


class Counted:
    """How much of a part is done, reported each time that it grows."""

    def __init__(self, stage: str, total: int, report: Report) -> None:
        self._stage, self._total, self._report, self._done = stage, total, report, 0
        self.add(0)

    def add(self, more: int) -> None:
        """Count `more` as done."""
        self._done += more
        self._report(self._stage, self._done, self._total)


def _made(
    texts: Sequence[MemberText], vectors: TextVectors, mark: str, counted: Counted
) -> list[Entry]:
    """Return the entries of what has changed, embedded in slices so that progress is seen."""
    members = changed(texts, mark)
    counted.add(len(texts) - len(members))
    made: list[Entry] = []
    for some in slices(members):
        made += entries(some, vectors)
        counted.add(len(some))
    return made

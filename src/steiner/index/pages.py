"""Indexes nodes or relationships page by page.

The page before is written and the page after is read while one is embedded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from typing import NamedTuple, TypeAlias

import numpy as np

from steiner.embed import Embedder, TextVectors
from steiner.graph import Ids
from steiner.index.overlapping import Behind, ahead
from steiner.index.verbalise import Verbalised
from steiner.progress import Report
from steiner.settings import IndexSettings
from steiner.stores.protocol import Entry, Row

_Text: TypeAlias = tuple[Row, Verbalised]
_EMBEDDED_AT_ONCE = 256
"""Members whose texts are embedded between two reports: ten seconds where 25 a second are."""


class _Changed(NamedTuple):
    """What is indexed anew, and the hash of its content."""

    row: Row
    text: Verbalised
    hash: str


@dataclass(frozen=True, slots=True)
class Part:
    """One half of the graph, nodes or relationships, and how it is read and written.

    `mark`: of the model; a hash begins with it, so that what another one made is made anew.
    `unread`: ids that stay as they are indexed; they are not read.
    `vectored`: which of some ids have a vector of the user's (None: none), and get none here.
    """

    stage: str
    ids: Ids
    indexed: Ids
    read: Callable[[Ids], list[Row]]
    verbalise: Callable[[Row], Verbalised | None]
    write: Callable[[Sequence[Entry]], None]
    clear: Callable[[Ids], None]
    mark: str = ""
    vectored: Callable[[Ids], Ids] | None = None
    unread: Ids = field(default_factory=lambda: np.empty(0, dtype=np.int64))


@dataclass(frozen=True, slots=True)
class Kept:
    """What of a part is indexed: its ids int64[n], and the labels or types among them."""

    ids: Ids
    labels: tuple[str, ...]


def index_part(part: Part, embedder: Embedder, settings: IndexSettings, report: Report) -> Kept:
    """Bring a part up to date page by page, and clear what is gone or not chosen.

    A page, or each portion of one with much text, is one transaction and always the same one: a
    run that is killed loses at most two of them, and what the next run makes differs by no more
    than an encoder's rounding.
    """
    kept, labels = [part.unread], set[str]()
    counted, vectors = _Counted(part.stage, len(part.ids), report), TextVectors(embedder)
    entry_size = 4 * embedder.dimensions
    pages = ahead(partial(_verbalised, part), _pages(part.ids, settings.page))
    with closing(pages), Behind(part.write) as writer:
        for page, texts in pages:
            for portion in _portions(texts, settings.page_bytes, entry_size):
                writer.do(_changed(portion, vectors, part.mark, counted))
            kept.append(np.array([row.id for row, _ in texts], dtype=np.int64))
            labels.update(label for row, _ in texts for label in row.labels)
            counted.add(len(page) - len(texts))
    ids = np.concatenate(kept)
    for page in _pages(np.setdiff1d(part.indexed, ids, assume_unique=True), settings.page):
        part.clear(page)
    return Kept(ids, tuple(sorted(labels)))


class _Counted:
    """How much of a part is done, reported each time that it grows."""

    def __init__(self, stage: str, total: int, report: Report) -> None:
        self._stage, self._total, self._report, self._done = stage, total, report, 0
        self.add(0)

    def add(self, more: int) -> None:
        self._done += more
        self._report(self._stage, self._done, self._total)


def _portions(texts: Sequence[_Text], most: int, vector: int) -> Iterator[list[_Text]]:
    """Cut at `most` bytes, whatever has changed: the encoder's batches must not depend on it."""
    portion, room = list[_Text](), most
    for row, text in texts:
        size = vector + _size(text)
        if portion and size > room:
            yield portion
            portion, room = [], most
        portion.append((row, text))
        room -= size
    yield portion


def _size(text: Verbalised) -> int:
    keys = sum(len(key) + len(property) for key, property in text.keys)
    return len(text.text) + len(text.name) + keys


def _verbalised(part: Part, page: Ids) -> list[_Text]:
    texts = ((row, part.verbalise(row)) for row in part.read(page))
    given = set(part.vectored(page).tolist()) if part.vectored else ()
    # Without a text nothing is embedded, and a vector of steiner's is removed.
    return [
        (row, replace(text, text="") if row.id in given else text)
        for row, text in texts
        if text is not None
    ]


def _changed(
    texts: Sequence[_Text], vectors: TextVectors, mark: str, counted: _Counted
) -> list[Entry]:
    """Return the entries of what has changed, embedded in slices so that progress is seen."""
    hashed = ((row, text, f"{mark}-{text.hash()}") for row, text in texts)
    changed = [_Changed(row, text, hash) for row, text, hash in hashed if row.hash != hash]
    counted.add(len(texts) - len(changed))
    entries: list[Entry] = []
    for start in range(0, len(changed), _EMBEDDED_AT_ONCE):
        some = changed[start : start + _EMBEDDED_AT_ONCE]
        entries += _entries(some, vectors)
        counted.add(len(some))
    return entries


def _entries(changed: Sequence[_Changed], vectors: TextVectors) -> Iterator[Entry]:
    distinct = list(dict.fromkeys(each.text.text for each in changed if each.text.text))
    by_text = dict(zip(distinct, vectors.vectors(distinct), strict=True))
    for row, text, hash in changed:
        yield Entry(
            id=row.id,
            hash=hash,
            name=text.name,
            keys=tuple(key for key, _ in text.keys),
            properties=tuple(property for _, property in text.keys),
            vector=by_text.get(text.text),
            labels=row.labels,
        )


def _pages(ids: Ids, size: int) -> Iterator[Ids]:
    return (ids[i : i + size] for i in range(0, len(ids), size))

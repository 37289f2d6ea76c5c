"""Indexes nodes or relationships page by page; a page is written while the next is embedded."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from steiner.embed import Embedder
from steiner.graph import Ids
from steiner.index.verbalise import Verbalised
from steiner.progress import Report
from steiner.settings import IndexSettings
from steiner.stores.protocol import Entry, Row

_Text: TypeAlias = tuple[Row, Verbalised]


@dataclass(frozen=True, slots=True)
class Part:
    """One half of the graph, nodes or relationships, and how it is read and written.

    `mark`: of the model; a hash begins with it, so that what another one made is made anew.
    """

    stage: str
    ids: Ids
    indexed: Ids
    read: Callable[[Ids], list[Row]]
    verbalise: Callable[[Row], Verbalised | None]
    write: Callable[[Sequence[Entry]], None]
    clear: Callable[[Ids], None]
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Kept:
    """What of a part is indexed: its ids int64[n], and the labels or types among them."""

    ids: Ids
    labels: tuple[str, ...]


def index_part(part: Part, embedder: Embedder, settings: IndexSettings, report: Report) -> Kept:
    """Bring a part up to date page by page, and clear what is gone or not chosen.

    A page, or each portion of one with much text, is one transaction and always the same one: a
    run that is killed loses at most two of them and the next run makes the same vectors.
    """
    kept, labels, done = [np.empty(0, dtype=np.int64)], set[str](), 0
    dimensions = embedder.dimensions
    report(part.stage, 0, len(part.ids))
    with _Writer(part.write) as writer:
        for page in _pages(part.ids, settings.page):
            texts = _verbalised(part, page)
            for portion in _portions(texts, settings.page_bytes, 4 * dimensions):
                writer.write(_changed(portion, embedder, part.mark))
            kept.append(np.array([row.id for row, _ in texts], dtype=np.int64))
            labels.update(label for row, _ in texts for label in row.labels)
            done += len(page)
            report(part.stage, done, len(part.ids))
    ids = np.concatenate(kept)
    for page in _pages(np.setdiff1d(part.indexed, ids, assume_unique=True), settings.page):
        part.clear(page)
    return Kept(ids, tuple(sorted(labels)))


class _Writer:
    """Writes one page in the background; the first failure is raised at the next call."""

    def __init__(self, write: Callable[[Sequence[Entry]], None]) -> None:
        self._write, self._pool = write, ThreadPoolExecutor(1)
        self._pending: Future[None] | None = None

    def write(self, entries: Sequence[Entry]) -> None:
        self._finish()
        if entries:
            self._pending = self._pool.submit(self._write, entries)

    def __enter__(self) -> _Writer:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self._pool.shutdown()
        if kind is None:
            self._finish()

    def _finish(self) -> None:
        pending, self._pending = self._pending, None
        if pending is not None:
            pending.result()


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
    return [(row, text) for row, text in texts if text is not None]


def _changed(texts: Sequence[_Text], embedder: Embedder, mark: str) -> list[Entry]:
    hashed = ((row, text, f"{mark}-{text.hash()}") for row, text in texts)
    changed = [(row, text, hash) for row, text, hash in hashed if row.hash != hash]
    if not changed:
        return []
    distinct = list(dict.fromkeys(text.text for _, text, _ in changed if text.text))
    vectors = dict(zip(distinct, embedder.embed(distinct), strict=True)) if distinct else {}
    return [
        Entry(
            id=row.id,
            hash=hash,
            name=text.name,
            keys=tuple(key for key, _ in text.keys),
            properties=tuple(property for _, property in text.keys),
            vector=vectors.get(text.text),
            labels=row.labels,
        )
        for row, text, hash in changed
    ]


def _pages(ids: Ids, size: int) -> Iterator[Ids]:
    return (ids[i : i + size] for i in range(0, len(ids), size))

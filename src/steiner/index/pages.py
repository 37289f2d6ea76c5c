"""Indexes nodes or relationships page by page; a page is written while the next is embedded."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

from steiner.graph import Ids
from steiner.index.embed import Embedder
from steiner.index.progress import Report
from steiner.index.verbalise import Verbalised
from steiner.stores import Entry, Row


@dataclass(frozen=True, slots=True)
class Part:
    """One half of the graph, nodes or relationships, and how it is read and written."""

    stage: str
    ids: Ids
    indexed: Ids
    read: Callable[[Ids], list[Row]]
    verbalise: Callable[[Row], Verbalised | None]
    write: Callable[[Sequence[Entry]], None]
    clear: Callable[[Ids], None]


@dataclass(frozen=True, slots=True)
class Kept:
    """What of a part is indexed: its ids int64[n], and the labels or types among them."""

    ids: Ids
    labels: tuple[str, ...]


def index_part(part: Part, embedder: Embedder, size: int, report: Report) -> Kept:
    """Bring a part up to date in pages of `size` ids, and clear what is gone or not chosen.

    A page is one transaction and always the same one, so that a run that is killed loses at
    most two pages and the next one makes the same vectors.
    """
    kept, labels, done = [np.empty(0, dtype=np.int64)], set[str](), 0
    report(part.stage, 0, len(part.ids))
    with _Writer(part.write) as writer:
        for page in _pages(part.ids, size):
            texts = _verbalised(part, page)
            writer.write(_changed(texts, embedder))
            kept.append(np.array([row.id for row, _ in texts], dtype=np.int64))
            labels.update(label for row, _ in texts for label in row.labels)
            done += len(page)
            report(part.stage, done, len(part.ids))
    ids = np.concatenate(kept)
    for page in _pages(np.setdiff1d(part.indexed, ids), size):
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


def _verbalised(part: Part, page: Ids) -> list[tuple[Row, Verbalised]]:
    found = ((row, part.verbalise(row)) for row in part.read(page))
    return [(row, text) for row, text in found if text is not None]


def _changed(texts: Sequence[tuple[Row, Verbalised]], embedder: Embedder) -> list[Entry]:
    hashed = ((row, text, text.hash()) for row, text in texts)
    changed = [(row, text, hash) for row, text, hash in hashed if row.hash != hash]
    if not changed:
        return []
    vectors = embedder.embed([text.text for _, text, _ in changed])
    return [
        Entry(
            id=row.id,
            hash=hash,
            name=text.name,
            keys=tuple(key for key, _ in text.keys),
            properties=tuple(property for _, property in text.keys),
            vector=vector,
            labels=row.labels,
        )
        for (row, text, hash), vector in zip(changed, vectors, strict=True)
    ]


def _pages(ids: Ids, size: int) -> Iterator[Ids]:
    return (ids[i : i + size] for i in range(0, len(ids), size))

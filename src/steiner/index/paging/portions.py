"""What a page of nodes or relationships becomes: texts, portions of them, what changed, entries.

Whoever does the work, this process or actors of Ray's, does it by these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypeAlias

import numpy as np

from steiner.columns import Ids
from steiner.embed import Embedder, TextVectors
from steiner.index.vectors.user_vectors import UserVectors
from steiner.index.vectors.verbalise import Verbalised
from steiner.progress import Report
from steiner.settings import IndexSettings
from steiner.stores.protocol import Entry, Row

MemberText: TypeAlias = tuple[Row, Verbalised]
_EMBEDDED_AT_ONCE = 256
"""Members whose texts are embedded between two reports: ten seconds where 25 a second are."""


class Changed(NamedTuple):
    """What is indexed anew, and the hash of its content."""

    id: int
    labels: tuple[str, ...]
    text: Verbalised
    hash: str


def _no_ids() -> Ids:
    return np.empty(0, dtype=np.int64)


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
    vectored: UserVectors | None = None
    unread: Ids = field(default_factory=_no_ids)


@dataclass(frozen=True, slots=True)
class Kept:
    """What of a part is indexed: its ids int64[n], and the labels or types among them."""

    ids: Ids
    labels: tuple[str, ...]


Engine: TypeAlias = Callable[[Part, Embedder, IndexSettings, Report], Kept]
"""Brings a part up to date."""


def pages(ids: Ids, size: int) -> Iterator[Ids]:
    """Cut ids into pages of `size`."""
    return (ids[i : i + size] for i in range(0, len(ids), size))


def verbalised(part: Part, page: Ids) -> list[MemberText]:
    """Read a page and write its texts; what has nothing to index is left out."""
    texts = ((row, part.verbalise(row)) for row in part.read(page))
    given = set(part.vectored(page).tolist()) if part.vectored else ()
    # Without a text nothing is embedded, and a vector of steiner's is removed.
    return [
        (row, replace(text, text="") if row.id in given else text)
        for row, text in texts
        if text is not None
    ]


def portions(texts: Sequence[MemberText], most: int, vector: int) -> Iterator[list[MemberText]]:
    """Cut at `most` bytes, whatever has changed: the encoder's batches must not depend on it.

    `vector`: bytes of one.
    """
    portion, room = list[MemberText](), most
    for row, text in texts:
        size = vector + _size(text)
        if portion and size > room:
            yield portion
            portion, room = [], most
        portion.append((row, text))
        room -= size
    yield portion


def changed(texts: Sequence[MemberText], mark: str) -> list[Changed]:
    """Return what differs from what is indexed, by the hash of its content."""
    hashed = ((row, text, f"{mark}-{text.hash()}") for row, text in texts)
    return [
        Changed(row.id, row.labels, text, hash) for row, text, hash in hashed if row.hash != hash
    ]


def slices(members: Sequence[Changed]) -> Iterator[Sequence[Changed]]:
    """Cut a portion into what the encoder gets in one call."""
    starts = range(0, len(members), _EMBEDDED_AT_ONCE)
    return (members[start : start + _EMBEDDED_AT_ONCE] for start in starts)


def entries(members: Sequence[Changed], vectors: TextVectors) -> Iterator[Entry]:
    """Yield the entries of some members; the texts that are new are embedded in one call."""
    distinct = list(dict.fromkeys(each.text.text for each in members if each.text.text))
    by_text = dict(zip(distinct, vectors.vectors(distinct), strict=True))
    for id, labels, text, hash in members:
        yield Entry(
            id=id,
            hash=hash,
            name=text.name,
            keys=tuple(key for key, _ in text.keys),
            properties=tuple(property for _, property in text.keys),
            vector=by_text.get(text.text),
            labels=labels,
        )


def _size(text: Verbalised) -> int:
    keys = sum(len(key) + len(property) for key, property in text.keys)
    return len(text.text) + len(text.name) + keys

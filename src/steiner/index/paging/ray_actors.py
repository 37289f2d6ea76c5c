"""What actors of Ray's do for an index: read pages, embed portions. They know nothing of Ray.

What goes from one to the next is pickled here, so that Ray sees bytes alone: a table of columns is
no form for texts with their keys. An error of steiner's goes the same way, as what it is: Ray would
make it one of its own.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np

from steiner.columns import Ids
from steiner.embed import Embedder, TextVectors
from steiner.errors import SteinerError
from steiner.index.paging.portions import (
    Changed,
    Part,
    changed,
    entries,
    portions,
    slices,
    verbalised,
)
from steiner.index.vectors.user_vectors import UserVectors
from steiner.index.vectors.verbalise import Verbalised
from steiner.settings.environment import bound_threads
from steiner.stores.protocol import Entry, IndexStore, Row, VectorIndex

OpenStore: TypeAlias = Callable[[], IndexStore]
OpenEmbedder: TypeAlias = Callable[[], Embedder]
PackedRow: TypeAlias = dict[str, bytes]
_WORK, _PAGE = "work", "page"


@dataclass(frozen=True, slots=True)
class PartShare:
    """What of a part a reader needs in another process; `vector`: bytes of one."""

    stage: str
    verbalise: Callable[[Row], Verbalised | None]
    mark: str
    user_index: VectorIndex | None
    page_bytes: int
    vector: int

    @classmethod
    def of(cls, part: Part, page_bytes: int, vector: int) -> PartShare:
        """Return the share of a part."""
        own = part.vectored.index if part.vectored else None
        return cls(part.stage, part.verbalise, part.mark, own, page_bytes, vector)


@dataclass(frozen=True, slots=True)
class Portion:
    """A portion on its way: first what has changed of it, then the entries of that.

    `ids`, `labels`: of all members that are indexed; `read`: how many ids of the graph it took.
    """

    changed: list[Changed]
    entries: list[Entry]
    ids: Ids
    labels: frozenset[str]
    read: int


def packed_page(ids: Ids) -> PackedRow:
    """Return a page of ids as Ray passes it on."""
    return {_PAGE: ids.astype(np.int64).tobytes()}


def unpacked(row: Mapping[str, bytes]) -> Portion:
    """Return the portion that came back; raises the error that came in its place."""
    came: Portion | SteinerError = pickle.loads(row[_WORK])
    if isinstance(came, SteinerError):
        raise came
    return came


def _packed(work: Portion | SteinerError) -> PackedRow:
    return {_WORK: pickle.dumps(work)}


class PageReader:
    """Reads pages by a connection of its own; what it returns are portions, not embedded yet."""

    def __init__(self, open_store: OpenStore, share: PartShare) -> None:
        self._open, self._share = open_store, share

    def __call__(self, row: Mapping[str, bytes]) -> list[PackedRow]:
        """Return the portions of a page, at least one."""
        try:
            return [_packed(portion) for portion in self._portions(row[_PAGE])]
        except SteinerError as error:
            return [_packed(error)]

    def _portions(self, page: bytes) -> list[Portion]:
        ids, share = np.frombuffer(page, dtype=np.int64), self._share
        texts = verbalised(self._part, ids)
        cut = [
            Portion(
                changed(own, share.mark),
                [],
                np.array([row.id for row, _ in own], dtype=np.int64),
                frozenset(label for row, _ in own for label in row.labels),
                len(own),
            )
            for own in portions(texts, share.page_bytes, share.vector)
        ]
        # Those that have nothing to index were read with the first portion.
        return [replace(cut[0], read=cut[0].read + len(ids) - len(texts)), *cut[1:]]

    @cached_property
    def _part(self) -> Part:
        store, share, none = self._open(), self._share, np.empty(0, dtype=np.int64)
        nodes = share.stage == "nodes"
        return Part(
            stage=share.stage,
            ids=none,
            indexed=none,
            read=store.read_nodes if nodes else store.read_relationships,
            verbalise=share.verbalise,
            write=_written_elsewhere,
            clear=_written_elsewhere,
            vectored=UserVectors(store, share.user_index) if share.user_index else None,
        )


class PortionEncoder:
    """Embeds what has changed of a portion, by an encoder of its own, in so many threads."""

    def __init__(self, open_embedder: OpenEmbedder, threads: int) -> None:
        self._open, self._threads = open_embedder, threads

    def __call__(self, row: Mapping[str, bytes]) -> PackedRow:
        """Return the portion with its entries; an error is passed on."""
        try:
            portion = unpacked(row)
            made = [e for some in slices(portion.changed) for e in entries(some, self._vectors)]
        except SteinerError as error:
            return _packed(error)
        return _packed(replace(portion, changed=[], entries=made))

    @cached_property
    def _vectors(self) -> TextVectors:
        # Before the encoder reads it.
        bound_threads(self._threads)
        return TextVectors(self._open())


def _written_elsewhere(_: Any) -> None:
    raise NotImplementedError("the process that has the lock writes")

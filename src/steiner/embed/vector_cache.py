"""The one bounded cache of what texts give."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Sequence
from concurrent.futures import Future
from functools import lru_cache
from threading import Lock
from typing import Generic, TypeVar

import numpy as np

from steiner.columns import Vector
from steiner.embed.embedder import Embedder, Matrix

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")

_MATRICES = 8
"""Matrices of a schema's names that a process keeps: of two schemas all that are asked for."""
KEPT = 20_000
"""Texts whose vectors a process keeps by default: 31 MB at 384 dimensions."""


class BoundedCache(Generic[K, T]):
    """What `make` gives for keys, at most `limit` of them: the longest unused go first.

    Any number of threads may ask; `make` is called once for all keys of a call that are missing,
    and not for those that another thread has begun to make.
    """

    def __init__(self, make: Callable[[list[K]], Iterable[T]], limit: int) -> None:
        self._make, self._limit = make, limit
        # Not a plain dict, whose first key takes a walk over those that were taken out.
        self._kept: OrderedDict[K, T] = OrderedDict()
        self._making: dict[K, Future[dict[K, T]]] = {}
        self._turn = Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def __contains__(self, key: K) -> bool:
        """Whether it is kept now."""
        return key in self._kept

    def of(self, keys: Sequence[K]) -> list[T]:
        """Return what each key gives, in the order of `keys`."""
        distinct, mine = dict.fromkeys(keys), Future[dict[K, T]]()
        known: dict[K, T] = {}
        with self._turn:
            for key in distinct:
                if key in self._kept:
                    known[key] = self._kept[key]
                    self._kept.move_to_end(key)
            missing = [key for key in distinct if key not in known]
            begun = {key: self._making.setdefault(key, mine) for key in missing}
        # Outside the turn: whoever knows all keys does not wait for another's encoder.
        if missing:
            known |= self._made([key for key in missing if begun[key] is mine], mine)
            known |= self._waited({key: made for key, made in begun.items() if made is not mine})
        return [known[key] for key in keys]

    def _made(self, keys: list[K], mine: Future[dict[K, T]]) -> dict[K, T]:
        made: dict[K, T] = {}
        try:
            made |= zip(keys, self._make(keys), strict=True) if keys else ()
        finally:
            with self._turn:
                self._keep(made)
                for key in keys:
                    del self._making[key]
            mine.set_result(made)
        return made

    def _waited(self, begun: dict[K, Future[dict[K, T]]]) -> dict[K, T]:
        """Return what other threads make of keys; where one of them failed, it is made here."""
        given = {key: other.result() for key, other in begun.items()}
        made = {key: own[key] for key, own in given.items() if key in own}
        lost = [key for key in begun if key not in made]
        return made | dict(zip(lost, self.of(lost), strict=True)) if lost else made

    def _keep(self, made: dict[K, T]) -> None:
        for key, each in made.items():
            self._kept[key] = each
            self._kept.move_to_end(key)
        while len(self._kept) > self._limit:
            self._kept.popitem(last=False)


class TextVectors:
    """Vectors of texts under one encoder, at most `limit` kept; for any number of threads."""

    def __init__(self, embedder: Embedder, limit: int = KEPT) -> None:
        self.embedder = embedder
        self._cache = BoundedCache(self._embedded, limit)
        self._matrices = BoundedCache[tuple[str, ...], Matrix](self._stacked, _MATRICES)

    def __len__(self) -> int:
        return len(self._cache)

    def vectors(self, texts: Sequence[str]) -> Matrix:
        """Return float32[n, d] unit vectors, in the order of `texts`.

        One call of the encoder makes those that are missing: of "film" and "actor" where "film"
        is known, "actor" alone is embedded.
        """
        if not texts:
            return np.empty((0, self.embedder.dimensions), dtype=np.float32)
        return np.stack(self._cache.of(texts))

    def of_names(self, texts: Sequence[str]) -> Matrix:
        """Return what `vectors` does, for the names of a schema: all questions ask for the same.

        The matrix is kept, and must not be written to.
        """
        return self._matrices.of([tuple(texts)])[0]

    def _stacked(self, many: Sequence[tuple[str, ...]]) -> list[Matrix]:
        return [self.vectors(texts) for texts in many]

    def has_all(self, texts: Iterable[str]) -> bool:
        """Say whether the vectors of all texts are kept now."""
        return all(text in self._cache for text in texts)

    def question(self, text: str, beside: Sequence[str] = ()) -> Vector:
        """Return the float32[d] vector of a question; those of the texts `beside` are kept, too.

        One call of an encoder that reads questions as it reads texts.
        """
        if getattr(self.embedder, "reads_alike", False):
            return np.asarray(self.vectors([text, *beside])[0])
        self.vectors(beside)
        return self.embedder.embed_question(text)

    def _embedded(self, texts: list[str]) -> list[Vector]:
        # A row of the encoder's matrix would keep the whole matrix in memory.
        return [vector.copy() for vector in self.embedder.embed(texts)]


@lru_cache(maxsize=4)
def text_vectors(embedder: Embedder) -> TextVectors:
    """Return the vectors that a process keeps for this encoder."""
    return TextVectors(embedder)

"""Static encoders: the mean of token vectors that stand in a table, and no network."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property

import numpy as np

from steiner.columns import Vector
from steiner.embed.batching import once_each
from steiner.embed.embedder import Matrix
from steiner.embed.fingerprint import weights_fingerprint
from steiner.embed.static.static_folder import StaticFolder, read_static_folder
from steiner.keywords import known_keywords

_PORTION = 512
"""Texts of a pass: of the longest ones, token vectors of 256 numbers take 0.3 GB."""


@known_keywords
class StaticEmbedder:
    """A table of token vectors, by folder or name: a text's vector is the mean of its tokens'.

    Vectors are those of the package model2vec, in unit length; a text without a known token is
    equally near to all axes. Any number of threads may use it. Raises InvalidInput, at the first
    use, for a model that is not there or is no static one.
    """

    def __init__(self, model: str) -> None:
        self.model = model

    @property
    def name(self) -> str:
        """The model's name or folder."""
        return self.model

    @property
    def reads_alike(self) -> bool:
        """Whether a question gets the vector that it gets as a text: always."""
        return True

    @property
    def dimensions(self) -> int:
        """The length of a vector."""
        return int(self._folder.table.shape[1])

    @cached_property
    def fingerprint(self) -> str:
        """What tells the model's weights from others; of a table alone that of torch."""
        folder = self._folder
        beside = {"mapping": folder.mapping, "weights": folder.weights}
        tensors = {name: each for name, each in beside.items() if each is not None}
        tensors["0.embedding.weight"] = folder.table
        return weights_fingerprint(tensors, math.inf, {"query": "", "document": ""})

    def embed(self, texts: Sequence[str]) -> Matrix:
        """Return float32[n, d] unit vectors; equal texts are embedded once."""
        return once_each(texts, self._portions) if texts else np.empty((0, self.dimensions), "f4")

    def embed_question(self, text: str) -> Vector:
        """Return the float32[d] unit vector of a question."""
        return np.asarray(self.embed([text])[0])

    def embed_tokens(self, texts: Sequence[str]) -> list[Matrix]:
        """Return float32[tokens, d] for each text: rows of the table, not normalised."""
        return [self._rows(ids) for ids in self._read(texts)]

    def vocabulary(self) -> list[str]:
        """Return the tokens that the model reads, by number."""
        numbers: dict[str, int] = self._folder.tokenizer.get_vocab()
        return sorted(numbers, key=numbers.__getitem__)

    def _portions(self, texts: list[str]) -> Matrix:
        portions = (texts[i : i + _PORTION] for i in range(0, len(texts), _PORTION))
        return np.concatenate([self._vectors(self._read(some)) for some in portions])

    def _vectors(self, read: list[list[int]]) -> Matrix:
        """Return unit vectors: those of sums are those of means.

        Of [[5, 7], [], [9]] the rows of 5, 7 and 9 are looked up at once and summed from place 0
        and from place 2 on; the second text has no token.
        """
        sums = np.zeros((len(read), self.dimensions), np.float32)
        known = [place for place, ids in enumerate(read) if ids]
        if known:
            starts = np.cumsum([0, *(len(read[place]) for place in known[:-1])])
            rows = self._rows([number for place in known for number in read[place]])
            sums[known] = np.add.reduceat(rows, starts, axis=0)
        sums[~sums.any(axis=1)] = 1
        return np.asarray(sums / np.linalg.norm(sums, axis=1, keepdims=True), np.float32)

    def _rows(self, ids: list[int]) -> Matrix:
        """Return float32[tokens, d]: what each token adds to its text."""
        folder, numbers = self._folder, np.asarray(ids, np.int64)
        places = numbers if folder.mapping is None else folder.mapping[numbers]
        rows = np.asarray(folder.table[places], np.float32)
        if folder.weights is None:
            return rows
        return np.asarray(rows * folder.weights[numbers, None], np.float32)

    def _read(self, texts: Sequence[str]) -> list[list[int]]:
        """Return the numbers of each text's tokens; the one for what is unknown says nothing."""
        folder = self._folder
        encoded = folder.tokenizer.encode_batch_fast(list(texts), add_special_tokens=False)
        return [[number for number in each.ids if number != folder.unknown] for each in encoded]

    @cached_property
    def _folder(self) -> StaticFolder:
        return read_static_folder(self.model)

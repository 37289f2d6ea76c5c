"""A few short texts, as a question has them, embedded by arrays alone.

sentence-transformers and torch take a millisecond or two a call around ONNX Runtime's four, for
texts of any length, batches and devices.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from steiner.embed.embedder import Matrix
from steiner.embed.packed_network import LONGEST, shorter_in_a_row

Indices = npt.NDArray[np.int64]
Pool = Callable[[Matrix, Indices], Matrix]

PROBE = ("Two of them, ÉTÉ ", "a", "  A longer one than these  others")
_FEW = 128
"""Tokens that take less time in one row than torch takes around any other pass."""
_SAME = 1e-5
_LEAST = 1e-12


class RowNetwork(Protocol):
    """A network that reads texts in one row."""

    def row(self, ids: Indices, kinds: Indices, texts: Indices, places: Indices) -> Matrix:
        """Return float32[t, d] for t tokens: their numbers, kinds, texts and places in those."""


class FewTexts:
    """Embeds texts that fit one row, as `pool` makes a vector of a text's tokens.

    Its tokenizer fails with "Already borrowed" where two threads ask at once.
    """

    def __init__(self, tokenizer: Any, network: RowNetwork, longest: int, pool: Pool) -> None:
        self._tokenizer, self._network, self._pool = tokenizer, network, pool
        self._longest = longest

    def row(self, texts: Sequence[str]) -> tuple[Indices, ...] | None:
        """Return numbers, kinds, texts and places of the tokens; None where they fit no row.

        Nor do texts of which one has no token.

        Texts of 2 and 1 tokens: texts [0, 0, 1], places [0, 1, 0].
        """
        columns: list[list[int]] = [[], [], [], []]
        for text, encoded in enumerate(self._tokenizer.encode_batch(list(texts))):
            count = sum(encoded.attention_mask)  # The others pad it, at its end or its beginning.
            if not 0 < count <= self._longest or len(columns[0]) + count > LONGEST:
                return None
            start = encoded.attention_mask.index(1)
            columns[0] += encoded.ids[start : start + count]
            columns[1] += encoded.type_ids[start : start + count]
            columns[2] += [text] * count
            columns[3] += range(count)
        tokens, longest = len(columns[0]), max(columns[3]) + 1
        if tokens > _FEW and not shorter_in_a_row(tokens, longest * len(texts)):
            return None
        return tuple(np.array(column, dtype=np.int64) for column in columns)

    def vectors(self, row: tuple[Indices, ...]) -> Matrix:
        """Return float32[n, d] unit vectors of the texts of a row."""
        pooled = self._pool(self._network.row(*row), row[2])
        lengths = np.linalg.norm(pooled, axis=1, keepdims=True)
        unit: Matrix = pooled / np.maximum(lengths, _LEAST)
        return unit


def few_texts(model: Any, network: RowNetwork, expected: Matrix) -> FewTexts | None:
    """Return what gives the `expected` vectors of PROBE, as sentence-transformers' `model` did.

    None where neither the mean of the tokens nor the first does.
    """
    tokenizer = getattr(model.tokenizer, "backend_tokenizer", None)
    if tokenizer is None:
        return None
    for pool in (_mean, _first):
        few = FewTexts(tokenizer, network, model.max_seq_length or LONGEST, pool)
        row = few.row(PROBE)
        if row is not None and np.allclose(few.vectors(row), expected, atol=_SAME):
            return few
    return None


def _mean(tokens: Matrix, texts: Indices) -> Matrix:
    """Return the mean float32[n, d] of each text's tokens: those of `texts` [0, 0, 1] make two."""
    sums = np.add.reduceat(tokens, _starts(texts), axis=0)
    mean: Matrix = np.divide(sums, np.bincount(texts)[:, None], dtype=np.float32)
    return mean


def _first(tokens: Matrix, texts: Indices) -> Matrix:
    first: Matrix = tokens[_starts(texts)]
    return first


def _starts(texts: Indices) -> Indices:
    return np.flatnonzero(np.diff(texts, prepend=-1))

"""The frozen encoder's view of texts: a vector for each token of a question, one for a text."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from steiner.embed import BoundedCache, Embedder, TokenEmbedder, text_vectors
from steiner.errors import InvalidInput
from steiner.progress import Report

_AT_ONCE = 2_000
_KEPT = 20_000
"""Questions whose token vectors are kept: some 400 MB at 384 dimensions."""


class QuestionTokens:
    """Token vectors of questions and vectors of short texts, each computed once.

    `kept`: questions whose token vectors are kept.
    Raises InvalidInput for an embedder that does not tell of tokens.
    """

    def __init__(self, embedder: Embedder, kept: int = _KEPT) -> None:
        self.embedder = _of_tokens(embedder)
        self.dimensions = embedder.dimensions
        self._tokens = BoundedCache(self._encoded, kept)

    def keep(self, texts: Sequence[str], report: Report) -> None:
        """Encode many questions, so that batches need no encoder; some 15 kB each."""
        for start in range(0, len(texts), _AT_ONCE):
            self._tokens.of(texts[start : start + _AT_ONCE])
            report("questions encoded", min(start + _AT_ONCE, len(texts)), len(texts))

    def of(self, texts: Sequence[str]) -> list[torch.Tensor]:
        """Return float32[tokens, d] of each text."""
        return self._tokens.of(texts)

    def padded(self, texts: Sequence[str]) -> tuple[torch.Tensor, torch.Tensor]:
        """Return float32[a, n, d] of the texts' tokens and the mask bool[a, n] of what is one."""
        rows = self.of(texts)
        mask = torch.zeros(len(rows), max(map(len, rows)), dtype=torch.bool)
        for row, tokens in enumerate(rows):
            mask[row, : len(tokens)] = True
        return torch.nn.utils.rnn.pad_sequence(rows, batch_first=True), mask

    def vectors(self, texts: Sequence[str]) -> torch.Tensor:
        """Return float32[n, d] unit vectors of short texts."""
        return torch.from_numpy(text_vectors(self.embedder).vectors(texts))

    def _encoded(self, texts: list[str]) -> list[torch.Tensor]:
        return [torch.tensor(tokens) for tokens in self.embedder.embed_tokens(texts)]


def _of_tokens(embedder: Embedder) -> TokenEmbedder:
    if not isinstance(embedder, TokenEmbedder):
        raise InvalidInput(
            f"A path scorer reads the tokens of a question, but the embedder {embedder.name} has "
            f"no `embed_tokens`. Use a sentence-transformers model, or retrieve without a scorer."
        )
    return embedder

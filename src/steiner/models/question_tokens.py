"""The frozen encoder's view of texts: a vector for each token of a question, one for a text."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch

from steiner.embed import Embedder, TokenEmbedder
from steiner.errors import InvalidInput
from steiner.retrieve.paths.schema_words import vectors

_KEPT = 20_000


class QuestionTokens:
    """Token vectors of questions and vectors of short texts, each computed once.

    Raises InvalidInput for an embedder that does not tell of tokens.
    """

    def __init__(self, embedder: Embedder) -> None:
        self.embedder = _of_tokens(embedder)
        self.dimensions = embedder.dimensions
        self._tokens: dict[str, torch.Tensor] = {}

    def padded(self, texts: Sequence[str]) -> tuple[torch.Tensor, torch.Tensor]:
        """Return float32[a, n, d] of the texts' tokens and the mask bool[a, n] of what is one."""
        # A new dictionary, never an emptied one: another thread may be reading it.
        known = self._tokens if len(self._tokens) < _KEPT else {}
        new = [text for text in dict.fromkeys(texts) if text not in known]
        found = self.embedder.embed_tokens(new) if new else []
        known.update(zip(new, map(torch.tensor, found), strict=True))
        self._tokens = known
        rows = [known[text] for text in texts]
        mask = torch.zeros(len(rows), max(map(len, rows)), dtype=torch.bool)
        for row, tokens in enumerate(rows):
            mask[row, : len(tokens)] = True
        return torch.nn.utils.rnn.pad_sequence(rows, batch_first=True), mask

    def vectors(self, texts: Sequence[str]) -> torch.Tensor:
        """Return float32[n, d] unit vectors of short texts."""
        return torch.from_numpy(np.ascontiguousarray(vectors(self.embedder).of(texts)))


def _of_tokens(embedder: Embedder) -> TokenEmbedder:
    if not isinstance(embedder, TokenEmbedder):
        raise InvalidInput(
            f"A path scorer reads the tokens of a question, but the embedder {embedder.name} has "
            f"no `embed_tokens`. Use a sentence-transformers model, or retrieve without a scorer."
        )
    return embedder

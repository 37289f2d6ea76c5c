"""A language model of which only the token embeddings are here: another process has the rest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch

from steiner.columns import Vector
from steiner.embed import Matrix, TextVectors
from steiner.models.language_model.language_model_files import load

_KEPT = 20_000


class TokenEmbeddings(torch.nn.Module):
    """Stands in for the language model `name` where prompts are built and not answered."""

    def __init__(self, name: str) -> None:
        super().__init__()
        whole = load("AutoModelForCausalLM", name, dtype="auto")
        self.config = whole.config
        self._embeddings: torch.nn.Embedding = whole.get_input_embeddings().requires_grad_(False)

    def get_input_embeddings(self) -> torch.nn.Embedding:
        """Return the token embeddings."""
        return self._embeddings

    @property
    def device(self) -> torch.device:
        """Where they lie."""
        return self._embeddings.weight.device

    @property
    def dtype(self) -> torch.dtype:
        """Their type."""
        return self._embeddings.weight.dtype


class TokenMeans:
    """Embeds a text as the mean of the language model's own embeddings of its tokens.

    A mean knows no order, but "not desires" differs from "desires" by the whole of one token.
    """

    def __init__(self, llm: Any, tokenizer: Any, name: str) -> None:
        self._weight, self._tokenizer = llm.get_input_embeddings().weight, tokenizer
        self.name = name
        self.dimensions = int(self._weight.shape[1])

    def embed(self, texts: Sequence[str]) -> Matrix:
        """Return float32[n, hidden] unit vectors."""
        rows = [self.embed_question(text) for text in texts]
        return np.stack(rows) if rows else np.zeros((0, self.dimensions), dtype=np.float32)

    @torch.no_grad()
    def embed_question(self, text: str) -> Vector:
        """Return the float32[hidden] unit vector of a text; of an empty one the zero vector."""
        ids = self._tokenizer.encode(text, add_special_tokens=False)
        rows = self._weight[torch.tensor(ids, dtype=torch.int64, device=self._weight.device)]
        mean = rows.float().sum(0)
        vector: Vector = (mean / mean.norm().clamp_min(1e-9)).cpu().numpy()
        return vector


def token_vectors(llm: Any, tokenizer: Any, name: str) -> TextVectors:
    """Return the vectors of texts by the tokens of the language model `name`, kept."""
    return TextVectors(TokenMeans(llm, tokenizer, name), _KEPT)

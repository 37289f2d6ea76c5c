"""A language model of which only the token embeddings are here: another process has the rest."""

from __future__ import annotations

import torch

from steiner.models.language_model_files import load


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

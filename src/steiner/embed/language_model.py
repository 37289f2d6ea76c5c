"""A language model as encoder: the mean of its last layer over a text (Walk&Retrieve, section 2.1).

There the model that writes walks and answers gives the vectors of walks, nodes and questions, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from importlib.util import find_spec
from threading import Lock
from typing import Any

import numpy as np

from steiner.columns import Vector
from steiner.embed.batching import once_each
from steiner.embed.devices import check_device
from steiner.embed.embedder import Matrix
from steiner.embed.fingerprint import network_fingerprint
from steiner.embed.model_folder import resolve, unloadable
from steiner.errors import MissingExtra

_LONGEST = 512
"""Tokens of a text that are read."""
_BATCH = 16


class LanguageModelEmbedder:
    """The hidden states of a causal language model, by name or folder, loaded at the first use.

    Any number of threads may use it; they take turns. Raises MissingExtra without transformers,
    InvalidInput for a model that cannot be loaded and a device that is not there.
    """

    def __init__(self, model: str, device: str | None = None) -> None:
        self.model, self.device = model, device
        self._turn = Lock()

    @property
    def name(self) -> str:
        """The model's name or folder, as `open_embedder` reads it."""
        return f"llm:{self.model}"

    @cached_property
    def dimensions(self) -> int:
        """The length of a vector: the width of the model."""
        return int(self._loaded[1].config.hidden_size)

    @cached_property
    def fingerprint(self) -> str:
        """What tells the model's weights from those of others."""
        return network_fingerprint(self._loaded[1], _LONGEST)

    def embed(self, texts: Sequence[str]) -> Matrix:
        """Return float32[n, d] unit vectors of texts; equal texts are embedded once."""
        if not texts:
            return np.empty((0, self.dimensions), dtype=np.float32)
        return once_each(texts, self._encode)

    def embed_question(self, text: str) -> Vector:
        """Return the float32[d] unit vector of a question, which is read as any text."""
        vector: Vector = self._encode([text])[0]
        return vector

    def embed_tokens(self, texts: Sequence[str]) -> list[Matrix]:
        """Return float32[tokens, d] for each text: the model's last layer, not normalised."""
        return [states for batch in self._batches(texts) for states in self._states(batch)]

    def _encode(self, texts: list[str]) -> Matrix:
        means = np.stack([tokens.mean(axis=0) for tokens in self.embed_tokens(texts)])
        lengths = np.linalg.norm(means, axis=1, keepdims=True)
        return np.asarray(means / np.maximum(lengths, 1e-12), dtype=np.float32)

    def _batches(self, texts: Sequence[str]) -> list[Sequence[str]]:
        return [texts[at : at + _BATCH] for at in range(0, len(texts), _BATCH)]

    def _states(self, texts: Sequence[str]) -> list[Matrix]:
        """Return float32[tokens, d] of each text of a batch; padding stands behind, unseen."""
        import torch

        with self._turn, torch.inference_mode():
            tokenizer, network = self._loaded
            read = tokenizer(
                # A text without any word has a token, too.
                [text if text.strip() else tokenizer.eos_token for text in texts],
                padding=True,
                truncation=True,
                max_length=_LONGEST,
                return_tensors="pt",
                return_token_type_ids=False,
            ).to(network.device)
            states = network(**read).last_hidden_state.float().cpu().numpy()
            masks = read["attention_mask"].cpu().numpy().astype(bool)
        return [np.array(row[mask], np.float32) for row, mask in zip(states, masks, strict=True)]

    @cached_property
    def _loaded(self) -> tuple[Any, Any]:
        if find_spec("transformers") is None or find_spec("torch") is None:
            raise MissingExtra.named("transformers", "local")
        location = resolve(self.model)
        check_device(self.device)
        import torch
        from transformers import AutoModel, AutoTokenizer

        place = self.device or ("cuda" if torch.cuda.is_available() else "cpu")
        try:
            tokenizer = with_words(AutoTokenizer.from_pretrained(location, padding_side="right"))
            network = AutoModel.from_pretrained(location)
        except Exception as error:
            raise unloadable(self.model, str(error).splitlines()[0]) from error
        # Llama's tokenizer has nothing to pad with.
        tokenizer.pad_token = tokenizer.pad_token or tokenizer.eos_token
        return tokenizer, network.to(place).eval()


def with_words(loaded: Any) -> Any:
    """Return what was loaded. Raises ValueError for a tokenizer that knows no word.

    transformers makes one of special tokens alone for a folder without a tokenizer's files: every
    prompt would be empty.
    """
    special = getattr(loaded, "all_special_ids", None)
    if special is not None and len(loaded) <= len(special):
        raise ValueError("it has no tokenizer, such as tokenizer.json.")
    return loaded

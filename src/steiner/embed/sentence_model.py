"""Encoders of any network in torch, by sentence-transformers: on a GPU, or of other families."""

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
from steiner.embed.fingerprint import torch_fingerprint
from steiner.embed.model_folder import own_name, resolve, unloadable
from steiner.errors import MissingExtra
from steiner.keywords import known_keywords
from steiner.settings import DEFAULT_EMBEDDER
from steiner.settings.environment import threads

_BATCH = 64
_GPU_BATCH = 128
"""On a GPU: an H100 embeds 13,000 short texts a second so, 8,000 in batches of 64."""


@known_keywords
class SentenceTransformerEmbedder:
    """A sentence-transformers model, by name or folder, loaded at the first use.

    Any number of threads may use it; they take turns.
    `STEINER_THREADS` bounds the processor threads. Raises MissingExtra without
    sentence-transformers, InvalidInput for a model that cannot be loaded and a device that is not
    there.
    """

    def __init__(self, model: str = DEFAULT_EMBEDDER, device: str | None = None) -> None:
        self.model, self.device = model, device
        # The tokenizers fail with "Already borrowed" where two threads encode at once.
        self._turn = Lock()

    @property
    def name(self) -> str:
        """The model's name or folder; the default model has one name."""
        return own_name(self.model)

    @cached_property
    def dimensions(self) -> int:
        """The length of a vector: the model says it, nothing is encoded for it."""
        with self._turn:
            model = self._model
            # sentence-transformers 5 has the longer name only.
            length = getattr(model, "get_embedding_dimension", None)
            return int((length or model.get_sentence_embedding_dimension)())

    @cached_property
    def fingerprint(self) -> str:
        """What tells the model's weights, and how it reads a text, from those of others."""
        with self._turn:
            return torch_fingerprint(self._model)

    def embed(self, texts: Sequence[str]) -> Matrix:
        """Return float32[n, d] unit vectors of documents; equal texts are embedded once."""
        if not texts:
            return np.empty((0, self.dimensions), dtype=np.float32)
        return once_each(texts, lambda distinct: self._encode("encode_document", distinct))

    def embed_question(self, text: str) -> Vector:
        """Return the float32[d] unit vector of a question."""
        vector: Vector = self._encode("encode_query", [text])[0]
        return vector

    def embed_tokens(self, texts: Sequence[str]) -> list[Matrix]:
        """Return float32[tokens, d] for each text: the model's last layer, not normalised."""
        # Of like lengths together, so that little of a batch is padding.
        order = sorted(range(len(texts)), key=lambda i: len(texts[i]))
        encoded: dict[int, Matrix] = {}
        for start in range(0, len(order), _BATCH):
            some = order[start : start + _BATCH]
            tokens = self._encoded_tokens([texts[i] for i in some])
            encoded.update(zip(some, tokens, strict=True))
        return [encoded[i] for i in range(len(texts))]

    def _encoded_tokens(self, texts: list[str]) -> list[Matrix]:
        made = self._run(texts)
        tokens = made["token_embeddings"].cpu().numpy()
        masks = made["attention_mask"].cpu().numpy().astype(bool)
        return [np.array(row[mask], np.float32) for row, mask in zip(tokens, masks, strict=True)]

    def _run(self, texts: list[str]) -> Any:
        """Run the model on a batch."""
        import torch

        with self._turn, torch.inference_mode():
            model = self._model
            prompt = model.prompts.get(model.default_prompt_name, "")
            # Newer sentence-transformers call it so.
            read = getattr(model, "preprocess", None) or model.tokenize
            features = read([f"{prompt}{text}" for text in texts])
            return model({k: v.to(model.device) for k, v in features.items() if torch.is_tensor(v)})

    def vocabulary(self) -> list[str]:
        """Return the tokens that the model reads, by number."""
        with self._turn:
            numbers: dict[str, int] = self._model.tokenizer.get_vocab()
        return sorted(numbers, key=numbers.__getitem__)

    def _encode(self, verb: str, texts: list[str]) -> Matrix:
        # The model sorts by length itself, so that little of a batch is padding.
        with self._turn:
            encoded = getattr(self._model, verb)(
                texts,
                batch_size=_BATCH if self._model.device.type == "cpu" else _GPU_BATCH,
                show_progress_bar=False,
                convert_to_numpy=True,
                normalize_embeddings=True,
            )
        return np.ascontiguousarray(encoded, dtype=np.float32)

    @cached_property
    def reads_alike(self) -> bool:
        """Whether a question gets the vector that it gets as a text, whatever stands beside it."""
        model = self._model
        changed = any(model.prompts.values()) or model.truncate_dim
        return not changed and not hasattr(model[0], "sub_modules")

    @cached_property
    def _model(self) -> Any:
        if find_spec("sentence_transformers") is None:
            raise MissingExtra.named("sentence-transformers", "local")
        location = resolve(self.model)
        check_device(self.device)
        _bound_threads()
        from sentence_transformers import SentenceTransformer
        from transformers.utils import logging

        logging.disable_progress_bar()  # type: ignore[no-untyped-call]
        try:
            model = SentenceTransformer(location, device=self.device)
        except Exception as error:
            raise unloadable(self.model, str(error).splitlines()[0]) from error
        model.eval()
        return model


def _bound_threads() -> None:
    if given := threads():
        import torch

        torch.set_num_threads(given)

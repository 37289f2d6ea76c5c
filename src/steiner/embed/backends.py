"""What runs an encoder: torch, or ONNX Runtime in 32 or 8 bits; and how one is opened by name."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import Any

from steiner.embed.embedder import Embedder
from steiner.embed.onnx_network import run_in_onnx, runs_the_same_in_onnx
from steiner.embed.sentence_model import SentenceTransformerEmbedder
from steiner.errors import InvalidInput, MissingExtra
from steiner.keywords import known_keywords
from steiner.settings import DEFAULT_EMBEDDER

BACKENDS = ("torch", "onnx", "onnx-int8")


@known_keywords
class OnnxEmbedder(SentenceTransformerEmbedder):
    """A sentence-transformers model whose network runs in ONNX Runtime.

    In 32 bits its vectors are torch's to the fifth digit, so that an index made by either is asked
    by both. In 8 bits (`backend` "onnx-int8") they are others, and depend a little on the texts
    embedded beside: index with the same.
    Raises MissingExtra without the packages, InvalidInput for a model that cannot be exported.
    """

    def __init__(self, model: str = DEFAULT_EMBEDDER, backend: str = "onnx") -> None:
        super().__init__(model, "cpu")
        self.backend = backend

    @property
    def reads_alike(self) -> bool:
        """As in torch, except in 8 bits: there a vector depends on what stands beside it."""
        return self._is_plain and self.backend != BACKENDS[2]

    @property
    def name(self) -> str:
        """The backend and the model's name, as `open_embedder` reads them."""
        return f"{self.backend}:{super().name}"

    @property
    def fingerprint(self) -> str:
        """That of the weights; in 8 bits another one, as the vectors are others."""
        whole = super().fingerprint
        return f"{whole}-int8" if self.backend == BACKENDS[2] else whole

    @cached_property
    def _model(self) -> Any:
        model = self._load()
        try:
            run_in_onnx(model[0].auto_model, model.tokenizer, self.backend == BACKENDS[2])
        except MissingExtra:
            raise
        except Exception as error:
            raise InvalidInput(
                f"The embedding model {self.model!r} cannot run in ONNX: "
                f"{str(error).splitlines()[0]}. Leave the backend out to run it in torch."
            ) from error
        return model


class QuickEmbedder(SentenceTransformerEmbedder):
    """A sentence-transformers model on ONNX Runtime where that is at hand, in torch elsewhere.

    In 32 bits, on the processor, with torch's vectors to the fifth digit: half the time of a
    question. A network is exported at its first use, some seconds, and kept in the cache.
    """

    def _hasten(self, network: Any, tokenizer: Any) -> None:
        if not runs_the_same_in_onnx(network, tokenizer):
            super()._hasten(network, tokenizer)


@lru_cache(maxsize=2)
def open_embedder(name: str) -> Embedder:
    """Return the encoder called `name`, one a process.

    `onnx:NAME` and `onnx-int8:NAME` run in ONNX Runtime (OnnxEmbedder), `torch:NAME` in torch,
    NAME by what gives the same vectors fastest (QuickEmbedder).
    """
    backend, colon, model = name.partition(":")
    if colon and backend in BACKENDS[1:]:
        return OnnxEmbedder(model, backend)
    if colon and backend == BACKENDS[0]:
        return SentenceTransformerEmbedder(model)
    return QuickEmbedder(name)


def named_embedder(name: str) -> Embedder:
    """Return the encoder that a model is trained with: in torch, where `name` says no backend.

    A model is trained on whatever device there is; `open_embedder` prefers the processor.
    """
    backend, colon, _ = name.partition(":")
    if colon and backend in BACKENDS:
        return open_embedder(name)
    return SentenceTransformerEmbedder(name)


def on_backend(name: str, backend: str) -> str:
    """Return the name of the same encoder on one of BACKENDS.

    on_backend("onnx:e5", "onnx-int8") is "onnx-int8:e5", on_backend("e5", "torch") is "torch:e5".
    """
    own, colon, model = name.partition(":")
    return f"{backend}:{model if colon and own in BACKENDS else name}"

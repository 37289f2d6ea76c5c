"""Encoders of the BERT family on the processor, by ONNX Runtime: no torch, a start of 0.2 s."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from threading import BoundedSemaphore, Lock
from typing import Any

import numpy as np

from steiner.columns import Vector
from steiner.embed.batching import alike_in_length, once_each
from steiner.embed.bert.bert_folder import BertFolder, read_bert_folder
from steiner.embed.bert.bert_network import open_network
from steiner.embed.embedder import Matrix
from steiner.embed.fingerprint import weights_fingerprint
from steiner.embed.model_folder import local_folder, own_name, unloadable
from steiner.embed.onnx_session import Network
from steiner.embed.sentence_folder import OtherNetwork, SentenceFolder
from steiner.errors import InvalidInput
from steiner.keywords import known_keywords
from steiner.settings import DEFAULT_EMBEDDER

ONNX, INT8 = "onnx", "onnx-int8"
_TOKENS = 512
"""Tokens of a pass, padding included: of more, what lies between two layers leaves the caches."""
_PORTION = 4_096
"""Texts that are tokenised at once."""
_PASSES = BoundedSemaphore(max(1, (os.cpu_count() or 2) // 2))
"""Passes at once: with 16 callers on two cores one at a time answers more questions."""


@known_keywords
class OnnxEmbedder:
    """An encoder of the BERT family, by name or folder, on the processor by ONNX Runtime.

    In 32 bits (`backend` "onnx") its vectors are torch's to the fifth digit, so that an index made
    by either is asked by both. In 8 bits ("onnx-int8") they are others, and depend a little on the
    texts embedded beside: index with the same. Any number of threads may use it.
    `STEINER_THREADS` bounds the processor threads. Raises InvalidInput, at the first use, for a
    model that is not there or has another network.
    """

    def __init__(self, model: str = DEFAULT_EMBEDDER, backend: str = ONNX) -> None:
        if backend not in (ONNX, INT8):
            raise InvalidInput(f"The backend is {ONNX!r} or {INT8!r}, got {backend!r}.")
        self.model, self.backend = model, backend
        # Two callers that ask first open one network.
        self._turn = Lock()

    @property
    def name(self) -> str:
        """The model's name or folder, in 8 bits after the backend, as `open_embedder` reads it."""
        name = own_name(self.model)
        return f"{INT8}:{name}" if self.backend == INT8 else name

    @property
    def reads_alike(self) -> bool:
        """Whether a question gets the vector that it gets as a text, whatever stands beside it."""
        said = self._folder
        return self.backend == ONNX and said.question_prompt == said.document_prompt

    @cached_property
    def dimensions(self) -> int:
        """The length of a vector."""
        return int(self._weights["embeddings.word_embeddings.weight"].shape[1])

    @cached_property
    def fingerprint(self) -> str:
        """What tells the model's weights, and how it reads a text, from those of others."""
        said = self._folder
        whole = weights_fingerprint(self._weights, said.longest, said.prompts)
        return f"{whole}-int8" if self.backend == INT8 else whole

    def prepare(self) -> None:
        """Load what embedding needs, 0.3 s of a new process, so that the first text finds it."""
        self._read([""])
        _ = self._network

    def embed(self, texts: Sequence[str]) -> Matrix:
        """Return float32[n, d] unit vectors of documents; equal texts are embedded once."""
        return once_each(texts, self._documents) if texts else np.empty((0, self.dimensions), "f4")

    def embed_question(self, text: str) -> Vector:
        """Return the float32[d] unit vector of a question."""
        vector: Vector = self._encoded([self._folder.question_prompt + text])[0]
        return vector

    def embed_tokens(self, texts: Sequence[str]) -> list[Matrix]:
        """Return float32[tokens, d] for each text: the model's last layer, not normalised."""
        read = self._read([self._folder.document_prompt + text for text in texts])
        made: dict[int, Matrix] = {}
        for some in alike_in_length([len(ids) for ids in read], _TOKENS):
            with _PASSES:
                row = self._network.tokens([read[i] for i in some])
            ends = np.cumsum([len(read[i]) for i in some])[:-1]
            made.update(zip(some, np.split(row, ends), strict=True))
        return [made[i] for i in range(len(texts))]

    def vocabulary(self) -> list[str]:
        """Return the tokens that the model reads, by number."""
        numbers: dict[str, int] = self._tokenizer.get_vocab()
        return sorted(numbers, key=numbers.__getitem__)

    def _documents(self, texts: list[str]) -> Matrix:
        prompt = self._folder.document_prompt
        portions = (texts[i : i + _PORTION] for i in range(0, len(texts), _PORTION))
        return np.concatenate([self._encoded([prompt + t for t in each]) for each in portions])

    def _encoded(self, texts: list[str]) -> Matrix:
        read = self._read(texts)
        vectors = np.empty((len(texts), self.dimensions), dtype=np.float32)
        for some in alike_in_length([len(ids) for ids in read], _TOKENS):
            with _PASSES:
                vectors[some] = self._network.vectors([read[i] for i in some])
        return vectors

    def _read(self, texts: list[str]) -> list[list[int]]:
        encoded = self._tokenizer.encode_batch_fast([text.strip() for text in texts])
        return [each.ids for each in encoded]

    @property
    def _folder(self) -> SentenceFolder:
        return self._bert

    @cached_property
    def _bert(self) -> BertFolder:
        folder = local_folder(self.model)
        try:
            return read_bert_folder(folder)
        except OtherNetwork as error:
            raise InvalidInput(
                f"The embedding model {self.model!r} does not run in ONNX Runtime here: {error}. "
                f"It runs in torch: leave the backend out, or name it torch:{self.model}."
            ) from error

    @cached_property
    def _weights(self) -> dict[str, Any]:
        with self._turn:
            try:
                return self._bert.weights()
            except (OtherNetwork, ValueError) as error:
                raise unloadable(self.model, str(error)) from error

    @cached_property
    def _network(self) -> Network:
        weights = self._weights
        with self._turn:
            known: Network | None = self.__dict__.get("_network")
            return known or open_network(self._bert, weights, self.backend == INT8)

    @cached_property
    def _tokenizer(self) -> Any:
        from tokenizers import Tokenizer

        tokenizer = Tokenizer.from_file(str(Path(self._folder.folder) / "tokenizer.json"))
        tokenizer.no_padding()
        tokenizer.enable_truncation(self._folder.longest)
        return tokenizer

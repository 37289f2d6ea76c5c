"""A sentence-transformers model as an encoder, in torch."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Sequence
from functools import cached_property
from importlib.util import find_spec
from threading import BoundedSemaphore, Lock
from typing import Any

import numpy as np

from steiner.embed.devices import check_device
from steiner.embed.embedder import Matrix
from steiner.embed.few_texts import PROBE, FewTexts, few_texts
from steiner.embed.fingerprint import weights_fingerprint
from steiner.embed.model_folder import PACKAGED_NAMES, resolve, unloadable
from steiner.embed.packed_network import pack_rows
from steiner.errors import MissingExtra
from steiner.graph import Vector
from steiner.keywords import known_keywords
from steiner.settings import DEFAULT_EMBEDDER
from steiner.settings.environment import threads

_BATCH = 64
_TOKENS = 512
"""Tokens of a pass on a processor, padding included: of more, what lies between two layers leaves
its caches: batches of 64 texts take twice the time."""
_GPU_BATCH = 128
"""On a GPU: an H100 embeds 13,000 short texts a second so, 8,000 in batches of 64."""
_PASSES = BoundedSemaphore(max(1, (os.cpu_count() or 2) // 2))
"""Passes of the network at once: each takes Python's lock two thousand times, and of many none
gets on. With 16 callers on two cores one at a time answers half as many questions more."""


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
        self._weights = ""

    @property
    def name(self) -> str:
        """The model's name or folder; the default model has one name."""
        return DEFAULT_EMBEDDER if self.model in PACKAGED_NAMES else self.model

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
            _ = self._model
        return self._weights

    def embed(self, texts: Sequence[str]) -> Matrix:
        """Return float32[n, d] unit vectors of documents; equal texts are embedded once."""
        if not texts:
            return np.empty((0, self.dimensions), dtype=np.float32)
        distinct = {text: i for i, text in enumerate(dict.fromkeys(texts))}
        vectors = self._encode("encode_document", list(distinct))
        return vectors[[distinct[text] for text in texts]]

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
        """Run the model on a batch; its tokenizer takes turns, and few passes run at once."""
        import torch

        with self._turn:
            model = self._model
            prompt = model.prompts.get(model.default_prompt_name, "")
            # Newer sentence-transformers call it so.
            read = getattr(model, "preprocess", None) or model.tokenize
            features = read([f"{prompt}{text}" for text in texts])
        with _PASSES, torch.inference_mode():
            return model({k: v.to(model.device) for k, v in features.items() if torch.is_tensor(v)})

    def vocabulary(self) -> list[str]:
        """Return the tokens that the model reads, by number."""
        with self._turn:
            numbers: dict[str, int] = self._model.tokenizer.get_vocab()
        return sorted(numbers, key=numbers.__getitem__)

    def _encode(self, verb: str, texts: list[str]) -> Matrix:
        if self._is_plain and len(texts) <= _BATCH and (few := self._of_few(texts)) is not None:
            return few
        if self._is_plain and self._reads_tokens and self._model.device.type == "cpu":
            return self._in_passes(texts)
        if self._is_plain and len(texts) <= _BATCH:
            return self._plain(texts)
        # The model sorts by length itself, so that little of a batch is padding.
        with self._turn:
            encoded = getattr(self._model, verb)(
                texts,
                batch_size=self._batch,
                show_progress_bar=False,
                convert_to_numpy=True,
                normalize_embeddings=True,
            )
        return np.ascontiguousarray(encoded, dtype=np.float32)

    def _in_passes(self, texts: list[str]) -> Matrix:
        """Encode texts of like lengths together, in passes that the processor's caches take."""
        vectors = np.empty((len(texts), self.dimensions), dtype=np.float32)
        for places in alike_in_length(self._lengths(texts), _TOKENS):
            vectors[places] = self._plain([texts[i] for i in places])
        return vectors

    def _lengths(self, texts: list[str]) -> list[int]:
        """Return the tokens of each text, as many as the model reads."""
        with self._turn:
            # Not verbose: it warns of texts that are longer than what the model reads.
            counted = self._model.tokenizer(texts, verbose=False)["input_ids"]
        most = self._model.max_seq_length or math.inf
        return [int(min(len(ids), most)) for ids in counted]

    def _plain(self, texts: list[str]) -> Matrix:
        """Encode one batch; the verbs look at each parameter at each call: 3,000 Python calls."""
        import torch

        made = torch.nn.functional.normalize(self._run(texts)["sentence_embedding"])
        vectors: Matrix = made.cpu().numpy()
        return vectors

    def _of_few(self, texts: list[str]) -> Matrix | None:
        """Encode texts that are few and short; None where that is not known to be the same."""
        few = self._few
        if few is None:
            return None
        with self._turn:
            row = few.row(texts)
        if row is None:
            return None
        with _PASSES:
            return few.vectors(row)

    @cached_property
    def _few(self) -> FewTexts | None:
        """What embeds a few short texts past torch, where the network does not run in it."""
        network: Any = getattr(getattr(self._model[0], "auto_model", None), "forward", None)
        if not getattr(network, "in_row", False):
            return None
        expected = self._plain(list(PROBE))
        with self._turn:
            return few_texts(self._model, network, expected)

    @cached_property
    def _batch(self) -> int:
        """How many documents a pass of the network reads at most."""
        return _BATCH if self._model.device.type == "cpu" else _GPU_BATCH

    @property
    def reads_alike(self) -> bool:
        """Whether a question gets the vector that it gets as a text, whatever stands beside it."""
        return self._is_plain

    @cached_property
    def _is_plain(self) -> bool:
        """Whether the model reads questions and documents alike, as they stand."""
        model = self._model
        changed = any(model.prompts.values()) or model.truncate_dim
        return not changed and not hasattr(model[0], "sub_modules")

    @cached_property
    def _reads_tokens(self) -> bool:
        """Whether the model has a network: a table of word vectors has none."""
        return hasattr(self._model[0], "auto_model")

    @cached_property
    def _model(self) -> Any:
        model = self._load()
        if hasattr(model[0], "auto_model"):
            self._hasten(model[0].auto_model, model.tokenizer)
        return model

    def _hasten(self, network: Any, tokenizer: Any) -> None:
        """Let the model's network run as fast as it can with the same vectors."""
        pack_rows(network, tokenizer)

    def _load(self) -> Any:
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
        # Before the network is exchanged for a faster one.
        self._weights = weights_fingerprint(model)
        return model


def alike_in_length(lengths: Sequence[int], most: int) -> Iterator[list[int]]:
    """Yield the places of texts of like `lengths`, of at most `most` tokens with their padding.

    alike_in_length([2, 9, 3], 6) yields [0, 2], which take 2 x 3, and [1], which is longer alone.
    """
    some: list[int] = []
    for place in sorted(range(len(lengths)), key=lengths.__getitem__):
        if some and lengths[place] * (len(some) + 1) > most:
            yield some
            some = []
        some.append(place)
    if some:
        yield some


def _bound_threads() -> None:
    if given := threads():
        import torch

        torch.set_num_threads(given)

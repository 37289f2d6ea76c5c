"""What runs an encoder, ONNX Runtime in 32 or 8 bits or torch; and how one is opened by name."""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

from steiner.embed.bert.bert_embedder import INT8, ONNX, OnnxEmbedder
from steiner.embed.bert.bert_folder import read_bert_folder
from steiner.embed.devices import has_gpu
from steiner.embed.embedder import Embedder
from steiner.embed.exported_embedder import ExportedEmbedder, exported_file
from steiner.embed.given.provider_embedder import (
    LangChainEmbeddings,
    is_provider,
    langchain_embedder,
    provider_embedder,
)
from steiner.embed.language_model import LanguageModelEmbedder
from steiner.embed.model_folder import local_folder
from steiner.embed.sentence_folder import OtherNetwork
from steiner.embed.sentence_model import SentenceTransformerEmbedder
from steiner.embed.static.static_embedder import StaticEmbedder
from steiner.embed.static.static_folder import STATIC, is_static
from steiner.errors import MissingExtra

TORCH = "torch"
LANGUAGE_MODEL = "llm"
BACKENDS = (ONNX, INT8, TORCH)
Given = str | Embedder | LangChainEmbeddings
"""What a caller may name an encoder by."""


def open_embedder(given: Given) -> Embedder:
    """Return the encoder of a name, one a process; or that of an object.

    An Embedder is returned as it is, LangChain's Embeddings are wrapped.

    `provider:model` is LangChain's, `https://host/v1#model` an OpenAI-compatible server's.
    `onnx:NAME` and `onnx-int8:NAME` run in ONNX Runtime, `torch:NAME` in torch, `model2vec:NAME`
    is a table of token vectors, `llm:NAME` a causal language model, whose last layer's means are
    the vectors. NAME alone is what its folder says: such a table, in ONNX Runtime where its network
    is of the BERT family, else in torch, or without torch by the folder's `model.onnx`. Raises
    MissingExtra where torch is needed and not installed, InvalidInput for a model that is missing.
    """
    if isinstance(given, str):
        return _opened(given)
    if isinstance(given, LangChainEmbeddings):
        return langchain_embedder(given)
    return given


@lru_cache(maxsize=4)
def _opened(name: str) -> Embedder:
    backend, model = _parts(name)
    if backend == TORCH:
        return SentenceTransformerEmbedder(model)
    if backend == STATIC:
        return StaticEmbedder(model)
    if backend == LANGUAGE_MODEL:
        return LanguageModelEmbedder(model)
    if backend:
        return _in_onnx(model, backend)
    return provider_embedder(model) if is_provider(model) else _of_folder(model)


def _of_folder(model: str) -> Embedder:
    folder = local_folder(model)
    if is_static(folder):
        return StaticEmbedder(model)
    try:
        read_bert_folder(folder)
    except OtherNetwork as error:
        finished = exported_file(folder) and not _has_torch()
        return ExportedEmbedder(model) if finished else _in_torch(model, error)
    return OnnxEmbedder(model)


def _in_onnx(model: str, backend: str) -> Embedder:
    folder = Path(model).expanduser()
    if backend == ONNX and exported_file(folder) and not _is_bert(folder):
        return ExportedEmbedder(model)
    return OnnxEmbedder(model, backend)


def _is_bert(folder: Path) -> bool:
    try:
        read_bert_folder(folder)
    except OtherNetwork:
        return False
    return True


def named_embedder(given: Given) -> Embedder:
    """Return the encoder for many texts, for an index or a training: on a GPU where torch has one.

    There torch runs a network, where a name says no backend, with the vectors of `open_embedder`.
    """
    backend, model = _parts(given) if isinstance(given, str) else ("", "")
    if backend or not model or is_provider(model) or not (has_gpu() and _has_torch()):
        return open_embedder(given)
    opened = open_embedder(given)
    return opened if isinstance(opened, StaticEmbedder) else open_embedder(on_backend(model, TORCH))


def on_backend(name: str, backend: str) -> str:
    """Return the name of the same encoder on one of BACKENDS.

    on_backend("onnx:e5", "onnx-int8") is "onnx-int8:e5", on_backend("e5", "torch") is "torch:e5".
    """
    return f"{backend}:{_parts(name)[1]}"


def _parts(name: str) -> tuple[str, str]:
    """Return the backend, "" where none is named, and the model."""
    backend, colon, model = name.partition(":")
    known = (*BACKENDS, STATIC, LANGUAGE_MODEL)
    return (backend, model) if colon and backend in known else ("", name)


def _in_torch(model: str, why: OtherNetwork) -> Embedder:
    if not _has_torch():
        raise MissingExtra(
            f"The encoder {model!r} runs in torch ({why}), which is not installed. Install it "
            f"with: pip install 'steiner[local]' (in a checkout: '.[local]')"
        )
    return SentenceTransformerEmbedder(model)


def _has_torch() -> bool:
    return find_spec("sentence_transformers") is not None

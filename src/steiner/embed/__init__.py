"""Sentence embeddings of texts and questions, and the one bounded cache of what texts give."""

from steiner.embed.backends import (
    BACKENDS,
    Given,
    named_embedder,
    on_backend,
    open_embedder,
)
from steiner.embed.bert.bert_embedder import OnnxEmbedder
from steiner.embed.embedder import Embedder, Matrix, TokenEmbedder, fingerprint_of
from steiner.embed.given.function_embedder import FunctionEmbedder
from steiner.embed.given.provider_embedder import langchain_embedder
from steiner.embed.model_folder import resolve
from steiner.embed.sentence_model import SentenceTransformerEmbedder
from steiner.embed.static.static_embedder import StaticEmbedder
from steiner.embed.vector_cache import KEPT, BoundedCache, TextVectors, text_vectors

__all__ = [
    "BACKENDS",
    "KEPT",
    "BoundedCache",
    "Embedder",
    "FunctionEmbedder",
    "Given",
    "Matrix",
    "OnnxEmbedder",
    "SentenceTransformerEmbedder",
    "StaticEmbedder",
    "TextVectors",
    "TokenEmbedder",
    "fingerprint_of",
    "langchain_embedder",
    "named_embedder",
    "on_backend",
    "open_embedder",
    "resolve",
    "text_vectors",
]

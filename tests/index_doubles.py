"""Stand-ins for indexing tests: an encoder without a model, a store without a server."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from steiner.columns import Ids, Vector
from steiner.embed import Matrix
from steiner.graph import Node, Relationship, Subgraph
from steiner.stores.memory_index import MemoryIndex
from steiner.stores.protocol import Entry, IndexState, Row


class HashEmbedder:
    """Vectors drawn from a hash of the text; remembers the texts it was given."""

    def __init__(self, name: str = "hash", dimensions: int = 16) -> None:
        self._name, self._dimensions = name, dimensions
        self.texts: list[str] = []

    @property
    def name(self) -> str:
        return self._name

    @property
    def dimensions(self) -> int:
        return self._dimensions

    def embed(self, texts: Sequence[str]) -> Matrix:
        self.texts.extend(texts)
        return np.array([self.embed_question(text) for text in texts], dtype=np.float32)

    def embed_question(self, text: str) -> Vector:
        seed = hashlib.sha256(f"{self._name} {text}".encode()).digest()[:8]
        drawn = np.random.default_rng(int.from_bytes(seed, "big")).normal(size=self._dimensions)
        vector: Vector = (drawn / np.linalg.norm(drawn)).astype(np.float32)
        return vector


class FakeIndexStore(MemoryIndex):
    """A graph in memory. `writes` counts pages; after `fail_after` of them a write fails.

    `types` are those that indexes were made for. Every relationship is read, with text or without.
    """

    def __init__(
        self, nodes: Iterable[Node] = (), relationships: Iterable[Relationship] = ()
    ) -> None:
        super().__init__(Subgraph(tuple(nodes), tuple(relationships)))
        self.types: tuple[str, ...] = ()
        self.writes = 0
        self.fail_after: int | None = None

    @property
    def entries(self) -> dict[int, Entry]:
        return self._entries

    @property
    def relationship_entries(self) -> dict[int, Entry]:
        return self._relationship_entries

    def relationship_ids(self, labels: Sequence[str]) -> Ids:
        return np.array(sorted(() if labels else self.relationships), dtype=np.int64)

    def write_nodes(self, entries: Sequence[Entry]) -> None:
        self._count()
        super().write_nodes(entries)

    def write_relationships(self, entries: Sequence[Entry]) -> None:
        self._count()
        super().write_relationships(entries)

    def create_indexes(
        self,
        dimensions: int,
        types: Sequence[str],
        ranges: Sequence[str],
        filters: Sequence[str] = (),
    ) -> None:
        assert dimensions > 0
        self.types, self.ranges = tuple(types), tuple(ranges)

    def indexes(self) -> list[IndexState]:
        return [IndexState("steiner_nodes", "ONLINE", 100.0)] if self.record() else []

    def copied(self) -> FakeIndexStore:
        """Return the same graph, not indexed."""
        return FakeIndexStore(self.nodes.values(), self.relationships.values())

    def forget_record(self) -> None:
        self._record = None

    def _count(self) -> None:
        if self.writes == self.fail_after:
            raise RuntimeError("killed")
        self.writes += 1


def node(id: int, labels: Sequence[str], **properties: Any) -> Node:
    """Make a node."""
    return Node(id, f"n:{id}", tuple(labels), properties)


def node_row(id: int, labels: Sequence[str], **properties: Any) -> Row:
    """Make a node's row."""
    return Row(id, tuple(labels), properties)


def relationship(id: int, type: str, **properties: Any) -> Relationship:
    """Make a relationship between the nodes 0 and 1."""
    return Relationship(id, f"r:{id}", type, 0, 1, properties)


def static_folder(folder: Path) -> str:
    """Write a small encoder that a process of its own opens in a moment; return its name.

    A drawn table of token vectors: a text's vector depends on no other text beside it.
    """
    from steiner.embed import resolve
    from steiner.settings import DEFAULT_EMBEDDER

    safetensors = pytest.importorskip("safetensors.numpy")
    tokenizer = Path(resolve(DEFAULT_EMBEDDER)) / "tokenizer.json"
    tokens = len(json.loads(tokenizer.read_text(encoding="utf-8"))["model"]["vocab"])
    table = np.random.default_rng(1).normal(size=(tokens, 16)).astype(np.float16)
    folder.mkdir(exist_ok=True)
    shutil.copy(tokenizer, folder)
    safetensors.save_file({"embeddings": table}, folder / "model.safetensors")
    (folder / "config.json").write_text(json.dumps({"model_type": "model2vec"}), encoding="utf-8")
    return str(folder)

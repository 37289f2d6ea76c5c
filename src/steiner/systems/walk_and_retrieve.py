"""Walk&Retrieve (Böckling et al. 2025): the nearest walks of the nearest nodes, zero-shot.

Walks from every node are written as texts and indexed; a question gets the k nearest walks of the
k nearest nodes, and one call of a language model answers from them. Nothing is trained.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from steiner.embed import Embedder
from steiner.generate.writer import Writer, open_text_model
from steiner.index.walks.texts import SYSTEM, Verbalise, template
from steiner.index.walks.walk_index import check_memory, index_walks
from steiner.index.walks.written_walks import written
from steiner.progress import Report
from steiner.retrieve.walks import WalkRetriever
from steiner.settings import RetrieverSettings, WalkSettings
from steiner.stores.memory import MemoryStore
from steiner.stores.protocol import GraphStore, IndexStore
from steiner.systems.system import System

_TEXTS = Path.home() / ".cache" / "steiner" / "walk-texts.jsonl"
"""What models wrote, by prompt: none is asked twice for a walk, whatever graph it is of."""


def retriever(
    store: GraphStore,
    embedder: Embedder,
    settings: RetrieverSettings,
    model: Any = None,  # noqa: ARG001
) -> WalkRetriever:
    """Compose the retriever; the walks of a graph in memory are indexed on the spot."""
    record = store.record() if isinstance(store, MemoryStore) else None
    if isinstance(store, MemoryStore) and record and not record.walks:
        check_memory(store, settings.walks)
        index_walks(store, embedder, settings.walks)
    return WalkRetriever(store, embedder, settings)


def index(
    store: IndexStore, embedder: Embedder, settings: RetrieverSettings | None, report: Report
) -> str:
    """Write the walks of an indexed graph, or bring them up to date, and say what was done."""
    record = store.record()
    if settings is None and not (record and record.walks):
        return ""
    before = json.loads(record.walks) if record and record.walks else {}
    walks = settings.walks if settings else WalkSettings(**before)
    verbalise = _by_model(walks.writer, report) if walks.writer else template
    touched = index_walks(store, embedder, walks, verbalise, report)
    return (
        f"Walks of {touched.roots:,} nodes: {touched.written:,} nodes touched, "
        f"{touched.cleared:,} lost theirs."
    )


def _by_model(name: str, report: Report) -> Verbalise:
    return written(Writer(open_text_model(name, system=SYSTEM), _TEXTS).write, report)


WALK_AND_RETRIEVE = System(
    name="walk-and-retrieve",
    paper="Böckling, Paulheim, Iana 2025, Walk&Retrieve: Simple Yet Effective Zero-shot "
    "Retrieval-Augmented Generation via Knowledge Graph Walks, arXiv:2505.16849",
    retriever=retriever,
    index=index,
)

"""Indexing: verbalise, embed, write. Resumable, refreshed by content hash, removable."""

from steiner.index.build import Indexer
from steiner.index.check import check_embedder
from steiner.index.embed import Embedder, SentenceTransformerEmbedder
from steiner.index.progress import Bars, Report, silent
from steiner.index.status import IndexStatus, status

INTERRUPTED = "Stopped. All that was written is kept: run `steiner index` again to continue."

__all__ = [
    "INTERRUPTED",
    "Bars",
    "Embedder",
    "IndexStatus",
    "Indexer",
    "Report",
    "SentenceTransformerEmbedder",
    "check_embedder",
    "silent",
    "status",
]

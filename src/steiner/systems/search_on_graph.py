"""Search-on-Graph (Sun et al. 2025): a chat model searches the graph itself, one look at a time.

It sees the relations that an entity really has before it decides where to go; one Search function
is all it has, and nothing is trained. The transcript of its searches is the evidence. The model is
`[triples] planner`, its searches are at most `[triples] steps`; without a model the relation most
like the question is followed once.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from steiner.embed import Embedder
from steiner.generate.writer import Writer, open_text_model
from steiner.retrieve.searching.search_retriever import SearchRetriever
from steiner.settings import RetrieverSettings
from steiner.stores.protocol import GraphStore
from steiner.systems.system import System

_TEXTS = Path.home() / ".cache" / "steiner" / "searches.jsonl"
"""What models wrote, by model and prompt: none is asked twice."""


def retriever(
    store: GraphStore,
    embedder: Embedder,
    settings: RetrieverSettings,
    model: Any = None,  # noqa: ARG001
) -> SearchRetriever:
    """Compose the retriever, with the chat model that searches, where one is named."""
    planner = settings.triples.planner
    write = Writer(open_text_model(planner), _TEXTS).write if planner else None
    return SearchRetriever(store, embedder, settings, write)


SEARCH_ON_GRAPH = System(
    name="search-on-graph",
    paper="Sun et al. 2025, Search-on-Graph: Iterative Informed Navigation for Large Language "
    "Model Reasoning on Knowledge Graphs, arXiv:2510.08825",
    retriever=retriever,
)

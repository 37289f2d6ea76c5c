"""G-Retriever (He et al. 2024).

Top-k nodes and edges get prizes, PCST finds the connected subgraph, a graph encoder and projector
turn it into a soft token, and a language model answers from token, graph text and question.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from steiner.embed import Embedder
from steiner.generate import Generator
from steiner.model_settings import GraphModelSettings, TrainSettings
from steiner.retrieve.pipeline import TreeRetriever
from steiner.settings import PathSettings, PrizeSettings, RetrieverSettings
from steiner.stores.protocol import GraphStore
from steiner.textual_graph import Example
from steiner.train.live import Graphs, Halves, Lessons

MODEL = GraphModelSettings()
"""Appendix B.1: Graph Transformer of 4 layers, 4 heads, width 1024; 512 tokens of text, 32 new."""
TRAINING = TrainSettings()
"""Appendix B.1: AdamW 1e-5, weight decay .05, batches of 4, 10 epochs, patience 2."""


def retriever(store: GraphStore, embedder: Embedder, settings: RetrieverSettings) -> TreeRetriever:
    """Compose the retriever: equation 6 with k = 3 nodes, k = 5 edges, cost 0.5; the tree alone."""
    published = replace(
        settings,
        seeds=replace(settings.seeds, compared=0, fuzzy=False, scored=100),
        expand=replace(settings.expand, frontier=100),
        prizes=PrizeSettings(nodes=3, relations=5, cost=0.5, published=True),
        paths=PathSettings(enabled=False),
        text=replace(settings.text, fill=False),
    )
    return TreeRetriever(store, embedder, published)


def lessons() -> Lessons[Example]:
    """What the model learns from: the retrieved graph of each question, as text."""
    return Graphs()


def train(
    model: GraphModelSettings, settings: TrainSettings, examples: Halves[Example], *rest: Any
) -> None:
    """Train a model; `rest` are the folder and where progress is reported."""
    from steiner.train.run import train_model

    train_model(model, settings, examples, *rest)


def generator(folder: str) -> Generator:
    """Load what `steiner train` made: equations 9 to 12."""
    from steiner.generate.graph_generator import GraphGenerator
    from steiner.models.graph_artefact import from_pretrained

    return GraphGenerator(from_pretrained(folder))

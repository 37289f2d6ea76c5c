"""G-Retriever's part: a graph encoder, or adapters, with which a language model reads a graph."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from steiner.generate import Generator
from steiner.model_settings import EncodeSettings, GraphModelSettings, Preset, TrainSettings
from steiner.settings import RetrieverSettings
from steiner.train.cards import SOFT_PROMPT
from steiner.train.data.text_graphs import TextGraphs
from steiner.train.parts.trained import Trained

if TYPE_CHECKING:
    from steiner.models.trainable import ModelKind

LLM = "meta-llama/Llama-2-7b-hf"
"""Of the papers; --llm names another, such as meta-llama/Llama-2-13b-hf or Llama-3.1-8B."""
ENCODER = "sentence-transformers/all-roberta-large-v1"
"""The sentence encoder of the authors' code; the paper names none."""
FLOOR = 5e-6
PUBLISHED = Preset(GraphModelSettings(llm=LLM, embedder=ENCODER), TrainSettings(floor=FLOOR))
"""Appendix B.1: Graph Transformer of 4 layers, 4 heads, width 1024; 512 tokens of text, 32 new.
AdamW 1e-5, weight decay .05, batches of 4, 10 epochs, patience 2. The rate falls to 5e-6 in the
authors' code."""
SMALL = Preset(
    GraphModelSettings(position="after", encode=EncodeSettings(layers=3, width=256)),
    TrainSettings(epochs=3, batch=8, rate=1e-3, clip=1.0, warmup=0.3, patience=3, cached=True),
)
"""What a frozen model of 135 million weights learns with: .667 on ExplaGraphs, against .500 as
published and .523 of the majority class (docs/results/g-retriever.md)."""
PRESETS = {"small": SMALL, "published": PUBLISHED}


def graph_model() -> ModelKind[Any]:
    """Return the kind of model that reads a textual graph and a soft prompt."""
    from steiner.models.graph_artefact import GRAPH_LANGUAGE_MODEL

    return GRAPH_LANGUAGE_MODEL


def graph_generator(model: Any, settings: RetrieverSettings) -> Generator:  # noqa: ARG001
    """Return what answers with a loaded model."""
    from steiner.generate.graph_generator import GraphGenerator

    return GraphGenerator(model)


GRAPH_ANSWERS = Trained(
    kind=graph_model,
    presets=PRESETS,
    data=TextGraphs(),
    card=SOFT_PROMPT,
    generator=graph_generator,
)

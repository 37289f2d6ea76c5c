"""Retrieval & Reasoning's three parts: instructions, the graph's documents, reasoning (4.1)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from steiner.embed import Embedder
from steiner.generate import GenerateSettings, Generator
from steiner.generate.reasoner import Reasoner
from steiner.model_settings import GraphModelSettings, Preset, TrainSettings
from steiner.retrieve.triples.given_demonstrations import demonstrations
from steiner.settings import RetrieverSettings
from steiner.train.cards import REASONER
from steiner.train.data.reasoning_texts import ReasoningTexts
from steiner.train.data.text_graphs import TextGraphs
from steiner.train.parts.graph_answers import graph_model
from steiner.train.parts.trained import Trained

LLM = "meta-llama/Llama-2-7b-chat-hf"
"""Section 4.1; 5.4 takes codellama/CodeLlama-7b-Instruct-hf and microsoft/phi-2, by --llm."""
PUBLISHED = GenerateSettings(max_new_tokens=512)
"""As much as the paper's models write (section 4.1); how they sample, TripleSettings say."""
_TEXT = GraphModelSettings(
    form="text", whole=True, max_text=1_500, max_new_tokens=512, max_label=1_500
)
_ADAPTERS = replace(_TEXT, whole=False, lora=True)


def as_published(settings: RetrieverSettings) -> GenerateSettings:
    """Return how planner and reasoner write: as much as published, drawn as the settings say."""
    own = settings.triples
    return replace(PUBLISHED, temperature=own.temperature, top_p=own.top_p, seed=own.seed)


def _further(settings: Any, model: Any, embedder: Embedder | None) -> Any:
    from steiner.models.graph_artefact import trained_further

    return trained_further(settings, model, embedder)


def _reasoner(model: Any, settings: RetrieverSettings) -> Generator:
    from steiner.generate.graph_generator import TrainedTexts

    shown = demonstrations(settings.triples.demonstrations, otherwise=())
    return Reasoner(TrainedTexts(model, as_published(settings)), demonstrations=shown)


def _presets(epochs: int) -> dict[str, Preset]:
    """Section 4.1: all weights, 2e-6, batches of 64, 2 or 5 epochs; the rest is not stated.

    Small: adapters, with the rate at which those of 135 million weights learn. Batches of 2 are
    added up: a prompt with its hints is long, and 8 at once take 16 GB. Layers are computed again,
    so that all weights of 7 billion fit a GPU of 141 GB.
    """
    chat = replace(_TEXT, llm=LLM)
    published = TrainSettings(
        epochs=epochs, batch=2, accumulate=32, rate=2e-6, clip=1.0, recompute=True
    )
    small = TrainSettings(epochs=epochs, batch=2, accumulate=4, rate=1e-3, clip=1.0, warmup=0.1)
    return {"small": Preset(_ADAPTERS, small), "published": Preset(chat, published)}


def _stage(part: str, epochs: int, earlier: Trained | None, **more: Any) -> Trained:
    own: dict[str, Any] = {"data": TextGraphs(), "optional": True, **more}
    return Trained(
        kind=graph_model,
        presets=_presets(epochs),
        card=REASONER,
        generator=_reasoner,
        part=part,
        begun=_further,
        earlier=earlier,
        **own,
    )


_INSTRUCTIONS = _stage("instructions", 2, None)
_DOCUMENTS = _stage("documents", 2, _INSTRUCTIONS, entire=True)
REASONED_ANSWERS = _stage(
    "reasoning", 5, _DOCUMENTS, data=ReasoningTexts(), chained=True, optional=False
)
"""Section 4.1's order: KG instruction tuning, continual pre-training, reasoning training."""

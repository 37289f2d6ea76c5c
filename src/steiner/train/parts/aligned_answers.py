"""Align-GRAG's two parts: the aligner, and the generator that begins with what it learnt."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from steiner.embed import Embedder
from steiner.model_settings import AlignerSettings, EncodeSettings, Preset, TrainSettings
from steiner.train.cards import ALIGNER
from steiner.train.data.chained_graphs import ChainedGraphs
from steiner.train.parts.graph_answers import ENCODER, FLOOR, GRAPH_ANSWERS, LLM, PRESETS
from steiner.train.parts.trained import Trained

if TYPE_CHECKING:
    from steiner.models.trainable import ModelKind

_READS = EncodeSettings(
    layers=3, width=128, activation="relu", question=True, likeness=True, reversed=True
)
ALIGNERS = {
    "small": Preset(
        AlignerSettings(encode=_READS, target="named", per_node=False),
        TrainSettings(
            epochs=4,
            batch=8,
            rate=2e-3,
            clip=1.0,
            warmup=0.3,
            patience=3,
            weight_decay=0.01,
            betas=(0.9, 0.999),
        ),
    ),
    "published": Preset(
        AlignerSettings(llm=LLM, embedder=ENCODER), TrainSettings(batch=16, floor=FLOOR)
    ),
}
"""Rates and sizes are not stated: those of G-Retriever, batches of 16 (16 needs negatives). Small:
chosen on MetaQA's training questions (docs/results/align-grag.md)."""
_PUBLISHED = {"small": {}, "published": {"lora": True, "labelled": True}}
GENERATORS = {
    name: Preset(replace(preset.model, fixed=True, **_PUBLISHED[name]), preset.training)
    for name, preset in PRESETS.items()
}
"""Section 4.3: the generator is fine-tuned with LoRA, whose rank is not stated. Figure 11: what it
reads is labelled."""


def _aligner() -> ModelKind[Any]:
    from steiner.train.objectives.dual_alignment import ALIGNER as KIND

    return KIND


def _begun(settings: Any, model: Any, embedder: Embedder | None) -> Any:
    from steiner.models.language_model.aligned_prompt import begun_with

    return begun_with(settings, model.aligner, embedder)


ALIGNED_ANSWERS = replace(
    GRAPH_ANSWERS,
    presets=GENERATORS,
    part="generator",
    begun=_begun,
    earlier=Trained(
        kind=_aligner,
        presets=ALIGNERS,
        data=ChainedGraphs(),
        card=ALIGNER,
        part="aligner",
        chained=True,
        stepped=True,
    ),
)

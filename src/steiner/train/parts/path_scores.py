"""The default system's part: a scorer of relation paths, learnt from questions with answers."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from steiner.model_settings import PathModelSettings, Preset, TrainSettings
from steiner.train.cards import SCORER
from steiner.train.data.paths import RelationPaths
from steiner.train.parts.trained import Trained

if TYPE_CHECKING:
    from steiner.models.paths.learned_scorer import LearnedPathScorer
    from steiner.models.trainable import ModelKind

FROM_NOTHING = Preset(
    PathModelSettings(),
    TrainSettings(
        epochs=6,
        batch=4,
        rate=3e-3,
        weight_decay=0.01,
        betas=(0.9, 0.999),
        clip=1.0,
        patience=3,
    ),
)
"""Chosen on MetaQA development questions: of a hundred, larger batches make too few steps."""
PRETRAINED = Preset(
    PathModelSettings(start="package"),
    replace(FROM_NOTHING.training, epochs=8, rate=7e-4, patience=8, averaged=4),
)
"""Small steps from weights that know how people word relations."""


def _kind() -> ModelKind[Any]:
    from steiner.models.paths.path_artefact import PATH_SCORER

    return PATH_SCORER


def learnt_scorer(model: Any) -> LearnedPathScorer:
    """Return the scorer of relation paths that a loaded model is."""
    from steiner.models.paths.learned_scorer import LearnedPathScorer

    return LearnedPathScorer(model)


PATH_SCORES = Trained(
    kind=_kind,
    presets={"pretrained": PRETRAINED, "from-nothing": FROM_NOTHING},
    data=RelationPaths(),
    card=SCORER,
    few=100,
)

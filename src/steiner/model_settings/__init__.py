"""Settings of what is trained: graph encoder, soft prompt, language model, aligner, path scorer."""

from steiner.model_settings.graph_models import (
    ACTIVATIONS,
    DEFAULT_MODEL,
    ENCODERS,
    FORMS,
    POOLINGS,
    POSITIONS,
    EncodeSettings,
    GraphModelSettings,
)
from steiner.model_settings.node_alignment import NODE_LOSSES, TARGETS, AlignerSettings
from steiner.model_settings.path_models import PathModelSettings
from steiner.model_settings.training_runs import Preset, TrainSettings

__all__ = [
    "ACTIVATIONS",
    "DEFAULT_MODEL",
    "ENCODERS",
    "FORMS",
    "NODE_LOSSES",
    "POOLINGS",
    "POSITIONS",
    "TARGETS",
    "AlignerSettings",
    "EncodeSettings",
    "GraphModelSettings",
    "PathModelSettings",
    "Preset",
    "TrainSettings",
]

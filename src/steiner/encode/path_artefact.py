"""The trained path scorer as a folder, and as what a retriever asks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch

from steiner.artefact import read_settings, write_settings
from steiner.encode.path_model import PathModel
from steiner.encode.question_tokens import QuestionTokens
from steiner.encode.tensor_files import read_module, write_tensors
from steiner.encode.tensors import check_vectors
from steiner.index.check import PROBE
from steiner.index.embed import Embedder, SentenceTransformerEmbedder
from steiner.model_settings import PathModelSettings
from steiner.retrieve.candidates import Candidate

SYSTEM = "steiner"
_WEIGHTS = "path_scorer.safetensors"


def new_model(settings: PathModelSettings, embedder: Embedder | None = None) -> PathModel:
    """Build an untrained model; torch's seed decides how it begins."""
    chosen = embedder or SentenceTransformerEmbedder(settings.embedder)
    return PathModel(settings, QuestionTokens(chosen))


def save_pretrained(model: PathModel, folder: Path, **facts: Any) -> None:
    """Write the model to `folder`; `facts` (JSON types) are kept beside its settings."""
    folder.mkdir(parents=True, exist_ok=True)
    write_tensors(folder / _WEIGHTS, model.state_dict())
    probe = model.tokens.embedder.embed_question(PROBE).tolist()
    write_settings(folder, SYSTEM, model.settings.to_dict(), probe, **facts)


def from_pretrained(folder: str | Path, embedder: Embedder | None = None) -> PathModel:
    """Load what `save_pretrained` wrote.

    Raises InvalidInput for a folder that is none, of a newer version, or for another embedder
    than it was trained with.
    """
    described = read_settings(folder, SYSTEM)
    model = new_model(PathModelSettings.from_dict(described["model"]), embedder)
    check_vectors(described["probe"], model.tokens.embedder)
    read_module(model, Path(folder) / _WEIGHTS)
    return model.eval()


class PathRater:
    """Rates the paths of a question with a trained model."""

    def __init__(self, model: PathModel) -> None:
        self._model = model

    @torch.no_grad()
    def rate(self, candidates: Sequence[Candidate]) -> Sequence[float]:
        """Return a logarithm for each: their softmax tells how likely each path is meant."""
        scores: list[float] = self._model.score(candidates).tolist()
        return scores

"""The trained path scorer as a folder, and as what a retriever asks."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import torch

from steiner.artefact import Artefact, read_artefact
from steiner.embed import Embedder, SentenceTransformerEmbedder
from steiner.errors import InvalidInput
from steiner.index.word_space import word_space
from steiner.model_settings import PathModelSettings
from steiner.models.paths.candidates import Candidate, describe
from steiner.models.paths.path_scorer import PathModel
from steiner.models.paths.question_tokens import QuestionTokens
from steiner.models.tensor_files import read_module, write_tensors
from steiner.models.tensors import check_vectors
from steiner.models.trainable import ModelKind
from steiner.retrieve.paths.finding import FoundPaths
from steiner.settings import PathSettings

NOTHING, PACKAGE = "nothing", "package"
"""Beside a folder, what `PathModelSettings.start` names."""
PACKAGED = Path(__file__).with_name("pretrained")
"""The weights that the package brings."""
_WEIGHTS = "path_scorer.safetensors"
_STRANGE, _FAMILIAR = 0.29, 0.86
"""Shares of the way from the cosine of unrelated words to 1, of which "acted in" and "starred
actors" have .24 under all-MiniLM-L6-v2 (cosine .46)."""


def new_model(settings: PathModelSettings, embedder: Embedder | None = None) -> PathModel:
    """Build a model with the weights of `settings.start`; from nothing, torch's seed decides them.

    Raises InvalidInput where those weights are another encoder's or of another size.
    """
    model = _empty_model(settings, embedder)
    if settings.start != NOTHING:
        begin_with(model, settings.start)
    return model


def begin_with(model: PathModel, start: str) -> None:
    """Fill the model with the weights of a folder of `steiner pretrain`, or of the package."""
    artefact = read_artefact(PACKAGED if start == PACKAGE else start)
    made = PathModelSettings.from_dict(artefact.model)
    own = model.settings
    if (made.width, made.steps) != (own.width, own.steps):
        raise InvalidInput(
            f"The weights to begin with are of width {made.width} and {made.steps} steps, the "
            f"model of {own.width} and {own.steps}. Leave these settings out, or --start nothing."
        )
    try:
        check_vectors(artefact.probe, model.embedder)
    except InvalidInput as error:
        raise InvalidInput(
            f"The weights to begin with read the vectors of {made.embedder}, not those of "
            f"{model.embedder.name}. Make some for it: steiner pretrain --data DIR --embedder "
            f"{model.embedder.name} --output START, then train with --start START. Or without: "
            f"--start nothing."
        ) from error
    read_module(model, artefact.folder / _WEIGHTS)


def _empty_model(settings: PathModelSettings, embedder: Embedder | None) -> PathModel:
    chosen = embedder or SentenceTransformerEmbedder(settings.embedder)
    return PathModel(settings, QuestionTokens(chosen))


def _write_halves(model: PathModel, folder: Path) -> dict[str, Any]:
    # Drawn questions have no numbers: what drifted there meant nothing.
    model.reset_numbers()
    halves = {name: tensor.half() for name, tensor in model.state_dict().items()}
    write_tensors(folder / _WEIGHTS, halves)
    # The relations of the training say where a scorer knows the graph; a start knows none.
    return {"relations": []}


def _write(model: PathModel, folder: Path) -> dict[str, Any]:
    write_tensors(folder / _WEIGHTS, model.state_dict())
    return {"relations": model.relations}


def _read(artefact: Artefact, embedder: Embedder | None = None) -> PathModel:
    model = _empty_model(PathModelSettings.from_dict(artefact.model), embedder)
    check_vectors(artefact.probe, model.embedder)
    read_module(model, artefact.folder / _WEIGHTS)
    model.relations = tuple(artefact.facts["relations"])
    return model


PATH_SCORER: ModelKind[PathModel] = ModelKind(new_model, _write, _read)
PATH_START: ModelKind[PathModel] = ModelKind(new_model, _write_halves, _read)
"""Weights that other trainings begin with, at half precision."""


class LearnedPathScorer:
    """Rates the paths of a question with a trained model, as far as it knows the graph.

    Where the relationship types are unlike those of its training, the zero-shot score counts: of a
    graph that is strange to it a model of one graph is worse than none (docs/decisions.md).
    """

    def __init__(self, model: PathModel) -> None:
        self._model = model
        self._known = model.tokens.vectors(model.relations)

    def score(self, paths: FoundPaths) -> Sequence[float]:
        """Return a logarithm for each: their softmax says how likely each path is meant."""
        return self.rate(describe(paths))

    @torch.no_grad()
    def rate(self, candidates: Sequence[Candidate]) -> Sequence[float]:
        """Return the same of described paths."""
        known = self.familiarity({step.text for each in candidates for step in each.steps})
        plain = torch.tensor([each.score for each in candidates]) / PathSettings().temperature
        scores: list[float] = plain.tolist()
        if known:
            scores = (known * self._model.score(candidates).cpu() + (1 - known) * plain).tolist()
        return scores

    def familiarity(self, texts: Collection[str]) -> float:
        """Return from 0 to `trust` how like these texts are to the relations of the training."""
        if not texts or not len(self._known):
            return 0.0
        cosines = (self._model.tokens.vectors(sorted(texts)) @ self._known.T).max(1).values
        likeness = word_space(self._model.tokens.embedder).share(cosines.numpy())
        known = float(((likeness - _STRANGE) / (_FAMILIAR - _STRANGE)).clip(0, 1).mean())
        return float(self._model.settings.trust * known)

"""The trained path scorer as a folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from steiner.artefact import Artefact, read_artefact
from steiner.embed import Embedder, named_embedder
from steiner.errors import InvalidInput
from steiner.model_settings import PathModelSettings
from steiner.models.graph_encoding.tensors import check_vectors
from steiner.models.paths.path_scorer import PathModel
from steiner.models.paths.question_tokens import QuestionTokens
from steiner.models.paths.weighing import weigh
from steiner.models.tensor_files import read_module, write_tensors
from steiner.models.trainable import ModelKind

NOTHING, PACKAGE = "nothing", "package"
"""Beside a folder, what `PathModelSettings.start` names."""
PACKAGED = Path(__file__).with_name("pretrained")
"""The weights that the package brings."""
_WEIGHTS = "path_scorer.safetensors"
_FORM = 4
"""Of the weights and facts kept; raised with each change that older folders do not fit."""


def new_model(settings: PathModelSettings, embedder: Embedder | None = None) -> PathModel:
    """Build a model with the weights of `settings.start`; from nothing, torch's seed decides them.

    Raises InvalidInput where those weights are another encoder's or of another size.
    """
    model = _empty_model(settings, embedder)
    if settings.start != NOTHING:
        begin_with(model, settings.start)
    return model


def begin_with(model: PathModel, start: str) -> None:
    """Fill the model with the weights of a folder of `pretrain.py`, or of the package."""
    artefact = _of_this_form(read_artefact(PACKAGED if start == PACKAGE else start))
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
            f"{model.embedder.name}. Make some for it, in a checkout: python "
            f"benchmarks/pretrain.py --data DIR --embedder {model.embedder.name} --output START, "
            f"then train with --start START. Or without: --start nothing."
        ) from error
    read_module(model, artefact.folder / _WEIGHTS)


def _of_this_form(artefact: Artefact) -> Artefact:
    form = artefact.facts.get("form", 1)
    if form != _FORM:
        raise InvalidInput(
            f"{artefact.folder} is a path scorer of form {form}, this steiner reads form {_FORM}. "
            f"Train it again into a new folder, of a scorer from the same questions: steiner train "
            f"--questions {artefact.folder / 'train.jsonl'} --output NEW; of weights to begin "
            f"with, in a checkout: python benchmarks/pretrain.py --data DIR --output NEW."
        )
    return artefact


def _empty_model(settings: PathModelSettings, embedder: Embedder | None) -> PathModel:
    chosen = embedder or named_embedder(settings.embedder)
    return PathModel(settings, QuestionTokens(chosen))


def _write_halves(model: PathModel, folder: Path) -> dict[str, Any]:
    # Drawn questions have no numbers: what drifted there meant nothing.
    model.reset_numbers()
    halves = {name: tensor.half() for name, tensor in model.state_dict().items()}
    write_tensors(folder / _WEIGHTS, halves)
    # The relations of the training say where a scorer knows the graph; a start knows none.
    return {"form": _FORM, "relations": []}


def _write(model: PathModel, folder: Path) -> dict[str, Any]:
    write_tensors(folder / _WEIGHTS, model.state_dict())
    facts = {"relations": model.relations, "share": model.share, "kept_back": model.kept_back}
    return {"form": _FORM, **facts}


def _read(artefact: Artefact, embedder: Embedder | None = None) -> PathModel:
    _of_this_form(artefact)
    model = _empty_model(PathModelSettings.from_dict(artefact.model), embedder)
    check_vectors(artefact.probe, model.embedder)
    read_module(model, artefact.folder / _WEIGHTS)
    model.relations = tuple(artefact.facts["relations"])
    model.share = float(artefact.facts.get("share", model.share))
    return model


PATH_SCORER: ModelKind[PathModel] = ModelKind(new_model, _write, _read, weigh)
PATH_START: ModelKind[PathModel] = ModelKind(new_model, _write_halves, _read)
"""Weights that other trainings begin with, at half precision."""

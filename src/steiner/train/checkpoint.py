"""Checkpoints: weights, optimiser and random numbers as safetensors, written as a whole or not."""

from __future__ import annotations

import json
import shutil
from dataclasses import asdict, dataclass
from pathlib import Path

import torch

from steiner.errors import InvalidInput
from steiner.models.tensor_files import Tensors, read_tensors, write_tensors
from steiner.train.sharding import Keeper, own_part
from steiner.whole_files import written

_WHOLE = "checkpoint"
_DRAFT = "checkpoint.draft"
_OLD = "checkpoint.old"
_BEST, _TENSORS, _STATE = "best", "state", "state.json"
_RANDOM, _GPU_RANDOM = "random", "random.cuda"


@dataclass(slots=True)
class TrainingState:
    """Where a training stands: `batch` batches of `epoch` and `step` optimiser steps are done.

    `best` is the lowest validation loss, `stale` the epochs since; `digest` tells settings and
    data of one training from another's; `parts` is how many processes keep a part of the model.
    """

    digest: str
    epoch: int = 0
    batch: int = 0
    step: int = 0
    best: float = float("inf")
    stale: int = 0
    parts: int = 1


def save(
    folder: Path,
    state: TrainingState,
    model: torch.nn.Module,
    optimiser: torch.optim.Optimizer,
    keeper: Keeper,
) -> None:
    """Write the checkpoint; one that was there is replaced only when this one is whole.

    Each keeper writes its part, and the first makes them count when all are written.
    """
    draft = folder / _DRAFT
    if keeper.number == 0:
        shutil.rmtree(draft, ignore_errors=True)
        draft.mkdir(parents=True)
    keeper.wait()
    tensors = {**_weights(model), **_moments(model, optimiser), _RANDOM: torch.get_rng_state()}
    if torch.cuda.is_available():
        tensors[_GPU_RANDOM] = torch.cuda.get_rng_state()
    write_tensors(draft / keeper.file(_TENSORS), tensors)
    keeper.wait()
    if keeper.number == 0:
        _publish(folder, state)


def _publish(folder: Path, state: TrainingState) -> None:
    draft, whole, old = folder / _DRAFT, folder / _WHOLE, folder / _OLD
    with written(draft / _STATE):
        (draft / _STATE).write_text(json.dumps(asdict(state)), encoding="utf-8")
    shutil.rmtree(old, ignore_errors=True)
    if whole.exists():
        whole.rename(old)
    draft.rename(whole)
    shutil.rmtree(old, ignore_errors=True)


def resume(
    folder: Path,
    digest: str,
    model: torch.nn.Module,
    optimiser: torch.optim.Optimizer,
    keeper: Keeper,
) -> TrainingState:
    """Restore the checkpoint in `folder` and return the state; a new one where there is none.

    Raises InvalidInput where it belongs to a training of other settings or data, or was written in
    parts by another number of processes.
    """
    kept = next((p for p in (folder / _WHOLE, folder / _OLD) if (p / _STATE).is_file()), None)
    if kept is None:
        return TrainingState(digest, parts=keeper.parts)
    state = TrainingState(**json.loads((kept / _STATE).read_text(encoding="utf-8")))
    if state.digest != digest:
        raise InvalidInput(
            f"{folder} holds an unfinished training with other settings, examples or model. "
            f"Name another output folder, or remove this one."
        )
    if state.parts != keeper.parts:
        raise InvalidInput(
            f"{folder} holds an unfinished training, its model in {state.parts} parts, but "
            f"{keeper.parts} processes go on with it. Start {state.parts} processes, or remove "
            f"the folder."
        )
    tensors = read_tensors(kept / keeper.file(_TENSORS))
    torch.set_rng_state(tensors[_RANDOM])
    if _GPU_RANDOM in tensors and torch.cuda.is_available():
        torch.cuda.set_rng_state(tensors[_GPU_RANDOM])
    restore(model, tensors)
    _restore_moments(model, optimiser, tensors)
    return state


def keep_best(folder: Path, model: torch.nn.Module, keeper: Keeper) -> None:
    """Write the keeper's part of the best weights so far."""
    write_tensors(folder / keeper.file(_BEST), _weights(model))


def restore_best(folder: Path, model: torch.nn.Module, keeper: Keeper) -> None:
    """Set the weights to the best, as the same keepers wrote them."""
    restore(model, read_tensors(folder / keeper.file(_BEST)))


def remove(folder: Path) -> None:
    """Remove the checkpoints of a training that is done, and its best weights."""
    for name in (_WHOLE, _DRAFT, _OLD):
        shutil.rmtree(folder / name, ignore_errors=True)
    for best in folder.glob(f"{_BEST}*.safetensors"):
        best.unlink()


def trained(model: torch.nn.Module) -> Tensors:
    """Return the parameters that are trained, by name."""
    return {name: p for name, p in model.named_parameters() if p.requires_grad}


@torch.no_grad()
def restore(model: torch.nn.Module, tensors: Tensors) -> None:
    """Set what this process keeps of the trained parameters to what `tensors` has by name."""
    for name, own in _weights(model).items():
        own.copy_(tensors[name])


@torch.no_grad()
def _weights(model: torch.nn.Module) -> Tensors:
    return {name: own_part(parameter) for name, parameter in trained(model).items()}


def _moments(model: torch.nn.Module, optimiser: torch.optim.Optimizer) -> Tensors:
    return {
        f"{name}/{moment}": own_part(value)
        for name, parameter in trained(model).items()
        for moment, value in optimiser.state.get(parameter, {}).items()
    }


def _restore_moments(
    model: torch.nn.Module, optimiser: torch.optim.Optimizer, tensors: Tensors
) -> None:
    for name, parameter in trained(model).items():
        begin = f"{name}/"
        moments = {k[len(begin) :]: v for k, v in tensors.items() if k.startswith(begin)}
        # The step count stays on the processor, as AdamW keeps it.
        optimiser.state[parameter] = {
            k: v if k == "step" else _like(parameter, v) for k, v in moments.items()
        }


@torch.no_grad()
def _like(parameter: torch.Tensor, own: torch.Tensor) -> torch.Tensor:
    """Return a tensor kept as the parameter is, of which this process has `own`."""
    moment = torch.zeros_like(parameter)
    own_part(moment).copy_(own)
    return moment

"""What a trainer needs of a model, whatever system it belongs to, and how one becomes a folder."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

import torch
from torch import nn

from steiner.artefact import Artefact, read_artefact, write_artefact
from steiner.embed import Embedder
from steiner.errors import InvalidInput
from steiner.index.check import PROBE
from steiner.model_settings import TrainSettings
from steiner.progress import Report

M = TypeVar("M", bound="TrainableModel")


class TrainableModel(nn.Module):
    """A model that `steiner train` trains: its `settings` (a dataclass) and the loss of a batch.

    What requires a gradient is trained. An example is whatever the system's data makes; it has
    `answers`, false where it teaches nothing, and `to_json()`.
    """

    settings: Any

    @property
    def embedder(self) -> Embedder:
        """The frozen encoder of texts, which the folder is bound to."""
        raise NotImplementedError

    def forward(self, examples: Sequence[Any]) -> torch.Tensor:
        """Return float[b], the loss of each example."""
        raise NotImplementedError

    def layers(self) -> Sequence[nn.Module]:
        """Return the layers that are computed one after the other, for `TrainSettings.sharded`.

        Raises InvalidInput for a model whose layers are not computed so.
        """
        raise InvalidInput(
            "Only a language model whose weights are all trained can be sharded, as Retrieval & "
            "Reasoning's: leave sharded out, and each process keeps the model whole."
        )

    def check(self, examples: Sequence[Any], training: TrainSettings) -> dict[str, Any]:  # noqa: ARG002
        """Return in JSON types what of the examples cannot be learnt; nothing where all can.

        Raises InvalidInput where that is more than `training` lets pass.
        """
        return {}

    def prepare(self, examples: Sequence[Any], training: TrainSettings) -> None:
        """Get ready for the training examples; called before each run, a resumed one too."""

    def begin(self, examples: Sequence[Any], training: TrainSettings, report: Report) -> None:
        """Do what comes once, before the first step."""


@dataclass(frozen=True, slots=True)
class ModelKind(Generic[M]):
    """How models of a kind are made and kept.

    `new` makes an untrained one of settings and embedder (None: as the settings name it), torch's
    seed decides how it begins; `write` puts its weights into a folder and returns facts for
    `steiner.json`; `read` loads an artefact, for an embedder, and raises InvalidInput for another
    embedder than it was trained with. `weigh` sets what of a trained model is learnt by asking
    what other trainings were not shown: it gets the model, the halves of the examples, a training
    of a new model on some of them, and the seed.
    """

    new: Callable[[Any, Embedder | None], M]
    write: Callable[[M, Path], dict[str, Any]]
    read: Callable[[Artefact, Embedder | None], M]
    weigh: Callable[[M, Any, Callable[[Sequence[Any]], M], int], None] | None = None

    def save(self, model: M, system: str, folder: Path, **facts: Any) -> None:
        """Write the model of a system to `folder`; `facts` (JSON types) are kept beside it."""
        folder.mkdir(parents=True, exist_ok=True)
        kept = {**self.write(model, folder), **facts}
        probe = model.embedder.embed_question(PROBE).tolist()
        write_artefact(Artefact(folder, system, asdict(model.settings), probe, kept))

    def load(self, folder: str | Path, embedder: Embedder | None = None) -> M:
        """Load what `save` wrote, ready to use. Raises InvalidInput as `read_artefact` does."""
        return self.read(read_artefact(folder), embedder).eval()

"""A toy model: turns a question's vector so that it comes near the name of its answer."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import torch
from word_doubles import WordEmbedder

from steiner.artefact import Artefact
from steiner.embed import Embedder
from steiner.models.tensor_files import read_module, write_tensors
from steiner.models.trainable import ModelKind, TrainableModel

_WEIGHTS = "turn.safetensors"


class NamesExample(NamedTuple):
    """A question, the names to choose from, and which of them answer."""

    question: str
    names: tuple[str, ...]
    answers: tuple[str, ...]

    def to_json(self) -> str:
        return json.dumps(self)


@dataclass(frozen=True, slots=True)
class ToySettings:
    """Sharpness of the choice among names."""

    sharpness: float = 5.0


class ToyModel(TrainableModel):
    """One matrix; the loss is that of choosing the answer's name among all names."""

    def __init__(self, settings: ToySettings, embedder: Embedder) -> None:
        super().__init__()
        self.settings, self._embedder = settings, embedder
        self.turn = torch.nn.Parameter(torch.eye(embedder.dimensions))

    @property
    def embedder(self) -> Embedder:
        return self._embedder

    def forward(self, examples: Sequence[NamesExample]) -> torch.Tensor:
        return torch.stack([self._loss(example) for example in examples])

    def turned(self, question: str) -> torch.Tensor:
        asked = torch.tensor(self.embedder.embed_question(question), device=self.turn.device)
        turned: torch.Tensor = self.turn @ asked
        return turned

    def _loss(self, example: NamesExample) -> torch.Tensor:
        names = torch.tensor(self.embedder.embed(example.names), device=self.turn.device)
        likely = (self.settings.sharpness * names @ self.turned(example.question)).log_softmax(0)
        right = likely[[name in example.answers for name in example.names]]
        loss: torch.Tensor = -right.logsumexp(0)
        return loss


def _new(settings: ToySettings, embedder: Embedder | None) -> ToyModel:
    return ToyModel(settings, embedder or WordEmbedder())


def _write(model: ToyModel, folder: Path) -> dict[str, Any]:
    write_tensors(folder / _WEIGHTS, model.state_dict())
    return {}


def _read(artefact: Artefact, embedder: Embedder | None) -> ToyModel:
    model = _new(ToySettings(**artefact.model), embedder)
    read_module(model, artefact.folder / _WEIGHTS)
    return model


TURN: ModelKind[ToyModel] = ModelKind(_new, _write, _read)

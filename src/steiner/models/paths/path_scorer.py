"""A trained scorer of relation paths: attention over the question's words, one query a step."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from steiner.embed import Embedder
from steiner.model_settings import PathModelSettings, TrainSettings
from steiner.models.paths.candidates import Candidate, DescribedStep, PathExample
from steiner.models.paths.question_tokens import QuestionTokens
from steiner.models.trainable import TrainableModel

_NOTHING = DescribedStep("", False, "")
_KINDS = {
    (True, True): "onward",
    (True, False): "inverse",
    (False, True): "start",
    (False, False): "",
}
"""By whether a step has a type, and its direction."""
_ZERO_SHOT = 5.0
"""What the zero-shot score weighs before training: its own temperature is about a tenth."""
_LEAST = 1e-3


class _Batch(NamedTuple):
    """Candidates as numbers, p in all: int64 indices into the texts, float32 `numbers` [p, 3]."""

    asked: list[str]
    steps: list[DescribedStep]
    which: torch.Tensor
    path: torch.Tensor
    length: torch.Tensor
    numbers: torch.Tensor


class PathModel(TrainableModel):
    """Gives a path's start and each of its steps the likeness to the words it attends to.

    Reads texts only (question, relationship types, labels), so it can score what it has not seen
    in training. The zero-shot score, the number of ends and the link's weight are added, weighed.
    Attention a step as in TransferNet (Shi et al. 2021).
    `relations` are the texts of the steps that it was trained on.
    """

    def __init__(self, settings: PathModelSettings, tokens: QuestionTokens) -> None:
        super().__init__()
        self.settings, self.tokens = settings, tokens
        self.relations: tuple[str, ...] = ()
        size, width, self._places = tokens.dimensions, settings.width, settings.steps + 1
        self.read = nn.GRU(size, width // 2, bidirectional=True, batch_first=True)
        self.queries = nn.Parameter(torch.randn(self._places, width) / width**0.5)
        self.values = nn.Linear(width, width)
        kinds = ("start", "onward", "inverse", "label")
        self.texts = nn.ModuleDict({kind: nn.Linear(size, width) for kind in kinds})
        self.length = nn.Linear(width, self._places)
        self.numbers = nn.Linear(3, 1)
        self.dropout = nn.Dropout(settings.dropout)
        with torch.no_grad():
            self.numbers.weight.copy_(torch.tensor([[_ZERO_SHOT, 0.0, 0.0]]))

    @property
    def embedder(self) -> Embedder:
        """The frozen encoder of the question's words and of the steps."""
        return self.tokens.embedder

    def prepare(self, examples: Sequence[PathExample], training: TrainSettings) -> None:  # noqa: ARG002
        """Note the relations of the training examples."""
        steps = (step for e in examples for path in e.candidates for step in path.steps)
        self.relations = tuple(sorted({step.text for step in steps}))

    def forward(self, examples: Sequence[PathExample]) -> torch.Tensor:
        """Return the loss float32[b] of each example: -log sum P(path) gain(path)^2.

        Only paths of some gain count, relative to the best: no path is known to be the right one.
        """
        scores = self.score([each for example in examples for each in example.candidates])
        parts = torch.split(scores, [len(example.candidates) for example in examples])
        return torch.stack([_loss(x, e.gains) for x, e in zip(parts, examples, strict=True)])

    def score(self, candidates: Sequence[Candidate]) -> torch.Tensor:
        """Return float32[p], a logarithm for each path."""
        batch = self._batch(candidates)
        words, pooled = self._attend(batch.asked)
        likeness = torch.einsum("atw,uw->atu", words, self._texts(batch.steps))
        likeness = likeness / self.settings.width**0.5
        places = torch.arange(self._places, device=batch.path.device)
        taken = likeness[batch.which[:, None], places[None, :], batch.path]
        lengths = self.length(pooled).log_softmax(-1)[batch.which, batch.length]
        scores: torch.Tensor = taken.sum(1) + lengths + self.numbers(batch.numbers)[:, 0]
        return scores

    def _attend(self, asked: Sequence[str]) -> tuple[torch.Tensor, torch.Tensor]:
        """Return what each of t queries reads in each of a questions [a, t, w]; means [a, w]."""
        tokens, mask = (x.to(self.queries.device) for x in self.tokens.padded(asked))
        # Packed, or the way back would begin in the padding that the other questions bring.
        packed = pack_padded_sequence(
            self.dropout(tokens), mask.sum(1).cpu(), batch_first=True, enforce_sorted=False
        )
        read, _ = pad_packed_sequence(self.read(packed)[0], batch_first=True)
        heed = torch.einsum("tw,anw->atn", self.queries, read)
        heed = heed.masked_fill(~mask[:, None], -torch.inf).softmax(-1)
        pooled = (read * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)
        return self.values(self.dropout(heed @ read)), pooled

    def _texts(self, steps: Sequence[DescribedStep]) -> torch.Tensor:
        """Return a vector for each step [u, w]: type and direction, labels of the end."""
        types = self.dropout(self._vectors([step.text for step in steps]))
        labels = self.dropout(self._vectors([step.label for step in steps]))
        kinds = [_KINDS[bool(step.text), step.forward] for step in steps]
        parts = {
            "onward": self.texts["onward"](types),
            "inverse": self.texts["inverse"](types),
            "start": self.texts["start"](labels),
            "": torch.zeros(len(steps), self.settings.width, device=types.device),
        }
        stacked = torch.stack([parts[kind][i] for i, kind in enumerate(kinds)])
        named = [bool(step.text and step.label) for step in steps]
        marked = torch.tensor(named, device=types.device)[:, None]
        vectors: torch.Tensor = stacked + marked * self.texts["label"](labels)
        return vectors

    def _vectors(self, texts: Sequence[str]) -> torch.Tensor:
        return self.tokens.vectors(texts).to(self.queries.device)

    def _batch(self, candidates: Sequence[Candidate]) -> _Batch:
        asked: dict[str, int] = {}
        steps: dict[DescribedStep, int] = {_NOTHING: 0}
        which, paths, numbers, lengths = [], [], [], []
        for each in candidates:
            which.append(asked.setdefault(each.asked, len(asked)))
            path = [DescribedStep("", True, each.start), *each.steps][: self._places]
            row = [steps.setdefault(step, len(steps)) for step in path]
            paths.append(row + [0] * (self._places - len(row)))
            numbers.append((each.score, math.log10(each.ends), each.weight))
            lengths.append(len(path) - 1)
        place = self.queries.device
        return _Batch(
            list(asked),
            list(steps),
            torch.tensor(which, device=place),
            torch.tensor(paths, device=place),
            torch.tensor(lengths, device=place),
            torch.tensor(numbers, dtype=torch.float32, device=place),
        )


def _loss(scores: torch.Tensor, gains: Sequence[float]) -> torch.Tensor:
    gain = torch.tensor(gains, device=scores.device)
    weights = 2 * (gain / gain.max()).clamp_min(_LEAST).log()
    return scores.logsumexp(0) - (scores + weights).logsumexp(0)

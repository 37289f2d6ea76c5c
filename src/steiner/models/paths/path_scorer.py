"""A trained scorer of relation paths: words of the question against start and steps of a path."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import torch
from torch import nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from steiner.embed import Embedder
from steiner.model_settings import PathModelSettings, TrainSettings
from steiner.models.paths.candidates import Candidate, DescribedStep, PathExample
from steiner.models.paths.match import Match, Sides
from steiner.models.paths.path_batch import KnownPath, PathBatch, filled, path_batch
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


class ReadQuestions(NamedTuple):
    """a questions of at most n words: the encoder's float32[a, n, d], what a model reads in them
    float32[a, n, w], and which there are bool[a, n]."""

    tokens: torch.Tensor
    words: torch.Tensor
    mask: torch.Tensor


class Reader(Protocol):
    """Reads questions and paths apart from each other: a model, or what keeps what it read."""

    def read_questions(self, texts: Sequence[str]) -> ReadQuestions:
        """Return what is read in each question."""

    def follow_paths(self, paths: Sequence[KnownPath]) -> torch.Tensor:
        """Return float32[u, t, w], start and steps by themselves and in their path."""


class PathModel(TrainableModel):
    """Gives a path a score by what the words of the question and its start and steps explain.

    Reads texts only (question, relationship types, labels), so it can score what it has not seen
    in training. The zero-shot score, the number of ends and the link's weight are added, weighed.
    `relations` are the texts of the steps that it was trained on; `share` is what its score counts
    beside the zero-shot one, and `kept_back` says of questions that trainings like it were not
    shown whether the best path is right, zero-shot and by it.
    """

    def __init__(self, settings: PathModelSettings, tokens: QuestionTokens) -> None:
        super().__init__()
        self.settings, self.tokens = settings, tokens
        self.relations: tuple[str, ...] = ()
        self.share = 1.0
        self.kept_back: tuple[Sequence[bool], Sequence[bool]] = ((), ())
        size, width, self._places = tokens.dimensions, settings.width, settings.steps + 1
        self.words = nn.Linear(size, width)
        self.read = nn.GRU(width, width // 2, bidirectional=True, batch_first=True)
        kinds = ("start", "either", "onward", "inverse", "label")
        self.texts = nn.ModuleDict({kind: nn.Linear(size, width) for kind in kinds})
        self.follow = nn.GRU(width, width // 2, bidirectional=True, batch_first=True)
        self.match = Match(width)
        self.length = nn.Linear(width, self._places)
        self.numbers = nn.Linear(3, 1)
        self.dropout = nn.Dropout(settings.dropout)
        self.reset_numbers()

    def reset_numbers(self) -> None:
        """Weigh the zero-shot score as before training, and no other number."""
        with torch.no_grad():
            self.numbers.weight.copy_(torch.tensor([[_ZERO_SHOT, 0.0, 0.0]]))
            self.numbers.bias.zero_()

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

    def score(self, candidates: Sequence[Candidate], reader: Reader | None = None) -> torch.Tensor:
        """Return float32[p], a logarithm for each path; `reader` may keep what this model reads."""
        batch = path_batch(candidates, self._places, self.numbers.weight.device)
        reader = reader or self
        tokens, words, mask = reader.read_questions(batch.asked)
        steps = reader.follow_paths(batch.paths)[batch.path]
        there = self._there(batch.length)[batch.path]
        cosines = self._cosines(tokens, batch)
        matched = self.match(Sides(words[batch.which], mask[batch.which], steps, there), cosines)
        pooled = (words * mask[..., None]).sum(1) / mask.sum(1, keepdim=True)
        lengths = self.length(pooled).log_softmax(-1)[batch.which, batch.length[batch.path]]
        scores: torch.Tensor = (matched + lengths)[batch.pair] + self.numbers(batch.numbers)[:, 0]
        return scores

    def read_questions(self, texts: Sequence[str]) -> ReadQuestions:
        """Return each word of the questions by itself and in its question."""
        tokens, mask = (x.to(self.numbers.weight.device) for x in self.tokens.padded(texts))
        words = self.words(self.dropout(tokens))
        # Packed, or the way back would begin in the padding that the other questions bring.
        packed = pack_padded_sequence(
            words, mask.sum(1).cpu(), batch_first=True, enforce_sorted=False
        )
        read, _ = pad_packed_sequence(self.read(packed)[0], batch_first=True)
        return ReadQuestions(tokens, words + read, mask)

    def follow_paths(self, paths: Sequence[KnownPath]) -> torch.Tensor:
        """Return float32[u, t, w], start and steps by themselves and in their path."""
        distinct = {_NOTHING: 0}
        numbers = [[distinct.setdefault(step, len(distinct)) for step in path] for path in paths]
        device = self.numbers.weight.device
        steps = self._texts(list(distinct))[filled(numbers, self._places).to(device)]
        lengths = torch.tensor([len(path) for path in paths])
        packed = pack_padded_sequence(steps, lengths, batch_first=True, enforce_sorted=False)
        read, _ = pad_packed_sequence(
            self.follow(packed)[0], batch_first=True, total_length=self._places
        )
        summed: torch.Tensor = steps + read
        return summed

    def _there(self, length: torch.Tensor) -> torch.Tensor:
        """Return bool[u, t], where paths of so many steps have one."""
        return torch.arange(self._places, device=length.device)[None] <= length[:, None]

    def _cosines(self, tokens: torch.Tensor, batch: PathBatch) -> torch.Tensor:
        """Return float32[q, n, t], the encoder's own cosines of words and step texts."""
        texts = self._vectors(batch.named)
        cosines = nn.functional.normalize(tokens, dim=-1) @ texts.T
        return cosines[
            batch.which[:, None, None],
            torch.arange(tokens.shape[1])[None, :, None],
            batch.steps[batch.path][:, None, :],
        ]

    def _texts(self, steps: Sequence[DescribedStep]) -> torch.Tensor:
        """Return a vector for each step [u, w]: type and direction, labels of the end.

        What is learnt of a type in one direction counts in the other too, by a share of both.
        """
        types = self.dropout(self._vectors([step.text for step in steps]))
        labels = self.dropout(self._vectors([step.label for step in steps]))
        kinds = [_KINDS[bool(step.text), step.forward] for step in steps]
        either = self.texts["either"](types)
        parts = {
            "onward": either + self.texts["onward"](types),
            "inverse": either + self.texts["inverse"](types),
            "start": self.texts["start"](labels),
            "": torch.zeros(len(steps), self.settings.width, device=types.device),
        }
        stacked = torch.stack([parts[kind][i] for i, kind in enumerate(kinds)])
        named = [bool(step.text and step.label) for step in steps]
        marked = torch.tensor(named, device=types.device)[:, None]
        vectors: torch.Tensor = stacked + marked * self.texts["label"](labels)
        return vectors

    def _vectors(self, texts: Sequence[str]) -> torch.Tensor:
        return self.tokens.vectors(texts).to(self.numbers.weight.device)


def _loss(scores: torch.Tensor, gains: Sequence[float]) -> torch.Tensor:
    gain = torch.tensor(gains, device=scores.device)
    weights = 2 * (gain / gain.max()).clamp_min(_LEAST).log()
    return scores.logsumexp(0) - (scores + weights).logsumexp(0)

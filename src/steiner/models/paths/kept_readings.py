"""What a trained path scorer reads in questions and paths, kept while it answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch.nn.utils.rnn import pad_sequence

from steiner.embed import BoundedCache
from steiner.models.paths.path_batch import KnownPath
from steiner.models.paths.path_scorer import PathModel, ReadQuestions

_PATHS = 8_000
"""Paths that are kept, 20 MB: a schema of fifty types has some thousands."""
_QUESTIONS = 200
"""Questions that are kept: one is read while its neighbourhood is expanded, and scored after."""


class _Question(NamedTuple):
    tokens: torch.Tensor
    words: torch.Tensor


class KeptReadings:
    """Reads with a model what it has not read lately: a graph's questions share its paths."""

    def __init__(self, model: PathModel) -> None:
        self._model = model
        self._paths = BoundedCache(self._followed, _PATHS)
        self._questions = BoundedCache(self._read, _QUESTIONS)

    @torch.inference_mode()
    def read_questions(self, texts: Sequence[str]) -> ReadQuestions:
        """Return what the model reads in each question."""
        kept = self._questions.of(texts)
        tokens = pad_sequence([each.tokens for each in kept], batch_first=True)
        words = pad_sequence([each.words for each in kept], batch_first=True)
        lengths = torch.tensor([len(each.words) for each in kept], device=words.device)
        there = torch.arange(words.shape[1], device=words.device)[None] < lengths[:, None]
        return ReadQuestions(tokens, words, there)

    @torch.inference_mode()
    def follow_paths(self, paths: Sequence[KnownPath]) -> torch.Tensor:
        """Return what the model reads in each path."""
        return torch.stack(self._paths.of(paths))

    def _read(self, texts: list[str]) -> list[_Question]:
        tokens, words, mask = self._model.read_questions(texts)
        lengths = mask.sum(1).tolist()
        # A row of the matrix would keep the whole matrix in memory.
        return [
            _Question(tokens[row, :length].clone(), words[row, :length].clone())
            for row, length in enumerate(lengths)
        ]

    def _followed(self, paths: list[KnownPath]) -> list[torch.Tensor]:
        return [path.clone() for path in self._model.follow_paths(paths)]

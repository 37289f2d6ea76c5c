"""How well the words of a question and the steps of a path explain each other."""

from __future__ import annotations

from typing import NamedTuple

import torch
from torch import nn


class Sides(NamedTuple):
    """The words float32[p, n, w] and steps float32[p, t, w] of p paths, and which there are."""

    words: torch.Tensor
    words_mask: torch.Tensor
    steps: torch.Tensor
    steps_mask: torch.Tensor


class Match(nn.Module):
    """Decomposable attention (Parikh et al. 2016, equations 1 to 5), both ways.

    Each word is compared with the steps it attends to and each step with its words; comparisons are
    added, so that a word or a step that nothing explains counts.

    words "wrote", "film"; steps written by, film: attention [[1, 0], [0, 1]] -> two comparisons
    each way, of like with like. Without the step film, "film" is compared with written by.
    """

    def __init__(self, width: int) -> None:
        super().__init__()
        self.width = width
        self.own = nn.ModuleDict({side: nn.Linear(width, width) for side in ("word", "step")})
        self.other = nn.ModuleDict({side: nn.Linear(width, width) for side in ("word", "step")})
        self.same = nn.ModuleDict({side: nn.Linear(width, width) for side in ("word", "step")})
        self.cosine = nn.Parameter(torch.tensor([5.0, 5.0]))
        self.worth = nn.ModuleDict({side: nn.Linear(width + 1, 1) for side in ("word", "step")})

    def forward(self, sides: Sides, cosines: torch.Tensor) -> torch.Tensor:
        """Return float32[p]; `cosines` float32[p, n, t] are added to the attention."""
        likeness = sides.words @ sides.steps.transpose(1, 2) / self.width**0.5
        by_word = _attention(likeness + self.cosine[0] * cosines, sides.steps_mask[:, None])
        turned = (likeness + self.cosine[1] * cosines).transpose(1, 2)
        by_step = _attention(turned, sides.words_mask[:, None])
        best = cosines.masked_fill(~sides.words_mask[..., None], -1.0).amax(1)
        kept = (cosines * by_word).sum(-1)
        of_words = self._compared("word", sides.words, by_word @ sides.steps, kept)
        of_steps = self._compared("step", sides.steps, by_step @ sides.words, best)
        return (of_words * sides.words_mask).sum(1) + (of_steps * sides.steps_mask).sum(1)

    def _compared(
        self, side: str, own: torch.Tensor, other: torch.Tensor, cosine: torch.Tensor
    ) -> torch.Tensor:
        """Return float32[p, n], what each of one side and what it attends to are worth together."""
        compared = self.own[side](own) + self.other[side](other) + self.same[side](own * other)
        joined = torch.cat([torch.relu(compared), cosine[..., None]], -1)
        worth: torch.Tensor = self.worth[side](joined)[..., 0]
        return worth


def _attention(likeness: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    """Return the softmax over the last axis where `mask` is true."""
    return likeness.masked_fill(~mask, -torch.inf).softmax(-1)

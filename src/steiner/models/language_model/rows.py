"""Rows of different length as one batch, and the loss of each row's end."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import nn


def padded(rows: Sequence[torch.Tensor]) -> tuple[torch.Tensor, torch.Tensor]:
    """Return rows [l_i, d] as one tensor [b, l, d], zeros on the left, and its mask int64[b, l].

    Rows [u] and [v, w] give [[0, u], [v, w]] and the mask [[0, 1], [1, 1]].
    """
    longest = max(len(row) for row in rows)
    filled = [nn.functional.pad(row, (0, 0, longest - len(row), 0)) for row in rows]
    sizes = torch.tensor([len(row) for row in rows], device=rows[0].device)
    places = torch.arange(longest, device=rows[0].device)
    return torch.stack(filled), (places >= longest - sizes[:, None]).long()


def losses(logits: torch.Tensor, labels: Sequence[Sequence[int]]) -> torch.Tensor:
    """Return the mean loss float[b] of each row of logits float[b, l, tokens].

    Labels end where the row ends: of labels [[5], [5, 6]] and l = 2 the first row's loss is of its
    last place alone, the second's is the mean of both.
    """
    longest = logits.shape[1]
    rows = [[-100] * (longest - len(ids)) + list(ids) for ids in labels]
    wanted = torch.tensor(rows, device=logits.device)
    each = nn.functional.cross_entropy(
        logits.float().transpose(1, 2), wanted, ignore_index=-100, reduction="none"
    )
    return each.sum(1) / (wanted != -100).sum(1)

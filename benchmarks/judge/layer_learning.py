"""Fits the hidden layer of composition (steiner.query.composing.together) to judged candidates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import torch

from judge.learning import Example
from steiner.query.composing.together import inputs

_UNITS, _EPOCHS, _BATCH = 32, 40, 64
_LAYERS = 3
"""Begun otherwise each, and averaged: what one of them learns by chance counts less."""
_RATE, _DECAY, _DROPPED = 5e-3, 0.3, 0.2
_KNOWN = 10
"""Questions in whose candidates a feature must differ: of fewer nothing is learnt."""
_NONE = -1e9


Ready = tuple[torch.Tensor, torch.Tensor, torch.Tensor]
"""Inputs of a question's candidates, their weighed sums, and which are right."""


class _Layer(torch.nn.Module):
    def __init__(self, features: int, begin: float) -> None:
        super().__init__()
        self.straight = torch.nn.Linear(2 * features, 1, bias=False)
        self.into = torch.nn.Linear(2 * features, _UNITS)
        self.dropped = torch.nn.Dropout(_DROPPED)
        self.out = torch.nn.Linear(_UNITS, 1, bias=False)
        self.begin = torch.nn.Parameter(torch.tensor([begin]))
        torch.nn.init.zeros_(self.straight.weight)
        torch.nn.init.zeros_(self.out.weight)

    def forward(self, given: torch.Tensor) -> torch.Tensor:
        """Return float32[n, m] of float32[n, m, 2k]."""
        units = self.dropped(torch.relu(self.into(given)))
        output: torch.Tensor = (self.straight(given) + self.out(units) + self.begin).squeeze(-1)
        return output


def fitted_layer(examples: Sequence[Example], weights: Mapping[str, float]) -> dict[str, Any]:
    """Return a hidden layer under which, beside `weights`, right candidates are the most probable.

    The loss is the mean of -log of the softmax mass of what is right: of the right candidates,
    or where there are none, of a last one that has the score 0.
    """
    known = [e for e in examples if e.candidates]
    names = _names(known)
    places = {n: k for k, n in enumerate(names)}
    ready = [_tensors(e, places, weights) for e in known]
    parts = [_fitted(ready, len(names), seed) for seed in range(_LAYERS)]
    joined = {
        "straight": torch.stack([p.straight.weight[0] for p in parts]).mean(0),
        "into": torch.cat([p.into.weight for p in parts]).T,
        "shift": torch.cat([p.into.bias for p in parts]),
        "out": torch.cat([p.out.weight[0] for p in parts]) / _LAYERS,
        "begin": torch.stack([p.begin[0] for p in parts]).mean(),
    }
    return {"names": names, **{n: _numbers(part) for n, part in joined.items()}}


def _numbers(part: torch.Tensor) -> Any:
    return np.round(part.detach().numpy().astype(float), 3).tolist()


def _fitted(ready: Sequence[Ready], features: int, seed: int) -> _Layer:
    torch.manual_seed(seed)
    begin = -float(np.mean([sums.max() for _, sums, _ in ready]))
    layer = _Layer(features, begin)
    drawn = [p for p in layer.parameters() if p is not layer.begin]
    groups: list[dict[str, Any]] = [
        {"params": drawn},
        {"params": [layer.begin], "weight_decay": 0.0},
    ]
    optimiser = torch.optim.AdamW(groups, lr=_RATE, weight_decay=_DECAY)
    steps = _EPOCHS * -(-len(ready) // _BATCH)
    falling = torch.optim.lr_scheduler.LinearLR(optimiser, 1.0, 1e-3, steps)
    order = np.random.default_rng(seed)
    for _ in range(_EPOCHS):
        for given, sums, right in _batches(ready, order):
            none = torch.zeros(len(sums), 1)
            scores = torch.log_softmax(torch.cat([sums + layer(given), none], dim=-1), dim=-1)
            right = torch.cat([right, ~right.any(dim=-1, keepdim=True)], dim=-1)
            loss = -torch.logsumexp(scores.masked_fill(~right, _NONE), dim=-1).mean()
            optimiser.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]
            optimiser.step()
            falling.step()
    return layer.eval()


def _names(examples: Sequence[Example]) -> list[str]:
    differing: Counter[str] = Counter()
    for example in examples:
        rows = [features for features, _ in example.candidates]
        every = {n for features in rows for n in features}
        differing.update(n for n in every if len({f.get(n, 0.0) for f in rows}) > 1)
    return sorted(n for n, count in differing.items() if count >= _KNOWN)


def _tensors(example: Example, places: Mapping[str, int], weights: Mapping[str, float]) -> Ready:
    """Return the inputs of candidates, their weighed sums, and which are right."""
    rows = [features for features, _ in example.candidates]
    sums = [sum(weights.get(n, 0.0) * v for n, v in features.items()) for features in rows]
    right = torch.tensor([r for _, r in example.candidates])
    return torch.from_numpy(inputs(rows, places)), torch.tensor(sums), right


def _batches(ready: Sequence[Ready], order: np.random.Generator) -> Iterator[Ready]:
    """Yield questions in a new order; a question of fewer candidates is filled up by none."""
    mixed = order.permutation(len(ready)).tolist()
    for first in range(0, len(mixed), _BATCH):
        parts = zip(*(ready[i] for i in mixed[first : first + _BATCH]), strict=True)
        given, sums, right = (list(part) for part in parts)
        pad = torch.nn.utils.rnn.pad_sequence
        yield (
            pad(given, batch_first=True),
            pad(sums, batch_first=True, padding_value=_NONE),
            pad(right, batch_first=True, padding_value=0.0),
        )

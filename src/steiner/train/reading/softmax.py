"""Weights of a linear score under which right candidates are the most probable."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

import torch


class QuestionChoices(NamedTuple):
    """A question's candidates: features by name, and whether each is right. `group`: its set."""

    group: str
    question: str
    candidates: Sequence[tuple[Mapping[str, float], bool]]

    def is_taught(self) -> bool:
        """Say whether it teaches anything: one candidate is right."""
        return any(right for _, right in self.candidates)

    def beside_none(self) -> QuestionChoices:
        """Return the question with a last candidate, whose score is 0: that none is right."""
        none: tuple[Mapping[str, float], bool] = ({}, not self.is_taught())
        return self._replace(candidates=[*self.candidates, none])


def fitted(
    examples: Sequence[QuestionChoices],
    start: Mapping[str, float],
    strength: float = 0.02,
    rounds: int = 300,
    fixed: Collection[str] = (),
) -> dict[str, float]:
    """Return weights under which right candidates are the most probable.

    The loss is the mean of -log of the softmax mass of what is right, plus `strength` / 10 times
    the squared distance from `start`; at most `rounds` of L-BFGS. Of a feature that no example has,
    or that is `fixed`, the weight stays.
    """
    known = [e for e in examples if e.is_taught()]
    if not known:
        return dict(start)
    names = sorted({n for e in known for features, _ in e.candidates for n in features})
    matrix = _matrix([features for e in known for features, _ in e.candidates], names)
    of = torch.tensor([i for i, e in enumerate(known) for _ in e.candidates])
    right = torch.tensor([float(r) for e in known for _, r in e.candidates])
    begun = torch.tensor([start.get(name, 0.0) for name in names])
    free = torch.tensor([float(name not in fixed) for name in names])
    weights = begun.clone().requires_grad_()

    def mass(scores: torch.Tensor, kept: torch.Tensor) -> torch.Tensor:
        highest = torch.full((len(known),), -1e9).scatter_reduce(0, of, scores.detach(), "amax")
        raised = torch.exp(scores - highest[of]) * kept
        return torch.log(torch.zeros(len(known)).index_add(0, of, raised) + 1e-12) + highest

    optimiser = torch.optim.LBFGS([weights], max_iter=rounds, line_search_fn="strong_wolfe")

    def loss() -> torch.Tensor:
        optimiser.zero_grad()
        scores = torch.sparse.mm(matrix, weights[:, None])[:, 0]
        missed = (mass(scores, torch.ones_like(right)) - mass(scores, right)).mean()
        total = missed + strength / 10 * ((weights - begun) ** 2).sum()
        total.backward()  # type: ignore[no-untyped-call]
        assert weights.grad is not None
        weights.grad *= free
        return total

    optimiser.step(loss)  # type: ignore[no-untyped-call]
    learnt = {name: round(float(w), 3) for name, w in zip(names, weights.detach(), strict=True)}
    return {**start, **learnt}


def _matrix(rows: Sequence[Mapping[str, float]], names: Sequence[str]) -> torch.Tensor:
    """Return sparse float32[n, k]: words make most of the columns, and few are in a question."""
    place = {name: i for i, name in enumerate(names)}
    entries = [(i, place[n], v) for i, row in enumerate(rows) for n, v in row.items() if v]
    at = torch.tensor([[i for i, _, _ in entries], [k for _, k, _ in entries]])
    values = torch.tensor([value for _, _, value in entries], dtype=torch.float32)
    size = (len(rows), len(names))
    return torch.sparse_coo_tensor(at, values, size, check_invariants=True).coalesce()

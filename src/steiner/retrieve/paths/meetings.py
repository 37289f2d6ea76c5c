"""Conjunction: where paths from several linked values meet, the agreeing walks are kept."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from steiner.retrieve.paths.adjacency import Arcs, Path
from steiner.retrieve.paths.features import Start
from steiner.retrieve.paths.zero_shot import Scored
from steiner.retrieve.subgraph.pcst import Indices

_SUREST = 0.6
"""Values linked less surely than this are met by chance."""
_NAMED_END = 0.5
"""What a path loses that only leads to what the question names: it answers nothing."""
_OTHERS = 6
_LONGEST_OTHER = 2


class _Other(NamedTuple):
    scored: Scored
    inside: npt.NDArray[np.bool_]
    named: bool


class Meetings:
    """The best short paths of every surely linked value, to be met by the others."""

    def __init__(
        self, arcs: Arcs, starts: Sequence[Start], scored: Sequence[Scored], share: float
    ) -> None:
        self._arcs, self._starts, self._share = arcs, starts, share
        begun = {found.path.start: found.path.layers[0] for found in scored}
        sure = [nodes for i, nodes in begun.items() if starts[i].named and _is_sure(starts[i])]
        self._named = arcs.mark(np.concatenate([np.zeros(0, dtype=np.int64), *sure]))
        self._others: dict[str, list[_Other]] = defaultdict(list)
        for found in scored:
            start = starts[found.path.start]
            short = len(found.path.steps) <= _LONGEST_OTHER
            if short and _is_sure(start) and len(self._others[start.key]) < _OTHERS:
                named = start.named and not found.path.steps
                inside = arcs.mark(found.path.ends)
                self._others[start.key].append(_Other(found, inside, named))

    def apply(self, found: Scored) -> Scored:
        """Return the path restricted to the walks that other values agree with, its score raised.

        Each other value is met once, by its path of most gain.
        """
        own = self._starts[found.path.start].key
        if not _is_sure(self._starts[found.path.start]):
            return found
        for key, others in self._others.items():
            if key != own:
                found = self._meet(found, others)
        if found.path.steps and self._named[found.path.ends].all():
            return replace(found, score=found.score - _NAMED_END)
        return found

    def _meet(self, found: Scored, others: Sequence[_Other]) -> Scored:
        best: tuple[float, int, Indices, Scored] | None = None
        for other in others:
            gain = self._share * other.scored.score
            if gain <= 0 or (best is not None and gain <= best[0]):
                continue
            met = _place(found.path, other)
            if met is not None:
                best = (gain, *met, other.scored)
        if best is None:
            return found
        gain, layer, kept, other_path = best
        path = restricted(self._arcs, found.path, layer, kept)
        if not len(path.ends):
            return found
        matched = tuple(dict.fromkeys((*found.matched, *other_path.matched)))
        return replace(found, path=path, score=found.score + gain, matched=matched)


def _is_sure(start: Start) -> bool:
    return start.weight >= _SUREST


def _place(path: Path, other: _Other) -> tuple[int, Indices] | None:
    """Return the last layer that meets the other path's ends, and its nodes there.

    A path that ends at what the question names answers nothing, so it does not count.
    """
    last = len(path.steps) - other.named
    for layer in range(last, -1, -1):
        kept = path.layers[layer][other.inside[path.layers[layer]]]
        if len(kept):
            return layer, kept
    return None


def restricted(arcs: Arcs, path: Path, layer: int, kept: Indices) -> Path:
    """Return the path with only the walks that pass through `kept` after step `layer`."""
    layers = list(path.layers)
    layers[layer] = kept
    for i in range(layer, len(path.steps)):
        found = arcs.between(layers[i], path.steps[i], arcs.mark(path.layers[i + 1]))
        layers[i + 1] = np.unique(arcs.enters[found])
    for i in range(layer - 1, -1, -1):
        found = arcs.between(path.layers[i], path.steps[i], arcs.mark(layers[i + 1]))
        layers[i] = np.unique(arcs.leaves[found])
    return replace(path, layers=tuple(layers))

"""Beam search for relation paths: the typed paths that leave a set of seeds.

Works on the columns of a neighbourhood; paths of most promise are made longer, step by step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from steiner.columns import Neighbourhood
from steiner.retrieve.subgraph.pcst import Floats, Indices
from steiner.settings import PathSettings

Promise = Callable[[Sequence["Path"]], Floats]
Mentioned = Callable[["PathStep"], bool]
_FAR = 2


class PathStep(NamedTuple):
    """One step of a path: relationship type, direction, label set of the end (all as indices)."""

    type: int
    forward: bool
    label: int


class Path(NamedTuple):
    """The steps taken from the seed set `start`; `layers[i]` int64 are the nodes after step i.

    `passed` int64 are nodes of the start that the last step leads to as well: a further step may
    leave them, but they are no ends. A tuple: hundreds are made for a question.
    """

    start: int
    steps: tuple[PathStep, ...]
    layers: tuple[Indices, ...]
    passed: Indices | None = None

    @property
    def ends(self) -> Indices:
        """The nodes where the path ends."""
        return self.layers[-1]

    @property
    def left(self) -> Indices:
        """The nodes that a further step leaves."""
        ends = self.layers[-1]
        return ends if self.passed is None else np.concatenate([ends, self.passed])


class Arcs:
    """Every relationship in both directions, sorted by the node that it leaves."""

    def __init__(self, around: Neighbourhood) -> None:
        self.around = around
        sources, targets, types = around.sources, around.targets, around.types
        leaves = np.concatenate([sources, targets]).astype(np.int64)
        order = np.argsort(leaves, kind="stable")
        self.leaves = leaves[order]
        self.enters = np.concatenate([targets, sources]).astype(np.int64)[order]
        every = np.arange(len(types), dtype=np.int64)
        self.relationships = np.concatenate([every, every])[order]
        self.kinds = np.concatenate([2 * types + 1, 2 * types]).astype(np.int64)[order]
        self._first = np.searchsorted(self.leaves, np.arange(len(around.nodes) + 1))
        count = len(around.label_names)
        self._keys = self.kinds * count + around.labels[self.enters]
        self._steps: dict[int, PathStep] = {}

    @property
    def nodes(self) -> Indices:
        """The store ids int64[n] of the nodes."""
        return self.around.nodes

    @property
    def count(self) -> int:
        """How many relationships the neighbourhood has."""
        return len(self.around.relationships)

    @property
    def labels(self) -> npt.NDArray[np.int32]:
        """The label set int32[n] of each node."""
        return self.around.labels

    def schema(self) -> dict[int, list[PathStep]]:
        """Map each label set to the kinds of steps that leave its nodes."""
        most = int(self._keys.max(initial=0)) + 1
        pairs = _distinct(self.labels[self.leaves].astype(np.int64) * most + self._keys)
        leaving: dict[int, list[PathStep]] = {}
        for label, key in zip(*(part.tolist() for part in np.divmod(pairs, most)), strict=True):
            leaving.setdefault(label, []).append(self._step(key))
        return leaving

    def mark(self, nodes: Indices) -> npt.NDArray[np.bool_]:
        """Return bool[n], true at these nodes."""
        marked = np.zeros(len(self.around.nodes), dtype=bool)
        marked[nodes] = True
        return marked

    def leaving(self, nodes: Indices) -> Indices:
        """Return the arcs that leave these nodes."""
        starts, counts = self._first[nodes], self._first[nodes + 1] - self._first[nodes]
        offsets = np.repeat(starts - np.cumsum(counts) + counts, counts)
        return np.asarray(offsets + np.arange(counts.sum()), dtype=np.int64)

    def steps(
        self, ends: Sequence[Indices], home: npt.NDArray[np.bool_]
    ) -> Iterator[tuple[int, PathStep, Indices, Indices | None]]:
        """Yield each kind of step that leaves `ends[i]`: i, the step, the nodes it reaches.

        Those marked in `home` bool[len(ends), n] come apart from the others, as the last, if any.
        """
        nodes, sizes = np.concatenate(ends), [len(end) for end in ends]
        counts = self._first[nodes + 1] - self._first[nodes]
        arcs, of = self.leaving(nodes), np.repeat(np.repeat(np.arange(len(ends)), sizes), counts)
        n, most = len(self.around.nodes), int(self._keys.max(initial=0)) + 1
        pairs = _distinct((of * most + self._keys[arcs]) * n + self.enters[arcs])
        keys, reached = np.divmod(pairs, n)
        at_home = home[keys // most, reached]
        bounds = np.flatnonzero(np.diff(keys, prepend=-1))
        some = np.logical_or.reduceat(at_home, bounds).tolist() if len(bounds) else []
        first = zip(*(part.tolist() for part in np.divmod(keys[bounds], most)), strict=True)
        slices = pairwise([*bounds.tolist(), len(keys)])
        for (index, key), (low, high), parted in zip(first, slices, some, strict=True):
            there, inside = reached[low:high], at_home[low:high]
            if parted:
                yield index, self._step(key), there[~inside], there[inside]
            else:
                yield index, self._step(key), there, None

    def _step(self, key: int) -> PathStep:
        step = self._steps.get(key)
        if step is None:
            kind, label = divmod(key, len(self.around.label_names))
            step = self._steps[key] = PathStep(kind // 2, bool(kind % 2), label)
        return step

    def between(self, here: Indices, step: PathStep, there: npt.NDArray[np.bool_]) -> Indices:
        """Return the arcs of one step from `here` into the nodes marked in `there` bool[n]."""
        arcs = self.leaving(here)
        fits = self.kinds[arcs] == 2 * step.type + step.forward
        into: Indices = arcs[fits & there[self.enters[arcs]]]
        return into


def enumerate_paths(
    arcs: Arcs,
    starts: Sequence[Indices],
    named: Sequence[bool],
    lengths: Sequence[int],
    promise: Promise,
    settings: PathSettings,
    mentioned: Mentioned = lambda _: False,
) -> list[Path]:
    """Return the paths of up to `lengths[i]` steps from the seed set `starts[i]`.

    At each length only those that are `promising` go on. A path never ends where it began if that
    is one node or `named[i]`, nodes of one name; it goes on from there by steps back that the
    question mentions ("her husband's child" after "his wife's").
    """
    homes = [
        arcs.mark(nodes if name or len(nodes) == 1 else nodes[:0])
        for nodes, name in zip(starts, named, strict=True)
    ]
    paths = [Path(i, (), (nodes,)) for i, nodes in enumerate(starts) if len(nodes)]
    last = paths
    for length in range(1, max(lengths, default=0) + 1):
        going = promising([p for p in last if lengths[p.start] >= length], promise, settings)
        last = list(_longer(arcs, going, homes, mentioned))
        paths += [path for path in last if len(path.ends)]
    return paths


def promising(paths: Sequence[Path], promise: Promise, settings: PathSettings) -> Sequence[Path]:
    """Return the paths of one length that are worth another step, those of most promise first.

    At most `width`, so that graphs with a thousand relationship types stay within bounds; of two
    steps or more only those that are no more than `behind` the best.
    """
    far = bool(paths) and len(paths[0].steps) >= _FAR
    if len(paths) <= settings.width and not far:
        return paths
    scores = promise(paths)
    least = scores.max() - settings.behind if far else -np.inf
    best = np.argsort(-scores, kind="stable")[: settings.width].tolist()
    return [paths[i] for i in best if scores[i] >= least]


def _longer(
    arcs: Arcs,
    paths: Sequence[Path],
    homes: Sequence[npt.NDArray[np.bool_]],
    mentioned: Mentioned,
) -> Iterator[Path]:
    if not paths:
        return
    home, left = np.stack([homes[path.start] for path in paths]), [path.left for path in paths]
    for index, step, reached, back in arcs.steps(left, home):
        path, passed = paths[index], None
        # To the co-actors of an actor the actor is none; a wife's husband is who it began with.
        if back is not None and mentioned(step) and not (len(reached) and _turns(path, step)):
            passed = back
        if back is None or len(reached) or passed is not None:
            layers = (*path.layers[:-1], left[index], reached)
            yield Path(path.start, (*path.steps, step), layers, passed)


def _distinct(numbers: Indices) -> Indices:
    """Return the numbers in order, each once: of few, `np.unique` looks longer for a way."""
    ordered = np.sort(numbers)
    distinct: Indices = ordered[np.diff(ordered, prepend=-1) != 0]
    return distinct


def _turns(path: Path, step: PathStep) -> bool:
    """Say whether a step is the way back over the relationship of the one before it."""
    if not path.steps:
        return False
    last = path.steps[-1]
    return last.type == step.type and last.forward != step.forward

"""Beam search: which relation paths are made longer, step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
import numpy.typing as npt

from steiner.retrieve.paths.adjacency import Arcs, Path
from steiner.retrieve.subgraph.pcst import Floats, Indices
from steiner.settings import PathSettings

Promise = Callable[[Sequence[Path]], Floats]
_FAR = 2


def enumerate_paths(
    arcs: Arcs,
    starts: Sequence[Indices],
    named: Sequence[bool],
    lengths: Sequence[int],
    promise: Promise,
    settings: PathSettings,
) -> list[Path]:
    """Return the paths of up to `lengths[i]` steps from the seed set `starts[i]`.

    At each length only those that are `promising` go on. A path never ends where it began if that
    is one node or `named[i]`, nodes of one name.
    """
    homes = [
        arcs.mark(nodes if name or len(nodes) == 1 else nodes[:0])
        for nodes, name in zip(starts, named, strict=True)
    ]
    found = [Path(i, (), (nodes,)) for i, nodes in enumerate(starts) if len(nodes)]
    last = found
    for length in range(1, max(lengths, default=0) + 1):
        going = promising([p for p in last if lengths[p.start] >= length], promise, settings)
        last = list(_longer(arcs, going, homes))
        found = found + last
    return found


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
    arcs: Arcs, paths: Sequence[Path], homes: Sequence[npt.NDArray[np.bool_]]
) -> Iterator[Path]:
    if not paths:
        return
    home = np.stack([homes[path.start] for path in paths])
    for place, hop, reached in arcs.steps([path.ends for path in paths], home):
        path = paths[place]
        yield Path(path.start, (*path.steps, hop), (*path.layers, reached))

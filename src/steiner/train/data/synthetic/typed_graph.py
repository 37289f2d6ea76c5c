"""A whole graph as columns, to draw relation paths and all their ends from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from steiner.errors import InvalidInput
from steiner.graph import Ids
from steiner.progress import Report, silent
from steiner.stores.protocol import EdgeColumns, IndexStore

_PAGE = 10_000


class Hop(NamedTuple):
    """A step of a relation path: relationship type, direction, label of the ends ("" for any)."""

    type: str
    forward: bool
    label: str


class SampledPath(NamedTuple):
    """A path from all nodes called `name`: its steps, and the names of all its ends, sorted.

    `label` is one of the start's, "" where none tells it from others; `counts[i]` are the nodes
    that the path reaches after step i.
    """

    name: str
    label: str
    steps: tuple[Hop, ...]
    answers: tuple[str, ...]
    counts: tuple[int, ...]


class TypedGraph:
    """Nodes by index with name and labels, every relationship in both directions.

    `names[i]` is empty where a node has none; `members` maps the labels that some nodes have and
    others lack to bool[n]. An arc of kind 2 * type + 1 follows its relationship forward.

        a -LEADS-> b: arcs a to b of kind 1, b to a of kind 0
    """

    def __init__(
        self,
        nodes: Ids,
        names: Sequence[str],
        members: Mapping[str, npt.NDArray[np.bool_]],
        edges: EdgeColumns,
    ) -> None:
        self.names, self.members = list(names), dict(members)
        kept = np.isin(edges.sources, nodes) & np.isin(edges.targets, nodes)
        kept &= edges.sources != edges.targets
        self.types, types = np.unique(edges.types[kept], return_inverse=True)
        sources = np.searchsorted(nodes, edges.sources[kept])
        targets = np.searchsorted(nodes, edges.targets[kept])
        leaves = np.concatenate([sources, targets])
        order = np.argsort(leaves, kind="stable")
        self._leaves = leaves[order]
        self._enters = np.concatenate([targets, sources])[order]
        self._kinds = np.concatenate([2 * types + 1, 2 * types])[order]
        self._first = np.searchsorted(self._leaves, np.arange(len(nodes) + 1))
        by_kind = np.argsort(self._kinds, kind="stable")
        bounds = np.searchsorted(self._kinds[by_kind], np.arange(2 * len(self.types) + 1))
        self._of_kind = [by_kind[a:b] for a, b in pairwise(bounds)]
        self._called: dict[str, list[int]] = {}
        for index, name in enumerate(self.names):
            self._called.setdefault(name, []).append(index)

    def sample(self, steps: int, draw: Random, most: int) -> SampledPath | None:
        """Draw a path of `steps` steps; None where it ends early, or has more than `most` answers.

        To begin with all types and directions are as likely, whatever number of relationships
        they have, and so at each further step are those that go on.
        """
        if not len(self.types):
            return None
        begun = self._of_kind[draw.randrange(len(self._of_kind))]
        arc = int(begun[draw.randrange(len(begun))])
        here = int(self._leaves[arc])
        start = np.array(self._called[self.names[here]])
        label, layer = self._label(here, draw), start
        hops: list[Hop] = []
        counts: list[int] = []
        while True:
            here, kind = int(self._enters[arc]), int(self._kinds[arc])
            hops.append(Hop(str(self.types[kind // 2]), bool(kind % 2), self._label(here, draw)))
            layer = self._ends(layer, kind, hops[-1].label, start)
            counts.append(len(layer))
            if here in start or len(layer) > most:
                return None
            if len(hops) == steps:
                break
            arc = self._next(here, draw)
        answers = sorted({self.names[i] for i in layer.tolist()})
        if not all((self.names[start[0]], *answers)):
            return None
        return SampledPath(self.names[start[0]], label, tuple(hops), tuple(answers), tuple(counts))

    def _next(self, here: int, draw: Random) -> int:
        arcs = np.arange(self._first[here], self._first[here + 1])
        kind = draw.choice(np.unique(self._kinds[arcs]).tolist())
        return int(draw.choice(arcs[self._kinds[arcs] == kind].tolist()))

    def _ends(self, layer: Ids, kind: int, label: str, start: Ids) -> Ids:
        """Return the nodes of a label that arcs of a kind lead to, but where the path began."""
        arcs = np.concatenate([np.arange(self._first[i], self._first[i + 1]) for i in layer])
        ends = np.unique(self._enters[arcs[self._kinds[arcs] == kind]])
        ends = ends[~np.isin(ends, start)]
        return ends[self.members[label][ends]] if label else ends

    def _label(self, node: int, draw: Random) -> str:
        own = sorted(label for label, marked in self.members.items() if marked[node])
        return draw.choice(own) if own else ""


def read_typed_graph(store: IndexStore, report: Report = silent) -> TypedGraph:
    """Read an indexed graph. Raises InvalidInput where it has no relationship or no index."""
    record = store.record()
    if record is None:
        raise InvalidInput(
            "The graph is not indexed: questions name nodes as the index does. Run `steiner index`."
        )
    nodes = np.unique(store.indexed_nodes())
    names: list[str] = []
    for at in range(0, len(nodes), _PAGE):
        report("reading names", at, len(nodes))
        names += store.read_names(nodes[at : at + _PAGE])
    report("reading names", len(nodes), len(nodes))
    marks = {label: np.isin(nodes, store.node_ids([label])) for label in store.schema(1).labels}
    members = {label: marked for label, marked in marks.items() if not marked.all()}
    graph = TypedGraph(nodes, names, members, store.read_edges())
    if not len(graph.types):
        raise InvalidInput(
            "The graph has no relationship between two nodes: there is no path to ask for."
        )
    return graph

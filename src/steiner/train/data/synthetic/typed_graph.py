"""A whole graph as columns, to draw relation paths and all their ends from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from steiner.columns import Ids
from steiner.errors import InvalidInput
from steiner.index.properties.values import is_url, worth_reading
from steiner.progress import Report, silent
from steiner.stores.protocol import EdgeColumns, IndexRecord, IndexStore, Row
from steiner.text import readable

_PAGE = 10_000
_MOST_VALUED = 200_000
"""Nodes of a graph whose values are all read: only then are all nodes of a value known."""
_LONGEST = 60
_EVEN = 0.5
"""Of the steps, what is drawn by type and not by relationship."""


class Hop(NamedTuple):
    """A step of a relation path: relationship type, direction, label of the ends ("" for any)."""

    type: str
    forward: bool
    label: str


class PathShape(NamedTuple):
    """What kind of path is drawn: its `steps`, from a value or a name, to nodes or a property."""

    steps: int
    by_value: bool = False
    asks_property: bool = False


class SampledPath(NamedTuple):
    """A path from all nodes called `name`, or whose `property` has this value.

    `label` is one of the start's, "" where none tells it from others; `steps` lead to the ends,
    and `answers` are the ends' names, or their values of `asked`, sorted. `counts[i]` are the nodes
    after i steps.
    """

    name: str
    label: str
    steps: tuple[Hop, ...]
    answers: tuple[str, ...]
    counts: tuple[int, ...]
    property: str = ""
    asked: str = ""


Values = Mapping[str, str]
"""The short values of a node, as text, by property."""


class TypedGraph:
    """Nodes by index with name and labels, every relationship in both directions.

    `names[i]` is empty where a node has none; `members` maps the labels that some nodes have and
    others lack to bool[n]; `values[i]` are read of node i. An arc of kind 2 * type + 1 follows its
    relationship forward.

        a -LEADS-> b: arcs a to b of kind 1, b to a of kind 0
    """

    def __init__(
        self,
        nodes: Ids,
        names: Sequence[str],
        members: Mapping[str, npt.NDArray[np.bool_]],
        values: Sequence[Values],
        edges: EdgeColumns,
    ) -> None:
        self.names, self.members, self.values = list(names), dict(members), list(values)
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
        self._having: dict[str, dict[str, list[int]]] = {}
        for index, own in enumerate(self.values):
            for property, text in own.items():
                self._having.setdefault(property, {}).setdefault(text, []).append(index)

    @property
    def properties(self) -> list[str]:
        """Return the properties that questions may begin with or ask for, sorted."""
        return sorted(self._having)

    def arcs(self, node: int) -> tuple[Ids, Ids]:
        """Return the nodes int64[a] that a node's arcs lead to, and the arcs' kinds int64[a]."""
        own = slice(int(self._first[node]), int(self._first[node + 1]))
        return self._enters[own], self._kinds[own]

    def pairs(self) -> Ids:
        """Return the head and tail of all relationships int64[p, 2], each pair once, sorted."""
        onward = self._kinds % 2 == 1
        ends = np.stack([self._leaves[onward], self._enters[onward]], axis=1)
        return np.unique(ends, axis=0)

    def sample(self, shape: PathShape, draw: Random, most: int) -> SampledPath | None:
        """Draw a path of a shape; None where it ends early, or has more than `most` answers.

        Half of the steps are drawn among all relationships that go on, as what is frequent is asked
        often; the others among their types and directions, so that rare ones come, too. Properties
        are all as likely, whatever number of nodes they have.
        """
        property = draw.choice(self.properties) if shape.by_value else ""
        here, arc = self._begin(property, draw, shape.steps)
        name = self.values[here][property] if property else self.names[here]
        label = self._label(here, draw)
        layer = start = self._start(name, property, label)
        home = start if len(start) == 1 or not property else start[:0]
        hops: list[Hop] = []
        counts = [len(start)]
        for _ in range(shape.steps):
            arc = self._next(here, draw) if arc is None else arc
            if arc is None:
                return None
            here, kind, arc = int(self._enters[arc]), int(self._kinds[arc]), None
            hops.append(Hop(str(self.types[kind // 2]), bool(kind % 2), self._label(here, draw)))
            layer = self._ends(layer, kind, hops[-1].label, home)
            counts.append(len(layer))
            if here in home or len(layer) > most:
                return None
        asked = draw.choice(sorted(self.values[here]) or [""]) if shape.asks_property else ""
        answers = self._answers(layer, asked)
        proper = bool(name) and all(answers) and 0 < len(answers) <= most
        if not proper or shape.asks_property != bool(asked):
            return None
        return SampledPath(name, label, tuple(hops), tuple(answers), tuple(counts), property, asked)

    def _begin(self, property: str, draw: Random, steps: int) -> tuple[int, int | None]:
        """Return the node that a path begins with, and the arc that it leaves by, where drawn."""
        if property:
            texts = self._having[property]
            return draw.choice(texts[draw.choice(sorted(texts))]), None
        if not steps:
            return draw.choice([i for i, own in enumerate(self.values) if own] or [0]), None
        arc = draw.randrange(len(self._kinds))
        if draw.random() < _EVEN:
            begun = self._of_kind[draw.randrange(len(self._of_kind))]
            arc = int(begun[draw.randrange(len(begun))])
        return int(self._leaves[arc]), arc

    def _start(self, name: str, property: str, label: str) -> Ids:
        """Return the nodes of a name, or of a label with a value."""
        if not property:
            return np.array(self._called[name])
        nodes = np.array(self._having[property][name])
        return nodes[self.members[label][nodes]] if label else nodes

    def _answers(self, layer: Ids, asked: str) -> list[str]:
        if not asked:
            return sorted({self.names[i] for i in layer.tolist()})
        return sorted({self.values[i][asked] for i in layer.tolist() if asked in self.values[i]})

    def _next(self, here: int, draw: Random) -> int | None:
        arcs = np.arange(self._first[here], self._first[here + 1])
        if not len(arcs):
            return None
        if draw.random() >= _EVEN:
            return int(draw.choice(arcs.tolist()))
        kind = draw.choice(np.unique(self._kinds[arcs]).tolist())
        return int(draw.choice(arcs[self._kinds[arcs] == kind].tolist()))

    def _ends(self, layer: Ids, kind: int, label: str, home: Ids) -> Ids:
        """Return the nodes of a label that arcs of a kind lead to, but where the path began."""
        rows = [np.arange(self._first[i], self._first[i + 1]) for i in layer]
        arcs = np.concatenate([np.zeros(0, dtype=np.int64), *rows])
        ends = np.unique(self._enters[arcs[self._kinds[arcs] == kind]])
        ends = ends[~np.isin(ends, home)]
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
    values = _read_values(store, nodes, record, report)
    graph = TypedGraph(nodes, names, members, values, store.read_edges())
    if not len(graph.types):
        raise InvalidInput(
            "The graph has no relationship between two nodes: there is no path to ask for."
        )
    return graph


def _read_values(
    store: IndexStore, nodes: Ids, record: IndexRecord, report: Report
) -> list[Values]:
    """Return the short values of each node; none of a graph of many nodes."""
    values: list[Values] = []
    for at in range(0, len(nodes) if len(nodes) <= _MOST_VALUED else 0, _PAGE):
        report("reading values", at, len(nodes))
        rows = {row.id: row for row in store.read_nodes(nodes[at : at + _PAGE])}
        read = (rows.get(i) for i in nodes[at : at + _PAGE].tolist())
        values += [_short_values(row, record) if row else {} for row in read]
    return values or [{}] * len(nodes)


def _short_values(row: Row, record: IndexRecord) -> Values:
    """Return what a person may ask by or for: short texts, whole numbers, dates; no names."""
    shown = record.shown().among(row.labels, row.properties)
    named = {
        name
        for label in row.labels
        for name in (
            record.names.get(label),
            record.keys.get(label),
            *record.aliases.get(label, ()),
        )
    }
    return {
        property: readable(value)
        for property, value in sorted(shown.items())
        if property not in named and not property.startswith("steiner_") and _is_short(value)
    }


def _is_short(value: Any) -> bool:
    if isinstance(value, bool | float | list | tuple | dict) or value is None:
        return False
    text = readable(value)
    return 0 < len(text) <= _LONGEST and not is_url(text) and worth_reading(value, _LONGEST)

"""Where the graph lives: the contracts that every store fulfils."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from steiner.filters import Condition, Filter
from steiner.graph import Hits, Ids, KeyHit, Neighbourhood, RelationHits, Subgraph, Vector
from steiner.settings import ExpandSettings, IndexSettings
from steiner.shown import Shown, shown_properties
from steiner.text import normalise

LONGEST_HYDRATED = 4_000
"""Characters of a text, items of a list, that hydration reads of a value: no text shows more."""

Progress = Callable[[int, int], None]
"""Called with (done, total)."""


@dataclass(frozen=True, slots=True)
class LabelSchema:
    """What a label (or relationship type) holds: count, a sample of its properties' values.

    `samples` maps each property to up to `sample` values; `unique` are properties with a
    uniqueness or key constraint.
    """

    count: int
    samples: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    unique: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Schema:
    """Labels and relationship types with counts and samples; steiner's own are left out."""

    labels: Mapping[str, LabelSchema]
    types: Mapping[str, LabelSchema]


@dataclass(frozen=True, slots=True)
class Row:
    """A node or relationship as read for indexing; `labels` holds a relationship's type.

    `hash` is the content hash of the last indexing, None where there is none.
    """

    id: int
    labels: tuple[str, ...]
    properties: Mapping[str, Any]
    hash: str | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """What indexing writes on a node or relationship.

    `vector` float32[d]; `keys[i]` is the normalised name or value that stood in `properties[i]`.
    """

    id: int
    hash: str
    name: str
    keys: tuple[str, ...]
    properties: tuple[str, ...]
    vector: Vector
    labels: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RelationText:
    """A relationship type in plain words with its vector, stored once per distinct type."""

    type: str
    text: str
    hash: str
    vector: Vector


class EdgeColumns(NamedTuple):
    """The m relationships of a graph: ids and store ids of their ends int64[m], type names."""

    ids: Ids
    sources: Ids
    targets: Ids
    types: npt.NDArray[np.str_]


@dataclass(frozen=True, slots=True)
class WalkEntry:
    """A walk as it is stored: its text, its nodes and relationships (store ids) in their order.

    `count` says how often it was drawn, `vector` float32[d] is its text's.
    """

    text: str
    nodes: tuple[int, ...]
    relationships: tuple[int, ...]
    count: int
    vector: Vector


@dataclass(frozen=True, slots=True)
class RootWalks:
    """The walks of one node (store id); `hash` tells them from others, `vector` is the node's."""

    root: int
    hash: str
    vector: Vector
    walks: tuple[WalkEntry, ...]


class WalkHit(NamedTuple):
    """A walk near to a question: its text, nodes and relationships (store ids).

    `near` is the cosine of its `root`, `score` its own.
    """

    root: int
    near: float
    text: str
    nodes: tuple[int, ...]
    relationships: tuple[int, ...]
    score: float


@dataclass(frozen=True, slots=True)
class TripleEntry:
    """A triple as it is stored: its relationship (store id), its text's hash and vector."""

    relationship: int
    hash: str
    vector: Vector


class TripleHit(NamedTuple):
    """A triple near to a question: relationship, head, type, tail (store ids), and its cosine."""

    relationship: int
    head: int
    type: str
    tail: int
    score: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """What was measured of an encoder on everyday words (steiner.index.word_space).

    `everyday` float32[d]: their mean vector; `spread`: of the cosines of unrelated ones.
    """

    everyday: Vector
    spread: float


@dataclass(frozen=True, slots=True)
class IndexRecord:
    """The bookkeeping of an index. `settings` is JSON.

    `state` is "building", "ready", or "refreshing": complete, and being brought up to date.

    `probe` float32[d] is the embedding of a fixed text: it tells one model from another.
    `names`, `keys`, `aliases` map labels to the name property, the user's key property and the
    properties of other names (none in an index made before they were kept). `calibration`
    is None in an index made before it was kept: what needs it measures it. `walks` is the JSON of
    the walks' settings, empty without walks, `triples` that of the triples', `triples_begun` that
    of triples whose indexing was begun and has not ended.
    """

    model: str
    dimensions: int
    version: int
    state: str
    settings: str
    probe: Vector
    names: Mapping[str, str] = field(default_factory=dict)
    keys: Mapping[str, str] = field(default_factory=dict)
    nodes: int = 0
    relationships: int = 0
    relations: int = 0
    updated: str = ""
    calibration: Calibration | None = None
    aliases: Mapping[str, Sequence[str]] = field(default_factory=dict)
    walks: str = ""
    triples: str = ""
    triples_begun: str = ""

    def shown(self) -> Shown:
        """Return which properties questions may see."""
        return shown_properties(IndexSettings.from_json(self.settings), self.names)

    def identifies(self, hit: KeyHit, key: str) -> bool:
        """Say whether a node is called by `key`, or has it in a name, alias or key property."""
        if hit.relationship is not None:
            return False
        matched = {p for own, p in zip(hit.keys, hit.properties, strict=True) if own == key}
        identifying = {
            name
            for label in hit.labels
            for name in (self.names.get(label), self.keys.get(label), *self.aliases.get(label, ()))
        }
        return normalise(hit.name) == key or not matched.isdisjoint(identifying)


@dataclass(frozen=True, slots=True)
class IndexState:
    """An index of the database: `state` as the server names it, `percent` populated."""

    name: str
    state: str
    percent: float


class GraphStore(Protocol):
    """What retrieval needs. Reads only."""

    def filtered(self, where: Filter) -> GraphStore:
        """Return a view of the store: whatever `where` does not accept is not there."""

    def narrowed(self, conditions: Sequence[Condition]) -> GraphStore:
        """Return a view of only the nodes that meet all conditions, beside what it was before.

        These are a question's: a node that hides a property does not meet a condition on it.
        """

    def properties(self) -> Sequence[str]:
        """Return the names of the graph's properties, steiner's own left out."""

    def record(self) -> IndexRecord | None:
        """Return the index's bookkeeping, None if the graph is not indexed."""

    def search_nodes(self, vector: Vector, k: int) -> Hits:
        """Return the k nodes nearest to `vector` float32[d] by cosine, best first."""

    def search_text(self, text: str, k: int) -> list[KeyHit]:
        """Return k nodes or relationships by full-text search of the words of `text`."""

    def search_fuzzy(self, wanted: Sequence[str], k: int) -> list[KeyHit]:
        """Return k nodes that hold a word at most one edit away from one of `wanted`."""

    def search_keys(self, keys: Sequence[str], k: int) -> list[KeyHit]:
        """Return up to k nodes or relationships that have one of the normalised `keys`.

        Rare keys come first.
        """

    def search_relations(self, vector: Vector, k: int) -> RelationHits:
        """Score all relationship types and the k best relationships with text of their own."""

    def search_walks(self, vector: Vector, k: int, roots: Sequence[int] = ()) -> list[WalkHit]:
        """Return the k nearest walks of each of `roots`, best first.

        Without roots, of each of the k nodes whose walks are nearest.
        """

    def search_triples(
        self, vector: Vector, k: int, among: Sequence[int] | None = None
    ) -> list[TripleHit]:
        """Return the k triples nearest to `vector` by cosine, best first, equals by id.

        `among`: only these relationships (store ids); None: all of them.
        """

    def expand(
        self, seeds: Sequence[int], settings: ExpandSettings, prized: Sequence[str] = ()
    ) -> Neighbourhood:
        """Return the neighbourhood of `seeds` by the rules of docs/reference/expansion.md.

        At hubs the relationship types that stand first in `prized` come first.
        """

    def hydrate(self, nodes: Sequence[int], relationships: Sequence[int]) -> Subgraph:
        """Return nodes and relationships with labels, types and properties, in this order.

        Of a text or list at most LONGEST_HYDRATED characters or items are read. What has been
        removed from the graph meanwhile is left out, and a relationship also
        where an endpoint is not among `nodes`.
        """

    def find(self, names: Sequence[str]) -> list[int]:
        """Return ids of the nodes with one of these names, aliases, key values or element ids."""


class IndexStore(Protocol):
    """What indexing needs. Writes only steiner's own label, properties, nodes and indexes."""

    def schema(self, sample: int) -> Schema:
        """Read labels, types and a sample of their values."""

    def count_nodes(self) -> int:
        """Return how many nodes the graph has, steiner's own left out."""

    def node_ids(self, labels: Sequence[str]) -> Ids:
        """Return int64[n] ids of the nodes with one of `labels` (empty: all), ascending."""

    def has_property(self, label: str, property: str) -> bool:
        """Say whether any node of this label has this property."""

    def differing(self, label: str, property: str) -> tuple[int, int]:
        """Return how many values of a property differ over a label, and how many there are."""

    def relationship_ids(self, labels: Sequence[str]) -> Ids:
        """Return int64[m] ids of the relationships with a text value, ascending.

        Both ends have one of `labels` (empty: any).
        """

    def read_nodes(self, ids: Ids) -> list[Row]:
        """Read nodes by id, in the order of `ids`; removed ones are left out."""

    def read_relationships(self, ids: Ids) -> list[Row]:
        """Read relationships by id, in the order of `ids`; removed ones are left out."""

    def write_nodes(self, entries: Sequence[Entry]) -> None:
        """Write a page, or a portion of a large one, of node entries in one transaction."""

    def write_relationships(self, entries: Sequence[Entry]) -> None:
        """Write a page, or a portion of a large one, of relationship entries in one transaction."""

    def write_relations(self, texts: Sequence[RelationText]) -> None:
        """Replace the stored relation texts by these, in one transaction."""

    def read_relations(self) -> list[RelationText]:
        """Read the stored relation texts."""

    def clear_nodes(self, ids: Ids) -> None:
        """Remove steiner's label and properties from these nodes."""

    def clear_relationships(self, ids: Ids) -> None:
        """Remove steiner's properties from these relationships."""

    def indexed_nodes(self) -> Ids:
        """Return int64[n] ids of the nodes that carry steiner's label, ascending."""

    def indexed_relationships(self) -> Ids:
        """Return int64[m] ids of the relationships that carry steiner's properties, ascending."""

    def read_edges(self) -> EdgeColumns:
        """Read all relationships of the graph, by id."""

    def read_names(self, ids: Ids) -> list[str]:
        """Return the names of indexed nodes, in the order of `ids`; empty for one without."""

    def walk_hashes(self) -> dict[int, str]:
        """Return the hash of each root's walks, by store id; empty where the root is gone."""

    def read_walks(self, roots: Sequence[int]) -> dict[str, Vector]:
        """Return the texts of these roots' walks and their vectors."""

    def write_walks(self, roots: Sequence[RootWalks]) -> None:
        """Replace the walks of some roots, in one transaction."""

    def clear_walks(self, roots: Sequence[int]) -> None:
        """Remove the walks of these roots."""

    def create_walk_indexes(self, dimensions: int) -> None:
        """Create the indexes over walks and their roots that are not there."""

    def triple_hashes(self) -> dict[int, str]:
        """Return the hash of each triple's text, by its relationship (store id)."""

    def write_triples(self, entries: Sequence[TripleEntry]) -> None:
        """Write a page of triples, in place of what their relationships had, in one transaction."""

    def clear_triples(self, relationships: Sequence[int]) -> None:
        """Remove the triples of these relationships."""

    def create_triple_indexes(self, dimensions: int) -> None:
        """Create the indexes over triples that are not there."""

    def create_indexes(
        self,
        dimensions: int,
        types: Sequence[str],
        ranges: Sequence[str],
        filters: Sequence[str] = (),
    ) -> None:
        """Create the indexes that are not there.

        `types` have relationships with vectors, `ranges` are properties of nodes that questions
        compare, `filters` those that the search by vectors filters by.
        """

    def drop_ranges(self) -> None:
        """Drop the indexes over what questions compare: none may refuse a value meanwhile."""

    def await_indexes(self, progress: Progress) -> None:
        """Wait until every steiner index is online; reports percent done."""

    def record(self) -> IndexRecord | None:
        """Return the bookkeeping, None if there is none."""

    def write_record(self, record: IndexRecord) -> None:
        """Write the bookkeeping node."""

    def indexes(self) -> list[IndexState]:
        """Return steiner's indexes in the database, by name."""

    def remove(self, progress: Progress) -> None:
        """Remove everything that steiner wrote; can be interrupted and called again."""


__all__ = [
    "LONGEST_HYDRATED",
    "EdgeColumns",
    "Entry",
    "GraphStore",
    "IndexRecord",
    "IndexState",
    "IndexStore",
    "LabelSchema",
    "Progress",
    "RelationText",
    "RootWalks",
    "Row",
    "Schema",
    "TripleEntry",
    "TripleHit",
    "WalkEntry",
    "WalkHit",
]

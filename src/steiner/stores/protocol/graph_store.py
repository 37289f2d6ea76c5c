"""What retrieval needs of a store."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from steiner.filters import Condition, Filter
from steiner.graph import Hits, KeyHit, Neighbourhood, RelationHits, Subgraph, Vector
from steiner.settings import ExpandSettings
from steiner.stores.protocol.first_look import FirstLook, Sought
from steiner.stores.protocol.index_record import IndexRecord
from steiner.stores.protocol.walks_and_triples import TripleHit, WalkHit

LONGEST_HYDRATED = 4_000
"""Characters of a text, items of a list, that hydration reads of a value: no text shows more."""


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

    def first_look(self, sought: Sought) -> FirstLook:
        """Return `record` and `search_keys` in one: what every question begins with.

        Where a server is asked it is one round trip. Raises IndexMissing without an index.
        """

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

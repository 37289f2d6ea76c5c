"""What retrieval needs of a store."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from steiner.columns import Hits, KeyHit, Neighbourhood, RelationHits, Vector
from steiner.filters import Condition, Filter
from steiner.graph import Subgraph
from steiner.settings import ExpandSettings
from steiner.stores.protocol.first_look import FirstLook, Sought
from steiner.stores.protocol.index_record import IndexRecord
from steiner.stores.protocol.side_index import Side, SideHit

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
        """Return k nodes that hold a word at most one edit away from one of `wanted`.

        Of many words a server is asked in several queries, each of which returns k.
        """

    def search_keys(self, keys: Sequence[str], k: int) -> list[KeyHit]:
        """Return up to k nodes or relationships that have one of the normalised `keys`.

        Rare keys come first.
        """

    def search_relations(self, vector: Vector, k: int) -> RelationHits:
        """Score all relationship types and the k best relationships with text of their own."""

    def search_side(
        self, side: Side, vector: Vector, k: int, owners: Sequence[int] | None = None
    ) -> list[SideHit]:
        """Return what of a side index is nearest to `vector` by cosine, best first.

        The k nearest texts of each of `owners`, or of the k owners that are nearest (None); where
        owners have no texts, the k nearest of all or of these, equals by id.
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

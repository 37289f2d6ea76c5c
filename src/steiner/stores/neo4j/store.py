"""Retrieval from Neo4j: reads only, every query under the time limit."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import replace
from functools import partial
from typing import TypeVar

from steiner.algebra import Query
from steiner.algebra.changing.day_properties import with_written_days
from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.columns import Hits, KeyHit, Neighbourhood, RelationHits, Vector
from steiner.errors import ConnectionFailed, QueryTimedOut, SteinerError
from steiner.evidence import Table
from steiner.filters import EVERYTHING, Condition, Filter
from steiner.graph import Node, Subgraph
from steiner.settings import ExpandSettings
from steiner.stores.builder import NeighbourhoodBuilder
from steiner.stores.neo4j import plugin
from steiner.stores.neo4j.bookkeeping import Bookkeeping
from steiner.stores.neo4j.computed.computed_table import table_of
from steiner.stores.neo4j.computed.running import Computation
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.filtering import check_names
from steiner.stores.neo4j.indexing.online import check_online, used_is_gone
from steiner.stores.neo4j.retrieval.expand import CypherExpansion
from steiner.stores.neo4j.retrieval.hydrate import Group, hydrated_nodes, hydrated_relationships
from steiner.stores.neo4j.retrieval.narrowed import SCANNED, NarrowedSearch
from steiner.stores.neo4j.retrieval.renamed import still_true
from steiner.stores.neo4j.retrieval.search import Neo4jSearch
from steiner.stores.protocol import (
    NOTHING_MET,
    FirstLook,
    IndexRecord,
    Met,
    Side,
    SideHit,
    Sought,
)
from steiner.text import normalise

T = TypeVar("T")


class Neo4jStore:
    """A GraphStore over a live Neo4j graph that `steiner index` has indexed.

    Uses the server's plugin where it is installed, and pure Cypher elsewhere.
    """

    def __init__(self, connection: Neo4jConnection) -> None:
        self.connection = connection
        self._where = EVERYTHING
        self._search = Neo4jSearch(connection, EVERYTHING)
        self._books = Bookkeeping(connection)

    @property
    def timeout(self) -> float:
        """Seconds that a question may take in all, with everything that is asked for it."""
        return self.connection.settings.timeout

    def filtered(self, where: Filter) -> Neo4jStore:
        """Return a view that shows only what `where` accepts.

        Raises InvalidInput for a label, type or property that the database does not have.
        """
        check_names(where, self._books.vocabulary, self.connection)
        view = copy(self)
        view._where = where
        view._search = Neo4jSearch(self.connection, where, inside=self._books.inside())
        return view

    def narrowed(self, conditions: Sequence[Condition]) -> Neo4jStore:
        """Return a view of only the nodes that meet all conditions, beside what it was before."""
        known = self._books.known()
        asked = [known.shown.asked(condition) for condition in conditions]
        view = self.filtered(replace(self._where, nodes=(*self._where.nodes, *asked)))
        few = known.record.nodes <= SCANNED and not any(c.hidden_on for c in asked)
        ranged = [c.property for c in conditions] if few else known.present.ranges
        given = (view._where, conditions, ranged, known.present.inside)
        view._search = NarrowedSearch(self.connection, *given)
        return view

    def properties(self) -> Sequence[str]:
        """Return the names of the graph's properties, steiner's own left out."""
        known = self._books.known().vocabulary["properties"]
        return [name for name in known if not name.startswith("steiner_")]

    def record(self) -> IndexRecord | None:
        """Return the index's bookkeeping, None if the graph is not indexed."""
        return self._books.record()

    def check_online(self) -> None:
        """Raise IndexMissing if an index is absent, failed or still populating."""
        check_online(self.connection)

    def search_nodes(self, vector: Vector, k: int) -> Hits:
        """Return the k nodes nearest to `vector` by cosine, best first.

        Raises IndexMissing where the user's own vector index is gone that was to be searched, too.
        """
        known = self._books.known()
        if known.record.used_index and known.present.used is None:
            raise used_is_gone(known.record.used_index)
        return self._search.nodes(vector, k, known.present.used)

    def search_side(
        self, side: Side, vector: Vector, k: int, owners: Sequence[int] | None = None
    ) -> list[SideHit]:
        """Return what of a side index is nearest to `vector` by cosine, best first."""
        return self._search.side(side, vector, k, owners)

    def search_text(self, text: str, k: int) -> list[KeyHit]:
        """Return k nodes by full-text search of the words of `text`."""
        return self._search.text(text, k)

    def search_fuzzy(self, wanted: Sequence[str], k: int) -> list[KeyHit]:
        """Return k nodes that hold a word at most one edit away from one of `wanted`."""
        return self._search.fuzzy(wanted, k)

    def first_look(self, sought: Sought) -> FirstLook:
        """Return the record and what names meet, in one round trip.

        Raises IndexMissing where the graph is not indexed.
        """
        looked = self._with_relationships(partial(self._search.first_look, sought))
        if looked is not None:
            record = self._books.recorded(looked.state)
            nodes = self._nodes(looked.groups) if record else {}
            return FirstLook(record, still_true(looked.keyed, nodes), tuple(nodes.values()))
        return FirstLook(self.record(), self.search_keys(sought.keys, sought.most))

    def search_keys(self, keys: Sequence[str], k: int) -> list[KeyHit]:
        """Return up to k nodes and up to k relationships that have one of `keys`."""
        return self._with_relationships(partial(self._search.keys, keys, k))

    def _with_relationships(self, look: Callable[[str], T]) -> T:
        """Look among relationships, too, where some of them are indexed."""
        known = self._books.known()
        try:
            return look(known.present.relationship_keys)
        except (ConnectionFailed, QueryTimedOut):
            raise
        except SteinerError:
            # The graph may have been indexed anew since, without texts of relationships.
            self.record()
            if self._books.known() is known:
                raise
            return look(self._books.known().present.relationship_keys)

    def search_relations(self, vector: Vector, k: int) -> RelationHits:
        """Score all relationship types and the k best relationships with text of their own."""
        known, shown = self._books.known(), self._where.types
        types = [t for t in known.relations if not shown or t in shown]
        indexes = known.present.relationship_vectors(types)
        scores = {type: float(known.relations[type] @ vector) for type in types}
        return RelationHits(scores, self._search.relationships(vector, k, indexes))

    def expand(
        self, seeds: Sequence[int], settings: ExpandSettings, prized: Sequence[str] = ()
    ) -> Neighbourhood:
        """Return the neighbourhood of `seeds` by the rules of docs/reference/expansion.md."""
        known = self._books.known()
        if known.plugin:
            try:
                return plugin.expand(self.connection, seeds, settings, self._where, prized)
            except (ConnectionFailed, QueryTimedOut):
                raise
            except SteinerError:
                # A server that was restarted without its plugin is asked in Cypher from now on.
                if plugin.usable(self.connection):
                    raise
                self._books.lose_plugin()
        return self._in_cypher(seeds, settings, prized)

    def _in_cypher(
        self, seeds: Sequence[int], settings: ExpandSettings, prized: Sequence[str]
    ) -> Neighbourhood:
        while True:
            builder = NeighbourhoodBuilder(seeds, settings)
            types = tuple(self._where.types or self._books.known().vocabulary["types"])
            expansion = CypherExpansion(self.connection, builder, self._where, types)
            sets = expansion.run(prized)
            if self._where.types or set(expansion.in_use) == set(types):
                return builder.build(sets)
            self._books.learn_types(expansion.in_use)

    def graph_schema(self) -> GraphSchema:
        """Return what the graph's schema holds, read once for each state of the index."""
        return self._books.schema()

    def run(
        self,
        query: Query,
        patience: float = math.inf,
        met: Met = NOTHING_MET,
        *,
        proved: bool = True,
    ) -> Table:
        """Return the rows of a query, computed by the database in read-only statements.

        Where there are none, it looks for the reason for `patience` seconds at most. `met` are
        names that need not be looked up again. What the rows were computed from is read only where
        they are to be `proved`. Raises InvalidInput where the planner expects too many rows,
        QueryTimedOut at the limit.
        """
        # A filter looks at so many hits at most: it may have left some of a name out.
        names = NOTHING_MET if self._where else met
        dated = with_written_days(query, self.graph_schema().written_days)
        asked = Computation(self.connection, dated, self._where, self._books.names(), names)
        return table_of(query, asked, self.hydrate, patience, proved=proved)

    def hydrate(self, nodes: Sequence[int], relationships: Sequence[int]) -> Subgraph:
        """Return nodes and relationships with labels, types and shown properties, in this order."""
        if not nodes and not relationships:
            return Subgraph((), ())
        row = self._search.hydrated(nodes, relationships)
        present = self._nodes(row["nodes"])
        edges = hydrated_relationships(row["relationships"])
        # Lists: a generator takes a call for each element.
        shown = [present[i] for i in nodes if i in present]
        met = [edges[i] for i in relationships if i in edges]
        joined = [r for r in met if r.source in present and r.target in present]
        return Subgraph(tuple(shown), tuple(joined))

    def _nodes(self, groups: Sequence[Group]) -> dict[int, Node]:
        known = self._books.known()
        return hydrated_nodes(groups, known.record.keys, known.record.names, known.shown)

    def find(self, names: Sequence[str]) -> list[int]:
        """Return ids of the nodes with one of these names, aliases, key values or element ids."""
        keys, record = [normalise(name) for name in names], self.record()
        ids = [
            hit.nodes[0]
            for hit in self.search_keys(keys, 100)
            if record and any(record.identifies(hit, key) for key in keys)
        ]
        given = [name for name in names if ":" in name]
        (row,) = self._search.read("retrieve/find_element_ids", names=given)
        return list(dict.fromkeys([*row["ids"], *ids]))

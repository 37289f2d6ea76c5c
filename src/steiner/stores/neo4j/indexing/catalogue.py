"""Steiner's vector, full-text and range indexes in the database."""

from __future__ import annotations

import hashlib
import time
import warnings
from collections.abc import Sequence
from functools import cached_property, partial
from typing import Any

from steiner.errors import IndexMissing
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.statements import compose, fill
from steiner.stores.protocol import IndexState, Progress

NODE_LABEL, RELATION_LABEL = "SteinerNode", "SteinerRelation"
ENTRY_LABEL, EDGE_LABEL = "SteinerEntry", "SteinerEdge"
"""Of what is kept beside a node, and beside a relationship."""
NODE_VECTORS, RELATION_VECTORS = "steiner_nodes", "steiner_relations"
NODE_KEYS, NODE_TEXT, RELATIONSHIP_KEYS = (
    "steiner_keys",
    "steiner_text",
    "steiner_relationship_keys",
)
RELATIONSHIP_VECTORS = "steiner_relationships_"
NODE_RANGES = "steiner_range_"
EDGE_VECTORS, EDGE_KEYS = "steiner_edges", "steiner_edge_keys"
_EDGES = (EDGE_VECTORS, EDGE_KEYS)
_LINKS = {
    "steiner_entry_links": (ENTRY_LABEL, "steiner_node"),
    "steiner_edge_links": (EDGE_LABEL, "steiner_relationship"),
}
_MANY = (RELATIONSHIP_VECTORS, NODE_RANGES)
WALK_ROOTS, WALK_VECTORS, WALK_LINKS = "steiner_walk_roots", "steiner_walks", "steiner_walk_links"
_WALKS = (WALK_ROOTS, WALK_VECTORS, WALK_LINKS)
TRIPLE_VECTORS, TRIPLE_LINKS = "steiner_triples", "steiner_triple_links"
_TRIPLES = (TRIPLE_VECTORS, TRIPLE_LINKS)
_OWN = (NODE_VECTORS, RELATION_VECTORS, NODE_KEYS, NODE_TEXT, RELATIONSHIP_KEYS)
_FIXED = (*_OWN, *_EDGES, *_LINKS, *_WALKS, *_TRIPLES)
SEARCHED = (NODE_VECTORS, NODE_KEYS, NODE_TEXT)
"""Without these no question can be asked."""
_POLL_SECONDS = 0.1
_QUANTIZATION_BY_TYPE = (2026, 6)


def relationship_index(type: str) -> str:
    """Return the name of the vector index over relationships of this type."""
    return RELATIONSHIP_VECTORS + _digest(type)


def range_index(property: str) -> str:
    """Return the name of the range index over this property of nodes."""
    return NODE_RANGES + _digest(property)


def _digest(name: str) -> str:
    return hashlib.sha256(name.encode()).hexdigest()[:16]


class IndexCatalogue:
    """Creates, watches and drops the indexes; none but steiner's own."""

    def __init__(self, connection: Neo4jConnection) -> None:
        self._connection = connection

    def create(
        self,
        dimensions: int,
        types: Sequence[str],
        ranges: Sequence[str],
        inside: Sequence[str] = (),
    ) -> None:
        """Create the indexes that are not there, and drop those of types without vectors.

        `inside`: the properties that the vector index of nodes filters by.
        """
        options = self._vector_options(dimensions)
        self._drop_stale(types, inside)
        self._create_of_nodes(NODE_LABEL, inside, options)
        for property in ranges:
            self._create_range(range_index(property), NODE_LABEL, property)
        for type in types:
            name = relationship_index(type)
            self._change("create_relationship_vectors", {"type": type}, index=name, options=options)
        if types:
            self._change("create_relationship_keys", {"types": list(types)})

    def create_beside(
        self, dimensions: int, types: Sequence[str], inside: Sequence[str] = ()
    ) -> None:
        """Create the indexes over entries beside the graph that are not there.

        One over the vectors of all relationships, and one over their keys, where `types` have any.
        """
        options = self._vector_options(dimensions)
        self._drop_stale((), inside, edges=bool(types))
        self.create_links()
        self._create_of_nodes(ENTRY_LABEL, inside, options)
        if types:
            self._create_vectors(EDGE_VECTORS, EDGE_LABEL, options)
            self._change("create_node_keys", {"label": EDGE_LABEL}, index=EDGE_KEYS)

    def create_links(self) -> None:
        """Create the indexes by which an element's entry beside it is found, and wait for them."""
        for name, (label, property) in _LINKS.items():
            self._create_range(name, label, property)
            self._connection.read_long("index/await_index", index=name)

    def create_walks(self, dimensions: int, beside: bool = False) -> None:
        """Create the indexes over walks, the roots' walks, and the link from one to the other.

        `beside`: roots have their vectors there.
        """
        options, roots = self._vector_options(dimensions), ENTRY_LABEL if beside else NODE_LABEL
        self._create_vectors(WALK_VECTORS, "SteinerWalk", options)
        self._change("create_walk_roots", {"label": roots}, index=WALK_ROOTS, options=options)
        self._create_range(WALK_LINKS, "SteinerWalk", "steiner_root")

    def create_triples(self, dimensions: int) -> None:
        """Create the indexes over triples, and the link from one to its relationship."""
        self._create_vectors(TRIPLE_VECTORS, "SteinerTriple", self._vector_options(dimensions))
        self._create_range(TRIPLE_LINKS, "SteinerTriple", "steiner_relationship")

    def wait(self, progress: Progress) -> None:
        """Wait until every steiner index is online; raises IndexMissing if one has failed."""
        while True:
            states = _states(self._without_failed_ranges())
            failed = [state.name for state in states if state.state == "FAILED"]
            if failed:
                raise IndexMissing(
                    f"The server could not populate {', '.join(failed)}: see its log (debug.log). "
                    f"Mend it with: steiner index --rebuild"
                )
            progress(int(sum(state.percent for state in states)), 100 * len(states))
            if all(state.state == "ONLINE" for state in states):
                return
            time.sleep(_POLL_SECONDS)

    def states(self) -> list[IndexState]:
        """Return steiner's indexes in the database, by name."""
        return _states(self._rows())

    def drop(self, prefix: str = "") -> None:
        """Drop every index of steiner's whose name begins so."""
        for row in self._rows():
            if row["name"].startswith(prefix):
                self._change("drop_index", index=row["name"])

    def _vector_options(self, dimensions: int) -> dict[str, Any]:
        config: dict[str, Any] = {
            "vector.dimensions": dimensions,
            "vector.similarity_function": "cosine",
        }
        # Binary became the default in 2026.08; with 384 dimensions it costs recall.
        if self._quantizes_by_type:
            config["vector.quantization.type"] = "scalar"
        return {"indexConfig": config}

    @cached_property
    def _quantizes_by_type(self) -> bool:
        """Whether a vector index takes a type of quantization; where tried, nothing is made."""
        config = {"vector.dimensions": 1, "vector.quantization.type": "scalar"}
        options = {"indexConfig": config}
        tried = partial(self._connection.can_write, "index/try_quantization", options=options)
        return self._connection.since(_QUANTIZATION_BY_TYPE, tried)

    def _without_failed_ranges(self) -> list[dict[str, Any]]:
        """Drop what only speeds up comparisons: it must not keep the graph from being asked."""
        kept = []
        for row in self._rows():
            if row["state"] != "FAILED" or not row["name"].startswith(NODE_RANGES):
                kept.append(row)
            else:
                warnings.warn(
                    f"The server could not populate a range index over the property "
                    f"{row['properties'][0]!r} (its debug.log says why): questions that compare "
                    f"it may miss nodes. Everything else works.",
                    RuntimeWarning,
                    stacklevel=3,
                )
                self._change("drop_index", index=row["name"])
        return kept

    def _create_of_nodes(self, label: str, inside: Sequence[str], options: dict[str, Any]) -> None:
        if inside:
            self._create_filtered(label, inside, options)
        self._create_vectors(NODE_VECTORS, label, options)
        self._create_vectors(RELATION_VECTORS, RELATION_LABEL, options)
        self._change("create_node_keys", {"label": label}, index=NODE_KEYS)
        self._change("create_node_text", {"label": label})

    def _create_vectors(self, name: str, label: str, options: dict[str, Any]) -> None:
        self._change("create_node_vectors", {"label": label}, index=name, options=options)

    def _create_range(self, name: str, label: str, property: str) -> None:
        names = {"label": label, "property": property}
        self._change("create_node_range", names, index=name)

    def _create_filtered(self, label: str, inside: Sequence[str], options: dict[str, Any]) -> None:
        listed = ", ".join(fill("n.{{property}}", {"property": p}) for p in inside)
        text = compose("index/create_filtered_vectors", {"properties": listed})
        text = fill(text, {"label": label})
        self._connection.schema_write_text(text, {"index": NODE_VECTORS, "options": options})

    def _drop_stale(self, types: Sequence[str], inside: Sequence[str], edges: bool = False) -> None:
        kept = {relationship_index(type) for type in types}
        for row in self._rows():
            name = row["name"]
            stale = name.startswith(RELATIONSHIP_VECTORS) and name not in kept
            moved = name == RELATIONSHIP_KEYS and set(row["labelsOrTypes"]) != set(types)
            refiltered = name == NODE_VECTORS and set(row["properties"][1:]) != set(inside)
            if stale or moved or refiltered or (name in _EDGES and not edges):
                self._change("drop_index", index=name)

    def _change(
        self, statement: str, identifiers: dict[str, Any] | None = None, **parameters: Any
    ) -> None:
        self._connection.schema_write(f"index/{statement}", identifiers, **parameters)

    def _rows(self) -> list[dict[str, Any]]:
        return [
            row
            for row in self._connection.stream("retrieve/indexes", used="")
            if row["name"] in _FIXED or row["name"].startswith(_MANY)
        ]


def _states(rows: Sequence[dict[str, Any]]) -> list[IndexState]:
    return [IndexState(row["name"], row["state"], row["populationPercent"]) for row in rows]

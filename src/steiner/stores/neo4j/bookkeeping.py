"""What the last look at an index's bookkeeping read, for a store and all its views."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from threading import Lock
from typing import Any

from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.calls.background import in_time, together
from steiner.calls.stopping import unhurried
from steiner.columns import Vector
from steiner.errors import IndexMissing
from steiner.settings import IndexSettings
from steiner.stores.neo4j import plugin
from steiner.stores.neo4j.computed.schema_reading import read_graph_schema
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.filtering import Vocabulary
from steiner.stores.neo4j.indexing.index import Neo4jIndexStore
from steiner.stores.neo4j.indexing.online import Present, present
from steiner.stores.neo4j.indexing.record import float32
from steiner.stores.protocol import IndexRecord
from steiner.stores.shown import Shown

_STATE = ("updated", "state", "walks", "triples")
"""Fields of the record that tell whether a copy of it is as old as the index."""


@dataclass(frozen=True, slots=True)
class KnownIndex:
    """The record, and what is as old as it: read once for each state of the index."""

    record: IndexRecord
    present: Present
    relations: Mapping[str, Vector]
    vocabulary: Vocabulary
    plugin: bool
    shown: Shown
    schema: GraphSchema | None = None


class Bookkeeping:
    """Reads what is known of an index, and reads it again where the index has changed since."""

    def __init__(self, connection: Neo4jConnection) -> None:
        self._connection = connection
        self._known: KnownIndex | None = None
        self._reading = Lock()

    @property
    def vocabulary(self) -> Vocabulary:
        """The labels, types and properties that the last look read; none before the first."""
        return self._known.vocabulary if self._known else {}

    def record(self) -> IndexRecord | None:
        """Return the index's record, None if the graph is not indexed."""
        return self.recorded(self._connection.read_columns("retrieve/read_state"))

    def recorded(self, state: Sequence[Mapping[str, Any]]) -> IndexRecord | None:
        """Return the record of an index of this state: read again where it is not the known one."""
        known = self._known
        if known and state == [{name: getattr(known.record, name) for name in _STATE}]:
            return known.record
        record = Neo4jIndexStore(self._connection).record() if state else None
        self._known = self._look(record) if record else None
        return record

    def _look(self, record: IndexRecord) -> KnownIndex:
        read = self._connection
        # At once: a server that has just started plans each for a tenth of a second and more.
        (vocabulary,), rows, indexes, usable = together(
            partial(read.read_columns, "retrieve/vocabulary"),
            partial(read.read, "index/read_relations"),
            partial(present, read, record.used_index),
            partial(plugin.usable, read),
        )
        # A few kilobytes each, as old as the record: scored here, they spare a round trip.
        relations = {row["type"]: float32(row["vector"]) for row in rows}
        return KnownIndex(record, indexes, relations, vocabulary, usable, record.shown())

    def known(self) -> KnownIndex:
        """Return what the last look read; looks where there was none.

        Raises IndexMissing where the graph is not indexed.
        """
        if self._known is None:
            self.record()
        if self._known is None:
            raise IndexMissing("The graph is not indexed yet. Run `steiner index` once.")
        return self._known

    def inside(self) -> Collection[str]:
        """Return the properties that the vector index filters by; none without an index."""
        if self._known is None:
            self.record()
        return self._known.present.inside if self._known else ()

    def learn_types(self, types: Sequence[str]) -> None:
        """Note the types in use: the statement's text has a branch for each."""
        known = self.known()
        self._known = replace(known, vocabulary={**known.vocabulary, "types": types})

    def lose_plugin(self) -> None:
        """Note that the server has no plugin any more."""
        self._known = replace(self.known(), plugin=False)

    def schema(self) -> GraphSchema:
        """Return what the graph's schema holds, read once for each state of the index.

        For all questions: one whose time is up does not wait for it, and leaves it to be read.
        """
        known = self.known()
        return in_time(unhurried, self._read_schema) if known.schema is None else known.schema

    def _read_schema(self) -> GraphSchema:
        with self._reading:
            known = self.known()
            if known.schema is not None:
                return known.schema
            names = known.record.names
            bare = read_graph_schema(self._connection, known.vocabulary, names, known.shown)
            schema = known.record.described(bare)
            if self._known and self._known.record is known.record:
                self._known = replace(self._known, schema=schema)
            return schema

    def names(self) -> Mapping[str, str]:
        """Return the property that names the nodes of each label which is indexed."""
        record = self.known().record
        only = IndexSettings.from_json(record.settings).labels
        return {k: v for k, v in record.names.items() if not only or k in only}

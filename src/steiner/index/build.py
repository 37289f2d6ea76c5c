"""Builds or refreshes the index: read a page, verbalise, embed what changed, write the page."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import numpy as np

from steiner.algebra.schema.schema_notes import Notes
from steiner.calls.remarks import remark
from steiner.columns import Ids
from steiner.embed import Embedder
from steiner.errors import InvalidInput
from steiner.index.check import check_model, check_store, new_record
from steiner.index.earlier import with_store
from steiner.index.paging.costs import Cost, cost_of
from steiner.index.paging.pages import index_part
from steiner.index.paging.portions import Engine, Kept, Part
from steiner.index.properties.profile import Profile, read_profile
from steiner.index.properties.unclear_days import unclear_days
from steiner.index.ranges import checked_properties
from steiner.index.refresh.watermark import ReadPlan, planned_reading, profile_hash
from steiner.index.vectors.relations import write_relations
from steiner.index.vectors.user_vectors import UserVectors, check_encoder, named_index, user_vectors
from steiner.index.vectors.verbalise import NodeVerbaliser, RelationshipVerbaliser, type_words
from steiner.index.word_space import measure
from steiner.progress import Report, silent
from steiner.settings import IndexSettings
from steiner.stores.protocol import IndexRecord, IndexStore, Watermark


class Indexer:
    """Indexes a graph, or brings its index up to date; a run that was killed is continued.

    What one transaction holds is always the same, so a continued run ends in the same state as
    an unbroken one. `rebuild` removes an existing index first. `notes`, which fit the graph, are
    kept with the index; None keeps those that it has. `updated`: a property in which nodes say
    when they were changed, by a number or a time; those that were not, since the last run that
    went by it, are not read. `engine`: what reads, embeds and writes the pages.
    """

    def __init__(
        self,
        store: IndexStore,
        embedder: Embedder,
        settings: IndexSettings | None = None,
        rebuild: bool = False,
        notes: Notes | None = None,
        updated: str = "",
        engine: Engine = index_part,
    ) -> None:
        self._store, self._embedder, self._rebuild = store, embedder, rebuild
        self._notes, self._updated, self._engine = notes, updated, engine
        self._settings = settings or IndexSettings()

    def run(self, report: Report = silent) -> IndexRecord:
        """Index and return the record. `report` is called with (stage, done, total).

        Raises InvalidInput for an empty graph or an unknown label or property, IndexMismatch
        if the index was made with another model, NotPermitted without the right to write, IndexBusy
        while another process indexes the graph. Remarks on which days nobody can tell.
        """
        with self._store.owned():
            return self._run(report)

    def cost(self, report: Report = silent) -> Cost:
        """Return what `run` would embed. Nothing is embedded, and nothing written.

        Raises InvalidInput for an empty graph or an unknown label, property or index.
        """
        earlier = self._store.record()
        self._settings = with_store(self._settings, earlier)
        schema, name = self._store.schema(self._settings.sample), self._settings.use_index
        profile = read_profile(self._store, schema, self._settings)
        own = UserVectors(self._store, named_index(self._store, name)) if name else None
        both = (self._nodes(self._node_ids(), profile, own, None), self._relationships(profile))
        kept = earlier if earlier and not self._rebuild else None
        parts = [replace(part, mark=kept.mark if kept else "") for part in both]
        beside = () if kept else map(type_words, schema.types)
        return cost_of(parts, beside, self._settings.page, report)

    def _run(self, report: Report) -> IndexRecord:
        report("schema", 0, 1)
        earlier = self._store.record()
        self._settings = with_store(self._settings, earlier)
        schema = self._store.schema(self._settings.sample)
        ids = self._node_ids()
        profile = read_profile(self._store, schema, self._settings)
        asked = (self._settings.ranges, self._settings.filters)
        ranges, filters = (checked_properties(p, schema, self._store.has_property) for p in asked)
        report("schema", 1, 1)
        report("encoder", 0, 1)  # It is loaded, which takes seconds, and measured.
        own = self._user_vectors(profile)
        fresh = new_record(self._embedder, profile, self._settings)
        reading = self._reading(fresh, earlier, profile)
        record = self._begin(replace(fresh, watermark=reading.since), earlier, report)
        report("encoder", 1, 1)
        for unclear in unclear_days(schema, record.noted()):
            remark(unclear)
        nodes = self._index(self._nodes(ids, profile, own, reading.since), record, report)
        relationships = self._index(self._relationships(profile), record, report)
        relations = write_relations(self._store, self._embedder, schema, record.mark)
        self._store.create_indexes(record.dimensions, relationships.labels, ranges, filters)
        self._store.await_indexes(lambda done, total: report("indexes", done, total))
        record = replace(record, watermark=reading.reached)
        return self._finish(record, len(nodes.ids), len(relationships.ids), relations)

    def _node_ids(self) -> Ids:
        ids = self._store.node_ids(self._settings.labels)
        if not len(ids) and not len(self._store.node_ids(())):
            raise InvalidInput(
                "The database holds no nodes, so there is nothing to index. Load a graph first, "
                "or name another database with --database (NEO4J_DATABASE)."
            )
        return ids

    def _reading(
        self, asked: IndexRecord, earlier: IndexRecord | None, profile: Profile
    ) -> ReadPlan:
        read_as = profile_hash(asked.mark, profile, self._settings)
        going_on = None if self._rebuild else earlier
        return planned_reading(self._store, going_on, self._updated, read_as)

    def _begin(
        self, record: IndexRecord, earlier: IndexRecord | None, report: Report
    ) -> IndexRecord:
        measured = earlier.calibration if earlier and not self._rebuild else None
        if earlier is not None and not self._rebuild:
            check_model(earlier, record)
            check_store(earlier, record)
            record = _continued(record, earlier)
        elif self._rebuild or len(self._store.indexed_nodes()):
            # Entries without a record say nothing about the model that made them.
            self._store.remove(lambda done, total: report("removing", done, total))
        record = replace(record, calibration=measured)
        if earlier is not None and not self._rebuild:
            record = replace(
                record,
                walks=earlier.walks,
                triples=earlier.triples,
                triples_begun=earlier.triples_begun,
            )
        # What people wrote and taught stays, also when an index is made again.
        kept = earlier.notes if earlier else ""
        record = replace(record, learnt=earlier.learnt if earlier else "")
        record = replace(record, notes=kept if self._notes is None else self._notes.to_json())
        # Written before anything is embedded: an account without the right learns it at once.
        self._store.write_record(record)
        if measured is None:
            record = replace(record, calibration=measure(self._embedder))
            # Kept at once: a run that is killed goes on without measuring again.
            self._store.write_record(record)
        # A node whose value is too long for one could not get steiner's label.
        self._store.drop_ranges()
        if record.state == "building" and not self._settings.filters:
            # Populated page by page while the encoder works, not at the end.
            self._store.create_indexes(record.dimensions, (), ())
        return record

    def _finish(
        self, record: IndexRecord, nodes: int, relationships: int, relations: int
    ) -> IndexRecord:
        begun = self._store.record()
        # Notes may have been set since it began, and words learnt.
        kept = begun or record
        ready = replace(
            replace(record, notes=kept.notes, learnt=kept.learnt),
            state="ready",
            nodes=nodes,
            relationships=relationships,
            relations=relations,
            # Tells one state of the index from the next: two refreshes may fall in one second.
            updated=datetime.now(UTC).isoformat(timespec="microseconds"),
        )
        self._store.write_record(ready)
        return ready

    def _user_vectors(self, profile: Profile) -> UserVectors | None:
        """Return the user's vectors, checked before anything is written."""
        if not self._settings.use_index:
            return None
        own = user_vectors(self._store, self._settings.use_index, self._embedder)
        check_encoder(own, NodeVerbaliser(profile, self._settings), self._embedder)
        return own

    def _nodes(
        self, ids: Ids, profile: Profile, own: UserVectors | None, since: Watermark | None
    ) -> Part:
        store = self._store
        read = ids if since is None else store.changed_nodes(self._settings.labels, since)
        return Part(
            stage="nodes",
            ids=read,
            unread=np.setdiff1d(ids, read, assume_unique=True),
            indexed=store.indexed_nodes(),
            read=store.read_nodes,
            verbalise=NodeVerbaliser(profile, self._settings),
            write=store.write_nodes,
            clear=store.clear_nodes,
            vectored=own,
        )

    def _relationships(self, profile: Profile) -> Part:
        store = self._store
        return Part(
            stage="relationships",
            ids=store.relationship_ids(self._settings.labels),
            indexed=store.indexed_relationships(),
            read=store.read_relationships,
            verbalise=RelationshipVerbaliser(profile, self._settings),
            write=store.write_relationships,
            clear=store.clear_relationships,
        )

    def _index(self, part: Part, record: IndexRecord, report: Report) -> Kept:
        return self._engine(replace(part, mark=record.mark), self._embedder, self._settings, report)


def _continued(record: IndexRecord, earlier: IndexRecord) -> IndexRecord:
    """Keep a complete index in use while it is brought up to date."""
    if earlier.state == "building":
        return record
    return replace(
        record,
        state="refreshing",
        nodes=earlier.nodes,
        relationships=earlier.relationships,
        relations=earlier.relations,
    )

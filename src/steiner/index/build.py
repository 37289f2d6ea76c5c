"""Builds or refreshes the index: read a page, verbalise, embed what changed, write the page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timezone

import numpy as np

from steiner.errors import InvalidInput
from steiner.graph import Ids
from steiner.index.check import check_model, new_record
from steiner.index.embed import Embedder
from steiner.index.profile import Profile, read_profile
from steiner.index.progress import Report, silent
from steiner.index.relations import write_relations
from steiner.index.verbalise import NodeVerbaliser, RelationshipVerbaliser, Verbalised
from steiner.settings import IndexSettings
from steiner.stores import Entry, IndexRecord, IndexStore, Row


@dataclass(frozen=True, slots=True)
class _Part:
    """One half of the graph, nodes or relationships, and how it is read and written."""

    stage: str
    ids: Ids
    indexed: Ids
    read: Callable[[Ids], list[Row]]
    verbalise: Callable[[Row], Verbalised | None]
    write: Callable[[Sequence[Entry]], None]
    clear: Callable[[Ids], None]


@dataclass(frozen=True, slots=True)
class _Kept:
    """What of a part is indexed: its ids int64[n], and the labels or types among them."""

    ids: Ids
    labels: tuple[str, ...]


class Indexer:
    """Indexes a graph, or brings its index up to date; a run that was killed is continued.

    Every page is one transaction and always the same one, so a continued run ends in the same
    state as an unbroken one. `rebuild` removes an existing index first.
    """

    def __init__(
        self,
        store: IndexStore,
        embedder: Embedder,
        settings: IndexSettings | None = None,
        rebuild: bool = False,
    ) -> None:
        self._store, self._embedder, self._rebuild = store, embedder, rebuild
        self._settings = settings or IndexSettings()

    def run(self, report: Report = silent) -> IndexRecord:
        """Index and return the record. `report` is called with (stage, done, total).

        Raises InvalidInput for an empty graph or an unknown label or property, IndexMismatch
        if the index was made with another model, NotPermitted without the right to write.
        """
        schema = self._store.schema(self._settings.sample)
        ids = self._node_ids()
        profile = read_profile(self._store, schema, self._settings)
        record = self._begin(profile, report)
        nodes = self._index(self._nodes(ids, profile), report)
        relationships = self._index(self._relationships(), report)
        relations = write_relations(self._store, self._embedder, schema)
        self._store.create_indexes(record.dimensions, relationships.labels)
        self._store.await_indexes(lambda done, total: report("indexes", done, total))
        return self._finish(record, len(nodes.ids), len(relationships.ids), relations)

    def _node_ids(self) -> Ids:
        ids = self._store.node_ids(self._settings.labels)
        if not len(ids) and not len(self._store.node_ids(())):
            raise InvalidInput(
                "The database holds no nodes, so there is nothing to index. Load a graph first, "
                "or name another database with --database (NEO4J_DATABASE)."
            )
        return ids

    def _begin(self, profile: Profile, report: Report) -> IndexRecord:
        found = self._store.record()
        record = new_record(self._embedder, profile, self._settings)
        if found is not None and not self._rebuild:
            check_model(found, record)
        elif self._rebuild or len(self._store.indexed_nodes()):
            # Entries without a record say nothing about the model that made them.
            self._store.remove(lambda done, total: report("removing", done, total))
        # Written before anything is embedded: an account without the right learns it at once.
        self._store.write_record(record)
        return record

    def _finish(
        self, record: IndexRecord, nodes: int, relationships: int, relations: int
    ) -> IndexRecord:
        ready = replace(
            record,
            state="ready",
            nodes=nodes,
            relationships=relationships,
            relations=relations,
            updated=datetime.now(timezone.utc).isoformat(timespec="seconds"),
        )
        self._store.write_record(ready)
        return ready

    def _nodes(self, ids: Ids, profile: Profile) -> _Part:
        store = self._store
        return _Part(
            stage="nodes",
            ids=ids,
            indexed=store.indexed_nodes(),
            read=store.read_nodes,
            verbalise=NodeVerbaliser(profile, self._settings),
            write=store.write_nodes,
            clear=store.clear_nodes,
        )

    def _relationships(self) -> _Part:
        store = self._store
        return _Part(
            stage="relationships",
            ids=store.relationship_ids(self._settings.labels),
            indexed=store.indexed_relationships(),
            read=store.read_relationships,
            verbalise=RelationshipVerbaliser(self._settings),
            write=store.write_relationships,
            clear=store.clear_relationships,
        )

    def _index(self, part: _Part, report: Report) -> _Kept:
        kept: list[Ids] = [np.empty(0, dtype=np.int64)]
        labels: set[str] = set()
        done = 0
        report(part.stage, 0, len(part.ids))
        for page in _pages(part.ids, self._settings.page):
            found = [(row, part.verbalise(row)) for row in part.read(page)]
            texts = [(row, text) for row, text in found if text is not None]
            self._write_changed(part, texts)
            kept.append(np.array([row.id for row, _ in texts], dtype=np.int64))
            labels.update(label for row, _ in texts for label in row.labels)
            done += len(page)
            report(part.stage, done, len(part.ids))
        ids = np.concatenate(kept)
        for page in _pages(np.setdiff1d(part.indexed, ids), self._settings.page):
            part.clear(page)
        return _Kept(ids, tuple(sorted(labels)))

    def _write_changed(self, part: _Part, texts: Sequence[tuple[Row, Verbalised]]) -> None:
        hashed = ((row, text, text.hash()) for row, text in texts)
        changed = [(row, text, hash) for row, text, hash in hashed if row.hash != hash]
        if not changed:
            return
        vectors = self._embedder.embed([text.text for _, text, _ in changed])
        part.write(
            [
                Entry(
                    id=row.id,
                    hash=hash,
                    name=text.name,
                    keys=tuple(key for key, _ in text.keys),
                    properties=tuple(property for _, property in text.keys),
                    vector=vector,
                    labels=row.labels,
                )
                for (row, text, hash), vector in zip(changed, vectors, strict=True)
            ]
        )


def _pages(ids: Ids, size: int) -> Iterator[Ids]:
    return (ids[i : i + size] for i in range(0, len(ids), size))

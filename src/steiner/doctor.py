"""Says what is wrong with a connection or an index, and how to mend it."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass

from steiner.embed import open_embedder
from steiner.errors import NotPermitted, SteinerError
from steiner.index.check import check_embedder
from steiner.index.refresh.staleness import staleness
from steiner.index.status import IndexStatus, status
from steiner.settings import ConnectionSettings
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.indexing.catalogue import SEARCHED
from steiner.stores.neo4j.indexing.index import Neo4jIndexStore
from steiner.stores.neo4j.plugin import usable
from steiner.stores.protocol import IndexRecord

_OLDEST = (5, 23)


@dataclass(frozen=True, slots=True)
class Finding:
    """One check: what was looked at, whether it is well, what it shows and how to mend it."""

    subject: str
    well: bool
    text: str


def examine(settings: ConnectionSettings) -> Iterator[Finding]:
    """Yield the findings one by one; what depends on a failed check is left out."""
    with closing(Neo4jConnection(settings)) as connection:
        try:
            major, minor = connection.version
            store = Neo4jIndexStore(connection)
            index = status(store)
            foreign = store.foreign(index.record.mark) if index.record else 0
        except SteinerError as error:
            yield Finding("connection", False, str(error))
            return
        where = f"{settings.uri}, {settings.database_name}"
        yield Finding("connection", True, where)
        yield _version(major, minor)
        yield _rights(connection)
        yield _plugin(connection)
        yield from _index(index)
        if foreign:
            text = f"{foreign:,} entries were made with another model. Run: steiner index"
            yield Finding("vectors", False, text)
        elif index.ready and index.record:
            yield _freshness(store, index.record)


def _version(major: int, minor: int) -> Finding:
    if (major, minor) >= _OLDEST:
        return Finding("version", True, f"Neo4j {major}.{minor:02}")
    return Finding(
        "version", False, f"Neo4j {major}.{minor} is too old: 5.26 LTS or 2026.x is needed."
    )


def _rights(connection: Neo4jConnection) -> Finding:
    try:
        connection.try_write("doctor/try_write")
    except NotPermitted as error:
        return Finding("rights", True, f"read only; enough to retrieve, not to index. {error}")
    except SteinerError as error:
        return Finding("rights", False, str(error))
    return Finding("rights", True, "read and write")


def _plugin(connection: Neo4jConnection) -> Finding:
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        used = usable(connection)
    if warned:
        return Finding("plugin", False, str(warned[0].message))
    how = "used" if used else "not used: neighbourhoods are read in Cypher, which is slower"
    return Finding("plugin", True, how)


def _index(known: IndexStatus) -> Iterator[Finding]:
    record = known.record
    if record is None:
        yield Finding("index", False, "the graph is not indexed. Run: steiner index")
        return
    if record.state == "building":
        yield Finding("index", False, "not complete. Run `steiner index`; it goes on.")
    else:
        yield Finding("index", True, f"{record.nodes:,} of {known.nodes:,} nodes, {record.updated}")
        yield from _gone(record, {index.name for index in known.indexes})
    late = [index for index in known.indexes if index.state != "ONLINE"]
    count = len(known.indexes)
    yield Finding("indexes", not late, f"{count - len(late)} of {count} online")
    for index in late:
        mend = "wait if it is populating, else `steiner index --rebuild`"
        yield Finding(index.name, False, f"{index.state.lower()} {index.percent:.0f}%: {mend}")
    yield _embedder(record)
    if record.calibration is None:
        missing = "not in the index: measured anew by each process. Run `steiner index` once."
        yield Finding("calibration", True, missing)


def _gone(record: IndexRecord, there: set[str]) -> Iterator[Finding]:
    for name in sorted({*SEARCHED} - there):
        yield Finding(name, False, "gone. Run `steiner index`; it makes what is missing.")
    if record.used_index and record.used_index not in there:
        text = "gone, and not steiner's. Make it again, or embed its nodes: steiner index --all"
        yield Finding(record.used_index, False, text)


def _freshness(store: Neo4jIndexStore, record: IndexRecord) -> Finding:
    try:
        stale = staleness(store, record)
    except SteinerError as error:  # What was chosen is gone from the graph: a label, a property.
        return Finding("freshness", False, str(error))
    return Finding("freshness", not stale.changed, stale.text())


def _embedder(record: IndexRecord) -> Finding:
    try:
        check_embedder(record, open_embedder(record.model))
    except SteinerError as error:
        return Finding("embedder", False, str(error))
    return Finding("embedder", True, f"{record.model}, {record.dimensions} dimensions")

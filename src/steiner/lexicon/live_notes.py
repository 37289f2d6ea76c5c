"""Keeps, shows and drafts the notes on a live graph's schema, for the command line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.algebra.schema.learnt_words import LearntWords
from steiner.algebra.schema.schema_notes import Notes
from steiner.errors import IndexMissing, InvalidInput
from steiner.index.live_index import index_store
from steiner.lexicon.notes import check_notes, read_notes
from steiner.lexicon.notes_text import draft_text, notes_text
from steiner.settings import ConnectionSettings
from steiner.stores.neo4j.computed.schema_reading import whole_schema
from steiner.stores.neo4j.indexing.index import Neo4jIndexStore
from steiner.stores.protocol import IndexRecord, IndexStore


def fitting_notes(connection: ConnectionSettings, path: str | Path) -> Notes:
    """Read a file of notes that fit the graph, which need not be indexed.

    Raises InvalidInput for what is no note, or names what the graph has not.
    """
    notes = read_notes(path)
    with index_store(connection) as store:
        check_notes(notes, _schema(store))
    return notes


def keep_notes(connection: ConnectionSettings, path: str | Path) -> Notes:
    """Keep a file's notes with the index in place of those it has; nothing is embedded again.

    Raises InvalidInput as `fitting_notes`, and IndexMissing where the graph is not indexed.
    """
    notes = read_notes(path)
    with index_store(connection) as store:
        _record(store)
        check_notes(notes, _schema(store))
        write_notes(store, notes)
    return notes


def write_notes(store: IndexStore, notes: Notes) -> None:
    """Write notes into the index's record; raises IndexMissing where there is none."""
    store.write_record(_changed(_record(store), notes=notes.to_json()))


def write_learnt(store: IndexStore, learnt: LearntWords) -> None:
    """Write what is learnt into the index's record; raises IndexMissing where there is none.

    What was learnt before is gone: nothing learnt (`LearntWords()`) forgets it.
    """
    store.write_record(_changed(_record(store), learnt=learnt.to_json()))


def _changed(record: IndexRecord, **fields: str) -> IndexRecord:
    # Of another moment than before: who has read the record already reads it again.
    now = datetime.now(UTC).isoformat(timespec="microseconds")
    return replace(record, **fields, updated=now)  # type: ignore[arg-type]


def kept_notes(connection: ConnectionSettings) -> str:
    """Return the TOML of the notes that the index has, empty without any."""
    with index_store(connection) as store:
        return notes_text(_record(store).noted())


def draft_notes(
    connection: ConnectionSettings, path: str | Path, known: Callable[[GraphSchema], Notes]
) -> None:
    """Write TOML to be filled in, with every label, type and property of the graph.

    What is `known` of the graph's schema is filled in. Raises InvalidInput where there is such a
    file: somebody may have filled it in.
    """
    with index_store(connection) as store:
        schema = _schema(store)
    text = draft_text(schema, known(schema))
    try:
        with Path(path).open("x", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise InvalidInput(f"{path} cannot be written: {error.strerror}. Name another.") from error


def _record(store: IndexStore) -> IndexRecord:
    record = store.record()
    if record is None:
        raise IndexMissing(
            "Notes, and what is learnt, are kept with the index. Run `steiner index` once."
        )
    return record


def _schema(store: Neo4jIndexStore) -> GraphSchema:
    schema = whole_schema(store.connection)
    if not schema.labels:
        raise InvalidInput(
            "There is nothing to note: the graph has no labels. Load a graph first, or name "
            "another database with --database (NEO4J_DATABASE)."
        )
    return schema

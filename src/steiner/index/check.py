"""The index's bookkeeping: which model made it, and whether another one is asking."""

from __future__ import annotations

from typing import Literal

from steiner.embed import Embedder, fingerprint_of, text_vectors
from steiner.errors import IndexMismatch, IndexMissing
from steiner.index.properties.profile import Profile
from steiner.settings import IndexSettings
from steiner.stores.protocol import GraphStore, IndexRecord, IndexStore

VERSION = 1
"""The layout of what is written; an index of another layout is refused."""

PROBE = "Which film did the director of The Matrix make in 1996?"
"""Its vector tells one model from another, by a cosine of SAME_MODEL at least."""
SAME_MODEL = 0.999
_SAME_WEIGHTS = 0.99999

Part = Literal["walks", "triples"]
"""What a system indexes beside the graph, by the field of the record that says how."""


def new_record(embedder: Embedder, profile: Profile, settings: IndexSettings) -> IndexRecord:
    """Return the record of an index that is about to be built."""
    # Kept: where the index has another name for the model, every question checks it.
    probe = text_vectors(embedder).vectors([PROBE])[0]
    return IndexRecord(
        model=embedder.name,
        dimensions=len(probe),
        version=VERSION,
        state="building",
        settings=settings.to_json(),
        probe=probe,
        names=profile.names(),
        keys=profile.keys(),
        aliases=profile.aliases(),
        codes=profile.codes(),
        fingerprint=fingerprint_of(embedder),
    )


def check_index(store: GraphStore, embedder: Embedder) -> IndexRecord:
    """Return the index's record; IndexMissing or IndexMismatch if it cannot be asked."""
    record = store.record()
    if record is None:
        raise IndexMissing(
            "The graph is not indexed yet. Run `steiner index` once with an account that may "
            "write; retrieval then needs read rights only."
        )
    if record.state == "building":
        raise IndexMissing(
            "The index is not complete: indexing is running or was interrupted. "
            "Run `steiner index` again; it goes on where it stopped."
        )
    check_embedder(record, embedder)
    return record


def check_part(store: GraphStore, embedder: Embedder, part: Part) -> None:
    """Raise as `check_index`, IndexMissing too where the graph's walks or triples are missing."""
    if not getattr(check_index(store, embedder), part):
        raise IndexMissing(
            f"The graph's {part} are not indexed. Run `steiner index` once with the same --system, "
            f"and an account that may write."
        )


def indexed_record(store: IndexStore, part: Part) -> IndexRecord:
    """Return the record of an indexed graph; IndexMissing where `part` has nothing to build on."""
    record = store.record()
    if record is None or record.state == "building":
        raise IndexMissing(
            f"{part.capitalize()} need the graph's own index first. Run `steiner index`."
        )
    return record


def check_embedder(record: IndexRecord, embedder: Embedder) -> None:
    """Raise IndexMismatch if the index `record` was made with another model or layout.

    Of a model that says its weights nothing is embedded where they are those of the record.
    """
    own = fingerprint_of(embedder)
    known = (record.model, record.dimensions, record.fingerprint, record.version)
    if not own or known != (embedder.name, embedder.dimensions, own, VERSION):
        check_model(record, new_record(embedder, Profile(), IndexSettings()))


def check_model(record: IndexRecord, asked: IndexRecord) -> None:
    """Raise IndexMismatch if two records tell of different models, dimensions or layouts."""
    if record.version != asked.version:
        raise IndexMismatch(
            f"The index has layout {record.version}, this steiner writes {asked.version}. {_MEND}"
        )
    same_length = record.dimensions == asked.dimensions
    if not same_length or float(record.probe @ asked.probe) < _least(record, asked):
        raise IndexMismatch(
            f"The index was made with the model {record.model!r} ({record.dimensions} dimensions), "
            f"asked with {asked.model!r} ({asked.dimensions} dimensions). Ask with "
            f"--embedder {record.model}, or: {_MEND}"
        )


def check_store(record: IndexRecord, asked: IndexRecord) -> None:
    """Raise IndexMismatch if an index is to be kept where it is not: both would hold a half."""
    if record.is_beside != asked.is_beside:
        kept, wanted = ("beside", "nodes") if record.is_beside else ("nodes", "beside")
        raise IndexMismatch(
            f"The index was made with --store {kept}, asked for with --store {wanted}. It does not "
            f"move: make it again, embedding everything, with: steiner index --store {wanted} "
            f"--rebuild"
        )


def _least(record: IndexRecord, asked: IndexRecord) -> float:
    """Return the cosine of the probes from which on the models are one.

    Of one name and other weights they are two, however like: a model that was trained on, say.
    """
    known = record.fingerprint and asked.fingerprint and record.model == asked.model
    trained_on = known and record.fingerprint != asked.fingerprint
    return _SAME_WEIGHTS if trained_on else SAME_MODEL


_MEND = "Make it again with: steiner index --rebuild (or remove it with: steiner unindex)"

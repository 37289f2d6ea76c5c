"""Indexes, describes and removes the index of a live graph, for the command line."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from rich.console import Console

from steiner.algebra.schema.schema_notes import Notes
from steiner.calls.remarks import remarked
from steiner.display.json_values import json_value
from steiner.embed import Given, named_embedder, on_backend
from steiner.errors import InvalidInput
from steiner.index.build import Indexer
from steiner.index.earlier import described, with_earlier
from steiner.index.paging.costs import Cost
from steiner.index.paging.pages import index_part
from steiner.index.paging.portions import Engine
from steiner.index.paging.ray_engine import on_ray
from steiner.index.status import status
from steiner.progress import Bars
from steiner.settings import DEFAULT_EMBEDDER, ConnectionSettings, IndexSettings
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.indexing.index import Neo4jIndexStore
from steiner.stores.protocol import IndexRecord, IndexStore, Watermark

RAY = "ray"
ENGINES = ("plain", RAY)
"""What reads and embeds: this process, or actors of Ray's."""
_NO_FILTERS = (
    "This server cannot filter inside a vector index (Neo4j 2026.02 can): filters hold as ever, "
    "but of the nodes that a rare value lets through only those near the question are seeds."
)


@contextmanager
def index_store(connection: ConnectionSettings) -> Iterator[Neo4jIndexStore]:
    """Open the index's store for the length of the block."""
    with closing(Neo4jConnection(connection)) as opened:
        yield Neo4jIndexStore(opened)


@dataclass(frozen=True, slots=True)
class IndexBuild:
    """How an index is built or brought up to date.

    `settings`: what of the graph; `embedder`: the encoder or its name (None: an existing index
    keeps its own);
    `backend`: one of embed.BACKENDS, on which the encoder runs from now on (None: as before);
    `rebuild`: remove the index first; `everything`: forget what was chosen for an existing index,
    which is else chosen again where `settings` leave it open; `notes` on the schema, which fit the
    graph (None: as before); `updated`: the property in which nodes say when they were changed
    (empty: all are read); `engine`: one of ENGINES; `workers`: of Ray's (None: as there is room).
    """

    settings: IndexSettings = field(default_factory=IndexSettings)
    embedder: Given | None = None
    backend: str | None = None
    rebuild: bool = False
    everything: bool = False
    notes: Notes | None = None
    updated: str = ""
    engine: str = ENGINES[0]
    workers: int | None = None

    def __post_init__(self) -> None:
        if self.engine not in ENGINES:
            known = " or ".join(ENGINES)
            raise InvalidInput(f"The engine of an index is {known}, got {self.engine!r}.")
        if self.workers is not None and self.engine != RAY:
            raise InvalidInput(
                f"--workers {self.workers} is for --engine ray, which has several. Without Ray one "
                f"encoder works, in as many threads as --threads says."
            )

    def encoder(self, record: IndexRecord | None) -> Given:
        """Return the encoder or its name, with the backend where one is given."""
        kept = record.model if record and not self.rebuild else DEFAULT_EMBEDDER
        name = self.embedder or kept
        if self.backend is None or not isinstance(name, str):
            return name
        return on_backend(name, self.backend)


def build_index(connection: ConnectionSettings, build: IndexBuild, console: Console) -> IndexRecord:
    """Index the graph with progress bars, and say what people should note."""
    with index_store(connection) as store, remarked() as remarks:
        record = store.record()
        chosen = _chosen(build, record, console)
        if chosen.filters and not store.connection.has_search_clause:
            console.print(_NO_FILTERS, soft_wrap=True)
        _check_encoder_is_named(build, record)
        opened = named_embedder(build.encoder(record))
        with _engine(connection, build, record) as engine, Bars(console) as bars:
            kept = (build.rebuild, build.notes, build.updated)
            made = Indexer(store, opened, chosen, *kept, engine=engine).run(bars)
        for text in remarks:
            console.print(text, markup=False, soft_wrap=True)
        return made


def index_cost(connection: ConnectionSettings, build: IndexBuild, console: Console) -> Cost:
    """Count what `build_index` would embed, with progress bars; nothing is written."""
    with index_store(connection) as store:
        record = store.record()
        chosen = _chosen(build, record, console)
        opened = named_embedder(build.encoder(record))
        with Bars(console) as bars:
            return Indexer(store, opened, chosen, build.rebuild).cost(bars)


def _chosen(build: IndexBuild, record: IndexRecord | None, console: Console) -> IndexSettings:
    """Return what of the graph is indexed, and say what was chosen before."""
    chosen = build.settings if build.everything else with_earlier(build.settings, record)
    if chosen != build.settings:
        said = "With what was" if described(build.settings) else "As"
        console.print(
            f"{said} chosen before: {described(chosen)} (to read all again: --all).",
            markup=False,
            soft_wrap=True,
        )
    return chosen


def _engine(
    connection: ConnectionSettings, build: IndexBuild, record: IndexRecord | None
) -> AbstractContextManager[Engine]:
    if build.engine != RAY:
        return nullcontext(index_part)
    given = build.encoder(record)
    return on_ray(partial(_own_store, connection), partial(named_embedder, given), build.workers)


def _own_store(connection: ConnectionSettings) -> Neo4jIndexStore:
    """Open a store in a process that ends with it."""
    return Neo4jIndexStore(Neo4jConnection(connection))


def _check_encoder_is_named(build: IndexBuild, record: IndexRecord | None) -> None:
    """Raise InvalidInput where a user's index comes in without its encoder: no guess is safe."""
    name, used = build.settings.use_index, record.used_index if record and not build.rebuild else ""
    if name and name != used and build.embedder is None:
        raise InvalidInput(
            f"--use-index {name} needs the encoder that made its vectors: questions must be "
            f"embedded by the same one. Name it by --embedder, such as "
            f"openai:text-embedding-3-small (docs/encoders.md)."
        )


def remove_index(connection: ConnectionSettings, console: Console) -> None:
    """Remove everything that steiner wrote, with a progress bar."""
    with index_store(connection) as store, Bars(console) as bars:
        with store.owned():  # Not under an indexer that is at work.
            pass
        store.remove(lambda done, total: bars("removing", done, total))


def record_json(record: IndexRecord) -> dict[str, Any]:
    """Return an index's bookkeeping as JSON-safe fields."""
    return {
        "state": record.state,
        "model": record.model,
        "dimensions": record.dimensions,
        "nodes": record.nodes,
        "relationships": record.relationships,
        "relations": record.relations,
        "names": dict(record.names),
        "keys": dict(record.keys),
        "codes": {name: dict(own) for name, own in record.codes.items()},
        "settings": json.loads(record.settings),
        "walks": json.loads(record.walks or "null"),
        "triples": json.loads(record.triples or "null"),
        "notes": record.noted().tables(),
        "learnt": record.taught().figures() if record.learnt else None,
        "watermark": _watermark_json(record.watermark),
        "version": record.version,
        "updated": record.updated,
    }


def _watermark_json(known: Watermark | None) -> dict[str, Any] | None:
    if known is None:
        return None
    return {"property": known.property, "highest": json_value(known.highest)}


def _telling(store: IndexStore, named: Mapping[str, str]) -> dict[str, str]:
    """Say how well a name, or the key where there is none, tells the nodes of a label apart.

    Neo4j goes on naming labels whose last node was deleted: nothing is said of these.
    """
    counted = store.differing({label: [name] for label, name in named.items()})
    return {
        label: f"{name}: {differing} of {values} differ"
        for (label, name), (differing, values) in counted.items()
        if values
    }


def index_status(connection: ConnectionSettings) -> dict[str, Any]:
    """Return what is indexed as JSON-safe fields; `state` is "none" without an index."""
    with index_store(connection) as store:
        known = status(store)
        record = known.record
        named = {**record.keys, **record.names} if record else {}
        telling = _telling(store, named)
    indexes = {index.name: f"{index.state.lower()} {index.percent:.0f}%" for index in known.indexes}
    described = record_json(known.record) if known.record else {"state": "none"}
    return {
        **described,
        "telling": telling,
        "graph_nodes": known.nodes,
        "ready": known.ready,
        "indexes": indexes,
    }

"""Development servers of the graphs that are measured on, loaded and indexed at the first use."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from devserver import DevServer
from rich.console import Console

from data import load_examples, load_metaqa, made_graphs
from steiner.index.live_index import IndexBuild, build_index
from steiner.settings import ConnectionSettings

LOADERS: dict[str, Callable[[ConnectionSettings], None]] = {
    "movies": load_examples.movies,
    "northwind": load_examples.northwind,
    "metaqa": load_metaqa.load,
    **made_graphs.LOADERS,
}


@contextmanager
def indexed_server(
    graph: str, homes: Path, backend: str | None = None
) -> Iterator[ConnectionSettings]:
    """Start a server on the folder `homes/graph`, which is loaded and indexed at the first use.

    `backend` runs the encoder, as `steiner index --backend` takes it.
    """
    ready = homes / f"{graph}.ready"
    with DevServer(homes / graph) as server:
        settings = ConnectionSettings(uri=server.uri, password=server.password)
        if not ready.exists():
            load(graph, settings)
            console = Console(stderr=True)
            build_index(settings, IndexBuild(backend=backend), console)
            ready.touch()
        yield settings


def load(graph: str, settings: ConnectionSettings) -> None:
    """Load the graph into an empty database."""
    LOADERS[graph](settings)

"""Does indexing stay as fast as its parts, and its memory flat, while the graph grows?

    python benchmarks/index_size.py [--embedder all-MiniLM-L6-v2] [--nodes 200000]
                                    [--memory 100000 400000] [--output figures.json]

Time: the encoder alone, raw writes of the same vectors and properties alone and index population
alone on the same nodes in one run, before and after the whole; "ratio" is the whole by their sum.
Memory: the peak of a process that indexes the smaller and the larger graph; "ratio" of the two.
The database of the NEO4J_* variables must be empty and is emptied again. The default encoder is
made of the packaged model's word vectors, so that minutes are enough.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from index_metaqa import measure_parts, measure_whole

from steiner.embed import named_embedder, resolve
from steiner.errors import InvalidInput
from steiner.index.build import Indexer
from steiner.progress import silent
from steiner.settings import DEFAULT_EMBEDDER, ConnectionSettings
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.indexing.index import Neo4jIndexStore

STATIC = "static"
BATCH = 5_000
SEED = 7
WORDS = 2_000
TARGETS = {"time": 1.15, "memory": 1.2}


def load(connection: Neo4jConnection, nodes: int) -> None:
    """Create `nodes` items with a name, a date and a summary of 24 words; the same ones always."""
    words = vocabulary()
    for first in range(0, nodes, BATCH):
        last = min(first + BATCH, nodes) - 1
        connection.write("benchmarks/create_items", first=first, last=last, words=words)


def empty(connection: Neo4jConnection) -> None:
    """Remove the index and the items."""
    Neo4jIndexStore(connection).remove(lambda _done, _total: None)
    while connection.write("benchmarks/delete_items", most=BATCH)[0]["deleted"]:
        pass


def measure_time(connection: Neo4jConnection, embedder: str, nodes: int) -> dict[str, Any]:
    """Index `nodes` nodes whole and in parts; seconds, and the ratio of the two."""
    store, encoder = Neo4jIndexStore(connection), named_embedder(embedder)
    load(connection, nodes)
    before = measure_parts(store, encoder)
    whole, stages, _ = measure_whole(store, encoder)
    store.remove(lambda _done, _total: None)
    after = measure_parts(store, encoder)
    empty(connection)
    # The mean of both sides: the load of a shared machine drifts while this runs.
    parts = {name: round((before[name] + after[name]) / 2, 2) for name in before}
    return {
        "nodes": nodes,
        "whole": round(whole, 2),
        "parts": parts,
        "parts before, after": [before, after],
        "stages": stages,
        "ratio": round(whole / sum(parts.values()), 3),
        "target": TARGETS["time"],
    }


def measure_memory(connection: Neo4jConnection, embedder: str, sizes: list[int]) -> dict[str, Any]:
    """Return the peak megabytes of a process that indexes each size, and last by first."""
    peaks = []
    for nodes in sizes:
        load(connection, nodes)
        command = [sys.executable, __file__, "--embedder", embedder, "--index-only"]
        peaks.append(json.loads(subprocess.check_output(command)))
        empty(connection)
    return {
        "nodes": sizes,
        "peak MB": peaks,
        "ratio": round(peaks[-1] / peaks[0], 3),
        "target": TARGETS["memory"],
    }


def index_only(connection: Neo4jConnection, embedder: str) -> None:
    """Index the graph and print this process's peak memory in megabytes."""
    Indexer(Neo4jIndexStore(connection), named_embedder(embedder)).run(silent)
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)


def static_encoder(folder: Path) -> str:
    """Save an encoder that averages the packaged model's word vectors; return its folder."""
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import StaticEmbedding

    module: Any = SentenceTransformer(resolve(DEFAULT_EMBEDDER))[0]
    words = module.auto_model.embeddings.word_embeddings.weight.detach().numpy()
    static = StaticEmbedding(module.tokenizer.backend_tokenizer, embedding_weights=words)
    SentenceTransformer(modules=[static]).save(str(folder))
    return str(folder)


def vocabulary() -> list[str]:
    """Invent words of two to four syllables."""
    chance = random.Random(SEED)
    syllables = [c + v for c in "bdfgklmnprstvz" for v in "aeiou"]
    return ["".join(chance.choices(syllables, k=chance.randint(2, 4))) for _ in range(WORDS)]


def figures(
    connection: Neo4jConnection, embedder: str, nodes: int, memory: list[int]
) -> Iterator[tuple[str, Any]]:
    """Measure what was asked for."""
    if len(Neo4jIndexStore(connection).node_ids(())):
        raise InvalidInput("The database holds nodes. Name an empty one: this benchmark fills it.")
    yield "server", connection.version
    if nodes:
        yield "time", measure_time(connection, embedder, nodes)
    if memory:
        yield "memory", measure_memory(connection, embedder, memory)
    yield "load", round(os.getloadavg()[2], 1)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--embedder", default=STATIC, help="name, folder, or 'static'")
    parser.add_argument("--nodes", type=int, default=200_000, help="0: leave time out")
    parser.add_argument("--memory", type=int, nargs="*", default=[100_000, 400_000])
    parser.add_argument("--output", type=Path, help="write the JSON here as well")
    parser.add_argument("--index-only", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    connection = Neo4jConnection(ConnectionSettings.from_environment())
    if given.index_only:
        index_only(connection, given.embedder)
        return
    with tempfile.TemporaryDirectory() as folder:
        embedder = given.embedder
        if embedder == STATIC:
            embedder = static_encoder(Path(folder) / STATIC)
        measured = dict(figures(connection, embedder, given.nodes, given.memory))
    text = json.dumps({"embedder": given.embedder, **measured})
    print(text)
    if given.output:
        given.output.write_text(text + "\n", encoding="utf-8")
    connection.close()


if __name__ == "__main__":
    main()

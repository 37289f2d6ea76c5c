"""Imports CSV files into a development server's home, and completes steiner's index there."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from devserver import JVM_OPTIONS, tail
from devserver_build import classpath, find_jdk

from data.million_csv import PROFILE, Files
from steiner.embed import Embedder
from steiner.errors import SteinerError
from steiner.index.check import new_record
from steiner.index.properties.profile import read_profile
from steiner.index.vectors.relations import write_relations
from steiner.settings import IndexSettings
from steiner.stores.neo4j.indexing.index import Neo4jIndexStore
from steiner.stores.protocol import Progress

_HEAP, _OFF_HEAP = "2g", "4g"


def run_import(files: Files, home: Path, line: str) -> None:
    """Replace the home's database by the files' graph; the server must be stopped."""
    jdk = find_jdk(line)
    java = [str(jdk / "bin" / "java"), f"-Xmx{_HEAP}", *JVM_OPTIONS, "-cp", classpath(line, jdk)]
    command = [*java, "org.neo4j.cli.AdminTool", *_arguments(files)]
    home.mkdir(parents=True, exist_ok=True)
    log = home / "import.log"
    environment = os.environ | {"NEO4J_HOME": str(home.resolve())}
    with log.open("w") as output:
        done = subprocess.run(
            command, cwd=home, env=environment, stdout=output, stderr=output, check=False
        )
    if done.returncode:
        raise SystemExit(f"the import failed; the end of {log}:\n{tail(log)}")


def _arguments(files: Files) -> Iterator[str]:
    yield from ("database", "import", "full", "neo4j", "--overwrite-destination=true")
    yield from ("--id-type=actual", "--high-parallel-io=on", f"--max-off-heap-memory={_OFF_HEAP}")
    for group in files.nodes:
        yield f"--nodes={_joined(group)}"
    for type, group in files.relationships.items():
        yield f"--relationships={type}={_joined(group)}"


def _joined(group: list[Path]) -> str:
    return ",".join(str(path.resolve()) for path in group)


def complete_index(
    store: Neo4jIndexStore, embedder: Embedder, indexed: int, progress: Progress
) -> None:
    """Do what `steiner index` does beside the nodes: indexes, relation texts, bookkeeping."""
    settings = IndexSettings()
    schema = store.schema(settings.sample)
    found = read_profile(store, schema, settings)
    store.create_indexes(embedder.dimensions, (), settings.ranges)
    if found != PROFILE:
        raise SteinerError(f"the nodes were written for another profile than {found}")
    record = new_record(embedder, found, settings)
    store.write_record(record)
    relations = write_relations(store, embedder, schema)
    store.await_indexes(progress)
    updated = datetime.now(UTC).isoformat(timespec="seconds")
    ready = replace(record, state="ready", nodes=indexed, relations=relations, updated=updated)
    store.write_record(ready)

"""Makes training data of a live graph: a folder of JSONL files, and what they were made of."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Any

from steiner.embed import open_embedder
from steiner.errors import IndexMissing, InvalidInput
from steiner.generate.writer import open_text_model
from steiner.index.check import check_index
from steiner.jobs import Row
from steiner.progress import Report, silent
from steiner.settings import ConnectionSettings
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.index import Neo4jIndexStore
from steiner.stores.neo4j.store import Neo4jStore
from steiner.train.data.synthetic.made_questions import (
    MadeQuestions,
    QuestionSettings,
    make_questions,
)
from steiner.train.data.synthetic.rephrase import rephrase
from steiner.train.data.synthetic.typed_graph import read_typed_graph
from steiner.train.data.synthetic.wording import Wording

QUESTIONS, HELD_OUT, _RECORD = "questions.jsonl", "held-out.jsonl", "made.json"


def synthesise_questions(
    connection: ConnectionSettings,
    folder: Path,
    settings: QuestionSettings,
    model: str | None = None,
    report: Report = silent,
) -> tuple[Path, Path]:
    """Write questions to train on, and held-out ones; return the files.

    `model` rewords them, where one is named. What was made before with the same settings of the
    same index stays. Raises IndexMissing without an index, InvalidInput where `folder` has data
    that was made otherwise.
    """
    with closing(Neo4jConnection(connection)) as opened:
        store = Neo4jIndexStore(opened)
        record = store.record()
        if record is None:
            raise IndexMissing("Questions name nodes as the index does: run `steiner index` first.")
        embedder = open_embedder(record.model)
        check_index(Neo4jStore(opened), embedder)
        made_of = _described(connection, record.model, record.updated, settings, model)
        files = folder / QUESTIONS, folder / HELD_OUT
        if is_made(folder, made_of):
            return files
        graph = read_typed_graph(store, report)
    schema = graph.types.tolist(), sorted(graph.members), graph.properties
    wording = Wording(embedder, *schema)
    made = make_questions(graph, wording, settings, report)
    folder.mkdir(parents=True, exist_ok=True)
    if model is not None:
        made = _reworded(made, model, folder, report)
    for file, rows in zip(files, made, strict=True):
        write_rows(file, rows)
    (folder / _RECORD).write_text(json.dumps(made_of, indent=1) + "\n", encoding="utf-8")
    return files


def is_made(folder: Path, made_of: Mapping[str, Any]) -> bool:
    """Say whether `folder` has what is described; InvalidInput where it has other data."""
    record = folder / _RECORD
    if not record.is_file():
        return False
    try:
        before = json.loads(record.read_text(encoding="utf-8"))
    except ValueError:
        before = {}
    other = sorted(k for k in {*before, *made_of} if before.get(k) != made_of.get(k))
    if other:
        raise InvalidInput(
            f"{folder} has data that was made with another {', '.join(other)}. Name another "
            f"--output, or remove that folder."
        )
    return True


def write_rows(file: Path, rows: Sequence[Row]) -> None:
    """Write a JSONL, whole or not at all."""
    draft = file.with_name(f"{file.name}.draft")
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    draft.write_text(text, encoding="utf-8", errors="backslashreplace")
    draft.replace(file)


def _reworded(made: MadeQuestions, model: str, folder: Path, report: Report) -> MadeQuestions:
    writer, file = open_text_model(model), folder / "rephrased.texts.jsonl"
    return MadeQuestions(*(rephrase(rows, writer, file, report) for rows in made))


def _described(
    connection: ConnectionSettings,
    embedder: str,
    updated: str,
    settings: QuestionSettings,
    model: str | None,
) -> dict[str, Any]:
    return {
        "server": connection.uri,
        "database": connection.database,
        "index": updated,
        "embedder": embedder,
        "model": model or "",
        **asdict(settings),
    }

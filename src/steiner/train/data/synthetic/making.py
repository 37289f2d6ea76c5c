"""Makes training data of a live graph: a folder of JSONL files, and what they were made of."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

from steiner.embed import Embedder, open_embedder
from steiner.errors import IndexMissing, InvalidInput
from steiner.generate.writer import open_text_model
from steiner.index.check import check_index
from steiner.index.triples.neighbouring import read_triples
from steiner.jobs import Row, read_questions
from steiner.progress import Report, silent
from steiner.settings import ConnectionSettings, TripleSettings
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.indexing.index import Neo4jIndexStore
from steiner.stores.neo4j.store import Neo4jStore
from steiner.stores.protocol import IndexRecord
from steiner.textual_graph import parsed, read_lines
from steiner.train.data.synthetic.documents import documents
from steiner.train.data.synthetic.instructions import (
    InstructionSettings,
    graph_instructions,
    text_instructions,
)
from steiner.train.data.synthetic.made_questions import (
    MadeQuestions,
    QuestionSettings,
    make_questions,
)
from steiner.train.data.synthetic.rephrase import rephrase
from steiner.train.data.synthetic.triple_view import TripleView
from steiner.train.data.synthetic.typed_graph import read_typed_graph
from steiner.train.data.synthetic.wording import Wording
from steiner.train.data.triple_pairs import TriplePairs, triple_pairs
from steiner.whole_files import write_whole

Settings = QuestionSettings | InstructionSettings


class Indexed(NamedTuple):
    """An indexed graph to make data of: store, bookkeeping, encoder."""

    store: Neo4jIndexStore
    record: IndexRecord
    embedder: Embedder

    def described(
        self, connection: ConnectionSettings, settings: Settings, **more: str
    ) -> dict[str, Any]:
        """Say in JSON types what is made of it, and how."""
        graph = {"server": connection.uri, "database": connection.database}
        index = {"index": self.record.updated, "embedder": self.record.model}
        return {**graph, **index, **more, **asdict(settings)}


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
    files, record = (folder / "questions.jsonl", folder / "held-out.jsonl"), folder / "made.json"
    with _indexed(connection) as graph:
        made_of = graph.described(connection, settings, model=model or "")
        if is_made(record, made_of):
            return files
        typed = read_typed_graph(graph.store, report)
        schema = typed.types.tolist(), sorted(typed.members), typed.properties
        made = make_questions(typed, Wording(graph.embedder, *schema), settings, report)
    if model is not None:
        made = _reworded(made, model, folder, report)
    write_all(dict(zip(files, made, strict=True)), record, made_of)
    return files


def synthesise_instructions(
    connection: ConnectionSettings,
    folder: Path,
    settings: InstructionSettings,
    texts: Path | None = None,
    report: Report = silent,
) -> tuple[Path, Path, Path]:
    """Write instructions to train on, held-out ones, and the documents of the whole graph.

    `texts`: a JSONL of triples and the texts that say them. Otherwise as `synthesise_questions`.
    """
    names = ("instructions", "instructions-held-out", "documents")
    train, held_out, whole = (folder / f"{name}.jsonl" for name in names)
    record = folder / "instructions.made.json"
    with _indexed(connection) as graph:
        made_of = graph.described(connection, settings, texts=str(texts or ""))
        if is_made(record, made_of):
            return train, held_out, whole
        view = TripleView(read_typed_graph(graph.store, report))
    rows = list(graph_instructions(view, settings))
    if texts is not None:
        lines = [parsed(line) for line in read_lines(texts) if line.strip()]
        rows += text_instructions(lines, settings)
    halves = [[row for row in rows if row["held_out"] is kept] for kept in (False, True)]
    made = {train: halves[0], held_out: halves[1], whole: documents(view, settings.seed)}
    write_all(made, record, made_of)
    return train, held_out, whole


def pairs_of_graph(
    connection: ConnectionSettings,
    questions: Path,
    seed: int = 0,
    neighbours: int | None = None,
) -> TriplePairs:
    """Return what an encoder of triples learns from: questions, and triples of an indexed graph.

    `neighbours` stand beside each triple (None: as many as the graph's triples are indexed with).
    Raises IndexMissing without an index, InvalidInput for a line that is no question.
    """
    rows = read_questions(questions)
    with _indexed(connection) as graph:
        ids = graph.store.indexed_nodes()
        names = graph.store.read_names(ids)
        table = read_triples(ids, names, graph.store.read_edges())
    nodes: dict[str, list[int]] = {}
    for index, name in enumerate(names):
        nodes.setdefault(name, []).append(index)
    neighbours = indexed_neighbours(graph.record) if neighbours is None else neighbours
    return triple_pairs(table, nodes, rows, seed, neighbours)


def indexed_neighbours(record: IndexRecord) -> int:
    """Return how many neighbouring triples stand beside each that is indexed, or would be."""
    known = json.loads(record.triples or record.triples_begun or "{}")
    return int(known.get("neighbours", TripleSettings().neighbours))


def is_made(record: Path, made_of: Mapping[str, Any]) -> bool:
    """Say whether `record` tells of just this data; InvalidInput where it tells of other."""
    if not record.is_file():
        return False
    before = parsed(record.read_text(encoding="utf-8")) or {}
    other = sorted(k for k in {*before, *made_of} if before.get(k) != made_of.get(k))
    if other:
        raise InvalidInput(
            f"{record.parent} has data that was made with another {', '.join(other)}. Name another "
            f"--output, or remove that folder."
        )
    return True


def write_all(
    files: Mapping[Path, Sequence[Row]], record: Path, made_of: Mapping[str, Any]
) -> None:
    """Write JSONL files, each whole or not at all, and last what they were made of."""
    for file, rows in files.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows))
    write_whole(record, json.dumps(made_of, indent=1) + "\n")


@contextmanager
def _indexed(connection: ConnectionSettings) -> Iterator[Indexed]:
    with closing(Neo4jConnection(connection)) as opened:
        store = Neo4jIndexStore(opened)
        record = store.record()
        if record is None:
            raise IndexMissing("The data names nodes as the index does: run `steiner index` first.")
        embedder = open_embedder(record.model)
        check_index(Neo4jStore(opened), embedder)
        yield Indexed(store, record, embedder)


def _reworded(made: MadeQuestions, model: str, folder: Path, report: Report) -> MadeQuestions:
    writer, file = open_text_model(model), folder / "rephrased.texts.jsonl"
    return MadeQuestions(*(rephrase(rows, writer, file, report) for rows in made))

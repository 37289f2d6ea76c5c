"""WebQSP and CWQ as RoG publishes them: a graph of two or four Freebase hops with each question.

Luo et al. 2024; questions CC BY 4.0. Parquet as published (`data/SPLIT-*.parquet`, or beside), or
`SPLIT.jsonl`: id, question, answer, q_entity, a_entity and graph (a list of head, relation, tail).
A graph is in memory only while its question is asked.
"""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import Any

from steiner.errors import InvalidInput
from steiner.evaluate.datasets.files.on_demand import OnDemand
from steiner.evaluate.datasets.files.parquet_rows import ParquetRows
from steiner.evaluate.datasets.gold import Dataset, GoldQuestion
from steiner.evaluate.datasets.lines import Build, streamed_questions, texts
from steiner.textual_graph import TextGraph

_NO_GRAPH = "expected a graph, got no triples. Leave such rows out with --skip-broken."
_PART = re.compile(r"-(\d{5})-of-(\d{5})")
_COLUMNS = ("id", "question", "answer", "q_entity", "graph")


def load(location: Path, split: str, broken: list[str] | None, lowered: bool = False) -> Dataset:
    """Read the file `location`, or the split of the folder.

    Questions without an answer are kept; one without a graph is broken. `lowered`: entities and
    answers in lower case, as G-Retriever and Align-GRAG read the file (appendix C).
    """
    build = partial(_question, lowered)
    files = _parquet(location, split)
    if files:
        questions = _from_parquet(files, build, broken)
    else:
        path = location / f"{split}.jsonl" if location.is_dir() else location
        questions = streamed_questions(path, build, broken)
    name = f"rog-{location.stem}" + ("-lower" if lowered else "")
    return Dataset(name, split, questions, "questions CC BY 4.0")


def _parquet(location: Path, split: str) -> list[Path]:
    if location.is_file():
        return [location] if location.suffix == ".parquet" else []
    places = [path for folder in (location, location / "data") for path in folder.glob("*.parquet")]
    files = sorted(path for path in places if path.stem.split("-")[0] == split)
    if places and not files and not (location / f"{split}.jsonl").is_file():
        there = ", ".join(sorted({path.stem.split("-")[0] for path in places}))
        raise InvalidInput(f"{location} has no split {split!r}; there are {there}.")
    _check_parts(location, files)
    return files


def _check_parts(location: Path, files: list[Path]) -> None:
    """Raise InvalidInput where files like `train-00000-of-00003-….parquet` are missing."""
    parts = [match for path in files if (match := _PART.search(path.stem))]
    wanted = {int(match[2]) for match in parts}
    missing = sorted(set(range(max(wanted, default=0))) - {int(match[1]) for match in parts})
    if missing:
        raise InvalidInput(
            f"{location} has {len(parts)} of {max(wanted)} parts of the split, the first missing "
            f"is {missing[0]:05d}: fetch it, too."
        )


def _from_parquet(files: list[Path], build: Build, broken: list[str] | None) -> OnDemand:
    rows = ParquetRows(files, _COLUMNS)
    kept, unanswered = [], 0
    for number, (triples, answers) in enumerate(rows.lengths("graph", "answer")):
        if triples:
            kept.append(number)
            unanswered += not answers
            continue
        message = f"{files[0].parent}, row {number}: {_NO_GRAPH}"
        if broken is None:
            raise InvalidInput(message)
        broken.append(message)

    def read(number: int) -> GoldQuestion:
        try:
            return build(rows.row(number))
        except (InvalidInput, TypeError, ValueError) as error:
            raise InvalidInput(f"{files[0].parent}, row {number}: {error}") from error

    return OnDemand(kept, read, unanswered=unanswered)


def _question(lowered: bool, row: Any) -> GoldQuestion:
    if not row["graph"]:
        raise ValueError(_NO_GRAPH)
    cased = str.lower if lowered else str
    triples = (texts(triple) for triple in row["graph"])
    return GoldQuestion(
        id=str(row["id"]),
        text=str(row["question"]),
        answers=tuple(map(cased, texts(row["answer"] or []))),
        topics=tuple(map(cased, texts(row["q_entity"] or []))),
        graph=TextGraph.from_triples((cased(h), r, cased(t)) for h, r, t in triples),
    )

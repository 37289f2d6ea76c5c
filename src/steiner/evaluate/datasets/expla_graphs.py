"""ExplaGraphs in the split of G-Retriever: do two arguments support or counter each other?

Saha et al. 2021, MIT licence. `SPLIT.tsv` or `.csv` has the columns arg1, arg2, label and graph,
`(head; relation; tail)(head; …)`, an id before them if you like, and a header or none. Where there
is no such file, `train_dev.tsv` of G-Retriever's code is split as that code does.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

from steiner.errors import InvalidInput
from steiner.evaluate.datasets.files.authors_split import authors_part
from steiner.evaluate.datasets.gold import Dataset, GoldQuestion
from steiner.evaluate.datasets.lines import check_end, text_questions
from steiner.textual_graph import Example, TextGraph, read_lines

LABELS = ("support", "counter")
_COLUMNS = ["id", "arg1", "arg2", "label", "graph"]
_WHOLE = "train_dev"
"""The file of all questions that the authors split themselves."""
_MARKS = {".tsv": "\t", ".csv": ","}
_TRIPLE = re.compile(r"\(([^;()]*);([^;()]*);([^;()]*)\)")
_QUESTION = (
    "Argument 1: {0}\nArgument 2: {1}\nQuestion: Do argument 1 and argument 2 support or counter "
    "each other? Answer in one word in the form of 'support' or 'counter'."
)


def load(location: Path, split: str, broken: list[str] | None) -> Dataset:
    """Read a split of the folder. Raises InvalidInput for other columns."""
    path = _file(location, split)
    questions = _read(path, broken)
    if path.stem == _WHOLE != split:
        questions = tuple(questions[i] for i in authors_part(split, len(questions), path).tolist())
    return Dataset("expla-graphs", split, questions, "MIT", labels=LABELS)


def read_expla_graphs(path: Path) -> list[Example]:
    """Read a split as examples to train on. Raises InvalidInput as `load`."""
    dataset = load(path.parent, path.stem, None)
    return [Example(q.text, q.answers, q.graph or TextGraph()) for q in dataset.questions]


def _file(location: Path, split: str) -> Path:
    """Return the file of a split, or that of all questions."""
    paths = [location / f"{name}{ending}" for name in (split, _WHOLE) for ending in _MARKS]
    return next((path for path in paths if path.is_file()), paths[0])


def _read(path: Path, broken: list[str] | None) -> tuple[GoldQuestion, ...]:
    head = read_lines(path)[0].rstrip("\r")
    names = _cells(path, head)
    headed = names[-4:] == _COLUMNS[1:]
    if not headed and len(names) not in (4, 5):
        raise InvalidInput(
            f"{path}: expected the columns {', '.join(_COLUMNS)} with a header or without one, the "
            f"id left out if you like, got {head[:80]!r}."
        )
    numbers = count()
    questions = text_questions(
        path, lambda line: _question(_cells(path, line), len(names), numbers), broken, int(headed)
    )
    check_end(path)
    return questions


def _cells(path: Path, line: str) -> list[str]:
    """Return the cells of a line, quoted or not."""
    return next(csv.reader([line], delimiter=_MARKS[path.suffix]), [])


def _question(cells: list[str], width: int, numbers: Iterator[int]) -> GoldQuestion:
    number = next(numbers)
    if len(cells) != width or cells[-2] not in LABELS:
        raise ValueError(
            f"expected {width} cells, the last but one {' or '.join(LABELS)}, got {cells!r:.80}."
        )
    first, second, label, graph = cells[-4:]
    triples = [tuple(part.strip() for part in triple) for triple in _TRIPLE.findall(graph)]
    if not triples or _TRIPLE.sub("", graph).strip():
        raise ValueError(f"expected triples like (head; relation; tail), got {graph!r}.")
    text = _QUESTION.format(first.strip(), second.strip())
    question = GoldQuestion(str(number), text, (label,))
    own = TextGraph.from_triples((head, relation, tail) for head, relation, tail in triples)
    return replace(question, id=cells[0] if width == len(_COLUMNS) else question.id, graph=own)

"""ExplaGraphs in the split of G-Retriever: do two arguments support or counter each other?

Saha et al. 2021, MIT licence. `train.tsv` and `val.tsv` have the columns id, arg1, arg2, label
and graph: `(head; relation; tail)(head; …)`.
"""

from __future__ import annotations

import re
from pathlib import Path

from steiner.errors import InvalidInput
from steiner.evaluate.datasets.gold import Dataset, GoldQuestion
from steiner.evaluate.datasets.lines import text_questions
from steiner.textual_graph import Example, TextGraph, read_lines

LABELS = ("support", "counter")
_COLUMNS = ["id", "arg1", "arg2", "label", "graph"]
_TRIPLE = re.compile(r"\(([^;()]*);([^;()]*);([^;()]*)\)")
_QUESTION = (
    "Argument 1: {0}\nArgument 2: {1}\nDo argument 1 and argument 2 support or counter each "
    "other? Answer with one word, support or counter."
)


def load(location: Path, split: str, broken: list[str] | None) -> Dataset:
    """Read `<split>.tsv` of the folder. Raises InvalidInput for other columns."""
    path = location / f"{split}.tsv"
    head = read_lines(path)[0].rstrip("\r")
    if head.split("\t") != _COLUMNS:
        raise InvalidInput(f"{path}: expected the columns {_COLUMNS}, got {head[:80]!r}.")
    questions = text_questions(path, _question, broken, heads=1)
    return Dataset("expla-graphs", split, questions, "MIT", labels=LABELS)


def read_expla_graphs(path: Path) -> list[Example]:
    """Read a split as examples to train on. Raises InvalidInput as `load`."""
    dataset = load(path.parent, path.stem, None)
    return [Example(q.text, q.answers, q.graph or TextGraph()) for q in dataset.questions]


def _question(line: str) -> GoldQuestion:
    cells = line.rstrip("\r\n").split("\t")
    if len(cells) != len(_COLUMNS) or cells[3] not in LABELS:
        raise ValueError(
            f"expected {len(_COLUMNS)} cells, the fourth {' or '.join(LABELS)}, got {line[:80]!r}."
        )
    triples = [tuple(part.strip() for part in triple) for triple in _TRIPLE.findall(cells[4])]
    if not triples:
        raise ValueError(f"expected triples like (head; relation; tail), got {cells[4]!r}.")
    graph = TextGraph.from_triples((head, relation, tail) for head, relation, tail in triples)
    text = _QUESTION.format(cells[1].strip(), cells[2].strip())
    return GoldQuestion(cells[0], text, (cells[3],), graph=graph)

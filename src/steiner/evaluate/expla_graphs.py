"""ExplaGraphs in the split of G-Retriever: do two arguments support or counter each other?

Saha et al. 2021, MIT licence. `train.tsv` and `val.tsv` have the columns id, arg1, arg2, label
and graph: `(head; relation; tail)(head; …)`.
"""

from __future__ import annotations

import re
from pathlib import Path

from steiner.errors import InvalidInput
from steiner.examples import Example, TextGraph, read_lines

LABELS = ("support", "counter")
_COLUMNS = ["id", "arg1", "arg2", "label", "graph"]
_TRIPLE = re.compile(r"\(([^;()]*);([^;()]*);([^;()]*)\)")
_QUESTION = (
    "Argument 1: {0}\nArgument 2: {1}\nDo argument 1 and argument 2 support or counter each "
    "other? Answer with one word, support or counter."
)


def read_expla_graphs(path: Path) -> list[Example]:
    """Read a split. Raises InvalidInput for other columns and, by number, for a broken line."""
    lines = read_lines(path)
    if lines[0].split("\t") != _COLUMNS:
        raise InvalidInput(f"{path}: expected the columns {_COLUMNS}, got {lines[0][:80]!r}.")
    return [_example(line, f"{path}, line {n}") for n, line in enumerate(lines[1:], 2) if line]


def _example(line: str, place: str) -> Example:
    cells = line.split("\t")
    if len(cells) != len(_COLUMNS) or cells[3] not in LABELS:
        raise InvalidInput(
            f"{place}: expected {len(_COLUMNS)} cells, the fourth {' or '.join(LABELS)}, "
            f"got {line[:80]!r}."
        )
    question = _QUESTION.format(cells[1].strip(), cells[2].strip())
    return Example(question, (cells[3],), _graph(cells[4], place))


def _graph(text: str, place: str) -> TextGraph:
    triples = [tuple(part.strip() for part in found) for found in _TRIPLE.findall(text)]
    if not triples:
        raise InvalidInput(f"{place}: expected triples like (head; relation; tail), got {text!r}.")
    ids: dict[str, int] = {}
    for head, _, tail in triples:
        ids.setdefault(head, len(ids))
        ids.setdefault(tail, len(ids))
    edges = tuple((ids[head], relation, ids[tail]) for head, relation, tail in triples)
    return TextGraph(tuple(ids.values()), tuple(ids), edges)

"""What another system's own code retrieved, read from a file: an adapter for any of them.

A line of JSON a question: `question`, and `triples`, best first, each [head, relation, tail] with a
score behind it if you like (SubgraphRAG's), or `texts`, best first (RetrieveRewriteAnswer's).
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from steiner.errors import InvalidInput
from steiner.evaluate.baselines.listed import Asked, Choose, Listed
from steiner.graph import Node, Relationship, Subgraph
from steiner.jobs import Row, read_questions
from steiner.textual_graph import TEXT_LABEL


def written_retrievals(file: Path) -> Choose:
    """Return what chooses, of a question, what the file has for it, in its order.

    Raises InvalidInput, with its number, for a line of another form, and for a question that is not
    in the file when it is asked.
    """
    listed = {
        row["question"].strip(): _listed(row, f"{file}, line {number}")
        for number, row in enumerate(read_questions(file), 1)
    }

    def choose(asked: Asked) -> Listed:
        if asked.question not in listed:
            raise InvalidInput(
                f"{file} has no line for the question {asked.question!r}: expected one line of "
                f"each question that is asked, as the data set writes it."
            )
        return listed[asked.question]

    return choose


def _listed(row: Row, place: str) -> Listed:
    try:
        triples = [tuple(triple) for triple in row.get("triples", [])]
        edges = [(str(head), str(type), str(tail)) for head, type, tail, *_ in triples]
        scores = [float(triple[3]) if len(triple) > 3 else 0.0 for triple in triples]
        texts = [str(text) for text in row.get("texts", [])]
    except (TypeError, ValueError) as error:
        raise InvalidInput(_expected(row, place)) from error
    if not ("triples" in row or "texts" in row):
        raise InvalidInput(_expected(row, place))
    numbers = {
        name: n for n, name in enumerate(dict.fromkeys(e for h, _, t in edges for e in (h, t)))
    }
    joined = [
        Relationship(n, f"r{n}", type, numbers[head], numbers[tail])
        for n, (head, type, tail) in enumerate(edges)
    ]
    alone = [_node(len(numbers) + n, text) for n, text in enumerate(texts)]
    nodes = (*(_node(n, name) for name, n in numbers.items()), *alone)
    chosen: list[tuple[Any, float]] = [*zip(joined, scores, strict=True)]
    return Listed(Subgraph(nodes, tuple(joined)), [*chosen, *((node, 0.0) for node in alone)])


def _node(number: int, name: str) -> Node:
    return Node(number, str(number), (TEXT_LABEL,), {"name": name}, name)


def _expected(row: Mapping[str, Any], place: str) -> str:
    return (
        f"{place}: expected `question` with `triples`, each [head, relation, tail] or with a score "
        f"behind it, or `texts`, got {str(dict(row))[:80]}."
    )

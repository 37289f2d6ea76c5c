"""Which nodes a chain names beyond its question: labels without an encoder (not published)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import torch

from steiner.text import normalise
from steiner.textual_graph import TextGraph


def named_target(
    questions: Sequence[str], chains: Sequence[str], graphs: Sequence[TextGraph]
) -> torch.Tensor:
    """Return float[n] over the nodes of all graphs: equal shares of what each chain names.

    What the question names itself is left out; a chain that names nothing else of its graph gives
    zeros, and so teaches nothing. Chain "Heat starred Al Pacino" of "who starred in Heat" over
    Heat, Al Pacino and Drama gives [0, 1, 0].
    """
    rows = [_named(*row) for row in zip(questions, chains, graphs, strict=True)]
    marked = [torch.tensor(row, dtype=torch.float32) for row in rows]
    return torch.cat([row / row.sum().clamp_min(1.0) for row in marked])


def _named(question: str, chain: str, graph: TextGraph) -> list[bool]:
    asked, said = _padded(question), _padded(chain)
    return [
        any(name in said and name not in asked for name in _names(text)) for text in graph.nodes
    ]


def _names(text: str) -> Iterator[str]:
    """Yield a node's text, its head before the properties, and the name before the labels."""
    head = text.split(": ", 1)[0]
    for name in {text, head, head.rpartition(" (")[0]}:
        if wanted := normalise(name):
            yield f" {wanted} "


def _padded(text: str) -> str:
    return f" {normalise(text)} "

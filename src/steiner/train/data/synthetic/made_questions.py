"""Questions with gold answers and gold paths, made of a graph alone."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from random import Random
from typing import NamedTuple

from steiner.errors import InvalidInput
from steiner.jobs import Row
from steiner.progress import Report, silent
from steiner.settings import positive
from steiner.train.data.synthetic.typed_graph import PathShape, SampledPath, TypedGraph
from steiner.train.data.synthetic.wording import Wording

_TRIES = 40
"""Paths that are drawn for a question: some have too many answers, some end early."""


@dataclass(frozen=True, slots=True)
class QuestionSettings:
    """How questions are made of a graph.

    `count`: in all; `hops`: steps of the longest path, more questions of longer ones;
    `answers`: at most, of a question; `held_out`: the share kept back from training, by the
    wording without its name; `seed`: of all that is drawn.
    """

    count: int = 1000
    hops: int = 3
    answers: int = 150
    held_out: float = 0.2
    seed: int = 0

    def __post_init__(self) -> None:
        positive(self, count=self.count, hops=self.hops, answers=self.answers)
        if not 0 <= self.held_out < 1:
            raise InvalidInput(
                f"QuestionSettings expects a share from 0 to below 1 held out, got {self.held_out}."
            )


class MadeQuestions(NamedTuple):
    """Lines of questions in JSON types: to train on, and held out."""

    train: list[Row]
    held_out: list[Row]


def make_questions(
    graph: TypedGraph, wording: Wording, settings: QuestionSettings, report: Report = silent
) -> MadeQuestions:
    """Make questions of every length up to `hops`; fewer where the graph gives no more.

    Each has `question`, `answers`, `topics` (the name it starts from), `path` (type, direction and
    label of each step) and `kind`. Raises InvalidInput where the graph gives none at all.
    """
    rows: dict[str, Row] = {}
    shapes = _shapes(graph, settings.hops)
    shares = list(accumulate(2 + shape.steps for shape in shapes))
    for shape, share in zip(shapes, shares, strict=True):
        most = settings.count * share // shares[-1]
        for path, draw in _paths(graph, shape, settings):
            if len(rows) >= most:
                break
            text = wording.question(path, draw)
            rows.setdefault(text, _row(text, path, len(rows)))
            report("making questions", len(rows), settings.count)
    if not rows:
        raise InvalidInput(
            f"The graph gives no question: expected paths of relationships between named nodes "
            f"with at most {settings.answers} ends. `steiner status` says what nodes are called."
        )
    halves = MadeQuestions([], [])
    for row in rows.values():
        halves[_share(row) < settings.held_out].append(row)
    return halves


def skeleton(row: Row) -> str:
    """Return a question without the name that it starts from."""
    return str(row["question"]).replace(row["topics"][0], "_").casefold()


def _shapes(graph: TypedGraph, hops: int) -> list[PathShape]:
    """Return the shapes of paths, with values where nodes have some."""
    shapes = [PathShape(steps) for steps in range(1, hops + 1)]
    if not graph.properties:
        return shapes
    asked = [PathShape(steps, asks_property=True) for steps in range(min(hops, 2))]
    return [*asked, *(PathShape(steps, by_value=True) for steps in range(hops)), *shapes]


def _paths(
    graph: TypedGraph, shape: PathShape, settings: QuestionSettings
) -> Iterator[tuple[SampledPath, Random]]:
    draw = Random(f"{settings.seed} {shape}")
    for _ in range(_TRIES * settings.count):
        path = graph.sample(shape, draw, settings.answers)
        if path is not None:
            yield path, draw


def _row(text: str, path: SampledPath, number: int) -> Row:
    return {
        "id": f"made-{number}",
        "question": text,
        "answers": list(path.answers),
        "topics": [path.name],
        "kind": f"{len(path.steps)} hops",
        "path": [hop._asdict() for hop in path.steps],
        **({"property": path.property} if path.property else {}),
        **({"asked": path.asked} if path.asked else {}),
    }


def _share(row: Row) -> float:
    """Return a number from 0 to 1 that hangs on the question's wording without its name."""
    return int(hashlib.sha256(skeleton(row).encode()).hexdigest()[:8], 16) / 16**8

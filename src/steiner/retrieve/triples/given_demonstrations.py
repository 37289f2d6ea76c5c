"""Solved questions of one's own that Prompts 1 and 2 show, such as the paper's three of WebQSP."""

from __future__ import annotations

from pathlib import Path

from steiner.errors import InvalidInput
from steiner.jobs import Row, read_questions
from steiner.retrieve.triples.demonstrations import DEMONSTRATIONS, Demonstration
from steiner.retrieve.triples.plans import steps_of
from steiner.textualise.triple_texts import read_yaml

_COUNT = 3


def demonstrations(
    file: str, otherwise: tuple[Demonstration, ...] = DEMONSTRATIONS
) -> tuple[Demonstration, ...]:
    """Return the first three lines of a JSONL, as `steiner chains --clues` writes them.

    "": `otherwise`. Raises InvalidInput for a line that lacks answers, hints or a chain.
    """
    if not file:
        return otherwise
    return tuple(_shown(row, file) for row in read_questions(Path(file))[:_COUNT])


def _shown(row: Row, file: str) -> Demonstration:
    lacking = [name for name in ("answers", "hints", "chain") if not row.get(name)]
    if lacking:
        raise InvalidInput(
            f"{file}, the question {row['question']!r}: expected answers, hints and a chain to "
            f"demonstrate, got no {' and no '.join(lacking)}. `steiner chains --clues` writes them."
        )
    triples, steps = tuple(read_yaml(row["hints"])), tuple(steps_of(row["chain"]))
    return Demonstration(row["question"], triples, steps, tuple(map(str, row["answers"])))

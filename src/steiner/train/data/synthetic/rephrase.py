"""Lets any chat model reword made questions, and keeps only what is faithful to them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from steiner.generate.grounding.mentions import spans
from steiner.generate.writer import TextModel, Writer
from steiner.jobs import Row
from steiner.progress import Report, silent
from steiner.text import normalise

_PROMPT = (
    "Write the question below as a person would ask it, in other words but with the same meaning. "
    "Keep the name {name!r} exactly as it is. Do not answer it. Write the question alone, on one "
    "line.\n\nQuestion: {question}"
)
_LONGEST = 3
"""A rewording that is this many times as long as its question says more than it."""


def rephrase(
    rows: Sequence[Row], model: TextModel, file: Path, report: Report = silent
) -> list[Row]:
    """Return the questions as `model` words them; those that it does not keep to stay as made.

    Each line says by `rephrased` which it is. What was written is kept in `file`.
    """
    prompts = [_PROMPT.format(name=row["topics"][0], question=row["question"]) for row in rows]
    texts = Writer(model, file).write(prompts, report)
    return [_reworded(row, text.strip()) for row, text in zip(rows, texts, strict=True)]


def is_faithful(text: str, row: Row) -> bool:
    """Say whether a rewording keeps the name, adds no other, gives no answer, and is one line."""
    asked = str(row["question"])
    fits = 0 < len(text) <= _LONGEST * len(asked) and "\n" not in text
    if not fits or row["topics"][0].casefold() not in text.casefold():
        return False
    said, before = f" {normalise(text)} ", f" {normalise(asked)} "
    answers = (f" {normalise(answer)} " for answer in row["answers"])
    names = (f" {normalise(span)} " for span in spans(text))
    return not any(a in said and a not in before for a in answers) and all(
        name in before for name in names
    )


def _reworded(row: Row, text: str) -> Row:
    faithful = is_faithful(text, row)
    return {**row, "question": text if faithful else row["question"], "rephrased": faithful}

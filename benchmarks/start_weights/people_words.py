"""How people ask for a relation: SimpleQuestions, the subject's name masked."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from start_weights.source_files import source_lines
from steiner.errors import InvalidInput
from steiner.text import words

TOPIC = "it"
"""Stands for the name, as in the questions that a trained scorer reads."""
FILES = ("valid.txt", "test.txt")
_COMMON = 30
"""Words in more questions than this are no part of a name."""
_ARTICLES = frozenset(("the", "a", "an"))
_PREFIX = "www.freebase.com/"


class WordedRelation(NamedTuple):
    """A question without its name, of a subject's relation (dotted) to an object."""

    subject: str
    relation: str
    object: str
    asked: tuple[str, ...]


def read_people_words(folder: Path) -> list[WordedRelation]:
    """Return the questions of SimpleQuestions v2 (Bordes et al. 2015) whose name can be told.

    The data has ids, no names: what is masked is the span of rarest words. Raises InvalidInput
    where a file is missing or a line has not four columns.
    """
    lines = [line for name in FILES for line in _lines(folder / name)]
    texts = [words(question.replace("'s ", " s ")) for *_, question in lines]
    often = Counter(word for text in texts for word in set(text))
    return [
        WordedRelation(subject, relation.replace("/", "."), object, masked)
        for (subject, relation, object, _), text in zip(lines, texts, strict=True)
        if (masked := _masked(text, often))
    ]


def _lines(file: Path) -> Iterator[list[str]]:
    for number, line in enumerate(source_lines(file, "SimpleQuestions v2"), 1):
        columns = [column.removeprefix(_PREFIX) for column in line.split("\t")]
        if len(columns) != 4:
            raise InvalidInput(
                f"{file}, line {number}: expected subject, relation, object and question with a "
                f"tab between, got {line[:80]!r}."
            )
        yield columns


def _masked(text: Sequence[str], often: Counter[str]) -> tuple[str, ...]:
    """Return the words with the rarest span as one; nothing where that leaves no question.

    "who wrote the red lagoon": lagoon in 1 question, red in 20, the in 9,000: the span of the
    largest sum of log(30 / questions) is "red lagoon", with its article "who wrote it".
    """
    sums = [0.0]
    for word in text:
        sums.append(sums[-1] + math.log(_COMMON / often[word]))
    spans = ((sums[j] - sums[i], i, j) for i in range(len(text)) for j in range(i + 1, len(sums)))
    worth, start, end = max(spans, default=(0.0, 0, 0))
    if worth <= 0 or end - start > len(text) - 2:
        return ()
    if start and text[start - 1] in _ARTICLES:
        start -= 1
    masked = (*text[:start], TOPIC, *text[end:])
    return masked if all(pair != (TOPIC, TOPIC) for pair in pairwise(masked)) else ()

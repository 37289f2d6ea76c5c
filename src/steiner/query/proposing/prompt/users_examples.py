"""A user's own questions with the Cypher that answers them: those nearest to a question."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from steiner.errors import InvalidInput
from steiner.lexicon.taught_questions import TaughtQuestion, taught_questions
from steiner.query.naming.schema.schema_mentions import Alike
from steiner.text import quarter_characters

_MOST, _TOKENS = 3, 400
"""Examples that a prompt has, and their tokens together, about."""


def users_examples(path: str | Path) -> tuple[TaughtQuestion, ...]:
    """Read a JSONL with `question` and `cypher` a line, as `steiner train --questions` reads it.

    Lines with answers alone are left out: they do not show what was asked of the graph. Raises
    InvalidInput for a file that cannot be read, or has no line with Cypher.
    """
    known = tuple(example for example in taught_questions(Path(path)) if example.cypher)
    if not known:
        raise InvalidInput(
            f"{path} has no example with Cypher, which is what a model is shown. "
            f'A line is {{"question": "Who runs Acme?", "cypher": "MATCH …"}}.'
        )
    return known


def nearest_examples(
    question: str, known: Sequence[TaughtQuestion], alike: Alike
) -> list[TaughtQuestion]:
    """Return the few examples whose questions are most like a question, the nearest first.

    One that no longer fits into the tokens of all is passed over.
    """
    if not known:
        return []
    cosines = alike([question], [example.text for example in known])[0]
    chosen: list[TaughtQuestion] = []
    left = _TOKENS
    for number in np.argsort(-cosines, kind="stable").tolist():
        tokens = quarter_characters(f"{known[number].text}\n{known[number].cypher}")
        if tokens <= left:
            chosen, left = [*chosen, known[number]], left - tokens
        if len(chosen) == _MOST:
            break
    return chosen

"""Chains of thought to learn from (Retrieval & Reasoning, sections 3.2 and 3.4).

A rationalised one is written with the answer known and without facts of the graph (Prompt 3), so
that its steps lead where they should: the retriever learns from these, and is asked with plain ones
(Prompt 1), which guess. An encoder's tuning reads the `steps` of each line. What the reasoner
learns is written with clues, too: the triples that were retrieved for the question.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from steiner.errors import InvalidInput
from steiner.generate.writer import TextModel
from steiner.jobs import Row, read_questions
from steiner.progress import Report, silent
from steiner.retrieve.triples.demonstrations import DEMONSTRATIONS, EXAMPLES
from steiner.retrieve.triples.plans import chain_prompt, steps_of
from steiner.textual_graph import Example, TextGraph
from steiner.textualise.triple_texts import yaml
from steiner.train.data.chains import chain_fields, write_each
from steiner.whole_files import write_whole

PLAIN, RATIONALISED = "plain", "rationalised"
KINDS = (PLAIN, RATIONALISED)
_TASK = (
    "Here is a problem, along with {given}the answer. Please provide the corresponding reasoning "
    "process."
)
_CLUES = "clues from a knowledge graph and "


def rationale_prompt(question: str, answers: Sequence[str], clues: str | None = None) -> str:
    """Return Prompt 3: the task, three examples, the question with its answers.

    With `clues`, triples as YAML, the examples show theirs; None: nothing is said of clues.
    """
    known = clues is not None
    examples = "\n\n".join(
        f"{_asked(d.question, d.answers, yaml(d.triples) if known else None)}\n"
        f"### Output: {d.thought()}"
        for d in DEMONSTRATIONS
    )
    task = _TASK.format(given=_CLUES if known else "")
    return f"{task}\n\n{EXAMPLES}\n\n{examples}\n\n{_asked(question, answers, clues)}\n### Output:"


def write_rationales(
    hints: Path,
    output: Path,
    model: TextModel,
    made_of: Mapping[str, str],
    report: Report = silent,
) -> None:
    """Let `model` write a chain for each line of `hints`, by Prompt 3 with its clues.

    A line has question, answers and `hints`, as `ReasoningTexts` collects them, and keeps them.
    """
    rows = read_questions(hints)
    asked = [
        (row, rationale_prompt(row["question"], _answers(row, number, hints), str(row["hints"])))
        for number, row in enumerate(rows, 1)
    ]

    def fields(row: Row, text: str) -> Row:
        known = TextGraph((0,), (str(row["hints"]),))
        example = Example(row["question"], tuple(map(str, row["answers"])), known)
        return chain_fields(_thought(text), example)

    described = write_each(asked, output, model, fields, made_of, report)
    write_whole(output.with_suffix(".made.json"), json.dumps(described, indent=1) + "\n")


def write_steps(
    questions: Path,
    output: Path,
    model: TextModel,
    kind: str,
    most: int,
    made_of: Mapping[str, str],
    report: Report = silent,
) -> int:
    """Let `model` write at most `most` steps for each question into `output`; return the failures.

    `kind` is PLAIN or RATIONALISED. A question for which no step is written keeps an empty list and
    is counted. Raises InvalidInput for a question without answers where they are to be known.
    """
    rows = read_questions(questions)
    asked = [(row, _prompt(row, kind, number, questions)) for number, row in enumerate(rows, 1)]

    def fields(_: Row, text: str) -> Row:
        return {"steps": steps_of_thought(text)[:most]}

    write_each(asked, output, model, fields, {**made_of, "steps": kind}, report)
    return sum(not row["steps"] for row in read_questions(output))


def steps_of_thought(text: str) -> list[str]:
    """Return the steps of a chain; a model that repeats Prompt 3's mark has no answer before it."""
    return steps_of(_thought(text))


def _thought(text: str) -> str:
    return text.strip().removeprefix("### Output:").strip()


def _asked(question: str, answers: Sequence[str], clues: str | None = None) -> str:
    shown = "" if clues is None else f"\nClues:\n{clues or '(none)'}"
    return f"Input: {question}{shown}\nAnswer: {list(answers)}"


def _prompt(row: Row, kind: str, number: int, file: Path) -> str:
    if kind == PLAIN:
        return chain_prompt(row["question"])
    return rationale_prompt(row["question"], _answers(row, number, file))


def _answers(row: Row, number: int, file: Path) -> list[str]:
    answers = row.get("answers")
    if not isinstance(answers, list) or not answers:
        raise InvalidInput(
            f'{file}, question {number}: expected a list "answers", which a rationalised chain is '
            f"written with, got {answers!r}."
        )
    return list(map(str, answers))

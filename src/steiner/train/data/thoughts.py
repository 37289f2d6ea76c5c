"""Chains of thought to learn from, plain or rationalised (Retrieval & Reasoning, section 3.2).

A rationalised one is written with the answer known and without facts of the graph (Prompt 3), so
that its steps lead where they should: the retriever learns from these, and is asked with plain ones
(Prompt 1), which guess. An encoder's tuning reads the `steps` of each line.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from steiner.errors import InvalidInput
from steiner.generate.writer import TextModel, Writer
from steiner.jobs import Job, Row, digest, read_questions
from steiner.progress import Report, silent
from steiner.retrieve.triples.demonstrations import DEMONSTRATIONS, THINK
from steiner.retrieve.triples.plans import chain_prompt, steps_of

PLAIN, RATIONALISED = "plain", "rationalised"
KINDS = (PLAIN, RATIONALISED)
_TASK = (
    "Here is a problem with its answer. Give the reasoning that leads to the answer. Write each "
    "step on a line of its own."
)


def rationale_prompt(question: str, answers: Sequence[str]) -> str:
    """Return Prompt 3 without clues: the task, three examples, the question with its answers."""
    examples = "\n\n".join(
        f"{_asked(d.question, d.answers)}\n### Output: {d.chain().split('### Output')[0].rstrip()}"
        for d in DEMONSTRATIONS
    )
    return f"{_TASK}\n\n{examples}\n\n{_asked(question, answers)}\n### Output: {THINK}\n"


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
    prompts = [_prompt(row, kind, number, questions) for number, row in enumerate(rows, 1)]
    writer = Writer(model, output.with_suffix(".texts.jsonl"))
    written = writer.write(prompts, report)
    texts = dict(zip(map(json.dumps, rows), written, strict=True))

    def work(row: Row) -> Row:
        return {"steps": steps_of_thought(texts[json.dumps(row)])[:most]}

    described = {**made_of, "steps": kind, "writer": writer.identity, "prompts": digest(prompts)}
    Job(output, described, work).run(rows, report)
    return sum(not row["steps"] for row in read_questions(output))


def steps_of_thought(text: str) -> list[str]:
    """Return the steps of a chain; a model that repeats Prompt 3's mark has no answer before it."""
    return steps_of(text.strip().removeprefix("### Output:"))


def _asked(question: str, answers: Sequence[str]) -> str:
    return f"Input: {question}\nAnswer: {list(answers)}"


def _prompt(row: Row, kind: str, number: int, file: Path) -> str:
    if kind == PLAIN:
        return chain_prompt(row["question"])
    answers = row.get("answers")
    if not isinstance(answers, list) or not answers:
        raise InvalidInput(
            f'{file}, question {number}: expected a list "answers", which a rationalised chain is '
            f"written with, got {answers!r}."
        )
    return rationale_prompt(row["question"], list(map(str, answers)))

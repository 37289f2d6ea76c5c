"""Retrieves for many questions, or asks them: JSONL in, JSONL out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from steiner.display.render import answer_json, evidence_json
from steiner.evidence import Evidence
from steiner.generate import Generator
from steiner.generate.until_failure import answered
from steiner.graph import Subgraph
from steiner.jobs import Job, Row, given_seeds, read_questions
from steiner.progress import Report, silent
from steiner.retrieve.pipeline import Retriever
from steiner.settings import DEFAULT_OPTIONS, Options

_EVIDENCE = (
    "context", "tokens", "nodes", "relationships", "seeds", "ranking", "confidence", "table",
    "exact", "milliseconds",
)  # fmt: skip
_ANSWER = ("answer", "citations", "grounded", "ungrounded")


def retrieve_many(
    retriever: Retriever,
    questions: Path,
    output: Path,
    described: Mapping[str, Any],
    options: Options = DEFAULT_OPTIONS,
    report: Report = silent,
) -> int:
    """Write one line of evidence a question to `output`; return how many could not be answered.

    A line is the question's, with context, tokens and what else json.md names. `described` (JSON
    types) names the settings: see `steiner.jobs.Job`.
    """

    def work(row: Row) -> Row:
        return _fields(retriever.retrieve(row["question"], _own(row, options)))

    return _job(output, described, work).run(read_questions(questions), report)


def ask_many(
    retriever: Retriever,
    generator: Generator,
    questions: Path,
    output: Path,
    described: Mapping[str, Any],
    options: Options = DEFAULT_OPTIONS,
    report: Report = silent,
) -> int:
    """Write answer and evidence of each question to `output`, otherwise as `retrieve_many`."""

    def work(row: Row) -> Row:
        evidence = retriever.retrieve(row["question"], _own(row, options))
        written = answer_json(answered(generator, row["question"], evidence))
        return {**_fields(evidence), **{name: written[name] for name in _ANSWER}}

    return _job(output, described, work).run(read_questions(questions), report)


def _job(output: Path, described: Mapping[str, Any], work: Callable[[Row], Row]) -> Job:
    """Return the run of many questions; a line that fails has the fields of empty evidence."""
    return Job(output, described, work, lambda: _fields(Evidence("", Subgraph(), "")))


def _own(row: Row, options: Options) -> Options:
    return replace(options, seeds=given_seeds(row), waits=True)


def _fields(evidence: Evidence) -> Row:
    fields = evidence_json(evidence)
    return {name: fields[name] for name in _EVIDENCE}

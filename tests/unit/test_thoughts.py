"""Chains of thought to learn from: plain or rationalised, read by an encoder's tuning."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from test_triple_tuning import nodes, table
from word_doubles import WordEmbedder

from steiner.cli import cli
from steiner.errors import InvalidInput
from steiner.evaluate.graphs import memory_store
from steiner.jobs import read_questions
from steiner.stores.protocol import IndexRecord
from steiner.textual_graph import TextGraph
from steiner.train.data.reasoning_texts import ReasoningTexts
from steiner.train.data.synthetic.making import indexed_neighbours
from steiner.train.data.thoughts import (
    PLAIN,
    RATIONALISED,
    rationale_prompt,
    steps_of_thought,
    write_rationales,
    write_steps,
)
from steiner.train.data.triple_pairs import triple_pairs

ROW = {"question": "who acted with Ann", "topics": ["Ann"], "answers": ["Bo"]}


class Thinks:
    """Thinks in two steps, of the answers where it knows them."""

    name = "thinks"

    def __init__(self) -> None:
        self.prompts: list[str] = []

    def count_tokens(self, text: str) -> int:
        return len(text.split())

    def write(self, prompts: Sequence[str]) -> list[str]:
        self.prompts += prompts
        known = ["['Bo']" in prompt for prompt in prompts]
        return [
            f"### Output: Step 1: Find Ann's films.\nStep 2: Find {'Bo' if k else 'the actor'}.\n"
            f"### Output: ['Bo']"
            for k in known
        ]


def file_of(folder: Path, *rows: dict[str, Any]) -> Path:
    path = folder / "questions.jsonl"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return path


def test_prompt_three_has_the_answer_and_no_clues() -> None:
    prompt = rationale_prompt("who acted with Ann", ["Bo"])
    assert prompt.endswith("Input: who acted with Ann\nAnswer: ['Bo']\n### Output:")
    assert prompt.count("\nAnswer: [") == 4
    assert "Hints" not in prompt


def test_prompt_three_with_clues_shows_them_as_yaml_and_keeps_them_for_the_reasoner(
    tmp_path: Path,
) -> None:
    clues, model = "Ann:\n  acted in:\n    - Heat", Thinks()
    hinted = file_of(tmp_path, {**ROW, "hints": clues})
    write_rationales(hinted, tmp_path / "chains.jsonl", model, {})
    (asked,) = model.prompts
    assert asked.startswith("Here is a problem, along with clues from a knowledge graph and the")
    assert asked.count("Clues:") == 4
    own = f"Input: who acted with Ann\nClues:\n{clues}\nAnswer: ['Bo']\n### Output:"
    assert asked.endswith(own)
    (row,) = read_questions(tmp_path / "chains.jsonl")
    assert row["chain"].startswith("Step 1: Find Ann's films.")
    assert row["hints"] == clues
    (learnt,) = ReasoningTexts().read(tmp_path / "chains.jsonl")
    assert clues in learnt.question
    assert learnt.answers[0].startswith(row["chain"])


def test_clues_are_shown_to_a_model_and_never_without_the_answer(tmp_path: Path) -> None:
    given = ["chains", "--questions", str(file_of(tmp_path, ROW)), "--output", str(tmp_path / "c")]
    for more, said in ((["--naive"], "leave one out"), ([], "--clues are shown to a model")):
        refused = CliRunner().invoke(cli, [*given, "--clues", *more])
        assert said in str(refused.exception or refused.output)


def test_the_guessed_answer_behind_the_steps_is_no_step() -> None:
    text = "### Output: Step 1: Look.\nStep 2: Find it.\n### Output: ['x']"
    assert steps_of_thought(text) == ["Look.", "Find it."]


@pytest.mark.parametrize(("kind", "last"), [(PLAIN, "Find the actor."), (RATIONALISED, "Find Bo.")])
def test_what_is_written_is_what_an_encoder_is_tuned_on(
    kind: str, last: str, tmp_path: Path
) -> None:
    """From a command's file to the queries of the contrast."""
    model, output = Thinks(), tmp_path / "steps.jsonl"
    assert write_steps(file_of(tmp_path, ROW), output, model, kind, 8, {}) == 0
    (row,) = read_questions(output)
    assert row["steps"] == ["Find Ann's films.", last]
    pairs = triple_pairs(table(), nodes(), [row], each=20)
    assert f"who acted with Ann Find Ann's films. {last}" in pairs.queries
    assert "who acted with Ann" in pairs.queries


def test_equal_questions_with_other_answers_have_steps_of_their_own(tmp_path: Path) -> None:
    other = {**ROW, "answers": ["Cy"]}
    write_steps(file_of(tmp_path, ROW, other), tmp_path / "s.jsonl", Thinks(), RATIONALISED, 1, {})
    both = write_steps(
        file_of(tmp_path, ROW, other), tmp_path / "t.jsonl", Thinks(), RATIONALISED, 8, {}
    )
    assert both == 0
    assert [row["steps"][-1] for row in read_questions(tmp_path / "t.jsonl")] == [
        "Find Bo.",
        "Find the actor.",
    ]
    assert [len(row["steps"]) for row in read_questions(tmp_path / "s.jsonl")] == [1, 1]


def test_a_rationalised_chain_needs_the_answer(tmp_path: Path) -> None:
    file = file_of(tmp_path, {"question": "who"})
    with pytest.raises(InvalidInput, match='question 1: expected a list "answers"'):
        write_steps(file, tmp_path / "s.jsonl", Thinks(), RATIONALISED, 8, {})


def test_the_command_writes_steps_without_a_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("steiner.generate.writer.open_text_model", lambda _: Thinks())
    options = ["--questions", str(file_of(tmp_path, ROW)), "--output", str(tmp_path / "s.jsonl")]
    done = CliRunner().invoke(
        cli, ["chains", *options, "--steps", "rationalised", "--model", "org/name"]
    )
    assert done.exit_code == 0, done.output
    assert "0 questions without" in done.output
    refused = CliRunner().invoke(cli, ["chains", *options, "--steps", "plain"])
    assert "A model writes the steps" in str(refused.exception)


def test_neighbours_are_those_of_the_index() -> None:
    record = IndexRecord(**{**_record(), "triples": json.dumps({"neighbours": 2})})
    assert indexed_neighbours(record) == 2
    assert indexed_neighbours(IndexRecord(**_record())) == 4


def _record() -> dict[str, Any]:
    record = memory_store(TextGraph.from_triples([("a", "b", "c")]), WordEmbedder()).record()
    assert record is not None
    return {field.name: getattr(record, field.name) for field in fields(record)}

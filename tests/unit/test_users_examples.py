"""A user's own questions with Cypher are shown to the model that reads: those nearest to it."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from read_graphs import node, store
from scripted_model import ScriptedModel
from test_model_reading import looked
from test_query_form import SCHEMA
from word_doubles import WordEmbedder

from steiner.cli import cli
from steiner.errors import InvalidInput
from steiner.lexicon.taught_questions import TaughtQuestion
from steiner.query.naming.schema.schema_mentions import Floats
from steiner.query.proposing.prompt.question_prompt import question_prompt
from steiner.query.proposing.prompt.users_examples import nearest_examples, users_examples
from steiner.settings import ExactSettings, RetrieverSettings
from steiner.systems.steiner import retriever

CALLED = "Questions that people asked of this graph"
SHIPS = store([node(1, "Ship", "Aurora"), node(2, "Captain", "Ann")], [(2, "LED", 1, {})])


def written(file: Path, *rows: dict[str, Any]) -> str:
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return str(file)


def shared_words(left: Sequence[str], right: Sequence[str]) -> Floats:
    words = [[{*text.casefold().split()} for text in texts] for texts in (left, right)]
    return np.array([[float(len(a & b)) for b in words[1]] for a in words[0]])


def example(text: str, cypher: str = "MATCH (s:Ship) RETURN s") -> TaughtQuestion:
    return TaughtQuestion(text, cypher)


def test_the_three_nearest_are_chosen_the_nearest_first() -> None:
    known = [example(text) for text in ("old ships", "who led Aurora", "led by whom", "led", "x")]
    chosen = nearest_examples("who led Aurora then", known, shared_words)
    assert [own.text for own in chosen] == ["who led Aurora", "led by whom", "led"]
    assert nearest_examples("who led Aurora", [], shared_words) == []


def test_an_example_that_does_not_fit_is_passed_over() -> None:
    long = example("who led Aurora", "MATCH (s:Ship) " * 200)
    chosen = nearest_examples("who led Aurora", [long, example("led")], shared_words)
    assert [own.text for own in chosen] == ["led"]


def test_a_prompt_has_them_in_place_of_made_questions_and_one_form_at_least() -> None:
    asked = ("How many?", looked("How many ships?"), [*SCHEMA.labels], date(2026, 11, 28))
    assert CALLED not in question_prompt(*asked)
    for count, forms in ((1, 2), (3, 1)):
        own = [example(f"ships {n}", "MATCH (s:Ship)\n  RETURN s") for n in range(count)]
        prompt = question_prompt(*asked, examples=own)
        assert prompt.count('\n{"find"') == forms
        assert "ships 0\nMATCH (s:Ship) RETURN s\n" in prompt
        assert prompt.index(CALLED) < prompt.index("Question: How many?")


def test_the_file_that_settings_name_reaches_the_model(tmp_path: Path) -> None:
    file = written(
        tmp_path / "mine.jsonl",
        {"question": "whose ship is it", "cypher": "MATCH (c)-[:LED]->(s) RETURN c"},
        {"question": "which captain", "answers": ["Ann"]},
    )
    model = ScriptedModel('{"cannot": "no"}')
    settings = RetrieverSettings(exact=ExactSettings(examples=file))
    retriever(SHIPS, WordEmbedder(), settings, reader=model).retrieve("Whom does Aurora please?")
    assert "whose ship is it\nMATCH (c)-[:LED]->(s) RETURN c" in model.prompts[0]
    assert "which captain" not in model.prompts[0]


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda file: str(file), "none.jsonl"),
        (lambda file: written(file, {"question": "a", "answers": ["b"]}), "no example with Cypher"),
        (lambda file: written(file, {"question": "a"}), "question 1: expected a text"),
        (lambda file: written(file, {"cypher": "MATCH"}), 'a text "question"'),
    ],
)
def test_a_file_without_examples_is_refused(
    make: Callable[[Path], str], told: str, tmp_path: Path
) -> None:
    with pytest.raises(InvalidInput, match=told):
        users_examples(make(tmp_path / "none.jsonl"))


def test_examples_without_a_model_that_reads_are_refused() -> None:
    settings = RetrieverSettings(exact=ExactSettings(examples="mine.jsonl"))
    with pytest.raises(InvalidInput, match="--reader provider:name"):
        retriever(SHIPS, WordEmbedder(), settings)


def test_the_command_line_takes_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen: list[Any] = []
    monkeypatch.setattr("steiner.session.ask", lambda *given: chosen.append(given[2]))
    file = written(tmp_path / "mine.jsonl", {"question": "a", "cypher": "MATCH (n) RETURN n"})
    given = ("ask", "--reader", "openai:x", "--examples", file, "Who led Aurora?")
    CliRunner().invoke(cli, given)
    assert chosen[0].retrieval.exact == ExactSettings(reader="openai:x", examples=file)

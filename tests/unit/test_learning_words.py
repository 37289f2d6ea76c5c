"""What a graph's questions teach of its words: meanings, weights, and whether they help."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from read_graphs import node, store, unlike

pytest.importorskip("torch", reason="needs the extra train")

from steiner.algebra.schema.learnt_words import NOTHING_LEARNT, LearntWords
from steiner.cli import cli
from steiner.errors import InvalidInput
from steiner.lexicon.live_notes import write_learnt
from steiner.lexicon.taught_questions import TaughtQuestion, taught_questions
from steiner.query.readings import read
from steiner.train.reading.gold_parts import parts_of_statement
from steiner.train.reading.judged_rows import RowJudge
from steiner.train.reading.learning_passes import JudgedQuestion, TaughtReader
from steiner.train.reading.proposed_synonyms import proposed_notes
from steiner.train.reading.word_learning import WordOutcome, learnt_words
from steiner.train.reading.word_meanings import word_meanings

NAMES = ("Ann", "Bob", "Cid", "Dora", "Emil", "Fay", "Gus", "Hal")
COUNT = len(NAMES)
TYPES = ("KNOWS_LW", "KNOWS_PH", "KNOWS_SN")
NODES = [node(i, "Person", name) for i, name in enumerate(NAMES)]
EDGES: list[tuple[int, str, int, dict[str, Any]]] = [
    (i, type, (i + step) % COUNT, {}) for step, type in enumerate(TYPES, 1) for i in range(COUNT)
]


def graph() -> Any:
    return store(NODES, EDGES)


def asked_of(verb: str, step: int) -> list[TaughtQuestion]:
    """Return "Who VERBs with Ann?" of everybody: those whose relationship leads to Ann."""
    return [
        TaughtQuestion(f"Who {verb} with {name}?", answers=(NAMES[(i - step) % COUNT],))
        for i, name in enumerate(NAMES)
    ]


def learnt(golds: list[TaughtQuestion], over: Any) -> WordOutcome:
    asked = [JudgedQuestion(gold.text, RowJudge(over, gold)) for gold in golds]
    return learnt_words(TaughtReader(over.graph_schema(), over, unlike), asked)


def answers(over: Any, question: str) -> list[str]:
    readings = read(question, over.graph_schema(), over, unlike)
    return sorted(row[0].name for row in over.run(readings.best.query).rows) if readings else []


def test_a_word_that_nothing_explains_comes_to_mean_a_type() -> None:
    over = graph()
    outcome = learnt([*asked_of("bunks", 1), *asked_of("chats", 2)], over)
    assert outcome.helps
    assert outcome.learnt.after > outcome.learnt.before
    write_learnt(over, outcome.learnt)
    assert answers(over, "Who bunks with Dora?") == ["Cid"]
    assert answers(over, "Who chats with Dora?") == ["Bob"]
    notes = proposed_notes(outcome.learnt, over.graph_schema(), outcome.forms)
    assert notes.types["KNOWS_LW"].synonyms == ("bunks",)
    write_learnt(over, NOTHING_LEARNT)
    assert answers(over, "Who bunks with Dora?") != ["Cid"]


def test_what_teaches_nothing_is_not_said_to_help() -> None:
    over = graph()
    golds = [TaughtQuestion(f"Who bunks with {name}?", answers=("Nobody",)) for name in NAMES]
    outcome = learnt(golds, over)
    assert not outcome.helps
    assert (outcome.gained, outcome.lost, outcome.learnt.after) == (0, 0, 0.0)


@pytest.mark.parametrize(
    ("before", "after", "helps"),
    [
        ([False] * 5, [True] * 5, True),
        ([False] * 3, [True, False, False], False),
        ([True, False, False], [False, True, True], False),
        ([True] * 3, [True] * 3, False),
        ([True, False], [False, False], False),
    ],
)
def test_it_helps_where_more_is_gained_than_chance_brings(
    before: list[bool], after: list[bool], helps: bool
) -> None:
    assert WordOutcome(NOTHING_LEARNT, before, after, {}).helps == helps


def test_a_word_means_what_it_stands_beside_and_others_do_not_explain() -> None:
    person, lives, calls = "label:Person", "type:LIVES", "type:CALLS"
    pairs = [
        (["person", "home"], frozenset({person, lives})),
        (["person", "home"], frozenset({person, lives})),
        (["person", "ring"], frozenset({person, calls})),
        (["person", "ring"], frozenset({person, calls})),
        (["once", "home"], frozenset({lives})),
    ]
    meanings = word_meanings(pairs)
    assert max(meanings["home"], key=lambda part: meanings["home"][part]) == lives
    assert max(meanings["ring"], key=lambda part: meanings["ring"][part]) == calls
    assert "once" not in meanings


def test_a_gold_statement_has_its_labels_types_and_what_it_returns() -> None:
    schema = graph().graph_schema()
    cypher = """MATCH (a:Person)-[:KNOWS_LW]->(b:`Person` {name: "KNOWS_PH"}) RETURN a.name"""
    parts = {"label:Person", "type:KNOWS_LW", "property:Person.name"}
    assert parts_of_statement(cypher, schema) == parts


def test_rows_are_right_in_any_order_and_with_columns_beside() -> None:
    over = graph()
    reading = read("Who has KNOWS_LW Bob?", over.graph_schema(), over, unlike)
    assert reading is not None
    query = reading.best.query
    rows = [[cell.name for cell in row] for row in over.run(query).rows]
    assert RowJudge(over, TaughtQuestion("", "MATCH"), rows[::-1])(query)
    assert not RowJudge(over, TaughtQuestion("", "MATCH"), [["Zoe"]])(query)
    assert RowJudge(over, TaughtQuestion("", answers=tuple(row[0].upper() for row in rows)))(query)


def test_what_is_learnt_is_the_same_as_json() -> None:
    own = LearntWords({"bunk": {"type:KNOWS_LW": 0.5}}, {"a": 1.0}, {"bias": 0.1}, ((0.0, 0.1),), 9)
    assert LearntWords.from_json(own.to_json()) == own
    assert LearntWords.from_json("") == NOTHING_LEARNT
    assert NOTHING_LEARNT.to_json() == ""


@pytest.mark.parametrize("line", ['{"question": "Who?"}', '{"question": "Who?", "answers": []}'])
def test_a_line_without_a_gold_is_named(line: str, tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    file.write_text('{"question": "Who?", "cypher": "RETURN 1"}\n' + line)
    with pytest.raises(InvalidInput, match="question 2: expected a text"):
        taught_questions(file)
    with pytest.raises(InvalidInput, match="cannot be read"):
        taught_questions(tmp_path / "none.jsonl")


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        ([], "give --questions FILE"),
        (["--questions", "q.jsonl", "--epochs", "3"], "trained with epochs is not named"),
        (["--questions", "none.jsonl"], "none.jsonl cannot be read"),
    ],
)
def test_what_is_asked_of_learning_is_checked_first(options: list[str], wanted: str) -> None:
    done = CliRunner().invoke(cli, ["train", *options])
    assert isinstance(done.exception, InvalidInput)
    assert wanted in str(done.exception)

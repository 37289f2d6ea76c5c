"""Follow-up questions stand alone: pronouns, places, ellipses, by rules or by a model."""

from __future__ import annotations

from contextlib import nullcontext

import pytest
from click.testing import CliRunner
from family_graph import retriever
from repeating_model import Repeats
from word_doubles import indexed

from steiner.cli import cli
from steiner.generate.evidence_only import EvidenceOnly
from steiner.generate.grounding.decline import DECLINED
from steiner.generate.rewriting import rewritten
from steiner.graph import Node
from steiner.integrations.answering import Answering, turn_of
from steiner.question.history import Turn, standing_alone
from steiner.stores.protocol import GraphStore

FAMILY = [
    ("Ann Lee", "leads", "Aurora"),
    ("Bob Ray", "leads", "Borealis"),
    ("Aurora", "located in", "Oslo"),
    ("Borealis", "located in", "Turku"),
    ("Cy Moe", "works on", "Aurora"),
]
STORE: GraphStore = retriever(FAMILY).store
LEADS = Turn("Who leads Aurora?", "Ann Lee", ("Ann Lee",))
PLACE = Turn("Where is Aurora located?", "Oslo", ("Oslo",))
TEAMS = Turn("Which projects are there?", "Aurora and Borealis.", ("Aurora", "Borealis"))
COUNT = Turn("How many projects are there?", "2", ("2",))


@pytest.mark.parametrize(
    ("turn", "question", "alone"),
    [
        (LEADS, "Where does she live?", "Where does Ann Lee live?"),
        (LEADS, "And where is it located?", "where is Aurora located?"),
        (LEADS, "What else does he lead?", "What else does Ann Lee lead?"),
        (LEADS, "And Borealis?", "Who leads Borealis?"),
        (LEADS, "What about Borealis?", "Who leads Borealis?"),
        (LEADS, "And the deputy?", "What is the deputy of Ann Lee?"),
        (LEADS, "What is her title?", "What is Ann Lee's title?"),
        (PLACE, "Who works there?", "Who works in Oslo?"),
        (PLACE, "What is its population?", "What is Oslo's population?"),
        (TEAMS, "Who leads the second one?", "Who leads Borealis?"),
        (TEAMS, "And who leads the last of them?", "who leads Borealis?"),
        (TEAMS, "Where are they?", "Where are Aurora and Borealis?"),
        (TEAMS, "How many?", "How many projects are there?"),
        (COUNT, "Which ones?", "which projects are there?"),
    ],
)
def test_a_follow_up_stands_alone(turn: Turn, question: str, alone: str) -> None:
    resolved = standing_alone(question, [turn], STORE)
    assert resolved.text == alone
    assert resolved.reading == f"{question!r} is read as {alone!r}"


def test_what_does_something_and_is_no_person_is_an_it() -> None:
    nodes = [
        Node(1, "1", ("Supplier",), {"name": "Tavora"}, "Tavora"),
        Node(2, "2", ("Component",), {"name": "Shaft seal"}, "Shaft seal"),
    ]
    store = indexed(nodes, [(1, "SUPPLIES", 2)])
    supplies = Turn("Who supplies the Shaft seal?", "Tavora", ("Tavora",))
    assert standing_alone("And who manages it?", [supplies], store).text == "who manages Tavora?"


@pytest.mark.parametrize(
    "question",
    [
        "Who leads Borealis and where is its office?",
        "What is the second largest project?",
        "How many people are there?",
        "Who works on Borealis?",
        "Who leads the third one?",
    ],
)
def test_what_refers_to_nothing_before_stays(question: str) -> None:
    assert standing_alone(question, [LEADS], STORE) == (question, "")


def test_without_history_a_follow_up_stays() -> None:
    assert standing_alone("And who leads it?", [], STORE) == ("And who leads it?", "")


def test_names_come_from_the_text_where_they_are_not_given() -> None:
    turn = Turn("Which are located in the north?", "These two: Borealis [F2], then Aurora [F1].")
    assert standing_alone("Who leads the first one?", [turn], STORE).text == "Who leads Borealis?"


def test_a_reference_reaches_back_over_an_answer_without_names() -> None:
    turns = [LEADS, Turn("How many work on Aurora?", "1", ("1",))]
    assert standing_alone("What is her title?", turns, STORE).text == "What is Ann Lee's title?"


def test_a_model_rewrites_where_one_is_given() -> None:
    model = Repeats('\n"Where is Aurora located?"\nBecause ...')
    alone = rewritten("And where is it?", [LEADS], model)
    assert alone.text == "Where is Aurora located?"
    assert f"by {model.name}" in alone.reading
    assert "Question: Who leads Aurora?\nAnswer: Ann Lee" in model.prompts[0]
    assert rewritten("Where?", [LEADS], Repeats(" \n")) == ("Where?", "")


def test_a_conversation_is_answered_from_the_graph() -> None:
    answering = Answering(retriever(FAMILY), EvidenceOnly())
    first = answering.ask("Who leads Aurora?")
    second = answering.ask("And Borealis?", history=[turn_of(first)])
    assert (first.text, second.text) == ("Ann Lee [F1]", "Bob Ray [F1]")
    assert second.question == "Who leads Borealis?"
    assert second.evidence.cuts[0] == "'And Borealis?' is read as 'Who leads Borealis?'"


def test_a_rewriter_is_not_called_without_history() -> None:
    model = Repeats("Who leads Borealis?")
    answering = Answering(retriever(FAMILY), EvidenceOnly(), rewriter=model)
    first = answering.ask("Who leads Aurora?")
    assert model.prompts == []
    assert answering.ask("The other?", history=[turn_of(first)]).text == "Bob Ray [F1]"


def test_chat_keeps_the_talk_forgets_it_and_outlives_an_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("steiner.session.retriever", lambda *_: nullcontext(retriever(FAMILY)))
    typed = ["Who leads Aurora?", "", "And Borealis?", "/new", "a" * 5_000, "exit"]
    done = CliRunner().invoke(cli, ["chat", "--model", "none"], input="\n".join(typed) + "\n")
    assert done.exit_code == 0
    assert "Ann Lee" in done.stdout
    assert "Bob Ray" in done.stdout
    assert "(Who leads Borealis?)" in done.stderr
    assert "InvalidInput" in done.stderr


def test_chat_says_that_the_graph_holds_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("steiner.session.retriever", lambda *_: nullcontext(retriever(FAMILY)))
    typed = "Which volcano erupted?\nWho leads Aurora?\nexit\n"
    done = CliRunner().invoke(cli, ["chat", "--model", "none"], input=typed)
    assert done.stdout.count(DECLINED) == 1
    assert "? Who leads Aurora?\nAnn Lee [F1]\n  [F1] Ann Lee leads Aurora\n" in done.stdout
    # What came nearest is said once.
    assert "  [F1] Ann Lee\n" not in done.stdout

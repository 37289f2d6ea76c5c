"""Conversations that keep the set of the turn before, which is handed on as a query."""

from __future__ import annotations

from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage
from read_graphs import node, store
from repeating_model import Repeats
from scripted_model import ScriptedModel
from word_doubles import WordEmbedder

from steiner.algebra import MOST_ROWS, Bound, Owner, PropertyOf, Query
from steiner.errors import InvalidInput
from steiner.generate.evidence_only import EvidenceOnly
from steiner.integrations.answering import Answering, turn_of
from steiner.integrations.langchain import SteinerChain
from steiner.question.history import Turn, standing_alone
from steiner.question.set_references import Continued, continued, joined, parted
from steiner.settings import ExactSettings, RetrieverSettings
from steiner.systems.steiner import retriever

FILMS = "Which films did Ann Lee direct?"


def film(id: int, name: str, year: int, price: float) -> Any:
    return node(id, "Film", name, released=year, price=price)


STORE = store(
    [
        node(1, "Person", "Ann Lee", born=1930),
        node(2, "Person", "Bob Ray", born=1950),
        film(3, "Dusk", 1962, 8.0),
        film(4, "Dawn", 1975, 12.0),
        film(5, "Noon", 1981, 16.0),
        film(6, "Tide", 1999, 30.0),
        node(7, "Studio", "Astra"),
        node(8, "Studio", "Boreal"),
    ],
    [
        (1, "DIRECTED", 3, {}),
        (1, "DIRECTED", 4, {}),
        (1, "DIRECTED", 5, {}),
        (2, "DIRECTED", 6, {}),
        (7, "PRODUCED", 3, {}),
        (7, "PRODUCED", 4, {}),
        (8, "PRODUCED", 5, {}),
        (8, "PRODUCED", 6, {}),
    ],
)
RETRIEVER = retriever(STORE, WordEmbedder())
ANSWERING = Answering(RETRIEVER, EvidenceOnly(), decline_below=0.0)


@pytest.mark.parametrize(
    ("sentence", "text"),
    [
        ("Which of them are in Oslo?", "which teams are in Oslo?"),
        ("And how many of those won?", "how many teams won?"),
        ("Only those after 1969", "Which teams are after 1969?"),
        ("Just the ones from Oslo.", "Which teams are from Oslo?"),
        ("Only the old ones", "Which teams are old?"),
        ("What is their average size?", "What is the average size of teams?"),
        ("How many?", "How many teams are there?"),
        ("Sort them by size", "List all teams ordered by size"),
        ("Where are those teams?", "Where are teams?"),
    ],
)
def test_a_sentence_about_a_set_is_read_with_its_noun(sentence: str, text: str) -> None:
    assert continued(sentence, "Team") == Continued(text)


def test_they_stand_for_one_where_a_member_is_known() -> None:
    assert continued("Who leads them?", "Team") == Continued("Who leads teams?", pronoun=True)
    of_one = continued("What do they make?", "Team", "Aurora")
    assert of_one == Continued("What does Aurora make?", pronoun=True)


@pytest.mark.parametrize(
    ("sentence", "asked"),
    [
        ("And the others?", Continued(others=True)),
        ("What about the rest?", Continued(others=True)),
        ("What is their average?", Continued(measure="avg")),
        ("And their total?", Continued(measure="sum")),
        ("Which ones?", Continued()),
        ("Who leads Aurora?", None),
        ("And who leads it?", None),
    ],
)
def test_what_adds_no_words_is_the_set_the_others_or_a_measure(
    sentence: str, asked: Continued | None
) -> None:
    assert continued(sentence, "Team") == asked


def test_a_text_is_parted_where_a_sentence_goes_on_with_a_set() -> None:
    talk = joined("Who leads Dr. No? It is late", "Which of them are in St. Ives")
    assert parted(talk) == ("Who leads Dr. No? It is late?", "Which of them are in St. Ives?")
    assert parted("Who leads Aurora?") == ("Who leads Aurora?",)


def asked(*turns: str) -> Any:
    history: list[Turn] = []
    for question in turns:
        answer = ANSWERING.ask(question, history=history)
        history.append(turn_of(answer))
    return answer


@pytest.mark.parametrize(
    ("turns", "answers"),
    [
        ([FILMS, "Only those after 1969"], {"Dawn", "Noon"}),
        ([FILMS, "And the others?"], {"Tide"}),
        ([FILMS, "What is their average price?"], {"12"}),
        ([FILMS, "How many of them were released after 1969?"], {"2"}),
        ([FILMS, "Only those after 1969", "What is their average price?"], {"14"}),
        ([FILMS, "Only those after 1969", "How many?"], {"2"}),
        ([FILMS, "How many of them were released after 1969?", "Which ones?"], {"Dawn", "Noon"}),
        ([FILMS, "Who produced them?"], {"Astra", "Boreal"}),
        (["How many films did Ann Lee direct?", "Only those after 1980"], {"Noon"}),
        (["What are the two cheapest films?", "And the others?"], {"Noon", "Tide"}),
    ],
)
def test_a_follow_up_keeps_the_set(turns: list[str], answers: set[str]) -> None:
    answer = asked(*turns)
    assert set(answer.evidence.answers) == answers
    assert answer.evidence.computed


def test_a_set_of_one_is_handed_on_by_its_name() -> None:
    answer = asked("Which films did Bob Ray direct?", "Who had produced them?")
    assert (answer.question, answer.evidence.answers) == ("Who had produced Tide?", ("Boreal",))


def test_the_text_says_how_it_is_read_and_is_all_that_is_handed_on() -> None:
    first = ANSWERING.ask(FILMS)
    history = [Turn(first.question, first.text)]
    second = ANSWERING.ask("Only those after 1969", history=history)
    assert second.question == f"{FILMS} Only those after 1969?"
    assert second.evidence.cuts[0].endswith(f"is read as {second.question!r}")
    assert set(ANSWERING.ask(second.question).evidence.answers) == {"Dawn", "Noon"}


def test_a_chain_keeps_the_set() -> None:
    chain = SteinerChain(RETRIEVER, EvidenceOnly(), decline_below=0)
    talk = [HumanMessage(FILMS), AIMessage("Dusk, Dawn and Noon.")]
    output = chain.invoke([*talk, HumanMessage("Only those after 1969")])
    assert set(output["result"].evidence.answers) == {"Dawn", "Noon"}


def test_a_name_in_the_question_itself_is_who_they_are() -> None:
    alone = standing_alone(
        "Did Bob Ray direct Tide and who produced those?",
        [Turn(FILMS, "", ("Dusk", "Dawn"))],
        STORE,
        lambda _: 1.0,
    )
    assert alone.text.startswith("Did Bob Ray direct Tide")


def test_names_do_where_the_set_is_not_surely_read() -> None:
    turns = [Turn(FILMS, "", ("Dusk", "Dawn"))]
    doubtful = standing_alone("Who produced them?", turns, STORE, lambda _: 0.4)
    assert doubtful.text == "Who produced Dusk and Dawn?"
    one = standing_alone("Who produced them?", [Turn(FILMS, "", ("Dusk",))], STORE, lambda _: 0.8)
    assert one.text == "Who produced Dusk?"


def test_a_set_goes_on_by_rules_where_there_is_a_rewriter() -> None:
    model = Repeats("Which films did Bob Ray direct?")
    answering = Answering(RETRIEVER, EvidenceOnly(), decline_below=0.0, rewriter=model)
    before = [turn_of(ANSWERING.ask(FILMS))]
    assert set(answering.ask("Only those after 1969", history=before).evidence.answers) == {
        "Dawn",
        "Noon",
    }
    assert answering.ask("What of Bob?", history=before).evidence.answers == ("Tide",)


def test_a_set_stays_where_a_model_is_asked_and_fails() -> None:
    model = ScriptedModel(ValueError("gone"))
    settings = RetrieverSettings(exact=ExactSettings(patience=60))
    read = retriever(STORE, RETRIEVER.embedder, settings, reader=model)
    evidence = read.retrieve(f"{FILMS} Who had produced them?")
    assert set(evidence.answers) == {"Astra", "Boreal"}
    assert "Rules read it so" in model.prompts[0]


def test_a_set_too_large_to_be_compared_with_is_refused() -> None:
    many = store([node(i, "Item", f"Item {i}") for i in range(MOST_ROWS + 2)], [])
    name = PropertyOf(Owner(0), "name")
    query = Query(("Item",), bounds=(Bound(name, "in", Query(("Item",), group=name), True),))
    with pytest.raises(InvalidInput, match="more than 1,000 values"):
        many.run(query)

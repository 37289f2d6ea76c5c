"""What is kept between the trees, frames and readings of one question changes none of them."""

from __future__ import annotations

import pytest
from read_graphs import FOUNDERS
from word_doubles import alike, indexed

from steiner.query.composing.compose import Composition, compose
from steiner.query.composing.trees.way_words import WayWords
from steiner.query.composing.words.lattice import lattice
from steiner.query.readings import proposals
from steiner.query.same_meaning import core_of, meaning_and_core, meaning_of
from steiner.query.signals import signalled, signals
from steiner.query.weights import COMPOSING

QUESTIONS = (
    "Which people founded Acme?",
    "Which companies were founded by Ann Lee and advised by Bob Ray?",
    "Which people born after 1975 founded a company based in Norway?",
    "How many companies did each person found?",
    "Which company was founded by the mentor of Bob Ray?",
    "Who mentors a person who founded Bolt or Core?",
    "Which people never founded a company?",
    "Which companies are based in the same country as Acme?",
    "Who both founded and advises Core?",
    "Which people founded Acme but not Bolt?",
    "Which country has the most companies?",
)


LINKS = [
    *(
        (1, "FOUNDED", 4),
        (1, "FOUNDED", 5),
        (3, "FOUNDED", 6),
        (2, "ADVISES", 6),
        (3, "ADVISES", 6),
    ),
    *((1, "MENTORS", 2), (2, "MENTORS", 3), (4, "BASED_IN", 7), (6, "BASED_IN", 7)),
]
STORE = indexed(FOUNDERS, LINKS)
SCHEMA = STORE.graph_schema()


def composed(question: str) -> list[Composition]:
    return compose(question, SCHEMA, STORE, alike, COMPOSING)


@pytest.mark.parametrize("question", QUESTIONS)
def test_ways_that_are_weighed_once_weigh_as_if_each_tree_weighed_its_own(
    question: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = composed(question)
    monkeypatch.setattr(WayWords, "_weighed_ways", lambda *_: {})
    assert composed(question) == kept


@pytest.mark.parametrize("question", QUESTIONS)
def test_signals_are_the_same_whether_readings_are_judged_together_or_one_alone(
    question: str,
) -> None:
    given, again = (proposals(question, SCHEMA, STORE, alike) for _ in range(2))
    assert given is not None
    assert again is not None
    assert [own for _, own in signalled(given)] == [
        signals(again, reading.query) for reading in again.readings()
    ]


def test_one_walk_gives_the_meaning_and_the_core_that_two_give() -> None:
    names = SCHEMA.names.items()
    for own in composed("How many companies did each person found?"):
        both = meaning_of(own.query, names), core_of(own.query)
        assert meaning_and_core(own.query, names) == both


def test_items_that_cover_a_word_come_in_the_order_in_which_they_begin() -> None:
    looked = lattice("Which people founded Acme?", SCHEMA, STORE, alike)
    for place in range(len(looked.words)):
        begun = [item for items in looked.items for item in items]
        assert looked.covering(place) == [i for i in begun if i.start <= place < i.end]

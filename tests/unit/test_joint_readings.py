"""What somebody does together with another of the kind: rows of who is in the same thing."""

from __future__ import annotations

import pytest
from read_graphs import firsts, node, read, rows, store

from steiner.evidence import Table
from steiner.retrieve.exact.computed_rows import tells

REGATTA = store(
    [
        node(1, "Sailor", "Ann"),
        node(2, "Sailor", "Bob"),
        node(3, "Sailor", "Cid"),
        node(4, "Sailor", "Dee"),
        node(5, "Race", "Cup"),
        node(6, "Race", "Bowl"),
        node(7, "Voyage", "North"),
        node(8, "Voyage", "South"),
        node(9, "Cargo", "Salt"),
        node(10, "Cargo", "Wool"),
        node(11, "Cargo", "Iron"),
        node(12, "Port", "Oslo"),
        node(13, "Port", "Kiel"),
    ],
    [
        (1, "SAILED_IN", 5, {"post": ["Cup bearer", "bow"]}),
        (2, "SAILED_IN", 5, {}),
        (2, "SAILED_IN", 6, {}),
        (3, "SAILED_IN", 6, {}),
        (4, "JUDGED", 5, {}),
        (4, "TRAINS_WITH", 1, {}),
        (7, "CARRIED", 9, {}),
        (7, "CARRIED", 10, {}),
        (8, "CARRIED", 11, {}),
        (12, "EXPORTS", 10, {}),
        (13, "EXPORTS", 11, {}),
    ],
)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Who sailed with Bob?", ["Ann", "Cid"]),
        ("Which sailors have sailed together with Ann?", ["Bob"]),
        ("Who sailed alongside Ann?", ["Bob"]),
        ("Who did Bob sail with?", ["Ann", "Cid"]),
        ("Who has Ann sailed with?", ["Bob"]),
        ("With whom did Ann sail?", ["Bob"]),
        ("Who sailed in a race with Ann?", ["Bob"]),
        ("Who sailed in the Bowl with Bob?", ["Cid"]),
        ("Who sailed with Bob in the Cup?", ["Ann"]),
        ("Who sailed with Ann and Cid?", ["Bob"]),
        ("Who sailed with Bob but not with Ann?", ["Cid"]),
        ("Who never sailed with Ann?", ["Cid", "Dee"]),
        ("How many sailors sailed with Bob?", [2]),
        ("Which cargoes were carried with Salt?", ["Wool"]),
        ("Which ports export cargoes carried with Salt?", ["Oslo"]),
        ("Who trains with Ann?", ["Dee"]),
    ],
)
def test_who_does_it_together(question: str, names: list[object]) -> None:
    assert sorted(set(firsts(REGATTA, question)), key=str) == names


@pytest.mark.parametrize(
    "question", ["What post did Ann take in the Cup?", "Which post has Ann had in the Cup?"]
)
def test_what_somebody_does_to_what_is_asked_for_is_read(question: str) -> None:
    reading = read(REGATTA, question)
    assert reading.asked == "post"
    assert rows(REGATTA, question) == [["Ann", "Cup", ["Cup bearer", "bow"]]]


def test_a_value_that_is_asked_for_tells_though_the_question_has_its_word() -> None:
    table = Table(("Sailor", "post"), ((node(1, "Sailor", "Ann"), "bow"),), 1, "", {}, "")
    question = "What post did Ann take in the Bow?"
    assert tells(table, question, "post")
    assert not tells(table, question)


@pytest.mark.parametrize(
    "question",
    [
        "Which sailors have judged more than 2 sailors?",
    ],
)
def test_others_that_are_counted_and_pairs_are_not_sure(question: str) -> None:
    assert read(REGATTA, question).confidence < 0.8


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which voyage carried the most cargoes?", ["North"]),
        ("Which sailor sailed in the most races?", ["Bob"]),
        ("Who sailed most often together with Bob?", ["Ann"]),
        ("How many races did Ann and Bob sail in together?", [1]),
    ],
)
def test_what_is_counted_as_said_is_sure(question: str, names: list[object]) -> None:
    assert read(REGATTA, question).confidence >= 0.8
    assert sorted(set(firsts(REGATTA, question)[: len(names)]), key=str) == names


def test_a_graph_without_relationships_has_nothing_that_is_done_together() -> None:
    alone = store([node(1, "Ship", "Ann"), node(2, "Ship", "Bob")], [])
    assert not read(alone, "Which ships sailed with Ann?").query.links

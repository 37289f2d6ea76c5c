"""What is asked for: whoever it is, what joins two names, what a list holds, a role one has."""

from __future__ import annotations

from typing import Any

import pytest
from read_graphs import firsts, node, rows, store, unlike

from steiner.evidence import Table
from steiner.query.composing.words.other_words import likeness_to_a_person
from steiner.retrieve.exact.computed_rows import tells

BUREAU = store(
    [
        *(
            node(i, "Observer", name, joined=2000 + i)
            for i, name in enumerate(("Ann Lee", "Bob Ray", "Cid Orr"), 1)
        ),
        node(4, "Office", "North Office"),
        node(5, "Review", "Spring Review", score=2),
        node(6, "Review", "Autumn Review", score=5),
        node(7, "Part", "Bolt"),
        node(8, "Company", "Acme"),
        node(9, "Company", "Borg"),
    ],
    [
        (1, "REPORTS_TO", 2, {}),
        (3, "REPORTS_TO", 2, {}),
        (1, "WORKS_AT", 4, {}),
        (5, "REVIEW_OF", 1, {}),
        (6, "REVIEW_OF", 2, {}),
        (8, "OWNS", 9, {"share": 60}),
        (1, "OWNS", 9, {"share": 40}),
        (2, "OWNS", 8, {"share": 100}),
    ],
)


def test_persons_are_told_by_whole_words_and_by_what_they_do() -> None:
    like = likeness_to_a_person(BUREAU.graph_schema(), unlike)
    assert like["Observer"] > 0.5  # Who observes, and has joined.
    assert {label: like[label] for label in ("Office", "Review", "Part")} == {
        "Office": 0.0,
        "Review": 0.0,
        "Part": 0.0,
    }


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Who owns Borg?", ["Acme", "Ann Lee"]),
        ("Which observers own Borg?", ["Ann Lee"]),
        ("Which companies own Borg?", ["Acme"]),
    ],
)
def test_who_may_be_of_any_label_that_does_it(question: str, names: list[str]) -> None:
    assert sorted(firsts(BUREAU, question)) == names


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Who has no boss?", ["Bob Ray"]),
        ("observers without a supervisor", ["Bob Ray"]),
        ("Who reports to Bob Ray?", ["Ann Lee", "Cid Orr"]),
        ("Ann Lee's boss", ["Bob Ray"]),
    ],
)
def test_a_boss_is_whom_others_report_to(question: str, names: list[Any]) -> None:
    assert sorted(firsts(BUREAU, question)) == names


@pytest.mark.parametrize(
    "question", ["what share of Borg does Acme own?", "what percentage of Borg does Acme own"]
)
def test_where_all_is_named_what_joins_it_is_asked_for(question: str) -> None:
    assert rows(BUREAU, question)[0][-1] == 60


def test_a_node_without_a_name_is_not_what_the_question_names() -> None:
    nameless = Table(("Service",), ((node(1, "Service", "Service"),),), 1, "", {}, "")
    assert tells(nameless, "Which service has no driver?")


def test_a_list_holds_both_values_itself() -> None:
    graph = store(
        [
            node(1, "Supplier", "Acme", certificates=["ISO 9001", "ISO 14001"]),
            node(2, "Supplier", "Borg", certificates=["ISO 9001"]),
            node(3, "Supplier", "Cato", certificates=["ISO 14001", "BRC"]),
        ],
        [],
    )
    both = "suppliers with both ISO 9001 and ISO 14001 certificates"
    either = "suppliers with ISO 9001 or ISO 14001 certificates"
    assert firsts(graph, both) == ["Acme"]
    assert sorted(firsts(graph, either)) == ["Acme", "Borg", "Cato"]

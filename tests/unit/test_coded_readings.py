"""Schemas in short: codes, flags and labels are told by the words that they stand for."""

from __future__ import annotations

from typing import Any

import pytest
from word_doubles import WordEmbedder, alike, indexed

from steiner.graph import Node
from steiner.lexicon.short_forms import shortens
from steiner.query.naming.schema_words import question_words
from steiner.query.naming.values.coded_words import coded_words
from steiner.query.readings import read
from steiner.stores.memory import MemoryStore
from steiner.systems.steiner import retriever


def graph() -> MemoryStore:
    def node(id: int, label: str, called: str, **own: Any) -> Node:
        return Node(id, str(id), (label,), own, called)

    nodes = [
        node(1, "Empl", "Ann Lee", emp_nm="Ann Lee", sal_keur=60, hire_dt="2015-03-01"),
        node(2, "Empl", "Bob Ray", emp_nm="Bob Ray", sal_keur=80, hire_dt="2012-05-01"),
        node(3, "Clnt", "Acme", cl_nm="Acme", vip_flg="Y"),
        node(4, "Clnt", "Bora", cl_nm="Bora", vip_flg="N"),
        node(8, "Rte", "R-1", rte_cd="R-1", cst_eur=12.5, actv="Y"),
        node(9, "Rte", "R-2", rte_cd="R-2", cst_eur=20.0, actv="N"),
        node(5, "Inv", "I-1", inv_no="I-1", inv_nm="I-1", inv_stat="OVD", quo_eur=500.0),
        node(6, "Inv", "I-2", inv_no="I-2", inv_nm="I-2", inv_stat="PAID", quo_eur=900.0),
        node(7, "Inv", "I-3", inv_no="I-3", inv_nm="I-3", inv_stat="QUO", quo_eur=100.0),
    ]
    links = [(1, "REPORTS_TO", 2), (5, "BILLS", 3), (6, "BILLS", 4), (7, "BILLS", 4)]
    return indexed(nodes, links)


STORE = graph()
SCHEMA = STORE.graph_schema()
RETRIEVER = retriever(STORE, WordEmbedder())


def firsts(question: str) -> set[Any]:
    readings = read(question, SCHEMA, STORE, alike)
    assert readings is not None
    rows = STORE.run(readings.best.query).rows
    return {getattr(row[0], "name", row[0]) for row in rows}


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which clients are vip?", {"Acme"}),
        ("How many vip clients are there?", {1}),
        ("Which invoices are overdue?", {"I-1"}),
        ("Which clients have overdue invoices?", {"Acme"}),
        ("Whom does Ann Lee report to?", {"Bob Ray"}),
        ("Who earns more than Ann Lee?", {"Bob Ray"}),
        ("Which routes are active?", {"R-1"}),
        ("Which routes are not active?", {"R-2"}),
        ("Which route has the highest cost?", {"R-2"}),
        ("Which invoices have a quo eur of less than 600?", {"I-1", "I-3"}),
    ],
)
def test_short_names_are_told_by_the_words_they_stand_for(question: str, names: set[Any]) -> None:
    assert firsts(question) == names


@pytest.mark.parametrize(
    ("part", "word", "short"),
    [
        ("bal", "balance", True),
        ("acct", "account", True),
        ("nm", "name", True),
        ("rte", "route", True),
        ("cst", "cost", True),
        ("nm", "number", False),
        ("age", "average", False),
        ("car", "cargo", False),
    ],
)
def test_a_short_form_has_the_letters_of_its_word(part: str, word: str, short: bool) -> None:
    assert shortens(part, word) == short


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("vip clients", ["vip"]),
        ("clients for each vip flg", []),
        ("overdue and paid invoices", ["overdue"]),
        ("quoted invoices", ["quoted"]),
        ("the over", []),
    ],
)
def test_a_word_stands_for_a_code_where_the_schema_itself_is_not_called_so(
    question: str, said: list[str]
) -> None:
    spans = coded_words(question_words(question), SCHEMA)
    assert [question[start:end] for start, end, _ in spans] == said


def test_why_is_no_question_that_what_it_names_answers() -> None:
    evidence = RETRIEVER.retrieve("Why was I-1 overdue?")
    assert not evidence.exact


@pytest.mark.parametrize(
    ("said", "first", "last"),
    [
        ("between 10 and 20 January 2025", "2025-01-10", "2025-01-20"),
        ("from the 3rd to the 9th of March 2025", "2025-03-03", "2025-03-09"),
        ("in the second half of February 2024", "2024-02-16", "2024-02-29"),
    ],
)
def test_days_of_one_month_say_it_once(said: str, first: str, last: str) -> None:
    calls = [
        Node(1, "1", ("Call",), {"ref": "C-1", "arrived": first}, "C-1"),
        Node(2, "2", ("Call",), {"ref": "C-2", "arrived": last}, "C-2"),
        Node(3, "3", ("Call",), {"ref": "C-3", "arrived": "2023-01-01"}, "C-3"),
    ]
    store = indexed(calls, [])
    readings = read(f"Which calls arrived {said}?", store.graph_schema(), store, alike)
    assert readings is not None
    rows = store.run(readings.best.query).rows
    assert [row[0].name for row in rows] == ["C-1", "C-2"]

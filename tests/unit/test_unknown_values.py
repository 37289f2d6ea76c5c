"""What is unknown, missing or not over yet; and numbers by what stands behind "by" or "per"."""

from __future__ import annotations

from datetime import date

import pytest
from read_graphs import firsts, node, store, unlike

from steiner.algebra import in_words
from steiner.query.widening.larger_forms import plainer, widened_readings

TODAY = date(2026, 11, 30)
CLINIC = store(
    [
        node(1, "Trial", "Alpha", started="2024-01-01", ended="2024-06-01", enrolled=40),
        node(2, "Trial", "Beta", started="2025-01-01", enrolled=0),
        node(3, "Trial", "Gamma", started="2025-02-01", ended="2025-08-01"),
        node(4, "Sponsor", "Acme"),
        node(5, "Sponsor", "Borg"),
    ],
    [(1, "PAID_BY", 4, {}), (2, "PAID_BY", 4, {}), (3, "PAID_BY", 5, {})],
)
SCHEMA = CLINIC.graph_schema()


def best(question: str) -> str:
    readings = widened_readings(question, SCHEMA, CLINIC, unlike, TODAY)
    assert readings is not None
    return in_words(readings.best.query)


@pytest.mark.parametrize(
    ("question", "reading"),
    [
        ("For which trials is the end date still missing?", "Trial; Trial.ended missing"),
        ("trials whose number of enrolled is unknown", "Trial; Trial.enrolled missing"),
        ("Which trials is the end date not known for?", "Trial; Trial.ended missing"),
        ("trials with an unknown end date", "Trial; Trial.ended missing"),
    ],
)
def test_what_is_unknown_is_not_there_and_not_0(question: str, reading: str) -> None:
    assert best(question) == reading


@pytest.mark.parametrize(
    "question",
    ["Which trials are still going on?", "trials that are not over yet", "trials ongoing today"],
)
def test_what_is_not_over_has_no_end(question: str) -> None:
    assert firsts(CLINIC, question) == ["Beta"]


def test_a_number_by_a_key_is_added_up() -> None:
    said = "Sponsor; Trial PAID_BY Sponsor: total enrolled of Trial"
    assert best("enrolled per sponsor") == said
    assert best("enrolled by sponsor") == said


@pytest.mark.parametrize("question", ["trials by sponsor", "trials paid by Acme"])
def test_things_and_what_is_done_are_no_report(question: str) -> None:
    assert plainer(question, SCHEMA, TODAY).text == question

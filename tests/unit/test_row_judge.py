"""Rows judge the readings that they are of: what has none was hardly asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from steiner.algebra import Query
from steiner.evidence import Table
from steiner.query.query_reading import Reading
from steiner.retrieve.exact.row_judge import (
    Offered,
    agreeing,
    judged_by_rows,
    row_facts,
    row_signals,
)

QUESTION = "Which films star Ann?"
SPOKEN_FOR: Mapping[str, float] = {"rules": 1.0, "links": 1.0}


def offered(
    confidence: float,
    *cells: Any,
    signals: Mapping[str, float] = SPOKEN_FOR,
    whether: bool = False,
) -> Offered:
    table = Table(("film",), tuple((c,) for c in cells), len(cells), "", {}, "", whether=whether)
    return Offered(Reading(Query(("Film",)), (), confidence, False, signals=signals), table)


def signals_of(k: int, *given: Offered) -> dict[str, float]:
    facts = [row_facts(each.table, each.reading, QUESTION) for each in given]
    return row_signals(facts, [each.reading.confidence for each in given], k)


def test_the_same_rows_speak_for_a_reading_and_none_elsewhere_too() -> None:
    own = signals_of(0, offered(0.5, "Dusk"), offered(0.3, "Dusk"), offered(0.2))
    assert own["rows"] == own["rows tell"] == own["rows one"] == 1.0
    assert own["rows same"] == 0.3
    assert own["rows none elsewhere"] == 0.2
    assert own["rows differ"] == own["rows empty"] == 0.0


def test_other_rows_and_nothing_but_zeros_are_told() -> None:
    first = signals_of(0, offered(0.5, 0), offered(0.3, "Dawn", "Dusk"))
    assert first["rows empty"] == 1.0
    assert first["rows differ"] == 0.3


def test_a_no_is_an_answer_of_its_own() -> None:
    assert signals_of(0, offered(0.5, whether=True))["rows say no"] == 1.0


def test_readings_agree_whose_rows_share_a_column() -> None:
    one, same, other = offered(0.5, "Dusk"), offered(0.3, "Dusk"), offered(0.2, "Dawn")
    facts = [row_facts(each.table, each.reading, QUESTION) for each in (one, same, other)]
    assert agreeing(facts) == [[0, 1], [0, 1], [2]]


def test_a_reading_with_rows_goes_before_an_equal_one_without() -> None:
    first, second = judged_by_rows([offered(0.5), offered(0.5, "Dusk")], QUESTION)
    assert [len(each.table.rows) for each in (first, second)] == [1, 0]
    assert first.reading.confidence > second.reading.confidence


def test_readings_are_likelier_with_the_same_rows_than_with_different_ones() -> None:
    same = judged_by_rows([offered(0.5, "Dusk"), offered(0.5, "Dusk")], QUESTION)
    apart = judged_by_rows([offered(0.5, "Dusk"), offered(0.5, "Dawn")], QUESTION)
    assert same[0].reading.confidence > apart[0].reading.confidence


@pytest.mark.parametrize("signals", [{}, SPOKEN_FOR], ids=["both by a model", "one by a model"])
def test_what_a_model_proposed_stays_as_it_is(signals: Mapping[str, float]) -> None:
    given = [offered(0.6, signals={}), offered(0.4, "Dusk", signals=signals)]
    assert judged_by_rows(given, QUESTION) == given

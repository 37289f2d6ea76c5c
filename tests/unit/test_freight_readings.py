"""Wordings of people who plan freight: sums of each, what is not known, orders, what is stopped."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from read_graphs import firsts, node, rows, store, unlike

from steiner.algebra import in_words
from steiner.query.readings import read as readings_of

FREIGHT = store(
    [
        node(1, "Carrier", "Norda", email="n@norda.example", isDiscontinued=False, indie=True),
        node(2, "Carrier", "Suda", isDiscontinued=True, indie=False),
        node(3, "Shipment", "S1", freightCost=100.0, sent=date(2024, 3, 1), transit_days=4),
        node(4, "Shipment", "S2", freightCost=50.0, sent=date(2024, 1, 1), transit_days=9),
        node(5, "Shipment", "S3", freightCost=70.0, sent=date(2024, 2, 1), transit_days=2),
    ],
    [(3, "CARRIED_BY", 1, {}), (4, "CARRIED_BY", 1, {}), (5, "CARRIED_BY", 2, {})],
)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("carriers whose e-mail we don't know", ["Suda"]),
        ("Which carriers do we have no e-mail for?", ["Suda"]),
        ("Sort the shipments by sent date", ["S2", "S3", "S1"]),
        ("Which shipment takes longest to arrive, by transit days?", ["S2"]),
        ("Which carriers are discontinued?", ["Suda"]),
    ],
)
def test_what_is_not_known_ordered_or_stopped(question: str, names: list[str]) -> None:
    assert firsts(FREIGHT, question) == names


def test_a_number_of_each_may_be_meant_added_up() -> None:
    readings = readings_of("freight cost per carrier", FREIGHT.graph_schema(), FREIGHT, unlike)
    assert readings is not None
    said = [in_words(own.query) for own in (readings.best, *readings.others)]
    added = "Carrier; Shipment CARRIED_BY Carrier: total freightCost of Shipment"
    assert added in said


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("shipments per carrier", [["Norda", 2], ["Suda", 1]]),
        ("average number of shipments per carrier", [[1.5]]),
        ("carriers with more than one shipment", [["Norda", 2]]),
        ("How many carriers are discontinued?", [[1]]),
        ("top 1 carrier by total freight cost", [["Norda", 150.0]]),
    ],
)
def test_rules_and_composition_agree_on_what_each_has(question: str, expected: list[Any]) -> None:
    readings = readings_of(question, FREIGHT.graph_schema(), FREIGHT, unlike)
    assert readings is not None
    assert readings.best.signals["both"] == 1.0
    assert sorted(rows(FREIGHT, question)) == expected


def test_what_is_asked_for_by_year_is_counted() -> None:
    assert rows(FREIGHT, "shipments by year") == [[2024, 3]]

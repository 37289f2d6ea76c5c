"""Units of length and weight, years that are none, pieces that are no things, names in short."""

from __future__ import annotations

import pytest
from read_graphs import node, store
from word_doubles import WordEmbedder

from steiner.evidence import Evidence
from steiner.graph import Node
from steiner.index.properties.guess import guess_name
from steiner.lexicon.measured_units import factor
from steiner.stores.protocol import LabelSchema
from steiner.systems.steiner import retriever

CLUB = store(
    [
        node(1, "Route", "Ridge", length_m=1200, weight_kg=2.0),
        node(2, "Route", "Spur", length_m=800, weight_kg=0.5),
        node(7, "Peak", "Storhorn", height_m=2310, first_climbed=1899),
        node(8, "Peak", "Kaldtind", height_m=1987, first_climbed=1905),
        node(3, "Member", "Ann Lee", joined_club=1994),
        node(4, "Member", "Bob Ray", joined_club=2015),
        node(5, "Part", "P-1", descr="oil filter", qty_in_stock=41),
        node(6, "Part", "P-2", descr="brake disc", qty_in_stock=3),
    ],
    [],
)


def asked(question: str) -> Evidence:
    return retriever(CLUB, WordEmbedder()).retrieve(question)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which routes are longer than 1 km?", ["Ridge"]),
        ("Which routes are shorter than 0.9 kilometres?", ["Spur"]),
        ("Which routes are longer than 1000 m?", ["Ridge"]),
    ],
)
def test_a_number_is_compared_in_the_unit_of_the_property(question: str, names: list[str]) -> None:
    table = asked(question).table
    assert table is not None
    assert [row[0].name for row in table.rows if isinstance(row[0], Node)] == names


@pytest.mark.parametrize(
    ("said", "measured", "by"),
    [("km", "m", 1000.0), ("g", "kg", 0.001), ("feet", "m", 0.3048), ("hours", "min", 60.0)],
)
def test_units_of_one_kind_are_converted(said: str, measured: str, by: float) -> None:
    assert factor(said, measured) == pytest.approx(by)


def test_units_of_two_kinds_are_not_converted() -> None:
    assert factor("kg", "m") is None


def test_an_adjective_is_explained_by_what_it_measures() -> None:
    assert asked("How high is Storhorn?").exact


def test_years_that_something_took_are_no_year() -> None:
    assert not asked("Which members have been in the club for more than 20 years?").exact
    assert asked("Which members joined the club before 2000?").exact
    divisible = asked("Which members have a joined club year divisible by 5?").confidence
    assert divisible is not None
    assert divisible > 0.5


def test_pieces_of_a_kind_are_not_surely_counted_by_its_nodes() -> None:
    assert not asked("How many parts are called oil filter in stock?").exact


def test_a_name_in_short_comes_before_a_place() -> None:
    vendor = LabelSchema(
        3,
        {
            "cty": ["Metz", "Colmar", "Mannheim"],
            "vnd_nm": ["Pneu Lorraine", "Alsace Filtres", "Bremsen Kohl"],
        },
    )
    driver = LabelSchema(2, {"fname": ["Gerd", "Ruth"], "lname": ["Lauffer", "Aigner"]})
    assert guess_name("Vnd", vendor) == ("vnd_nm",)
    assert guess_name("Drv", driver) == ("fname", "lname")

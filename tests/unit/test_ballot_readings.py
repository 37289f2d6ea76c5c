"""A name that is a title, half of a type's name, days of what leads to a thing, every one."""

from __future__ import annotations

from datetime import date

from read_graphs import firsts, node, read, rows, store

from steiner.graph import Node

BALLOT = store(
    [
        Node(
            1,
            "1",
            ("Draft",),
            {"title": "Harbour dues", "filed_on": date(2020, 1, 1)},
            "Harbour dues",
        ),
        Node(2, "2", ("Draft",), {"title": "Peat", "filed_on": date(2021, 1, 1)}, "Peat"),
        node(3, "Voter", "Ann"),
        node(4, "Voter", "Bob"),
        node(5, "Board", "Ports"),
    ],
    [
        (3, "VOTED_FOR", 1, {}),
        (4, "VOTED_AGAINST", 1, {}),
        (4, "VOTED_FOR", 2, {}),
        (5, "WEIGHED", 1, {"closed_on": date(2022, 1, 1)}),
        (3, "SITS_ON", 5, {}),
    ],
)


def test_the_preposition_says_which_type() -> None:
    assert read(BALLOT, "How many voters voted for Peat?").confidence >= 0.8


STUDIO = store(
    [
        node(1, "Artwork", "Dusk", shelf_no="S 7"),
        node(2, "Artwork", "Dawn"),
        node(3, "Buyer", "Ann"),
    ],
    [
        (1, "bought_by", 3, {"price": 300000, "bought_on": date(2020, 1, 1)}),
        (2, "bought_by", 3, {"price": 900, "bought_on": date(2021, 1, 1)}),
    ],
)


def test_a_plural_that_ends_a_label_is_it_behind_what_stands_before_nouns() -> None:
    assert read(STUDIO, "Who works for Ann?").query.labels[0] != "Artwork"


def test_a_number_that_ends_a_name_and_one_that_is_no_year() -> None:
    assert rows(STUDIO, "What is the shelf number of Dusk?") == [["Dusk", "S 7"]]
    assert set(firsts(STUDIO, "Which artworks were bought for over 200,000?")) == {"Dusk"}

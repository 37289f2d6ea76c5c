"""What is written for the encoder, and the keys under which a node is found."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from index_doubles import node_row

from steiner.graph import Point
from steiner.index.profile import LabelProfile, Profile
from steiner.index.values import worth_reading
from steiner.index.verbalise import NodeVerbaliser, RelationshipVerbaliser, Verbalised
from steiner.settings import IndexSettings
from steiner.stores.protocol import Row

PROFILE = Profile(
    {
        "Movie": LabelProfile(name=("title",), aliases=("aka",)),
        "Order": LabelProfile(key="orderID"),
        "Employee": LabelProfile(name=("firstName", "lastName"), key="employeeID"),
    }
)


def verbalise(row: Row, **settings: Any) -> Verbalised:
    result = NodeVerbaliser(PROFILE, IndexSettings(**settings))(row)
    assert result is not None
    return result


def keys(row: Row, **settings: Any) -> list[str]:
    return [key for key, _ in verbalise(row, **settings).keys]


def test_name_stands_first_then_properties() -> None:
    row = node_row(
        1, ["Movie"], tagline="Welcome to the Real World", released=1999, title="The Matrix"
    )
    found = verbalise(row)
    assert found.text == ("Movie: The Matrix. released: 1999. tagline: Welcome to the Real World")
    assert found.name == "The Matrix"
    assert found.keys == (
        ("the matrix", "title"),
        ("1999", "released"),
        ("welcome to the real world", "tagline"),
    )


def test_values_are_readable() -> None:
    row = node_row(
        1,
        ["Place"],
        open=True,
        since=datetime.date(1996, 7, 4),
        at=Point((12.5, 41.0), 4326),
        tags=["old", "big"],
    )
    assert verbalise(row).text == (
        "Place. at: (12.5, 41). open: yes. since: 1996-07-04. tags: old, big"
    )
    assert keys(row) == ["1996 07 04", "old", "big"]


@pytest.mark.parametrize(
    "value", ["1996-07-04 00:00:00.000", datetime.datetime(1996, 7, 4, 12, 30), "1996-07-04T08:15Z"]
)
def test_moments_are_also_found_by_their_day(value: Any) -> None:
    assert "1996 07 04" in keys(node_row(1, ["Order"], orderDate=value))


@pytest.mark.parametrize(
    "value",
    [
        [0.1] * 16,
        list(range(20)),
        b"raw",
        "0x151C2F00020000000D000E00",
        "QUJD" * 20,
        "word " * 1000,
        "NULL",
        "",
        None,
        [],
        {"a": 1},
    ],
)
def test_unreadable_values_are_skipped(value: Any) -> None:
    assert not worth_reading(value, 4000)
    assert verbalise(node_row(1, ["Movie"], title="Up", data=value)).text == "Movie: Up"


@pytest.mark.parametrize("value", [0, False, [1.5, 2.5], "a" * 64, "https://x.org/" + "a" * 90])
def test_readable_values_are_kept(value: Any) -> None:
    assert worth_reading(value, 4000)


def test_long_text_without_white_space_is_kept_where_the_script_has_none() -> None:
    assert worth_reading("これはとても長い文章です" * 10, 4000)


def test_node_without_a_name_is_called_by_its_key() -> None:
    found = verbalise(node_row(1, ["Order"], orderID=10248, shipCity="Reims"))
    assert found.name == "Order 10248"
    assert found.text == "Order 10248. ship city: Reims"
    assert found.keys[0] == ("order 10248", "orderID")
    assert ("10248", "orderID") in found.keys


def test_first_and_last_name_make_one_name() -> None:
    found = verbalise(node_row(1, ["Employee"], firstName="Nancy", lastName="Davolio"))
    assert found.name == "Nancy Davolio"
    assert found.keys[0] == ("nancy davolio", "firstName")
    assert {"nancy", "davolio"} < {key for key, _ in found.keys}


def test_aliases_come_right_after_the_name() -> None:
    row = node_row(1, ["Movie"], title="Leon", aka=["The Professional", "Léon"], about="x")
    assert keys(row)[:3] == ["leon", "the professional", "leon"]


def test_node_without_text_is_named_by_its_labels() -> None:
    found = verbalise(node_row(1, ["BusinessSegment", "Old"], data=b"raw"))
    assert (found.text, found.name, found.keys) == (
        "Business segment, Old",
        "Business segment, Old",
        (),
    )


def test_node_without_labels_and_properties_is_skipped() -> None:
    assert NodeVerbaliser(PROFILE, IndexSettings())(node_row(1, [])) is None


def test_own_properties_are_never_read() -> None:
    row = node_row(1, ["Movie"], title="Up", steiner_hash="a b", steiner_keys=["x"])
    assert verbalise(row).text == "Movie: Up"


def test_identifiers_and_addresses_are_keys_but_no_text_for_the_encoder() -> None:
    row = node_row(1, ["Movie"], title="Up", imdbId="0114709", url="https://x.org/up")
    assert verbalise(row).text == "Movie: Up"
    assert keys(row) == ["up", "0114709", "https x org up"]


def test_members_of_a_written_list_are_keys() -> None:
    assert keys(node_row(1, ["Movie"], title="Up", genres="Drama|Film Noir"))[1:] == [
        "drama film noir",
        "drama",
        "film noir",
    ]


def test_at_most_64_keys() -> None:
    assert len(keys(node_row(1, ["Movie"], title="Up", words=[f"w{i}" for i in range(200)]))) == 64


def test_only_chosen_properties_are_read() -> None:
    profile = Profile({"Movie": LabelProfile(name=("title",), properties=("plot",))})
    row = node_row(1, ["Movie"], title="Up", plot="A balloon", secret="hidden")
    found = NodeVerbaliser(profile, IndexSettings())(row)
    assert found is not None
    assert found.text == "Movie: Up. plot: A balloon"
    assert [key for key, _ in found.keys] == ["up", "a balloon"]


def test_hash_follows_the_content() -> None:
    one, same = (verbalise(node_row(i, ["Movie"], title="Up", year=2009)) for i in (1, 2))
    other = verbalise(node_row(1, ["Movie"], title="Up", year=2010))
    assert one.hash() == same.hash() != other.hash()


def test_relationship_with_words_of_its_own() -> None:
    found = RelationshipVerbaliser(IndexSettings())(
        node_row(1, ["ACTED_IN"], roles=["Neo", "The One"], pay=3)
    )
    assert found is not None
    assert found.text == "acted in. pay: 3. roles: Neo, The One"
    assert found.keys == (("3", "pay"), ("neo", "roles"), ("the one", "roles"))


@pytest.mark.parametrize("properties", [{}, {"rating": 4.5}, {"at": "1996-07-04 00:00:00.000"}])
def test_relationship_without_words_has_no_text(properties: dict[str, Any]) -> None:
    assert RelationshipVerbaliser(IndexSettings())(node_row(1, ["RATED"], **properties)) is None

"""What is written for the encoder, and the keys under which a node is found."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from index_doubles import node_row

from steiner.graph import Point
from steiner.index.properties.profile import LabelProfile, Profile
from steiner.index.properties.values import worth_reading
from steiner.index.vectors.verbalise import NodeVerbaliser, RelationshipVerbaliser, Verbalised
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


@pytest.mark.parametrize(
    ("properties", "name"),
    [
        ({"name": "Norbert", "status": "active"}, "Norbert"),
        ({"title": "Dawn", "length": 7}, "Dawn"),
        ({"firstName": "Ann", "lastName": "Lee"}, "Ann Lee"),
        ({"status": "active", "fileName": "a b.txt"}, ""),
        ({"name": "https://bolt.eu"}, ""),
        ({"name": 7}, ""),
    ],
)
def test_a_node_without_labels_has_a_name(properties: dict[str, Any], name: str) -> None:
    found = verbalise(node_row(1, [], **properties))
    assert found.name == name
    assert not name or found.keys[0][0] == name.lower()


def test_values_are_readable() -> None:
    row = node_row(
        1,
        ["Place"],
        open=True,
        since=datetime.date(1996, 7, 4),
        at=Point((12.5, 41.0), 4326),
        tags=["old", "big"],
    )
    assert verbalise(row).text == ("Place. open: yes. since: 1996-07-04. tags: old, big")
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


def test_node_without_text_is_named_by_its_labels_and_not_embedded() -> None:
    found = verbalise(node_row(1, ["BusinessSegment", "Old"], data=b"raw"))
    assert (found.text, found.name, found.keys) == ("", "Business segment, Old", ())


HASH = "274bea3e51743867a2a17926670eaf040fc89ece777390ae9e6514322d203311"
CRIMES = Profile(
    {
        "Crime": LabelProfile(key="id", codes={"id": "hashes"}),
        "Phone": LabelProfile(key="phoneNo", codes={"phoneNo": "long numbers"}),
        "Post": LabelProfile(key="code"),
    }
)


def test_a_code_is_looked_up_and_not_embedded() -> None:
    row = Row(1, ("Crime",), {"id": HASH, "type": "Other theft", "date": "1/08/2017"})
    found = NodeVerbaliser(CRIMES, IndexSettings())(row)
    assert found is not None
    assert (found.text, found.name) == (
        "Crime. date: 1/08/2017. type: Other theft",
        f"Crime {HASH}",
    )
    assert found.keys[0] == (f"crime {HASH}", "id")
    assert (HASH, "id") in found.keys


def test_what_a_node_is_called_is_said_once() -> None:
    found = NodeVerbaliser(CRIMES, IndexSettings())(node_row(1, ["Post"], code="M1 3GF"))
    assert found is not None
    assert found.text == "Post M1 3GF"
    assert verbalise(node_row(1, ["Movie"], title="Up", film_name="Up", year=9)).text == (
        "Movie: Up. year: 9"
    )


def test_a_node_of_codes_alone_has_no_text() -> None:
    row = node_row(1, ["Phone"], phoneNo="2-(209)927-6600", at=Point((1.5, 2.5), 4326))
    found = NodeVerbaliser(CRIMES, IndexSettings())(row)
    assert found is not None
    assert (found.text, found.keys[-1]) == ("", ("2 209 927 6600", "phoneNo"))


def test_words_in_a_property_of_codes_are_read() -> None:
    found = NodeVerbaliser(CRIMES, IndexSettings())(node_row(1, ["Phone"], phoneNo="ask for Ann"))
    assert found is not None
    assert found.text == "Phone ask for Ann"


def test_a_website_among_names_is_a_name() -> None:
    assert verbalise(node_row(1, ["Movie"], title="www.up.com", site="www.x.com")).text == (
        "Movie: www.up.com"
    )


def test_encoded_data_that_is_short_is_looked_up() -> None:
    row = node_row(1, ["Movie"], title="Up", data="0x151C2F00020000000D000E00")
    assert keys(row) == ["up", "0x151c2f00020000000d000e00"]


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
    found = RelationshipVerbaliser(Profile(), IndexSettings())(
        node_row(1, ["ACTED_IN"], roles=["Neo", "The One"], pay=3)
    )
    assert found is not None
    assert found.text == "acted in. pay: 3. roles: Neo, The One"
    assert found.keys == (("3", "pay"), ("neo", "roles"), ("the one", "roles"))


@pytest.mark.parametrize("properties", [{}, {"rating": 4.5}, {"at": "1996-07-04 00:00:00.000"}])
def test_relationship_without_words_has_no_text(properties: dict[str, Any]) -> None:
    assert (
        RelationshipVerbaliser(Profile(), IndexSettings())(node_row(1, ["RATED"], **properties))
        is None
    )


def test_relationship_of_codes_alone_is_looked_up() -> None:
    token = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"
    profile = Profile(types={"PAID": {"account": "long numbers"}})
    row = node_row(1, ["PAID"], token=token, account="12-3456-789", note=4)
    found = RelationshipVerbaliser(profile, IndexSettings())(row)
    assert found is not None
    assert (found.text, found.name) == ("", "paid")
    assert {property for _, property in found.keys} == {"token", "account", "note"}

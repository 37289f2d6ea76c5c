"""Guesses of names, aliases and keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from index_doubles import FakeIndexStore, node

from steiner.errors import InvalidInput
from steiner.index.properties.guess import TELLING, guess_aliases, guess_key, guess_name
from steiner.index.properties.profile import read_profile
from steiner.settings import IndexSettings, LabelChoice
from steiner.stores.protocol import LabelSchema


def schema(unique: Sequence[str] = (), **samples: Sequence[Any]) -> LabelSchema:
    return LabelSchema(2, samples, tuple(unique))


@pytest.mark.parametrize(
    ("label", "found", "name"),
    [
        ("Person", schema(name=["Ann", "Ann"], title=["Dr", "Mr"]), ("name",)),
        ("Movie", schema(tagline=["a", "b"], title=["Up", "Alien"]), ("title",)),
        (
            "Product",
            schema(productName=["Chai", "Ikura"], quantity=["1 l", "2 l"]),
            ("productName",),
        ),
        (
            "Broker",
            schema(
                firm=["Fell & Partners", "Aire Broking", "Minster Risk"],
                licence_no=["A-1", "A-2", "A-3"],
                town=["Leeds", "York", "Hull"],
            ),
            ("firm",),
        ),
        (
            "Taxon",
            schema(commonName=["dog rose"], scientificName=["Rosa canina", "Rosa"]),
            ("scientificName",),
        ),
        (
            "Employee",
            schema(
                title=["Rep"] * 4, firstName=["A", "B", "C", "D"], lastName=["E", "F", "G", "H"]
            ),
            ("firstName", "lastName"),
        ),
        (
            "Customer",
            schema(companyName=["Bon", "Hop"], contactName=["Ann", "Bob"]),
            ("companyName",),
        ),
        ("Order", schema(shipName=["Bon"] * 5, orderID=["1", "2", "3", "4", "5"]), ()),
        (
            "Region",
            schema(regionID=["1", "2"], regionDescription=["East", "West"]),
            ("regionDescription",),
        ),
        (
            "Person",  # Many share a first name, and many a last one.
            schema(firstName=["Ann", "Ann", "Ann", "Bob"], lastName=["Lee", "Orr", "Lee", "Lee"]),
            ("firstName", "lastName"),
        ),
        ("Officer", schema(name=["Ann", "Bob"], surname=["Lee", "Orr"]), ("name", "surname")),
        ("Officer", schema(name=["Ann Lee", "Bob Orr"], surname=["Lee", "Orr"]), ("name",)),
        ("Node", schema(), ()),
        (
            "Company",  # One odd value costs no other its name.
            schema(name=[*(f"Firm {i}" for i in range(18)), "https://bolt.eu", "Z" * 90]),
            ("name",),
        ),
        ("Page", schema(name=["https://a.eu", "https://b.eu", "Start"]), ()),
        ("影片", schema(片名=["黑客帝国", "异形"], 年份=[1999, 1979]), ("片名",)),
    ],
)
def test_name(label: str, found: LabelSchema, name: tuple[str, ...]) -> None:
    assert guess_name(label, found) == name


@pytest.mark.parametrize(
    ("label", "found", "key"),
    [
        ("Movie", schema(["imdb"], id=[1, 2], imdb=["a", "b"]), "imdb"),
        ("Movie", schema(movieId=[1, 2], title=["a", "b"]), "movieId"),
        ("Order", schema(orderID=["1", "2"], customerID=["A", "B"]), "orderID"),
        ("Movie", schema(id=[1, 1]), None),
        ("Movie", schema(id=[1], title=["a", "b"]), None),
        ("Part", schema(sku=["x1", "x2"]), "sku"),
        ("Parcel", schema(parcelNo=[1, 2]), "parcelNo"),
        ("Parcel", schema(parcel_number=[1, 2], name=["a", "b"]), "parcel_number"),
        ("Parcel", schema(number=[1, 2], name=["a", "b"]), None),
        ("Part", schema(), None),
        ("Person", schema(person_tmdbId=["1", "2"], name=["a", "b"]), "person_tmdbId"),
    ],
)
def test_key(label: str, found: LabelSchema, key: str | None) -> None:
    assert guess_key(label, found) == key


def test_aliases() -> None:
    found = schema(also_known_as=["x"], alternativeNames=[["y"]], name=["z"], Synonyms=["v"])
    assert set(guess_aliases(found)) == {"also_known_as", "alternativeNames", "Synonyms"}


@pytest.fixture
def store() -> FakeIndexStore:
    return FakeIndexStore([node(1, ["Movie"], title="Up"), node(2, ["Movie"], plot="x y")])


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (IndexSettings(labels=("movie",)), ["'movie'", "'Movie'"]),
        (IndexSettings(labels=("Zebra",)), ["'Zebra'", "Movie"]),
        (IndexSettings(choices={"Film": LabelChoice(name="title")}), ["'Film'"]),
        (IndexSettings(choices={"Movie": LabelChoice(name="titel")}), ["'titel'", "'title'"]),
        (IndexSettings(choices={"Movie": LabelChoice(properties=("nope",))}), ["'nope'"]),
    ],
)
def test_unknown_names_are_told_with_what_there_is(
    store: FakeIndexStore, settings: IndexSettings, words: list[str]
) -> None:
    with pytest.raises(InvalidInput) as caught:
        read_profile(store, store.schema(10), settings)
    assert all(word in str(caught.value) for word in words)


def test_choice_may_name_a_property_that_the_sample_lacks(store: FakeIndexStore) -> None:
    settings = IndexSettings(choices={"Movie": LabelChoice(name="plot")})
    profile = read_profile(store, store.schema(1), settings)
    assert profile.names() == {"Movie": "plot"}


def test_a_name_is_judged_over_the_whole_label_and_a_day_names_nothing() -> None:
    found = schema(summary=["a b", "c d"], remark=["e", "f"])
    assert guess_name("Filing", found) == ("remark",)
    assert guess_name("Filing", found, None, {"summary": 0.9, "remark": 0.1}.__getitem__) == (
        "summary",
    )
    assert guess_name("Filing", schema(begin=["Mar 25, 2015", "Apr 2, 2016"])) == ()
    assert guess_name("Filing", schema(begin=["25-MAR-2015", "02-APR-2016"])) == ()
    assert guess_key("Filing", schema(id=[1, 2]), lambda _: 0.5) is None


def test_without_a_name_a_key_that_few_nodes_share_tells_them_apart() -> None:
    found = schema(sar_id=["1", "1", "2", "3"], amount=[1.0, 2.0, 3.0, 4.0])
    assert guess_key("Filing", found) is None
    assert guess_key("Filing", found, least=0.5) == "sar_id"
    assert guess_key("Filing", schema(sar_id=["1"] * 9), least=0.5) is None


def test_a_text_of_digits_that_all_have_is_a_key_where_nothing_names() -> None:
    phones = LabelSchema(2, {"msisdn": ["447911200301", "447911200302"], "paid": ["10.50", "9.10"]})
    assert guess_key("Subscriber", phones, least=TELLING) == "msisdn"
    assert guess_key("Subscriber", phones) is None
    twice = LabelSchema(2, {"msisdn": ["447911200301", "447911200301"]})
    assert guess_key("Subscriber", twice, least=TELLING) is None


def test_whole_numbers_that_all_have_are_a_key_where_their_property_ends_as_an_id() -> None:
    cases = schema(primaryid=[16071, 16707], age=[77, 3])
    assert guess_key("Case", cases, least=TELLING) == "primaryid"
    assert guess_key("Case", schema(paid=[9.5, 1.25], age=[77, 3]), least=TELLING) is None

"""Questions that compute: read without a model, compiled to one statement that only reads."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
import pytest
from word_doubles import WordEmbedder

from steiner.algebra import Bound, Measure, Ordering, Owner, PropertyOf, Query, QueryLink, in_words
from steiner.algebra.schema.graph_schema import GraphSchema, kind_of, property_schema
from steiner.errors import InvalidInput
from steiner.evaluate.graphs import memory_store
from steiner.filters import Condition, Filter
from steiner.query.english.cues import cues
from steiner.query.english.number_words import number
from steiner.query.naming.schema.schema_mentions import Floats
from steiner.query.query_reading import Reading, read_query
from steiner.query.readings import read as readings_of
from steiner.settings import ExactSettings
from steiner.stores.neo4j.computed.running import statement_of
from steiner.textual_graph import TextGraph

WRITES = re.compile(r"\b(?:CREATE|MERGE|SET|DELETE|REMOVE|CALL|LOAD|DROP|FOREACH)\b")
SCHEMA = GraphSchema(
    labels={
        "Ship": {
            "name": property_schema("name", ["Aurora"]),
            "builtYear": property_schema("builtYear", [1960, 2010]),
            "price": property_schema("price", [5, 900]),
            "weight": property_schema("weight", [5, 900]),
            "retired": property_schema("retired", [True, False]),
        },
        "Captain": {
            "name": property_schema("name", ["Ann"]),
            "country": property_schema("country", ["Norway"]),
        },
        "Harbour": {"name": property_schema("name", ["Bergen"])},
    },
    types={
        "COMMANDED": {"days": property_schema("days", [3, 90])},
        "VISITED": {},
    },
    ends={"COMMANDED": [("Captain", "Ship")], "VISITED": [("Ship", "Harbour")]},
    names={"Ship": "name", "Captain": "name", "Harbour": "name"},
)
STORE = memory_store(TextGraph.from_triples([("Aurora", "visited", "Bergen")]), WordEmbedder())


def unlike(left: Sequence[str], right: Sequence[str]) -> Floats:
    return np.zeros((len(left), len(right)))


def read(question: str) -> Reading:
    reading = read_query(question, SCHEMA, STORE, unlike)
    assert reading is not None
    return reading


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (
            "Which 3 captains commanded the most ships?",
            "Captain; Captain COMMANDED Ship: count, most first, 3",
        ),
        (
            "How many harbours has each ship visited?",
            "Ship; Ship VISITED Harbour: count",
        ),
        ("How many ships are there?", "Ship: count"),
        ("What is the average price of ships built after 2000?", None),
        ("Which ship has the highest price?", "Ship: price most first, 1"),
        (
            "List ships with a price between 10 and 20",
            "Ship; Ship.price >= 10; Ship.price <= 20",
        ),
        ("Which ships are not retired?", "Ship; Ship.retired = False"),
        (
            "Which captains commanded more than two ships?",
            "Captain; Captain COMMANDED Ship: count > 2",
        ),
        (
            "Which ships have never visited a harbour?",
            "Ship; without Ship VISITED Harbour",
        ),
        ("Which ships have a name starting with 'Au'?", "Ship; Ship.name starts 'Au'"),
        (
            "Which captains commanded several ships?",
            "Captain; Captain COMMANDED Ship: count > 1",
        ),
        ("List ships with a price over a million", "Ship; Ship.price > 1000000"),
        (
            "List ships with a price over 10 but less than 20",
            "Ship; Ship.price > 10; Ship.price < 20",
        ),
        ("List ships with a price divisible by 10", "Ship; Ship.price divisible 10"),
        (
            "Find ships with a price of 10 and limit the results to 4",
            "Ship; Ship.price = 10: any 4",
        ),
    ],
)
def test_a_question_is_read_as_a_query(question: str, said: str | None) -> None:
    reading = read(question)
    if said is not None:
        assert in_words(reading.query) == said
    assert reading.confidence > 0.5


def test_what_the_rules_misread_is_composed() -> None:
    question = "Which 2 captains commanded the newest ships?"
    readings = readings_of(question, SCHEMA, STORE, unlike)
    assert readings is not None
    said = "Captain; Captain COMMANDED Ship: highest builtYear of Ship, most first, 2"
    assert in_words(readings.best.query) == said


def test_an_average_is_one_number_and_a_bare_list_no_computation() -> None:
    average = read("What is the average price of ships?")
    assert average.query.single
    assert average.computes
    assert not read("List all ships").computes


def test_what_is_not_understood_lowers_the_confidence_and_is_named() -> None:
    plain, odd = read("List all ships"), read("List all ships that glitter at midnight")
    assert plain.confidence == 1.0
    assert odd.confidence < 0.9
    assert {"glitter", "midnight"} <= set(odd.unread)


def test_nothing_of_the_schema_is_no_query() -> None:
    assert read_query("What is the meaning of life?", SCHEMA, STORE, unlike) is None


def test_cues_are_read_once_and_numbers_in_words() -> None:
    kinds = [(cue.kind, cue.value) for cue in cues("the top 5 ships over $1,000 in the 1990s")]
    assert kinds == [("top", 5), ("bound", 1000), ("decade", 1990)]
    assert (number("2.5 million"), number("two"), number("$1,000")) == (2_500_000, 2, 1000)


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ([1, 2.5], "number"),
        (["12.5", "-3"], "number as text"),
        (["1996-07-04 00:00:00"], "date as text"),
        ([True], "yes or no"),
        ([["a"]], "list"),
        (["a", "1"], "text"),
        ([None], "text"),
        (["1996-07-04", "NULL", ""], "date as text"),
        ([3, "N/A", None], "number"),
        (["null"], "text"),
    ],
)
def test_the_kind_of_a_property_is_told_by_its_values(values: list[object], kind: str) -> None:
    assert kind_of(values) == kind


def test_a_property_of_texts_and_other_values_has_its_texts_for_values() -> None:
    mixed = property_schema("size", [1, "long", ["a", "b"], None, "long", 2.5])
    assert (mixed.kind, mixed.texts) == ("text", ("long",))


QUERIES = [
    read("Which 3 captains commanded the most ships?").query,
    read("What is the average price of ships?").query,
    read("Which ships have never visited a harbour?").query,
    read("How many captains commanded more than two ships?").query,
    read("List ships with a price between 10 and 20").query,
    Query(
        ("Sh`ip", "Captain"),
        (QueryLink(("COMMANDED", "A|B"), 1, 0), QueryLink(("LED",), 1, 0, negated=True)),
        (Bound(PropertyOf(Owner(0, True), "days"), "=", "x' OR 1=1 //"),),
        Measure("sum", PropertyOf(Owner(1), "na`me", "number"), ((">", 2),)),
        order=Ordering(None, True),
    ),
]


@pytest.mark.parametrize("query", QUERIES)
def test_every_statement_only_reads_and_holds_no_value(query: Query) -> None:
    made = statement_of(query, Filter(nodes=(Condition("tenant", "=", "acme"),)))
    unquoted = re.sub(r"`(?:[^`]|``)*`", "", made.text)
    assert not WRITES.search(unquoted)
    assert "'" not in unquoted
    assert "OR 1=1" not in made.text
    assert "tenant" in made.text
    assert made.parameters["node_0"] == "acme"


def test_a_second_link_between_two_keeps_its_negation_and_the_filter() -> None:
    only = Filter(types=("COMMANDED", "LED"))
    query = Query(
        ("Ship", "Captain"),
        (QueryLink(("COMMANDED",), 1, 0), QueryLink(("LED",), 1, 0, negated=True)),
    )
    text = statement_of(query, only).text
    assert "NOT EXISTS { MATCH (v1)-[r1:`LED`]->(v0) WHERE" in text


def test_a_mode_that_is_none_is_refused() -> None:
    with pytest.raises(InvalidInput, match="must be auto, only or off, got 'sometimes'"):
        ExactSettings(mode="sometimes")
    with pytest.raises(InvalidInput, match=r"sure must be 0 to 1, got 2"):
        ExactSettings(sure=2)


def test_two_properties_are_compared_and_all_is_read_as_none_that_is_not() -> None:
    earlier = read("Which ships have a price above their weight?").query
    (bound,) = earlier.bounds
    assert (bound.operator, bound.value) == (">", PropertyOf(Owner(0), "weight", "number"))
    every = read("Which captains commanded only ships with a price above 20?").query
    assert [link.negated for link in every.links] == [False, True]
    assert every.bounds[0].negated


def test_the_head_of_a_compound_is_what_is_asked_for() -> None:
    assert read("Which captain ships have a price above 20?").query.labels[0] == "Ship"


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What is the average price of ships by built year?", "average price, for each builtYear"),
        ("What is the average price of ships by captain?", "COMMANDED Ship: average price of Ship"),
        ("How many different built years are there?", "Ship: number of builtYear"),
        ("How many ships were commanded by captains?", "Captain COMMANDED Ship: count of Ship"),
    ],
)
def test_what_is_grouped_or_differs_is_a_property(question: str, said: str) -> None:
    reading = read(question)
    assert in_words(reading.query).endswith(said)
    assert reading.confidence >= 0.8


def test_a_group_that_is_not_read_and_a_most_of_texts_are_not_sure() -> None:
    assert read("What is the average price of ships by captains?").confidence < 0.8
    assert read("What is the average price of ships by captains?").unread == ("by captains",)


def test_a_year_bounds_no_price() -> None:
    bounds = read("What is the highest price of a ship in 1990?").query.bounds
    assert [bound.property.name for bound in bounds] == ["builtYear"]

"""The second reading: what is composed of all alternatives, and how probable a reading is."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from read_graphs import FOUNDERS
from word_doubles import WordEmbedder, alike, indexed

from steiner.algebra import Bound, Measure, Owner, PropertyOf, Query, QueryLink, in_words
from steiner.graph import Node
from steiner.query.checks.word_checks import checks
from steiner.query.composing.compose import compose
from steiner.query.composing.words.lattice import lattice
from steiner.query.odds import beside_none
from steiner.query.probability import compared, interpolated, probabilities, together
from steiner.query.readings import Readings, read, with_ties
from steiner.query.same_meaning import meaning_of
from steiner.query.weights import COMPOSING
from steiner.settings import ExactSettings
from steiner.stores.memory import MemoryStore
from steiner.systems.steiner import retriever


def graph() -> MemoryStore:
    links = [
        (4, "FOUNDED_BY", 1), (5, "FOUNDED_BY", 1), (6, "FOUNDED_BY", 3),
        (6, "HAS_BOARD_MEMBER", 2), (4, "HAS_BOARD_MEMBER", 2), (4, "BASED_IN", 7),
    ]  # fmt: skip
    return indexed(FOUNDERS, links)


STORE = graph()
SCHEMA = STORE.graph_schema()


def best(question: str) -> Query:
    return compose(question, SCHEMA, STORE, alike, COMPOSING)[0].query


def offered(question: str) -> list[Query]:
    """Return the queries of all readings, the most probable first."""
    readings = read(question, SCHEMA, STORE, alike)
    assert readings is not None
    return [reading.query for reading in (readings.best, *readings.others)]


def firsts(query: Query) -> list[str]:
    cells = (row[0] for row in STORE.run(query).rows)
    return sorted(cell.name if isinstance(cell, Node) else str(cell) for cell in cells)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which companies were founded by Ann Lee?", ["Acme", "Bolt"]),
        ("Which companies are based in Norway?", ["Acme"]),
        ("Which companies have a staff over 20?", ["Acme", "Core"]),
        ("How many companies were founded by Ann Lee?", ["2"]),
        ("Which companies were not founded by Ann Lee?", ["Core"]),
        ("Which companies were either founded by Cid Fox or based in Norway?", ["Acme", "Core"]),
    ],
)
def test_the_most_probable_composition_has_the_rows_asked_for(
    question: str, names: list[str]
) -> None:
    assert firsts(best(question)) == names


def test_a_number_beside_rows_keeps_those_that_have_none() -> None:
    asked = "companies founded by Ann Lee along with the number of people on the board of each"
    read_so = [query for query in offered(asked) if query.beside]
    rows = STORE.run(read_so[0]).rows
    assert sorted((row[0].name, row[-1]) for row in rows) == [("Acme", 1), ("Bolt", 0)]


def test_probabilities_of_what_is_composed_and_of_none_of_it_sum_to_one() -> None:
    composed = compose("Which companies did Ann Lee found?", SCHEMA, STORE, alike, COMPOSING)
    of_none = composed[0].probability / math.exp(composed[0].score)
    assert sum(each.probability for each in composed) + of_none == pytest.approx(1.0)
    assert [each.score for each in composed] == sorted((c.score for c in composed), reverse=True)


COUNT = Query(
    ("Company", "Person"),
    (QueryLink(("FOUNDED_BY",), 0, 1),),
    (Bound(PropertyOf(Owner(1), "name"), "=", "Ann Lee"),),
    measure=Measure("count", Owner(0)),
    single=True,
)


def test_variables_may_be_numbered_in_any_order() -> None:
    links = (QueryLink(("FOUNDED_BY",), 0, 1), QueryLink(("BASED_IN",), 0, 2))
    one = Query(("Company", "Person", "Country"), links)
    turned = (QueryLink(("BASED_IN",), 0, 1), QueryLink(("FOUNDED_BY",), 0, 2))
    other = Query(("Company", "Country", "Person"), turned)
    assert meaning_of(one) == meaning_of(other)
    assert meaning_of(one) != meaning_of(Query(("Company", "Person"), links[:1]))


@pytest.mark.parametrize(
    ("question", "lost"),
    [
        ("How many companies did Ann Lee not found?", "denial lost"),
        ("How many companies were founded by Ann Lee or Bob Ray?", "or lost"),
        ("How many of the 7 companies did Ann Lee found?", "number lost"),
        ("How many companies were founded by Ann Lee and Dora Hill?", "name lost"),
        ("How many companies of each country were founded by Ann Lee?", "noun lost"),
        ("When did Ann Lee found companies?", "time lost"),
    ],
)
def test_what_a_query_leaves_out_of_a_question_is_noticed(question: str, lost: str) -> None:
    assert checks(COUNT, lattice(question, SCHEMA, STORE, alike))[lost]


def test_nothing_is_lost_where_all_is_said() -> None:
    asked = lattice("How many companies were founded by Ann Lee?", SCHEMA, STORE, alike)
    amounts = checks(COUNT, asked)
    assert {n for n, v in amounts.items() if v} <= {"links", "conditions"}


def test_a_name_that_is_denied_is_not_lost() -> None:
    denied = replace(COUNT, bounds=(replace(COUNT.bounds[0], negated=True),))
    asked = lattice("How many companies were founded by others than Bob Ray?", SCHEMA, STORE, alike)
    assert checks(denied, asked)["name lost"]
    asked = lattice("How many companies were founded by others than Ann Lee?", SCHEMA, STORE, alike)
    assert not checks(denied, asked)["name lost"]


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("What is Ann Lee's phone number?", 1.0),
        ("phone number of Ann Lee", 1.0),
        ("Does Ann Lee like dogs?", 1.0),
        ("Ann Lee", 0.0),
        ("Who is Ann Lee?", 0.0),
    ],
)
def test_what_is_asked_of_a_named_thing_and_not_there_is_noticed(
    question: str, asked: float
) -> None:
    named = Query(("Person",), bounds=(Bound(PropertyOf(Owner(0), "name"), "=", "Ann Lee"),))
    assert checks(named, lattice(question, SCHEMA, STORE, alike))["name asked"] == asked


def test_agreement_makes_a_reading_probable_and_a_lost_name_less() -> None:
    agreed = {"rules": 1.0, "top": 1.0, "both": 1.0, "mass": 0.9, "rules sure": 1.0}
    losing = {**agreed, "name lost": 1.0, "or lost": 1.0}
    assert probabilities([agreed]) > probabilities([losing])


def test_readings_are_compared_with_each_other() -> None:
    few, many = compared([{"links": 1.0}, {"links": 9.0}])  # 9 is cut at 3, the mean is 2.
    assert few == {"begin": 1.0, "links": 1.0, "links more": -1.0}
    assert many == {"begin": 1.0, "links": 3.0, "links more": 1.0}


def test_readings_with_the_same_answers_are_probable_together() -> None:
    assert together([0.5, 0.2, 0.1], [[0, 1], [0, 1], [2]]) == pytest.approx([0.7, 0.7, 0.1])


def test_none_of_the_readings_may_be_right() -> None:
    assert beside_none([math.log(2), 0.0]) == pytest.approx([0.5, 0.25])
    assert beside_none([-50.0]) == pytest.approx([0.0])
    assert beside_none([]) == []


def test_a_probability_lies_between_the_points_that_were_learnt() -> None:
    points = [[0.2, 0.1], [0.6, 0.5]]
    assert [round(interpolated(points, raw), 2) for raw in (0.0, 0.4, 0.9)] == [0.1, 0.3, 0.5]


def test_both_readings_are_judged_and_others_kept() -> None:
    readings = read("Which companies were founded by Ann Lee?", SCHEMA, STORE, alike)
    assert isinstance(readings, Readings)
    assert firsts(readings.best.query) == ["Acme", "Bolt"]
    assert all(other.confidence <= readings.best.confidence for other in readings.others)


def test_a_text_too_long_for_a_question_is_not_read() -> None:
    assert read("companies of Ann Lee " * 60, SCHEMA, STORE, alike) is None


def test_what_is_tied_for_the_most_is_asked_for_unless_one_is() -> None:
    query = best("Which company has the highest staff?")
    assert query.limit == 1
    assert firsts(with_ties(query, "which company has the highest staff?")) == ["Acme", "Core"]
    assert not with_ties(query, "name one company with the highest staff").ties


def test_evidence_offers_another_reading_only_where_it_is_not_sure() -> None:
    exact = retriever(STORE, WordEmbedder())
    for question in ("Which companies were founded by Ann Lee?", "companies of Bob Ray"):
        evidence = exact.retrieve(question)
        assert not (evidence.exact and evidence.alternatives)
        for other in evidence.alternatives:
            assert evidence.table
            assert other.table.rows != evidence.table.rows
            assert in_words(best(question))


def test_an_answer_is_exact_from_nineteen_in_twenty_on() -> None:
    assert ExactSettings().sure == 0.95

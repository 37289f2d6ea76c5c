"""Questions as people word them, read and run on two small graphs: rows, not readings."""

from __future__ import annotations

from datetime import date

import pytest
from everyday_graphs import HOSPITAL, POSTS, SOFTWARE, WARD
from read_graphs import READ_OTHERWISE, firsts, node, read, rows, rows_by_rules, store, unlike

from steiner.evidence import Table
from steiner.query.english.cues import cues
from steiner.query.english.days import day
from steiner.query.readings import read as readings_of
from steiner.retrieve.exact.computed_rows import asked_of, denies, tells


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which patients born before May 2001 are there?", ["Ann", "Bob"]),
        ("Which patients were born after January 1, 2001?", ["Bob", "Cid"]),
        ("Which patients were born on 3 February 2001?", ["Bob"]),
        ("Which patients were born on '2001-02-03'?", ["Bob"]),
        ("Which patients received 'Morphine' in the ward?", ["Bob"]),
        ("Which patients have a negative score?", ["Ann"]),
        ("Which patients have a score above -5 and below 8?", ["Ann", "Bob"]),
        ("Which patients have a score (>=7)?", ["Bob", "Cid"]),
        ("Which uninsured patients are there?", ["Bob", "Cid"]),
        ("Which patients received no drugs?", ["Cid"]),
        ("Which patients received Aspirin but not Morphine?", ["Ann"]),
        ("List the patients except Ann and Bob.", ["Cid"]),
        ("Which has more beds, Oncology or Geriatrics?", ["Geriatrics"]),
        ("Which wards have a name starting with Onc?", ["Oncology"]),
        ("Which patients were born on or after 2001-02-03?", ["Bob", "Cid"]),
        ("Which patients were born on or before 2001-02-03?", ["Ann", "Bob"]),
        ("Which wards have 'cology' in their name?", ["Oncology"]),
        ("Which wards are outside Oncology?", ["Geriatrics"]),
        ("Which patients received drugs more than once?", ["Bob"]),
        ("Which patients received drugs exactly twice?", ["Bob"]),
        ("Which patients were admitted to the same ward as Ann?", ["Bob"]),
        ("Who was the first patient that received Aspirin?", ["Ann"]),
        ("What is the youngest patient that received Aspirin?", ["Bob"]),
        ("Name 3 patients with a score above 8", ["Cid"]),
        ("Who are the patients that received Morphine?", ["Bob"]),
        ("Which wards contain the word 'cology' in their name?", ["Oncology"]),
        ("Which wards have rooms and beds both above 15?", ["Geriatrics"]),
        ("Which wards have 31 beds or more?", ["Geriatrics"]),
        ("Which patients received at least one drug?", ["Ann", "Bob"]),
        ("Which wards admitted patients that received exactly one drug?", ["Oncology"]),
        ("Which patients were admitted to the ward with the fewest beds?", ["Ann", "Bob"]),
    ],
)
def test_the_rows_are_those_asked_for(question: str, names: list[str]) -> None:
    assert sorted(set(firsts(HOSPITAL, question))) == names
    assert read(HOSPITAL, question).confidence >= 0.8


def test_a_direction_that_is_said_orders_what_a_top_goes_by() -> None:
    question = "Show the top 2 patients by score in ascending order"
    assert firsts(HOSPITAL, question) == ["Ann", "Bob"]


def test_a_top_that_goes_by_nothing_is_unsure() -> None:
    assert read(HOSPITAL, "What are the top 2 wards?").confidence < 0.8


def test_a_day_bounds_the_relationship_whose_verb_it_stands_beside() -> None:
    assert firsts(HOSPITAL, "How many patients were admitted in 2024?") == [2]
    assert firsts(HOSPITAL, "How many patients were admitted to Oncology in 2024?") == [1]


def test_what_a_yes_or_no_is_said_of_is_counted() -> None:
    assert firsts(HOSPITAL, "How many insured patients are there?") == [1]
    assert firsts(HOSPITAL, "How many tablets are there?") == [1]


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("What depends on text-auth?", ["lib-bind", "text-cache"]),
        ("Which packages does text-auth depend on?", ["lib-bind"]),
        ("Which package is depended on the most?", ["text-auth"]),
        ("Who maintains the most packages?", ["Dana"]),
        ("Who maintains text-cache?", ["Dana"]),
        ("How many packages does each maintainer maintain?", ["Dana"]),
        ("Which packages have no maintainer?", ["lib-bind"]),
    ],
)
def test_the_voice_of_a_verb_tells_who_does_it(question: str, names: list[str]) -> None:
    own = rows(SOFTWARE, question)
    column = 0 if len(own[0]) == 1 or own[0][0] not in question else 1
    assert sorted({row[column] for row in own}) == names


def test_a_noun_that_nothing_reads_leaves_a_number_unsure() -> None:
    question = "What is the median score of the patients?"
    readings = readings_of(question, HOSPITAL.graph_schema(), HOSPITAL, unlike)
    assert readings is None or readings.best.confidence < 0.8


def test_rows_that_only_repeat_the_question_tell_nothing() -> None:
    ann, ward = HOSPITAL.hydrate([3, WARD], []).nodes
    table = Table(("Patient", "Ward"), ((ann, ward),), 1, "", {}, "")
    assert not tells(table, "When was Ann admitted to Oncology?")
    assert tells(table, "Where was Ann admitted?")
    tied = Table(("Ward", "count"), ((ward, 1),), 2, "", {}, "", tied=((ann, 1),))
    assert not tells(tied, "Who has the most?")


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("2014-01-05", "2014-01-05", "2014-01-05"),
        ("January 5th, 2014", "2014-01-05", "2014-01-05"),
        ("5 of Jan 2014", "2014-01-05", "2014-01-05"),
        ("Feb 2012", "2012-02-01", "2012-02-29"),
        ("February 30, 2012", None, None),
        ("5/1/2014", None, None),
    ],
)
def test_days_are_read_as_people_write_them(text: str, first: str | None, last: str | None) -> None:
    assert (day(text), day(text, last=True)) == (first, last)


@pytest.mark.parametrize(
    ("text", "least"),
    [
        ("between 1 and 2 million", 1_000_000),
        ("between 500 thousand and 2 million", 500_000),
        ("between 3 and 7", 3),
        ("from $1.5 to $3 million", 1_500_000),
    ],
)
def test_a_scale_that_is_said_once_is_of_both_ends(text: str, least: float) -> None:
    (cue,) = cues(text)
    assert cue.value == least


def test_after_a_month_is_after_its_last_day() -> None:
    bounds = [(c.operator, c.value) for c in cues("after May 2014, before May 2015")]
    assert bounds == [(">", "2014-05-31"), ("<", "2015-05-01")]


def test_the_column_that_the_question_does_not_name_is_asked_for() -> None:
    reading = read(SOFTWARE, "Who maintains text-cache?")
    table = asked_of(SOFTWARE.run(reading.query), reading, "Who maintains text-cache?")
    assert table.rows[0][table.answers_in].name == "Dana"
    reading = read(SOFTWARE, "Is text-cache maintained by Dana?")
    assert asked_of(SOFTWARE.run(reading.query), reading, "Is text-cache maintained …?").whether


def test_when_asks_for_the_day_of_the_verb() -> None:
    assert rows(HOSPITAL, "When was Ann admitted to Oncology?") == [
        ["Ann", "Oncology", date(2024, 3, 2)]
    ]


def test_the_most_common_has_the_most_of_its_one_relationship() -> None:
    assert rows(HOSPITAL, "Which drug is the most common?")[0] == ["Aspirin", 2]


def test_a_role_is_of_the_label_beside_it() -> None:
    graph = store(
        [
            node(1, "Stream", "alpha"),
            node(2, "Stream", "beta"),
            node(3, "User", "Ann", followers=5),
            node(4, "User", "Bob", followers=50),
        ],
        [
            (1, "CHATTER", 2, {}),
            (1, "CHATTER", 3, {}),
            (2, "CHATTER", 3, {}),
            (2, "CHATTER", 4, {}),
        ],
    )
    assert rows(graph, "Which streams have the most user chatters?")[0] == ["beta", 2]
    assert rows(graph, "How many chatters who are users does alpha have?") == [[1]]


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which users does Ann mention?", ["Bob"]),
        ("List the users that Bob mentions in posts.", ["Cid"]),
        ("Which users mention Bob in their posts?", ["Ann"]),
        ("Which posts are repeated by Bob?", ["first"]),
        ("Which posts has Bob repeated?", ["first"]),
        ("Which posts has Bob never repeated?", ["second", "third"]),
        ("Which posts did Ann not write?", ["second"]),
    ],
)
def test_who_acts_by_a_thing_of_theirs_is_linked_through_it(
    question: str, names: list[str]
) -> None:
    assert sorted(dict.fromkeys(firsts(POSTS, question))) == names


def test_the_most_of_a_list_or_the_most_diverse_counts_different_values() -> None:
    assert rows(POSTS, "Which post has the most tools?") == [["third", 2]]
    diverse = rows(POSTS, "Which 2 users are the most diverse in terms of tools?")
    assert diverse == [["Ann", 2], ["Bob", 1]]


def test_the_most_of_what_a_condition_describes_is_counted() -> None:
    assert rows(POSTS, "Which user wrote the most posts with 5 likes?") == [["Ann", 2]]
    assert rows(POSTS, "Which user wrote the most 5-like posts?") == [["Ann", 2]]


def test_relationships_are_grouped_by_a_property_that_is_all_that_is_said() -> None:
    assert rows(POSTS, "What are the most frequent moods?") == [["glad", 3], ["sad", 1]]


def test_a_number_that_nothing_takes_leaves_the_rows_unsure() -> None:
    assert read(POSTS, "List the first 2 posts 77.").confidence < 0.8
    assert firsts(POSTS, "Which posts have a like number of 2?") == ["second"]


@READ_OTHERWISE  # Either end is in the heaviest relationship.
def test_what_an_adjective_measures_may_be_the_relationships_own() -> None:
    people = [node(i, "Person", name) for i, name in enumerate(("Ann", "Bob", "Cid"), 1)]
    meetings = [(1, "MEETS", 2, {"weight": 3}), (2, "MEETS", 3, {"weight": 9})]
    graph = store(people, meetings)
    assert firsts(graph, "Which 1 person is in the heaviest MEETS relationships?") == ["Bob"]


def test_what_an_adjective_measures_may_be_a_nodes_own() -> None:
    assert firsts(HOSPITAL, "Which 1 patient has the most negative score?") == ["Ann"]


MAKERS = store(
    [
        node(1, "Person", "Ann", born=1960),
        node(2, "Person", "Bob", born=1960),
        node(3, "Person", "Cid", born=1971),
        node(4, "Film", "first", released=1999),
        node(5, "Film", "second", released=1999),
        node(6, "Film", "third", released=2004),
    ],
    [
        (1, "DIRECTED", 4, {}),
        (1, "PRODUCED", 4, {"share": 5}),
        (1, "PRODUCED", 5, {"share": 7}),
        (2, "DIRECTED", 5, {}),
        (2, "PRODUCED", 6, {"share": 9}),
        (3, "DIRECTED", 6, {}),
    ],
)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which films were directed and produced by Ann?", ["first"]),
        ("Which films did Ann produce but not direct?", ["second"]),
        ("Which films did Ann not direct but produce?", ["second"]),
        ("Which films did Ann neither direct nor produce?", ["third"]),
    ],
)
def test_all_verbs_of_one_name_are_of_the_named(question: str, names: list[str]) -> None:
    assert list(dict.fromkeys(firsts(MAKERS, question))) == names


def test_each_year_groups_by_the_year() -> None:
    asked = "How many films were released each year?"
    assert rows(MAKERS, asked) == [[1999, 2], [2004, 1]]
    of_days = "How many patients were born each year?"
    assert rows(HOSPITAL, of_days) == [[1990, 1], [2001, 1], [2024, 1]]


def test_two_names_are_reached_by_a_way_each_where_nothing_on_it_is_named() -> None:
    orders = [node(i, "Order", f"order {i}") for i in (4, 5)]
    goods = [node(6, "Product", "tea"), node(7, "Product", "rice")]
    graph = store(
        [node(1, "Customer", "Ann"), node(2, "Customer", "Bob"), *orders, *goods],
        [
            (1, "PLACED", 4, {}),
            (1, "PLACED", 5, {}),
            (4, "CONTAINS", 6, {}),
            (5, "CONTAINS", 7, {}),
        ],
    )
    assert rows_by_rules(graph, "Which customers bought both tea and rice?") == [["Ann"]]
    assert rows_by_rules(graph, "Which orders contain both tea and rice?") == []


def test_no_rows_answer_what_is_denied() -> None:
    reading = read(MAKERS, "Which person has directed no film?")
    table = MAKERS.run(reading.query)
    assert not table.rows
    assert denies(table, reading)
    assert not denies(table, read(MAKERS, "Which films did Cid produce?"))


GARDEN = store(
    [
        node(1, "User", "Ann", city="Porto", isModerator=True, reputation=9),
        node(2, "User", "Bob", city="Porto", isModerator=False, reputation=5),
        node(3, "User", "Cid", city="Turin", isModerator=False, reputation=7),
        node(4, "Question", "why frost"),
        node(5, "Question", "why slugs"),
        node(6, "Answer", "cover it"),
        node(7, "Answer", "pick them"),
        node(8, "Comment", "thanks"),
    ],
    [
        (1, "ASKED", 4, {}),
        (2, "ASKED", 5, {}),
        (2, "PROVIDED", 6, {}),
        (1, "PROVIDED", 7, {}),
        (6, "ANSWERED", 4, {}),
        (7, "ANSWERED", 4, {}),
        (3, "COMMENTED", 8, {}),
        (8, "COMMENTED_ON", 6, {}),
    ],
)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which moderators have answered questions?", ["Ann"]),
        ("Which users answered questions of Ann?", ["Ann", "Bob"]),
        ("Which users commented on answers of Bob?", ["Cid"]),
        ("Which users have asked and answered?", ["Ann", "Bob"]),
        ("Which questions has nobody answered?", ["why slugs"]),
        ("Which users commented on more than 1 answer?", []),
        ("Who asked 'why slugs'?", ["Bob"]),
        ("Who answered questions of Ann?", ["Ann", "Bob"]),
        ("Who has answers?", ["Ann", "Bob"]),
    ],
)
def test_what_a_verb_has_no_type_for_goes_by_a_thing_between(
    question: str, names: list[str]
) -> None:
    assert sorted(dict.fromkeys(firsts(GARDEN, question))) == names


@pytest.mark.parametrize(
    "question",
    [
        "Which users commented on their own answers?",
    ],
)
def test_what_is_asked_of_each_and_every_one_is_unsure(question: str) -> None:
    assert read(GARDEN, question).confidence < 0.8


def test_the_best_of_each_has_a_row_for_each() -> None:
    assert rows(GARDEN, "What is the highest reputation in each city?") == [
        ["Porto", 9],
        ["Turin", 7],
    ]


def test_a_name_of_a_neighbour_is_no_value_of_the_thing_itself() -> None:
    graph = store(
        [
            node(1, "Customer", "Ann"),
            node(2, "Order", "one", sentTo="Ann"),
            node(3, "Order", "two", sentTo="Bob"),
        ],
        [(1, "PLACED", 2, {}), (1, "PLACED", 3, {})],
    )
    assert firsts(graph, "Which orders were sent to Ann?") == ["one"]


def test_values_are_ranked_by_what_is_computed_of_each() -> None:
    both = [["Porto", 7], ["Turin", 7]]
    assert rows(GARDEN, "Which city has the highest average reputation?") == both
    assert rows(GARDEN, "Which 1 city has the most users?") == [["Porto", 2]]
    assert firsts(GARDEN, "Which 2 cities have the highest total reputation?") == ["Porto", "Turin"]


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("When was the youngest patient born?", "born"),
        ("When was Ann admitted?", "admittedOn"),
        ("Which patient was admitted last?", ""),
    ],
)
def test_when_asks_for_the_day_and_not_for_whose_it_is(question: str, asked: str) -> None:
    assert read(HOSPITAL, question).asked == asked

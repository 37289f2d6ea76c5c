"""Who belongs where, units, shares, and what is done to people: wordings of a fourth trial."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from read_graphs import firsts, node, read, rows, rows_by_rules, store

from steiner.query.english.light_words import WHETHER
from steiner.query.naming.schema.schema_mentions import Floats
from steiner.query.query_reading import read_query

RESCUE = store(
    [
        node(1, "Squad", "Owl", strength=4),
        node(2, "Squad", "Elk", strength=6),
        node(3, "Medic", "Ann"),
        node(4, "Medic", "Bob"),
        node(5, "Medic", "Cid"),
        node(6, "Medic", "Dan"),
        node(7, "Call", "c1", length_minutes=700, cause="fire", visitors_saved=3),
        node(8, "Call", "c2", length_minutes=20, cause="flood", visitors_saved=5),
        node(9, "Call", "c3", length_minutes=65, cause="fire", visitors_saved=2),
        node(10, "Mast", "m1", voltage_kv=110, remote=True),
        node(11, "Mast", "m2", voltage_kv=20, remote=False),
        node(12, "Town", "Ost"),
        node(13, "Truck", "t1", make="Unimog"),
    ],
    [
        (3, "MEMBER_OF", 1, {"rank": 3}),
        (4, "MEMBER_OF", 1, {"rank": 1}),
        (5, "MEMBER_OF", 2, {"rank": 2}),
        (5, "LEADS", 1, {}),
        (3, "LEADS", 2, {}),
        (4, "trainedBy", 3, {}),
        (5, "trainedBy", 3, {}),
        (6, "trainedBy", 4, {}),
        (1, "ANSWERED", 7, {"share_pct": 30}),
        (1, "ANSWERED", 9, {"share_pct": 60}),
        (2, "ANSWERED", 8, {"share_pct": 90}),
        (10, "IN", 12, {}),
        (12, "OWNS", 13, {}),
    ],
)


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which medics belong to Owl?", ["Ann", "Bob"]),
        ("Who is in Owl?", ["Ann", "Bob"]),
        ("Which medics do not belong to any squad?", ["Dan"]),
        ("Which squad does Cid belong to?", ["Elk"]),
        ("Which trucks belong to Ost?", ["t1"]),
        ("Which masts are in Ost?", ["m1"]),
        ("Which medics lead Owl?", ["Cid"]),
    ],
)
def test_what_belongs_somewhere_is_so_by_the_type_that_says_it(
    question: str, names: list[str]
) -> None:
    assert firsts(RESCUE, question) == names
    assert read(RESCUE, question).confidence >= 0.95


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which calls lasted over ten hours?", ["c1"]),
        ("Which calls took more than 1 hour?", ["c1", "c3"]),
        ("Which calls took less than 60 minutes?", ["c2"]),
        ("Which masts stand at 110 kV?", ["m1"]),
        ("Which masts have a voltage of 20?", ["m2"]),
    ],
)
def test_a_number_is_of_what_is_measured_in_its_unit(question: str, names: list[str]) -> None:
    assert firsts(RESCUE, question) == names


def test_a_share_of_things_is_none_that_a_relationship_has() -> None:
    assert rows_by_rules(RESCUE, "What share of the masts is remote?") == [[0.5]]


def test_the_most_common_cause_is_one() -> None:
    assert rows(RESCUE, "What is the most common cause of calls?") == [["fire", 2]]
    assert len(rows(RESCUE, "What are the most common causes of calls?")) == 2


def test_how_big_asks_for_what_it_is_ranked_by() -> None:
    asked = read(RESCUE, "How long is the longest call?")
    assert "long" not in asked.unread


def test_who_has_done_something_to_most_people_is_who_did_it() -> None:
    assert rows(RESCUE, "Which medic has trained the most people?") == [["Ann", 2]]


def test_a_noun_only_near_to_a_label_is_what_the_verb_leads_to() -> None:
    def near(left: Sequence[str], right: Sequence[str]) -> Floats:
        alike = [[0.6 * (a == "colleagues" and b == "squad") for b in right] for a in left]
        return np.array(alike)

    question = "Who has trained the most colleagues?"
    reading = read_query(question, RESCUE.graph_schema(), RESCUE, near)
    assert reading is not None
    assert reading.query.labels == ("Medic", "Medic")


def test_what_only_strengthens_a_denial_leaves_nothing_open() -> None:
    reading = read(RESCUE, "Which medics have not led a single squad?")
    assert (reading.unread, reading.confidence) == ((), 1.0)


def test_a_plural_written_as_a_name_is_a_value() -> None:
    assert firsts(RESCUE, "Show me the Unimogs") == ["t1"]


def test_what_a_role_is_in_may_be_asked_of_somebody() -> None:
    assert read(RESCUE, "What rank does Ann have in her squad?").confidence >= 0.95


@pytest.mark.parametrize(
    ("question", "whether"),
    [("Can you list all calls?", False), ("Is m1 remote?", True), ("Do you have masts?", False)],
)
def test_what_is_asked_politely_is_no_question_for_yes_or_no(question: str, whether: bool) -> None:
    assert bool(WHETHER.match(question)) == whether

"""Things without names: codes, days, measured values, short names, and what was loaded as RDF."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

import numpy as np
import pytest
from test_numbered_readings import numbered
from test_readings import firsts, node, read, rows, rows_by_rules, store
from word_doubles import WordEmbedder

from steiner.graph import Node, Relationship, Subgraph
from steiner.query.naming.schema_mentions import Floats
from steiner.query.query_reading import read_query
from steiner.systems.steiner import retriever
from steiner.text import common_labels, plain_words
from steiner.textualise.facts import FactWriter

KILNS = store(
    [
        numbered(1, "KILN", kiln_code="K-11", built_on=date(2011, 4, 2), rated_kw=40.0, gas=True),
        numbered(2, "KILN", kiln_code="K-12", built_on=date(2019, 6, 9), rated_kw=55.5, gas=False),
        *(
            numbered(3 + i, "PROBE", badge_no=f"700{i}", quantity=q, closes="2027-05")
            for i, q in enumerate(["HEAT", "DRAUGHT", "HEAT", "DRAUGHT", "HEAT"])
        ),
        *(
            numbered(10 + i, "SAMPLE", sample_no=501 + i, value=value)
            for i, value in enumerate([910.5, 1204.0, 1999.0])
        ),
        *(
            numbered(20 + i, "JOB", job_no=91 + i, state=state, est_cost=cost, opened_on=day)
            for i, (state, cost, day) in enumerate(
                [
                    ("WAITING_PARTS", 300, date(2024, 2, 4)),
                    ("DONE", 900, date(2024, 2, 5)),
                    ("DONE", 100, date(2024, 2, 4)),
                    ("DONE", 110, date(2024, 3, 4)),
                    ("WAITING_PARTS", 90, date(2024, 3, 9)),
                ]
            )
        ),
    ],
    [
        (3, "MOUNTED_ON", 1, {"spot": "door"}),
        (4, "MOUNTED_ON", 2, {"spot": "flue"}),
        (10, "SAMPLE_OF", 3, {}),
        (11, "SAMPLE_OF", 3, {}),
        (12, "SAMPLE_OF", 4, {}),
        (20, "OPENED_BY", 3, {}),
        (21, "OPENED_BY", 3, {}),
    ],
)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which jobs were opened on 4 February 2024?", ["Job 91", "Job 93"]),
        ("Which jobs are waiting for parts?", ["Job 91", "Job 95"]),
        ("average estimated cost of the jobs", [300.0]),
        ("List the two most expensive jobs by estimated cost.", ["Job 92", "Job 91"]),
        ("What is the total rated power in kW of the kilns?", [95.5]),
        ("the samples of probe 7000 above 1000", ["Sample 502"]),
        ("Which probe has the badge 7002?", ["Probe 7002"]),
        ("Which probe has the badge number 7003?", ["Probe 7003"]),
    ],
)
def test_codes_days_and_bare_values_are_read(question: str, expected: list[Any]) -> None:
    assert firsts(KILNS, question) == expected


def test_a_bracket_says_a_value_again() -> None:
    asked = "Which kilns are fired by gas (gas)?"
    assert [row[0] for row in rows_by_rules(KILNS, asked)] == ["Kiln K-11"]


def test_a_year_and_a_text_that_tells_when_are_shown() -> None:
    assert rows(KILNS, "What year was kiln K-11 built?") == [["Kiln K-11", 2011]]
    assert rows(KILNS, "When does probe 7001 close?") == [["Probe 7001", "2027-05"]]


BANK = store(
    [
        node(1, "Account", "A1", grade="gold"),
        node(2, "Account", "A2", grade="tin"),
        node(3, "Member", "Ann", tongues=["pl", "en"], vip=True),
        node(4, "Member", "Bob", tongues=["en"], vip=False),
        *(numbered(i, "Payment", paymentRef=f"P-{i}", amount=10 * i) for i in range(5, 9)),
    ],
    [
        (5, "FROM", 1, {}),
        (6, "FROM", 1, {}),
        (7, "FROM", 2, {}),
        (5, "TO", 2, {}),
        (6, "TO", 2, {}),
        (7, "TO", 1, {}),
        (8, "TO", 2, {}),
        (3, "OWNS", 1, {}),
        (4, "OWNS", 2, {}),
    ],
)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which account sent the most payments?", ["A1"]),
        ("Which accounts received more than 2 payments?", ["A2"]),
        ("Which members are of high standing (vip)?", ["Ann"]),
        ("Which members have Polish (pl) among their tongues?", ["Ann"]),
        ("Which payments are over 65?", ["P-7", "P-8"]),
    ],
)
def test_what_is_sent_or_said_again_in_a_bracket(question: str, expected: list[str]) -> None:
    assert firsts(BANK, question) == expected


HERD = store(
    [node(1, "Goat", "Ada"), node(2, "Goat", "Bo"), node(3, "Goat", "Cy")],
    [(2, "HAS_DAM", 1, {}), (3, "HAS_DAM", 2, {}), (3, "MENTOR", 1, {})],
)


def test_what_a_type_says_that_one_has_is_at_its_end() -> None:
    assert firsts(HERD, "Who is the dam of Bo?") == ["Ada"]
    assert firsts(HERD, "Who is the mentor of Cy?") == ["Ada"]
    assert firsts(HERD, "Which goats have Bo as their dam?") == ["Cy"]
    assert firsts(HERD, "Who has Ada as a mentor?") == ["Cy"]


def loaded(id: int, label: str, name: str, **properties: Any) -> Node:
    own = {f"farm__{key}": value for key, value in properties.items()}
    uri = {"uri": f"http://farm.example/{id}"}
    labels = ("Resource", f"farm__{label}")
    return Node(id, str(id), labels, {"rdfs__label": name, **own, **uri}, name)


RDF = store(
    [
        loaded(1, "Breed", "Alpine", latinName="Capra alpina", hornless=False),
        loaded(2, "Breed", "Toggenburg", latinName="Capra togga", hornless=True),
        loaded(3, "Goat", "Ada", weightKg=60),
        loaded(4, "Goat", "Bo", weightKg=48),
        loaded(5, "Herder", "Cy", salary=30),
        loaded(6, "Herder", "Dee", salary=40),
        loaded(7, "Barn", "North"),
        loaded(8, "Barn", "South"),
    ],
    [
        (3, "farm__ofBreed", 1, {}),
        (4, "farm__ofBreed", 2, {}),
        (3, "farm__sleepsIn", 7, {}),
        (4, "farm__sleepsIn", 8, {}),
        (5, "farm__tends", 3, {}),
    ],
)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which breeds are hornless?", ["Toggenburg"]),
        ("average weight of the goats", [54.0]),
        ("Which goat sleeps in North?", ["Ada"]),
        ("How many goats are of breed Alpine?", [1]),
    ],
)
def test_a_namespace_and_a_label_of_all_say_nothing(question: str, expected: list[Any]) -> None:
    assert firsts(RDF, question) == expected
    assert read(RDF, question).confidence >= 0.95


def test_a_longer_beginning_is_no_namespace() -> None:
    assert plain_words("ex__livesIn") == "lives in"
    assert plain_words("address__city") == "address city"
    assert plain_words("__Entity__") == "entity"


def test_labels_of_all_nodes_are_common_where_several_others_are() -> None:
    assert common_labels([("R", "A"), ("R", "B"), ("R", "C")]) == {"R"}
    assert common_labels([("Person", "Actor"), ("Person", "Director")]) == set()
    assert common_labels([("R", "A"), ("R", "B"), ("R",), ("R", "C")]) == set()


def test_facts_leave_common_labels_out_and_show_what_small_words_name() -> None:
    own = Node(3, "3", ("Resource", "farm__Pen"), {"upTo": 40, "note": "n" * 90}, "South")
    nodes = [loaded(1, "Goat", "Ada"), loaded(2, "Barn", "North"), own]
    writer = FactWriter(Subgraph(tuple(nodes), ()), "up to what weight", 300)
    assert "Resource" not in writer.node(nodes[0]).text
    assert "up to: 40" in writer.node(own).text


def test_how_far_shows_the_numbers_of_relationships() -> None:
    ends = (node(1, "Town", "Leeds"), node(2, "Town", "York"))
    road = Relationship(1, "1", "ROAD_TO", 1, 2, {"km": 39})
    shown = FactWriter(Subgraph(ends, (road,)), "How far is Leeds from York?", 300)
    asked = FactWriter(Subgraph(ends, (road,)), "Which towns are there?", 300)
    assert shown.relationship(road).text == "Leeds road to York (km: 39)"
    assert asked.relationship(road).text == "Leeds road to York"


def answered(graph: Any, question: str) -> list[str]:
    """Return the lines of the evidence, the rows of a table first."""
    evidence = retriever(graph, WordEmbedder()).retrieve(question)
    assert evidence.exact
    return evidence.text.splitlines()


def test_a_row_without_a_name_says_what_it_is_and_what_was_compared() -> None:
    compared = answered(KILNS, "the samples of probe 7000 above 1000")
    assert compared[0].startswith("Sample 502 (SAMPLE); value: 1204")


def test_a_fact_of_other_things_does_not_stand_for_a_row() -> None:
    first = answered(BANK, "From which account is payment P-5?")[0]
    assert ("P-5" in first, "P-6" in first) == (True, False)


def test_no_is_said_and_namespaces_are_not() -> None:
    assert answered(BANK, "Does Bob own A1?")[0].startswith("no: there is no ")
    lines = answered(RDF, "Which breeds are hornless?")
    assert lines[0].startswith("Toggenburg (Breed): hornless: yes")


ROADS = [(7, "gravel"), (90, "tar"), (12, "tar"), (3, "gravel"), (5, "tar")]
LOSSES = store(
    [
        *(
            numbered(i, "LossClaim", claimNo=f"L-{i}", paidOut=paid, **days)
            for i, (paid, days) in enumerate(
                [
                    (30, {"openedOn": date(2024, 2, 4), "closedOn": date(2024, 3, 1)}),
                    (50, {"openedOn": date(2024, 2, 9)}),
                    (20, {"openedOn": date(2024, 5, 9), "closedOn": date(2024, 6, 1)}),
                ]
            )
        ),
        *(
            numbered(10 + i, "Road", roadCode=f"B-{i}", km=km, surface=surface)
            for i, (km, surface) in enumerate(ROADS)
        ),
    ],
    [(10, "OPENED_AFTER", 1, {}), (11, "OPENED_AFTER", 2, {})],
)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("How much was paid out on claims in total?", [100]),
        ("Which claims were opened in February?", ["L-0", "L-1"]),
        ("open claims", ["L-1"]),
        ("How many claims are open?", [1]),
        ("roads per surface", ["tar", "gravel"]),
        ("roads by surface", ["tar", "gravel"]),
        ("Which is the longest road?", ["Road B-1"]),
        ("Which roads are longer than 10 km?", ["Road B-1", "Road B-2"]),
    ],
)
def test_open_per_total_and_far_are_read(question: str, expected: list[Any]) -> None:
    assert firsts(LOSSES, question) == expected
    assert read(LOSSES, question).confidence >= 0.9


def test_a_label_near_in_meaning_may_be_cut_short() -> None:
    farm = store([node(1, "Veterinarian", "Ann"), node(2, "Cow", "Bo")], [(1, "CALVED", 2, {})])

    def near(left: Sequence[str], right: Sequence[str]) -> Floats:
        return np.array(
            [[0.7 if (a, b) == ("vet", "veterinarian") else 0.0 for b in right] for a in left]
        )

    reading = read_query("How many cows has each vet calved?", farm.graph_schema(), farm, near)
    assert reading is not None
    assert reading.confidence == 1.0


FAULTS = store(
    [
        numbered(i, "FaultEntry", faultNo=f"F-{i}", durationSec=seconds, **days)
        for i, (seconds, days) in enumerate(
            [
                (90, {"resolvedOn": date(2024, 3, 1)}),
                (40, {}),
                (70, {"resolvedOn": date(2024, 6, 1)}),
            ]
        )
    ]
    + [numbered(9, "Relay", relayCode="R-1")],
    [(0, "VIA", 9, {}), (1, "VIA", 9, {})],
)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which faults are unresolved?", ["F-1"]),
        ("How many faults are unresolved?", [1]),
        ("the two longest faults", ["F-0", "F-2"]),
        ("What is the total duration of the faults in seconds?", [200]),
        ("Which faults went via R-1?", ["F-0", "F-1"]),
    ],
)
def test_entries_are_what_they_record_and_un_denies_a_day(
    question: str, expected: list[Any]
) -> None:
    assert firsts(FAULTS, question) == expected


def test_what_a_number_begins_is_the_thing_that_has_it() -> None:
    day = date(2024, 3, 1)
    assert rows(FAULTS, "When did fault F-0 get resolved?") == [["F-0", day]]
    assert firsts(LOSSES, "the most common road surface") == ["tar"]

"""Answers without a model: rows with their proof, ties, what is left, what emptied a table."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO
from typing import Any

from rich.console import Console

from steiner.display.render_table import table_grid
from steiner.evidence import Evidence, Fact, Seed, Table
from steiner.generate.evidence_only import EvidenceOnly
from steiner.generate.grounding.citations import cite, cited_by
from steiner.graph import Node, Relationship, Subgraph

ANN = Node(1, "e1", ("Captain",), {"name": "Ann"}, "Ann")
BOB = Node(2, "e2", ("Captain",), {"name": "Bob"}, "Bob")
SHIP = Node(3, "e3", ("Ship",), {"name": "Aurora"}, "Aurora")
LED = Relationship(7, "r7", "LED", 1, 3)
TABLE = Table(
    ("Captain", "count"),
    ((ANN, 2),),
    3,
    "MATCH (v0:Captain)",
    {"limit": 1},
    "Captain: count, most first, 1",
    ((BOB, 2),),
    Subgraph((ANN, SHIP), (LED,)),
)
FACTS = (
    Fact("F1", "Ann (Captain); count: 2", (1,), (), 1.0),
    Fact("F2", "Ann led Aurora", (1, 3), (7,), 1.0),
)


def evidence(table: Table | None = TABLE, **changed: Any) -> Evidence:
    graph = Subgraph((ANN, BOB, SHIP), (LED,))
    made = Evidence("Who led most?", graph, "", facts=FACTS, table=table, exact=table is not None)
    return replace(made, **changed)


def test_rows_are_said_with_their_proof_and_their_ties() -> None:
    answer = EvidenceOnly().answer("Who led most?", evidence())
    assert answer.text.splitlines() == [
        "Ann: count 2 [F1, F2]",
        "… the first of 3; 1 as good as the last: Bob: count 2",
    ]
    cited = {id for citation in answer.citations for id in citation.element_ids}
    assert {"e1", "e3", "r7"} <= cited
    assert answer.ungrounded == ()


def test_what_is_as_good_as_the_first_stands_among_the_first() -> None:
    both = replace(TABLE, rows=((ANN, 2), (BOB, 2)), tied=())
    answer = EvidenceOnly().answer("Who led most?", evidence(both))
    assert answer.text.endswith("… the first 2 of 3, all as good")


def test_how_many_rows_are_left_is_known_of_the_table() -> None:
    more = replace(TABLE, total=17, tied=(), parameters={})
    answer = EvidenceOnly().answer("Who led?", evidence(more))
    assert answer.text.endswith("… and 16 more")
    assert answer.ungrounded == ()
    written = cite("Who led?", "17 captains, of whom 9 led ships.", evidence(more))
    assert written.ungrounded == ("9",)


def test_what_is_streamed_is_cited_as_what_is_answered() -> None:
    many = replace(TABLE, rows=((ANN, 2), (BOB, 2)), total=2, tied=(), parameters={})
    said, found = EvidenceOnly(rows=1), evidence(many)
    streamed = cited_by(said, "Who led?", "".join(said.stream("Who led?", found)), found)
    assert streamed == said.answer("Who led?", found)
    assert streamed.text.endswith("… and 1 more")
    assert streamed.ungrounded == ()


def test_a_number_and_what_emptied_it() -> None:
    none = Table(("count",), ((0,),), 1, "", {}, "", emptied_by=("Ship.name = 'X'",))
    facts = (Fact("F1", "count: 0", (), (), 1.0),)
    answer = EvidenceOnly().answer("How many?", evidence(none, facts=facts))
    assert answer.text.splitlines() == ["count: 0 [F1]", "because of Ship.name = 'X'"]


def test_an_answer_by_a_path_cites_the_facts_on_its_way() -> None:
    seeds = (Seed(3, 1.0, ("name",), "Aurora"),)
    answer = EvidenceOnly().answer("Who?", evidence(None, answers=("Ann",), seeds=seeds))
    assert answer.text == "Ann [F2]"


def test_the_grid_says_what_is_left_and_what_was_run() -> None:
    console = Console(width=100, record=True, file=StringIO())
    console.print(table_grid(TABLE))
    text = console.export_text()
    assert "2 more rows, 1 of them as good as the last" in text
    assert "MATCH (v0:Captain)" in text


def test_a_question_for_yes_or_no_is_answered_so() -> None:
    some = replace(TABLE, tied=(), whether=True)
    assert EvidenceOnly().answer("Did Ann lead?", evidence(some)).text == "Yes [F1, F2]"
    none = replace(some, rows=(), total=0)
    answer = EvidenceOnly().answer("Did Ann lead?", evidence(none))
    assert answer.text == "No, as far as the graph says."


def test_what_is_asked_for_stands_first() -> None:
    table = Table(("Captain", "Ship"), ((ANN, SHIP),), 1, "", {}, "", answers_in=1)
    assert EvidenceOnly().answer("What does Ann lead?", evidence(table)).text == "Aurora [F2]"


def test_a_row_of_a_chain_cites_each_of_its_links() -> None:
    led, moored = LED, Relationship(8, "r8", "MOORED", 3, 4)
    port = Node(4, "e4", ("Port",), {"name": "Bergen"}, "Bergen")
    proof = Subgraph((ANN, SHIP, port), (led, moored))
    columns = ("Port", "Ship", "Captain")
    table = Table(columns, ((port, SHIP, ANN),), 1, "", {}, "", proof=proof)
    facts = (
        Fact("F1", "Bergen (Port); Aurora (Ship); Ann (Captain)", (4, 3, 1), (), 1.0),
        Fact("F2", "Ann led Aurora", (1, 3), (7,), 1.0),
        Fact("F3", "Aurora moored Bergen", (3, 4), (8,), 1.0),
    )
    answer = EvidenceOnly().answer("Where?", evidence(table, facts=facts))
    assert answer.text == "Bergen [F1, F2, F3]"


def test_a_condition_on_what_no_row_shows_is_cited() -> None:
    port = Node(4, "e4", ("Port",), {"name": "Oslo", "depth": 9}, "Oslo")
    lies = Relationship(8, "r8", "LIES_IN", 3, 4)
    proof = Subgraph((ANN, SHIP, port), (LED, lies))
    table = Table(("Ship", "Port", "depth"), ((SHIP, port, 9),), 1, "", {}, "", proof=proof)
    facts = (
        Fact("F1", "Aurora (Ship); Oslo (Port); depth: 9", (3, 4), (), 1.0),
        Fact("F2", "Ann led Aurora", (1, 3), (7,), 1.0),
        Fact("F3", "Aurora lies in Oslo", (3, 4), (8,), 1.0),
    )
    asked = evidence(table, facts=facts)
    answer = EvidenceOnly().answer("How deep is the port of the ship that Ann led?", asked)
    assert answer.text == "Aurora: Oslo depth 9 [F1, F2, F3]"


def test_what_leads_from_a_row_of_several_nodes_to_another_row_is_not_its_proof() -> None:
    met = Relationship(9, "r9", "MET", 1, 2)
    rows = ((ANN, SHIP), (BOB, Node(5, "e5", ("Ship",), {}, "Boreas")))
    table = Table(("Captain", "Ship"), rows, 2, "", {}, "", proof=Subgraph((ANN, BOB), (LED, met)))
    facts = (*FACTS, Fact("F3", "Ann met Bob", (1, 2), (9,), 1.0))
    answer = EvidenceOnly().answer("Who led what?", evidence(table, facts=facts))
    assert answer.text.splitlines()[0] == "Ann [F2]"

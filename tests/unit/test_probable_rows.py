"""Rows of a reading that is probable and not sure: what is said of them, and beside what."""

from __future__ import annotations

from ambiguous_graph import ASKED as OF_TWO_READINGS
from ambiguous_graph import two_readings
from read_graphs import node, store
from word_doubles import WordEmbedder

from steiner.algebra import Query
from steiner.evidence import Alternative, Table
from steiner.generate.evidence_only import EvidenceOnly
from steiner.query.query_reading import Reading
from steiner.retrieve.exact.alternatives import alternatives, answering_otherwise
from steiner.retrieve.exact.row_judge import Offered
from steiner.settings import ExactSettings, Options, RetrieverSettings
from steiner.systems.steiner import retriever

SHOPS = store(
    [
        node(1, "Shop", "North"),
        node(2, "Shop", "South"),
        node(3, "Cheese", "Brie"),
        node(4, "Cheese", "Gouda"),
    ],
    [(3, "SOLD_IN", 1, {}), (4, "SOLD_IN", 1, {})],
)
ASKED = "How many cheeses are sold in each shop?"
NEVER = RetrieverSettings(exact=ExactSettings(sure=1.0))


def test_probable_numbers_are_the_answer_and_not_called_sure() -> None:
    evidence = retriever(SHOPS, WordEmbedder(), NEVER).retrieve(ASKED)
    assert (evidence.exact, evidence.probable, evidence.computed) == (False, True, True)
    answer = EvidenceOnly().answer(ASKED, evidence)
    assert "North" in answer.text
    assert "2" in answer.text
    assert "does not seem" not in answer.text
    assert answer.text.splitlines()[-1].startswith("Not sure (0.")
    assert not answer.ungrounded


def test_a_column_more_makes_no_other_reading() -> None:
    best = Table(("Shop",), ((1,), (2,)), 2, "", {}, "")
    more = Table(("Shop", "city"), ((1, "Rome"), (2, "Oslo")), 2, "", {}, "")
    other = Table(("Shop",), ((1,),), 1, "", {}, "")
    reading = Reading(Query(("Shop",)), (), 0.4, False)
    offered = alternatives(best, [Offered(reading, more), Offered(reading, other)])
    assert [each.table for each in offered] == [other]


def test_nodes_that_are_the_answers_already_make_no_other_reading() -> None:
    north, south = (node(i, "Shop", name) for i, name in ((1, "North"), (2, "South")))
    same = Alternative(Table(("Shop",), ((north,), (south,)), 2, "", {}, ""), 0.4)
    numbers = Alternative(Table(("Shop", "count"), ((north, 2), (south, 0)), 2, "", {}, ""), 0.4)
    assert answering_otherwise([same, numbers], ["South", "North"]) == (numbers,)
    assert answering_otherwise([same], ["North"]) == (same,)


def test_other_readings_are_shown_without_proof_unless_one_of_them_may_be_chosen() -> None:
    probable = two_readings()
    evidence = probable.retrieve(OF_TWO_READINGS)
    assert evidence.table is not None
    assert evidence.table.proof.relationships
    assert evidence.alternatives
    assert not any(other.table.proof.relationships for other in evidence.alternatives)
    chosen = probable.retrieve(OF_TWO_READINGS, Options(choose=2)).table
    assert chosen is not None
    assert chosen.rows == evidence.alternatives[0].table.rows
    assert chosen.proof.relationships

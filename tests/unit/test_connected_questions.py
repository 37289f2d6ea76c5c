"""Questions that ask how what they name is connected: the shortest ways between, and no more."""

from __future__ import annotations

import numpy as np
import pytest
from word_doubles import WordEmbedder

from steiner.columns import Neighbourhood
from steiner.evaluate.graphs import memory_store
from steiner.evidence import Evidence
from steiner.generate.evidence_only import EvidenceOnly
from steiner.question.connected import connected_entities
from steiner.question.seeds import Entity
from steiner.question.tokens import tokenised
from steiner.retrieve.paths.connecting import joined
from steiner.systems.steiner import retriever
from steiner.textual_graph import TextGraph

GRAPH = TextGraph.from_triples(
    [
        ("Ann Lee", "acts in", "Aurora"),
        ("Bob Ray", "acts in", "Aurora"),
        ("Bob Ray", "writes", "Aurora"),
        ("Ann Lee", "acts in", "Borealis"),
        ("Bob Ray", "acts in", "Borealis"),
        ("Ann Lee", "acts in", "Solo Work"),
        ("Aurora", "shown in", "Oslo"),
        ("Borealis", "shown in", "Oslo"),
        ("Solo Work", "shown in", "Riga"),
        ("Cem Kaya", "lives in", "Oslo"),
        ("Far Away", "near", "Nowhere"),
    ]
)


def retrieved(question: str) -> Evidence:
    return retriever(memory_store(GRAPH, WordEmbedder()), WordEmbedder()).retrieve(question)


@pytest.mark.parametrize(
    "question",
    [
        "How are Ann Lee and Bob Ray connected?",
        "What connects Ann Lee with Bob Ray?",
        "Are Ann Lee and Bob Ray related to one another?",
        "What do Ann Lee and Bob Ray have in common?",
        "What is the relationship between Ann Lee and Bob Ray?",
        "Show me the shortest path from Ann Lee to Bob Ray",
        "How do Ann Lee and Bob Ray know each other?",
        "degrees of separation between Ann Lee and Bob Ray",
    ],
)
def test_what_two_have_in_common_is_all_that_lies_between(question: str) -> None:
    evidence = retrieved(question)
    assert set(evidence.answers) == {"Aurora", "Borealis"}
    assert evidence.confidence is not None
    assert evidence.confidence > 0.9
    text = EvidenceOnly().answer(question, evidence).text
    assert "Aurora" in text
    assert "Borealis" in text
    assert "Solo Work" not in text
    assert "Oslo" not in text
    assert text.startswith("Yes:") == question.startswith("Are")


def test_a_name_in_small_letters_is_a_name_where_only_a_connection_is_asked_for() -> None:
    assert retrieved("how are oslo and Ann Lee connected").connection
    assert not retrieved("how are cities and Ann Lee connected").connection


def test_further_apart_the_first_way_is_told_whole() -> None:
    question = "How is Ann Lee linked to Cem Kaya?"
    evidence = retrieved(question)
    assert set(evidence.answers) in ({"Aurora", "Oslo"}, {"Borealis", "Oslo"})
    lines = EvidenceOnly().answer(question, evidence).text.splitlines()
    assert len(lines) == len(evidence.connection) == 3
    assert all("[F" in line for line in lines)
    assert evidence.paths[0].text.count("<-") in (2, 4)


def test_what_is_directly_connected_has_nothing_between() -> None:
    question = "How are Ann Lee and Solo Work connected?"
    evidence = retrieved(question)
    assert evidence.answers == ()
    assert EvidenceOnly().answer(question, evidence).text == "Ann Lee acts in Solo Work [F1]"


def test_several_are_joined_one_after_the_other() -> None:
    evidence = retrieved("How are Ann Lee, Bob Ray and Cem Kaya connected?")
    types = {r.type for r in evidence.subgraph.relationships if r.id in evidence.connection}
    assert types == {"acts in", "writes", "shown in", "lives in"}


def test_what_lies_on_the_way_between_two_others_is_joined() -> None:
    evidence = retrieved("How are Ann Lee, Cem Kaya and Oslo connected?")
    assert "Oslo" in evidence.answers
    assert evidence.confidence is not None
    assert evidence.confidence > 0.9


def test_what_is_not_connected_has_no_answer_and_says_so() -> None:
    evidence = retrieved("How are Ann Lee and Far Away connected?")
    assert not evidence.answers
    assert not evidence.connection
    assert evidence.confidence == 0
    assert any("no way between" in cut for cut in evidence.cuts)


@pytest.mark.parametrize(
    "question",
    [
        "Which films connect Ann Lee and Bob Ray?",
        "Who works with Ann Lee and Bob Ray?",
        "What is Ann Lee connected to?",
        "Ann Lee and Bob Ray",
        "Is the link between Ann Lee and Bob Ray older than 1990?",
        "Does Ann Lee know Bob Ray?",
    ],
)
def test_other_questions_ask_for_something_else(question: str) -> None:
    named = [
        Entity(key, (i,), "name", ("Person",), 1.0, True)
        for i, key in enumerate(("ann lee", "bob ray"))
        if key in question.lower()
    ]
    assert connected_entities(tokenised(question), named) == []


def test_what_a_named_thing_is_may_be_said() -> None:
    named = [
        Entity("ann", (1,), "name", ("SalesPerson",), 1.0, True),
        Entity("bo", (2,), "name", ("Customer",), 1.0, True),
        Entity("bo", (2, 3), "name", ("Customer",), 1.0, True),
    ]
    asked = tokenised("How is the sales person Ann connected to customers like Bo?")
    assert connected_entities(asked, named) == []  # "Like" says more.
    asked = tokenised("How is the sales person Ann connected to customer Bo?")
    assert connected_entities(asked, named) == named[:2]


def test_of_as_long_ways_a_hub_comes_last() -> None:
    # 0 - 2 - 1 and 0 - 3 - 1, and 3 has neighbours of its own.
    sources, targets = [0, 2, 0, 3, 3, 3], [2, 1, 3, 1, 4, 5]
    around = Neighbourhood(
        nodes=np.arange(6),
        hops=np.zeros(6, dtype=np.int8),
        relationships=np.arange(6),
        sources=np.array(sources, dtype=np.int32),
        targets=np.array(targets, dtype=np.int32),
        types=np.zeros(6, dtype=np.int32),
        type_names=("R",),
        labels=np.zeros(6, dtype=np.int32),
        label_names=((),),
    )
    (ways,) = joined(around, [np.array([0]), np.array([1])])
    assert [way.nodes for way in ways] == [(0, 2, 1), (0, 3, 1)]
    assert [way.relationships for way in ways] == [(0, 1), (2, 3)]
    assert joined(around, [np.array([0]), np.array([], dtype=np.int64)]) == []
    assert joined(around, [np.array([0]), np.array([1]), np.array([2])]) == [ways]

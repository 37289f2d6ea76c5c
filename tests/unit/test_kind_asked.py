"""Nodes are no answer to how many there are."""

from __future__ import annotations

from dataclasses import replace

import pytest

from steiner.evidence import Evidence, Table
from steiner.graph import Node, Subgraph
from steiner.retrieve.exact.kind_asked import doubted, doubted_beside, less_sure

FOUND = Evidence(
    "", Subgraph((Node(1, "1", ("Ship",), {}, "7 Seas"),)), "", answers=("7 Seas",), confidence=0.8
)


@pytest.mark.parametrize(
    ("question", "answers", "sure"),
    [
        ("How many ships sailed to Oslo?", ("7 Seas",), False),
        ("How many ships sailed to Oslo?", ("12",), True),
        ("How long is the Aurora?", ("31.5 m",), True),
        ("The number of ships", ("7 Seas",), False),
        ("Did the 7 Seas sail to Oslo?", ("7 Seas",), False),
        ("Did the 7 Seas sail to Oslo?", ("yes",), True),
        ("Which ships sailed to Oslo?", ("7 Seas",), True),
        ("Which ship has a number on its bow?", ("7 Seas",), True),
    ],
)
def test_an_answer_of_another_kind_is_doubted(
    question: str, answers: tuple[str, ...], sure: bool
) -> None:
    given = replace(FOUND, question=question, answers=answers)
    assert ((doubted(given).confidence or 0) >= 0.5) == sure


def test_what_is_computed_is_not_doubted() -> None:
    given = replace(FOUND, question="How many ships are there?", exact=True)
    assert doubted(given) == given


def test_less_sure_is_never_surer() -> None:
    assert (less_sure(FOUND).confidence or 0) < 0.5
    assert less_sure(replace(FOUND, confidence=0.2)).confidence == 0.2
    assert less_sure(replace(FOUND, confidence=None)).confidence is None


@pytest.mark.parametrize(
    ("question", "label", "sure"),
    [
        ("Which ship came first?", "Ship", True),
        ("Which officer came first?", "Captain", False),
        ("Who is insured by Ann?", "Captain", True),
        ("Who is the captain of the Aurora?", "Captain", False),
    ],
)
def test_nodes_of_another_label_than_the_rows_are_doubted(
    question: str, label: str, sure: bool
) -> None:
    table = Table(("it",), ((Node(2, "2", (label,), {}, "x"),),), 1, "", {}, "")
    given = replace(FOUND, question=question)
    assert ((doubted_beside(given, table).confidence or 0) >= 0.5) == sure


def test_a_value_is_doubted_where_rows_are_nodes() -> None:
    table = Table(("it",), ((Node(2, "2", ("Ship",), {}, "x"),),), 1, "", {}, "")
    given = replace(FOUND, question="Which ships cost more than the Aurora?", answers=("18",))
    assert (doubted_beside(given, table).confidence or 0) < 0.5
    assert doubted_beside(replace(given, answers=()), table).confidence == given.confidence

"""What is over and what is not: links with an end, types that say so, graphs that cannot tell."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from read_graphs import node, store
from word_doubles import WordEmbedder

from steiner.evidence import Evidence
from steiner.graph import Node
from steiner.settings import Options
from steiner.systems.steiner import retriever

TODAY = Options(today=date(2026, 12, 1))
FIRM = store(
    [
        *(node(i, "Person", name) for i, name in ((1, "Ann Lee"), (2, "Bob Ray"), (3, "Cid Orr"))),
        node(4, "Firm", "Acme"),
        node(5, "Firm", "Bolt"),
    ],
    [
        (1, "WORKS_FOR", 4, {"since": date(2001, 1, 1), "until": date(2020, 5, 1)}),
        (2, "WORKS_FOR", 4, {"since": date(2010, 1, 1)}),
        (3, "WORKS_FOR", 4, {"since": date(2012, 1, 1), "until": date(2030, 1, 1)}),
        (1, "WORKS_FOR", 5, {"since": date(2020, 6, 1)}),
        (2, "ADVISES", 5, {}),
    ],
)


def asked(question: str) -> Evidence:
    return retriever(FIRM, WordEmbedder()).retrieve(question, TODAY)


def rows(question: str) -> list[Any]:
    table = asked(question).table
    assert table is not None
    return sorted(row[0].name for row in table.rows if isinstance(row[0], Node))


@pytest.mark.parametrize(
    "question",
    [
        "Who no longer works for Acme?",
        "Who used to work for Acme?",
        "Who formerly worked for Acme?",
        "Who doesn't work for Acme anymore?",
    ],
)
def test_who_no_longer_does_has_done_it(question: str) -> None:
    assert rows(question) == ["Ann Lee"]


@pytest.mark.parametrize(
    "question",
    ["Who currently works for Acme?", "Who still works for Acme?", "Who works for Acme now?"],
)
def test_what_ends_later_or_never_is_not_over(question: str) -> None:
    assert rows(question) == ["Bob Ray", "Cid Orr"]


def test_who_works_there_may_be_anybody_who_ever_did() -> None:
    assert rows("Who works for Acme?") == ["Ann Lee", "Bob Ray", "Cid Orr"]


def test_where_the_graph_has_no_end_it_is_not_sure_who_no_longer_does() -> None:
    evidence = asked("Who used to advise Bolt?")
    assert not evidence.exact
    assert asked("Who advises Bolt?").exact


def test_a_text_is_no_end() -> None:
    ways = store(
        [node(1, "Line", "L1"), node(2, "Town", "Elm"), node(3, "Town", "Fir")],
        [(1, "SERVES", 2, {"to": "Harbour"}), (1, "SERVES", 3, {"to": "Mill"})],
    )
    evidence = retriever(ways, WordEmbedder()).retrieve("Which towns does L1 still serve?", TODAY)
    assert evidence.table is not None
    assert "<=" not in evidence.table.reading

"""Names with a typo: what is read otherwise, what is left alone, and what is said of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from word_doubles import WordEmbedder

from steiner.columns import KeyHit
from steiner.evaluate.graphs import memory_store
from steiner.question.linking import LinkedText, link
from steiner.question.tokens import tokenised
from steiner.settings import RetrieverSettings, SeedSettings
from steiner.stores.memory import MemoryStore
from steiner.systems.steiner import retriever as steiner_retriever
from steiner.text import within_one_edit
from steiner.textual_graph import TextGraph

GRAPH = TextGraph.from_triples(
    [
        ("Nancy Meyers", "directed", "What Women Want"),
        ("Nancy Meyers", "born in", "Philadelphia"),
        ("Ann Lee", "leads", "Aurora"),
        ("Lisa", "works on", "Aurora"),
        ("Order 1998", "shipped to", "Berlin"),
    ]
)


def linked(question: str, store: MemoryStore, fuzzy: bool = True) -> LinkedText:
    return link(tokenised(question), store, fuzzy)


@pytest.fixture
def store() -> MemoryStore:
    return memory_store(GRAPH, WordEmbedder())


@pytest.mark.parametrize(
    ("one", "other", "near"),
    [
        ("berlin", "berlin", True),
        ("berin", "berlin", True),
        ("berlin", "berin", True),
        ("barlin", "berlin", True),
        ("belrin", "berlin", True),
        ("berlni", "berlin", True),
        ("berlins", "berlin", True),
        ("brlin", "berlins", False),
        ("lebrin", "berlin", False),
        ("", "b", True),
        ("", "be", False),
    ],
)
def test_one_edit(one: str, other: str, near: bool) -> None:
    assert within_one_edit(one, other) is near
    assert within_one_edit(other, one) is near


@pytest.mark.parametrize(
    ("question", "understood"),
    [
        ("What did Nancy Meyrs direct?", "What did Nancy Meyers direct?"),
        ("Which orders were shipped to 'Belrin'?", "Which orders were shipped to 'Berlin'?"),
        ("Who leads Auroraa?", "Who leads Aurora?"),
        ('Who directed "what woman want"?', 'Who directed "what women want"?'),
    ],
)
def test_a_name_with_a_typo_is_read_as_the_graph_spells_it(
    store: MemoryStore, question: str, understood: str
) -> None:
    read = linked(question, store)
    assert read.tokenised.text == understood
    assert len(read.corrections) == 1
    assert read.links[0].key in understood.lower()


@pytest.mark.parametrize(
    "question",
    [
        "What did Nancy Meyers direct?",
        "List all who work on Aurora",
        "what was shipped to the berin office?",
        "Where did Order 1999 go?",
        "Who is Ann Lie?",
        "Who leads Aurrorra?",
    ],
)
def test_what_is_left_as_it_stands(store: MemoryStore, question: str) -> None:
    """Exact names, openings, bare lower case, numbers, three letters, two edits."""
    read = linked(question, store)
    assert (read.tokenised.text, read.corrections) == (question, ())


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("Which orders were shipped to 'Berlin' last year?", []),
        ("Show people who work on Aurora", []),
        ("Where was Order 1998 shipped?", []),
        ("Where was Ordr 1998 shipped?", [["ordr", "shipped"]]),
        ("What did Nancy Meyrs direct in spring?", [["nancy", "meyrs"]]),
        ("who directed 'what woman want'?", [["woman", "want"]]),
    ],
)
def test_only_what_looks_like_an_unknown_name_is_searched(
    store: MemoryStore, monkeypatch: pytest.MonkeyPatch, question: str, asked: list[list[str]]
) -> None:
    searched = list[list[str]]()
    search = store.search_fuzzy

    def noted(wanted: Sequence[str], k: int) -> list[KeyHit]:
        searched.append(list(wanted))
        return search(wanted, k)

    monkeypatch.setattr(store, "search_fuzzy", noted)
    linked(question, store)
    assert searched == asked


def test_nothing_is_corrected_where_it_is_not_asked_for(store: MemoryStore) -> None:
    read = linked("Who leads Auroraa?", store, fuzzy=False)
    assert read.tokenised.text == "Who leads Auroraa?"


def test_the_evidence_says_what_was_read_otherwise(store: MemoryStore) -> None:
    found = steiner_retriever(store, WordEmbedder()).retrieve("Who leads Auroraa?")
    assert found.question == "Who leads Auroraa?"
    assert "nothing is called 'Auroraa': read as 'aurora'" in found.cuts
    assert "Ann Lee" in found.text
    plain = RetrieverSettings(seeds=replace(SeedSettings(), fuzzy=False))
    assert not steiner_retriever(store, WordEmbedder(), plain).retrieve("Who leads Auroraa?").cuts

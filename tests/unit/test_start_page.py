"""What the page starts with: labels with counts, and questions that the graph answers."""

from __future__ import annotations

from typing import Any

import pytest
from index_doubles import HashEmbedder, node

from steiner.filters import Filter
from steiner.graph import Node, Relationship, Subgraph
from steiner.index.build import Indexer
from steiner.integrations.answering import Answering
from steiner.serve.start import StartPage
from steiner.settings import ExactSettings, RetrieverSettings
from steiner.stores.memory import MemoryStore
from steiner.systems.steiner import retriever


def shop() -> Any:
    """Return the default system over suppliers that supply products of a price."""
    suppliers = [node(i, ["Supplier"], name=name) for i, name in enumerate(["Acme", "Borel"])]
    products: list[Node] = [
        node(10 + i, ["Product"], name=f"Valve {i}", price=10.0 * i) for i in range(1, 5)
    ]
    supplies = tuple(
        Relationship(i, f"r:{i}", "SUPPLIES", 0 if i < 3 else 1, 10 + i) for i in range(1, 5)
    )
    store = MemoryStore(Subgraph((*suppliers, *products), supplies))
    embedder = HashEmbedder()
    Indexer(store, embedder).run()
    # However busy the machine: a second reading is waited for.
    return retriever(store, embedder, RetrieverSettings(exact=ExactSettings(patience=1e6)))


def test_labels_have_counts_and_questions_have_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("steiner.serve.start._SECONDS", 600.0)
    opened = shop()
    given = StartPage(Answering(opened)).start()
    assert [(each["label"], each["nodes"]) for each in given["labels"]] == [
        ("Product", 4),
        ("Supplier", 2),
    ]
    assert "Which product has the highest price?" in given["questions"]
    for question in given["questions"]:
        evidence = opened.retrieve(question)
        assert evidence.table.rows if evidence.exact else evidence.facts


def test_a_filter_bounds_what_is_shown() -> None:
    answering = Answering(shop(), where=Filter(labels=("Supplier",)))
    assert [each["label"] for each in StartPage(answering).start()["labels"]] == ["Supplier"]


def test_a_ranking_in_which_all_tie_is_no_example(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("steiner.serve.start._SECONDS", 600.0)
    monkeypatch.setattr("steiner.serve.start._ROWS", 3)
    asked = StartPage(Answering(shop())).start()["questions"]
    # Each of the four products has one supplier.
    assert "Which product has the most suppliers?" not in asked
    assert [text for text in asked if " has the most " in text]


def test_where_the_seconds_do_not_do_it_is_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    page = StartPage(Answering(shop()))
    monkeypatch.setattr("steiner.serve.start._SECONDS", 0.0)
    assert page.start()["questions"] == []
    monkeypatch.setattr("steiner.serve.start._SECONDS", 600.0)
    assert page.start()["questions"]


def test_who_comes_while_it_is_made_again_gets_what_there_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page, opened = StartPage(Answering(shop())), list[dict[str, Any]]()
    monkeypatch.setattr("steiner.serve.start._SECONDS", 0.0)
    first = page.start()
    monkeypatch.setattr("steiner.serve.start._SECONDS", 600.0)

    def labels(_: object) -> list[dict[str, Any]]:
        opened.append(page.start())
        return []

    monkeypatch.setattr(page, "_labels", labels)
    assert page.start() is not first
    assert opened == [first]


def test_it_is_made_until_all_questions_were_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    page = StartPage(Answering(shop()))
    monkeypatch.setattr("steiner.serve.start._SECONDS", 0.0)
    page.make()
    whole = page.start()
    monkeypatch.setattr("steiner.serve.start._SECONDS", 600.0)
    assert page.start() is whole


def test_it_is_made_once_for_a_state_of_the_index(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("steiner.serve.start._SECONDS", 600.0)
    page = StartPage(Answering(shop()))
    assert page.start() is page.start()


def test_a_type_that_is_called_as_its_source_asks_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("steiner.serve.start._SECONDS", 600.0)
    orders = [node(i, ["Order"], name=f"Order {i}") for i in (1, 2)]
    products = [node(10 + i, ["Product"], name=f"Valve {i}") for i in (1, 2)]
    joined = tuple(Relationship(i, f"r:{i}", "ORDERS", i, 10 + i) for i in (1, 2))
    store = MemoryStore(Subgraph((*orders, *products), joined))
    Indexer(store, HashEmbedder()).run()
    exact = ExactSettings(patience=1e6)
    opened = retriever(store, HashEmbedder(), RetrieverSettings(exact=exact))
    asked = StartPage(Answering(opened)).start()["questions"]
    assert asked
    assert not [text for text in asked if text.startswith("Which order orders")]

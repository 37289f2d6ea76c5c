"""What the page starts with: labels with counts, and questions that the graph answers."""

from __future__ import annotations

from threading import Event
from typing import Any

import pytest
from index_doubles import HashEmbedder, node

from steiner.calls.stopping import run_until
from steiner.errors import Cancelled, QueryTimedOut
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


def whole(page: StartPage) -> dict[str, Any]:
    """Return a start once all of its questions were tried."""
    page.start()
    page.trying.result(timeout=60)
    return page.start()


def test_labels_have_counts_and_questions_have_answers() -> None:
    opened = shop()
    given = whole(StartPage(Answering(opened)))
    assert given["whole"]
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
    monkeypatch.setattr("steiner.serve.start._ROWS", 3)
    asked = whole(StartPage(Answering(shop())))["questions"]
    # Each of the four products has one supplier.
    assert "Which product has the most suppliers?" not in asked
    assert [text for text in asked if " has the most " in text]


class Waiting:
    """A retriever that waits until it may go on, and keeps what it was asked."""

    def __init__(self, inner: Any) -> None:
        self.inner, self.store = inner, inner.store
        self.may_go_on, self.asked = Event(), list[str]()

    def retrieve(self, question: str, *given: Any) -> Any:
        self.asked.append(question)
        assert self.may_go_on.wait(60)
        return self.inner.retrieve(question, *given)


def test_labels_come_before_any_question_was_answered() -> None:
    waiting: Any = Waiting(shop())
    page = StartPage(Answering(waiting))
    first = page.start()
    assert [each["label"] for each in first["labels"]] == ["Product", "Supplier"]
    assert (first["questions"], first["whole"]) == ([], False)
    waiting.may_go_on.set()
    assert whole(page)["questions"]


def test_what_ends_the_first_request_ends_no_question() -> None:
    given_up = Event()
    waiting: Any = Waiting(shop())
    page = StartPage(Answering(waiting))
    run_until(given_up, page.start)
    given_up.set()
    waiting.may_go_on.set()
    assert whole(page)["questions"]


def test_a_server_that_ends_tries_no_more_questions() -> None:
    waiting: Any = Waiting(shop())
    page = StartPage(Answering(waiting))
    page.start()
    page.ended.set()
    waiting.may_go_on.set()
    with pytest.raises(Cancelled):
        page.trying.result(timeout=60)
    assert len(waiting.asked) <= 1


def test_a_question_that_ran_out_of_time_is_tried_once_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened, asked = shop(), list[str]()
    real = opened.retrieve

    def late(question: str, *given: Any) -> Any:
        asked.append(question)
        if asked.count(question) == 1:
            raise QueryTimedOut("late")
        return real(question, *given)

    monkeypatch.setattr(opened, "retrieve", late)
    assert (
        "Which product has the highest price?" in whole(StartPage(Answering(opened)))["questions"]
    )


def test_it_is_made_once_for_a_state_of_the_index() -> None:
    page = StartPage(Answering(shop()))
    assert whole(page) is whole(page)


def test_a_type_that_is_called_as_its_source_asks_nothing() -> None:
    orders = [node(i, ["Order"], name=f"Order {i}") for i in (1, 2)]
    products = [node(10 + i, ["Product"], name=f"Valve {i}") for i in (1, 2)]
    joined = tuple(Relationship(i, f"r:{i}", "ORDERS", i, 10 + i) for i in (1, 2))
    store = MemoryStore(Subgraph((*orders, *products), joined))
    Indexer(store, HashEmbedder()).run()
    exact = ExactSettings(patience=1e6)
    opened = retriever(store, HashEmbedder(), RetrieverSettings(exact=exact))
    asked = whole(StartPage(Answering(opened)))["questions"]
    assert asked
    assert not [text for text in asked if text.startswith("Which order orders")]

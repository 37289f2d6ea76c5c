"""What `steiner index --property` leaves out is hidden, and stays so at the next run."""

from __future__ import annotations

from typing import Any

import pytest
from index_doubles import FakeIndexStore, HashEmbedder, node
from word_doubles import WordEmbedder

from steiner.filters import Condition, Filter
from steiner.graph import Node, Relationship, Subgraph
from steiner.index.build import Indexer
from steiner.index.check import new_record
from steiner.index.earlier import described, with_earlier
from steiner.index.properties.profile import Profile
from steiner.settings import IndexSettings, LabelChoice
from steiner.stores.memory import MemoryStore
from steiner.stores.shown import Shown
from steiner.systems.steiner import retriever as steiner_retriever

BOTH = Shown({"Person": frozenset({"name"}), "Employee": frozenset({"name", "title"})})
CHOSEN = IndexSettings(choices={"Person": LabelChoice(properties=("born",))})


@pytest.mark.parametrize(
    ("labels", "shown"),
    [
        (["Person"], {"name": "Ann"}),
        (["Person", "Employee"], {"name": "Ann", "title": "Dr"}),
        (["Company"], {"name": "Ann", "title": "Dr", "salary": 7}),
        (["Company", "Person"], {"name": "Ann"}),
    ],
)
def test_a_node_shows_what_was_chosen_for_any_of_its_labels(
    labels: list[str], shown: dict[str, Any]
) -> None:
    assert BOTH.among(labels, {"name": "Ann", "title": "Dr", "salary": 7}) == shown
    for property, value in {"title": "Dr", "salary": 7}.items():
        asked = Filter(nodes=(BOTH.asked(Condition(property, "=", value)),))
        assert asked.accepts_node(labels, {property: value}) == (property in shown)


def people(settings: IndexSettings | None) -> MemoryStore:
    nodes = (
        Node(0, "n:0", ("Person",), {"name": "Ann Lee", "born": 1970, "salary": 9100}),
        Node(1, "n:1", ("Person",), {"name": "Bob Ray", "born": 1980, "salary": 4200}),
    )
    store = MemoryStore(Subgraph(nodes, (Relationship(0, "r:0", "KNOWS", 0, 1),)))
    Indexer(store, WordEmbedder(), settings).run()
    return store


@pytest.mark.parametrize(
    "question",
    ["What is the salary of Ann Lee?", "Who has a salary over 9000?", "Who has the salary 9100?"],
)
def test_a_property_that_was_left_out_never_reaches_the_evidence(question: str) -> None:
    found = steiner_retriever(people(CHOSEN), WordEmbedder()).retrieve(question)
    assert not [n for n in found.subgraph.nodes if "salary" in n.properties]
    assert "9100" not in f"{found.text} {found.ranking} {found.seeds}"
    shown = steiner_retriever(people(None), WordEmbedder()).retrieve(question)
    assert "9100" in shown.text


def test_a_comparison_does_not_tell_who_has_a_hidden_value() -> None:
    retriever = steiner_retriever(people(CHOSEN), WordEmbedder())
    found = [retriever.retrieve(f"Who has a salary over {than}?") for than in (1, 9000, 99999)]
    assert len({(e.ranking, e.seeds) for e in found}) == 1
    assert not [seed for e in found for seed in e.seeds if "value" in seed.channels]


def test_a_hidden_property_is_neither_key_nor_alias_and_none_is_ranged() -> None:
    people = [node(i, ["Person"], name=f"P{i}", code=i, nickname="Z", born=1970) for i in range(3)]
    store = FakeIndexStore(people)
    record = Indexer(store, HashEmbedder(), CHOSEN).run()
    assert (record.keys, store.ranges) == ({}, ())
    assert store.entries[0].keys == ("p0", "1970")
    record = Indexer(store, HashEmbedder()).run()
    assert record.keys == {"Person": "code"}
    assert "z" in store.entries[0].keys


def test_a_node_of_two_labels_is_indexed_as_it_is_shown() -> None:
    store = FakeIndexStore([node(0, ["Boss", "Person"], name="Ann", born=1970, salary=9100)])
    Indexer(store, HashEmbedder(), CHOSEN).run()
    assert store.entries[0].keys == ("ann", "1970")


EARLIER = IndexSettings(
    labels=("Person",),
    choices={"Person": LabelChoice(name="name", properties=("born",)), "Film": LabelChoice("t")},
)


def earlier(given: IndexSettings) -> IndexSettings:
    return with_earlier(given, new_record(HashEmbedder(), Profile(), EARLIER))


def test_what_was_chosen_counts_again() -> None:
    assert earlier(IndexSettings()) == EARLIER
    assert with_earlier(EARLIER, None) == EARLIER


def test_what_is_given_replaces_only_what_it_is_about() -> None:
    given = IndexSettings(
        labels=("Film",),
        choices={"Person": LabelChoice(name="born"), "Film": LabelChoice(properties=("t", "u"))},
    )
    assert described(earlier(given)) == (
        "--label Film --name Film=t --property Film=t --property Film=u "
        "--name Person=born --property Person=born"
    )


def test_nothing_chosen_is_described_by_nothing() -> None:
    assert described(IndexSettings()) == ""

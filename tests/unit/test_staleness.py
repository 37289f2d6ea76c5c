"""How stale an index is: nodes drawn from the graph are compared with what is indexed of them."""

from __future__ import annotations

from typing import Any

from index_doubles import FakeIndexStore, HashEmbedder, node

from steiner.index.build import Indexer
from steiner.index.refresh.staleness import Staleness, staleness
from steiner.settings import IndexSettings, LabelChoice


def films(count: int) -> FakeIndexStore:
    return FakeIndexStore([node(n, ["Film"], title=f"Film {n}", cost=n) for n in range(count)])


def indexed(count: int, **chosen: Any) -> tuple[FakeIndexStore, Any]:
    store = films(count)
    return store, Indexer(store, HashEmbedder(), IndexSettings(**chosen)).run()


def test_an_index_that_was_just_made_is_fresh() -> None:
    store, record = indexed(40)
    assert staleness(store, record) == Staleness(40, 0, 40)
    assert staleness(store, record).text() == "as indexed: none of 40 nodes drawn has changed"


def test_what_is_renamed_or_new_is_counted_and_a_refresh_mends_it() -> None:
    store, record = indexed(40)
    store.nodes[3] = node(3, ["Film"], title="Renamed", cost=3)
    store.nodes[40] = node(40, ["Film"], title="New")
    assert staleness(store, record) == Staleness(41, 2, 41)
    assert staleness(store, record).text() == (
        "stale: of 41 nodes drawn 2 are new or changed since they were indexed. Run: steiner index"
    )
    assert staleness(store, Indexer(store, HashEmbedder()).run()).changed == 0


def test_what_is_not_read_makes_no_index_stale() -> None:
    choices = {"Film": LabelChoice("title", (), ("title",))}
    store, record = indexed(10, choices=choices)
    store.nodes[3] = node(3, ["Film"], title="Film 3", cost=99)
    assert staleness(store, record).changed == 0


def test_of_a_large_graph_a_thousand_nodes_are_drawn() -> None:
    store, record = indexed(2_500)
    for n in range(0, 2_500, 2):
        store.nodes[n] = node(n, ["Film"], title=f"Other {n}")
    stale = staleness(store, record, seed=1)
    assert (stale.drawn, stale.nodes) == (1_000, 2_500)
    assert 0.45 < stale.share < 0.55
    assert f"about {round(stale.share * 2_500):,} of all. Run" in stale.text()
    assert staleness(store, record, seed=2).changed != stale.changed

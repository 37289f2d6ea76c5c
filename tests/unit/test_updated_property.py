"""A refresh that goes by a property of the graph's own reads only what may have changed."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

import numpy as np
import pytest
from index_doubles import FakeIndexStore, HashEmbedder, node, relationship

from steiner.columns import Ids
from steiner.errors import InvalidInput
from steiner.index.build import Indexer
from steiner.settings import IndexSettings, LabelChoice
from steiner.stores.memory_marks import highest, is_below
from steiner.stores.protocol import IndexRecord, Row

YESTERDAY, TODAY = datetime(2026, 3, 1, tzinfo=UTC), datetime(2026, 3, 2, tzinfo=UTC)
LATER = datetime(2026, 3, 3, tzinfo=UTC)


class Watched(FakeIndexStore):
    """Remembers which nodes were read."""

    def __init__(self, *graph: Any) -> None:
        super().__init__(*graph)
        self.read: set[int] = set()

    def read_nodes(self, ids: Ids) -> list[Row]:
        self.read |= set(ids.tolist())
        return super().read_nodes(ids)


def films(changed: Any = YESTERDAY) -> Watched:
    return Watched([node(n, ["Film"], title=f"Film {n}", changed=changed) for n in range(6)])


def refreshed(store: Watched, updated: str = "changed", **chosen: Any) -> IndexRecord:
    store.read = set()
    return Indexer(store, HashEmbedder(), IndexSettings(**chosen), updated=updated).run()


def test_the_first_run_reads_everything_and_keeps_the_highest_value() -> None:
    store = films()
    store.nodes[3] = node(3, ["Film"], title="Film 3", changed=TODAY)
    record = refreshed(store)
    assert store.read == set(range(6))
    assert record.watermark is not None
    assert (record.watermark.property, record.watermark.highest) == ("changed", TODAY)


def test_later_runs_read_what_is_not_below_it_new_or_without_the_property() -> None:
    store = films()
    store.nodes[3] = node(3, ["Film"], title="Film 3", changed=TODAY)
    store.nodes[4] = node(4, ["Film"], title="Film 4")
    refreshed(store)
    store.nodes[0] = node(0, ["Film"], title="Renamed", changed=LATER)
    store.nodes[1] = node(1, ["Film"], title="Renamed, not said", changed=YESTERDAY)
    store.nodes[9] = node(9, ["Film"], title="Loaded with an old date", changed=YESTERDAY)
    record = refreshed(store)
    assert store.read == {0, 3, 4, 9}
    names = {id: entry.name for id, entry in store.entries.items()}
    assert (names[0], names[1], names[9]) == ("Renamed", "Film 1", "Loaded with an old date")
    assert (record.nodes, record.state) == (7, "ready")
    refreshed(store, updated="")
    assert store.entries[1].name == "Renamed, not said"


def test_what_is_deleted_or_no_longer_chosen_goes_without_being_read() -> None:
    store = films()
    store.nodes[3] = node(3, ["Film"], title="Film 3", changed=TODAY)
    store.nodes[8] = node(8, ["Draft"], title="Film 8", changed=YESTERDAY)
    refreshed(store, labels=("Film",))
    del store.nodes[0]
    store.nodes[1] = node(1, ["Draft"], title="Film 1", changed=YESTERDAY)
    assert refreshed(store, labels=("Film",)).nodes == 4
    assert (store.read, set(store.entries)) == ({3}, {2, 3, 4, 5})


def test_a_node_that_has_nothing_to_index_any_more_is_cleared() -> None:
    store = films()
    refreshed(store)
    store.nodes[2] = node(2, [], changed=None)
    assert refreshed(store).nodes == 5
    assert set(store.entries) == {0, 1, 3, 4, 5}


def test_a_plain_run_in_between_keeps_it() -> None:
    store = films()
    store.nodes[3] = node(3, ["Film"], title="Film 3", changed=TODAY)
    refreshed(store)
    assert refreshed(store, updated="").watermark is not None
    assert len(store.read) == 6
    refreshed(store)
    assert store.read == {3}


@pytest.mark.parametrize("other", ["choice", "property", "rebuild", "killed"])
def test_everything_is_read_where_nodes_were_read_otherwise(other: str) -> None:
    store = films()
    for n in range(6):
        store.nodes[n] = node(n, ["Film"], title=f"Film {n}", plot="", changed=n, seen=n)
    refreshed(store)
    choices = {"Film": LabelChoice("title", (), ("title",))} if other == "choice" else {}
    if other == "killed":
        killed = IndexSettings(choices={"Film": LabelChoice("title", (), ())}, page=2)
        store.fail_after = store.writes + 1
        with pytest.raises(RuntimeError, match="killed"):
            Indexer(store, HashEmbedder(), killed).run()
        store.fail_after, store.read = None, set()
    if other == "rebuild":
        Indexer(store, HashEmbedder(), rebuild=True, updated="changed").run()
    else:
        refreshed(store, "seen" if other == "property" else "changed", choices=choices)
    assert store.read == set(range(6))
    refreshed(store, "seen" if other == "property" else "changed", choices=choices)
    assert store.read == {5}


def test_a_killed_refresh_is_made_up_for() -> None:
    store = films()
    refreshed(store)
    for n in (0, 1):
        store.nodes[n] = node(n, ["Film"], title=f"Other {n}", changed=TODAY)
    store.fail_after = store.writes
    with pytest.raises(RuntimeError, match="killed"):
        refreshed(store)
    store.fail_after = None
    refreshed(store)
    assert {store.entries[n].name for n in (0, 1)} == {"Other 0", "Other 1"}


@pytest.mark.parametrize("value", ["2026-03-01", None, True, [1], datetime.max, float("nan")])
def test_a_property_that_says_no_time_is_refused_before_anything_is_written(value: Any) -> None:
    store = films(changed=value)
    with pytest.raises(InvalidInput, match=r"--updated expects .*no node has such a value in 'cha"):
        refreshed(store)
    assert (store.record(), store.entries) == (None, {})


def test_a_misspelt_property_is_refused_with_the_nearest() -> None:
    with pytest.raises(InvalidInput, match=r"'changd'\. Did you mean 'changed'\?"):
        refreshed(films(), updated="changd")


def test_relationships_are_compared_as_ever() -> None:
    store = Watched([node(n, ["Film"], title=f"Film {n}", changed=n) for n in range(2)])
    store.relationships[0] = relationship(0, "REMAKE_OF", why="sound")
    refreshed(store)
    store.relationships[0] = relationship(0, "REMAKE_OF", why="colour")
    assert refreshed(store).relationships == 1
    assert store.relationship_entries[0].keys == ("colour",)
    assert store.types == ("REMAKE_OF",)


def test_of_several_kinds_of_values_the_most_frequent_counts() -> None:
    day, local = date(2026, 3, 1), datetime(2026, 3, 1)
    assert highest([YESTERDAY, local, day, 3, 2.5, True, "9"]) == 3
    assert highest([YESTERDAY, TODAY, local, day, 3]) == TODAY
    assert highest([local, day, day]) == day
    assert highest([float("inf"), float("nan"), datetime.max, None]) is None
    assert is_below(2, 3)
    assert not is_below(3, 3)
    assert not is_below("2", 3)
    assert not is_below(local, YESTERDAY)
    assert not is_below(np.nan, 3)

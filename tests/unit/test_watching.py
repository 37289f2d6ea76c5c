"""A watched graph is looked at time and again, and its index refreshed when something changed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from datetime import datetime

import pytest
from click.testing import CliRunner
from index_doubles import FakeIndexStore, HashEmbedder, node, relationship

from steiner.cli import cli
from steiner.cli.index import indexing
from steiner.errors import ConnectionFailed, IndexBusy, IndexMissing
from steiner.index import live_index
from steiner.index.build import Indexer
from steiner.index.live_index import IndexBuild
from steiner.index.refresh.watch import UNEXPLAINED, UNTOLD, Look, watch
from steiner.stores.protocol import IndexRecord

Step = Callable[["Watched"], None]


class Watched(FakeIndexStore):
    """Counts what is committed, its own index left out, and how often nodes are read."""

    def __init__(self, nodes: int = 10) -> None:
        super().__init__([node(n, ["Film"], title=f"Film {n}") for n in range(nodes)])
        self.commits: int | None = 0
        self.away: Exception | None = None
        self.busy = list[Exception]()
        self.looks = 0

    def last_commit(self) -> int | None:
        if self.away:
            raise self.away
        self.looks += 1
        return self.commits

    def add(self, n: int, title: str) -> None:
        self.nodes[n] = node(n, ["Film"], title=title)
        self.commits = self.commits + 1 if self.commits is not None else None


def watched(
    store: Watched, steps: Iterable[Step], updated: str = ""
) -> tuple[list[str], list[set[str]]]:
    """Return what is said, and the names after each refresh; a step is done while it is waited."""
    said, names, left = list[str](), list[set[str]](), iter(steps)

    @contextmanager
    def opened() -> Iterator[Watched]:
        yield store

    def refresh() -> None:
        if store.busy:
            raise store.busy.pop()
        Indexer(store, HashEmbedder(), updated=updated).run()
        names.append({entry.name for entry in store.entries.values()})

    def wait() -> None:
        step = next(left, None)
        if step is None:
            raise KeyboardInterrupt
        step(store)

    watch(opened, refresh, Look(updated, seed=1), wait, said.append)
    return said, names


def nothing(store: Watched) -> None:
    del store


def test_it_is_refreshed_at_once_and_ends_cleanly() -> None:
    said, names = watched(Watched(), [])
    assert (said, len(names)) == (["Stopped watching."], 1)


def test_a_server_that_does_not_tell_of_commits_is_said_to_be_one() -> None:
    store = Watched()
    store.commits = None
    assert watched(store, [nothing])[0] == [UNTOLD, "Stopped watching."]
    assert "Neo4j Community" in UNTOLD
    assert "Change data capture" in UNTOLD


def test_what_is_new_deleted_or_renamed_is_refreshed_and_nothing_else() -> None:
    def deleted(store: Watched) -> None:
        del store.nodes[4]
        store.add(11, "Then this one")
        del store.nodes[5]

    steps: list[Step] = [
        nothing,
        lambda store: store.add(10, "New"),
        nothing,
        lambda store: store.add(3, "Renamed"),
        deleted,
    ]
    said, names = watched(Watched(), steps)
    assert said == [
        "Changed (11 nodes, 10 before): refreshing.",
        "Changed (1 of 11 nodes drawn): refreshing.",
        "Changed (10 nodes, 11 before): refreshing.",
        "Stopped watching.",
    ]
    assert "New" in names[1]
    assert "Renamed" in names[2]
    assert {"Film 4", "Film 5"}.isdisjoint(names[3])


def test_the_command_says_what_it_does_and_rebuilds_once(monkeypatch: pytest.MonkeyPatch) -> None:
    store, builds = Watched(), list[IndexBuild]()

    def build(_connection: object, asked: IndexBuild, _console: object) -> IndexRecord:
        builds.append(asked)
        return Indexer(store, HashEmbedder(), rebuild=asked.rebuild).run()

    def sleep(seconds: float) -> None:
        assert seconds == 5
        if len(builds) == 2:
            raise KeyboardInterrupt
        store.add(10, "New")

    monkeypatch.setattr(live_index, "build_index", build)
    monkeypatch.setattr(live_index, "index_store", lambda _: nullcontext(store))
    monkeypatch.setattr(indexing, "index_systems", lambda *_: [])
    monkeypatch.setattr(time, "sleep", sleep)
    done = CliRunner().invoke(cli, ["index", "--rebuild", "--watch", "5"], catch_exceptions=False)
    assert (done.exit_code, [build.rebuild for build in builds]) == (0, [True, False])
    assert "Changed (11 nodes, 10 before): refreshing.\n" in done.stderr
    assert done.stderr.endswith("Stopped watching.\n")
    assert "Indexed 11 nodes" in done.stdout


def test_relationships_are_counted() -> None:
    def joined(store: Watched) -> None:
        store.relationships[0] = relationship(0, "REMAKE_OF", why="sound")
        store.commits = 1

    said, _ = watched(Watched(), [joined])
    assert said[0] == "Changed (1 relationships, 0 before): refreshing."


def test_without_a_commit_nothing_is_looked_at() -> None:
    def nothing_can_be_read(store: Watched) -> None:
        store.nodes = None  # type: ignore[assignment]

    store = Watched()
    assert watched(store, [nothing, nothing_can_be_read])[0] == ["Stopped watching."]
    assert store.looks == 3  # One of them at the beginning: whether the server tells of commits.


def test_what_drawn_nodes_miss_is_refreshed_after_ten_looks_that_saw_commits() -> None:
    def touched(store: Watched) -> None:
        store.commits = (store.commits or 0) + 1

    said, names = watched(Watched(), [touched] * (2 * UNEXPLAINED))
    changed = "10 looks since the last refresh, which may have missed changes"
    assert said == [f"Changed ({changed}): refreshing."] * 2 + ["Stopped watching."]
    assert len(names) == 3
    quiet, _ = watched(Watched(), [nothing] * (3 * UNEXPLAINED))
    assert quiet == ["Stopped watching."]


def test_the_property_that_runs_go_by_tells_of_a_change() -> None:
    store = Watched(2_000)
    for n in range(2_000):
        store.nodes[n] = node(n, ["Film"], title=f"Film {n}", changed=datetime(2026, 1, 1))

    def renamed(store: Watched) -> None:
        store.nodes[7] = node(7, ["Film"], title="Renamed", changed=datetime(2026, 2, 1))
        store.commits = 1

    said, names = watched(store, [renamed, nothing], updated="changed")
    assert said[0] == "Changed (changed is 2026-02-01 00:00:00 now): refreshing."
    assert len(said) == 2
    assert "Renamed" in names[1]


@pytest.mark.parametrize("error", [ConnectionFailed("No server."), IndexBusy("Another one.")])
def test_a_server_that_is_away_is_waited_for(error: Exception) -> None:
    def away(store: Watched) -> None:
        store.away = error

    def back(store: Watched) -> None:
        store.away = None
        store.add(10, "New")

    said, names = watched(Watched(), [away, nothing, back])
    assert said[:2] == [f"{error} Looking again later."] * 2
    assert "New" in names[1]


def test_a_change_that_could_not_be_refreshed_is_not_forgotten() -> None:
    def changed(store: Watched) -> None:
        store.add(10, "New")
        store.busy.append(IndexBusy("Another one."))

    said, names = watched(Watched(), [changed, nothing, nothing])
    refreshing = "Changed (11 nodes, 10 before): refreshing."
    busy = "Another one. Looking again later."
    assert said == [refreshing, busy, refreshing, "Stopped watching."]
    assert "New" in names[1]


def test_an_index_that_was_removed_ends_it() -> None:
    with pytest.raises(IndexMissing, match="Make it again with: steiner index"):
        watched(Watched(), [lambda store: store.forget_record()])

"""The neighbourhood of a question: hop by hop, from what promises most, within its limits."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from word_doubles import WordEmbedder

from steiner.columns import Hits, Neighbourhood, RelationHits
from steiner.evidence import Seed
from steiner.graph import Node, Relationship, Subgraph
from steiner.question.reading import Question
from steiner.question.seeds import Entity
from steiner.question.tokens import tokenised
from steiner.retrieve import neighbourhood
from steiner.retrieve.neighbourhood import expand_first, expand_named, expand_seeds, widen
from steiner.retrieve.paths.finding import Frontier
from steiner.retrieve.stage_contracts import ElementScores
from steiner.retrieve.subgraph.pcst import guarded
from steiner.retrieve.subgraph.selection import around_tree
from steiner.settings import ExpandSettings, PathSettings, PrizeSettings, RetrieverSettings
from steiner.stores.builder import union
from steiner.stores.memory import MemoryStore

NOWHERE = Hits(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.float32))
EMBEDDER = WordEmbedder()


def star(arms: int, *more: int) -> MemoryStore:
    """Node 0 KNOWS nodes 1 to `arms` and LIKES the last of them; each has a leaf of its own.

    Of `more` leaves one more step leads to one more node.
    """
    edges = [(0, i, "LIKES" if i == arms else "KNOWS") for i in range(1, arms + 1)]
    edges += [(i, 100 + i, "OWNS") for i in range(1, arms + 1)]
    edges += [(100 + i, 200 + i, "OWNS") for i in more]
    nodes = sorted({node for source, target, _ in edges for node in (source, target)})
    return MemoryStore(
        Subgraph(
            tuple(Node(i, f"n:{i}", (), {}) for i in nodes),
            tuple(Relationship(i, f"r:{i}", t, s, e) for i, (s, e, t) in enumerate(edges)),
        )
    )


def asked(*seeds: int) -> Question:
    """A question about Ann, node 0, who is surely meant; the seeds are as given."""
    return Question(
        "Whom?",
        tokenised("Whom?"),
        np.zeros(WordEmbedder.dimensions, dtype=np.float32),
        entities=(Entity("ann", (0,), "", (), 1.0, True),),
        seeds=tuple(Seed(seed, 1.0, ("name",)) for seed in seeds),
        relations=RelationHits({"KNOWS": 0.1, "LIKES": 0.9, "OWNS": 0.5}, NOWHERE),
    )


def expanded(
    store: MemoryStore, settings: ExpandSettings, paths: PathSettings | None = None
) -> Neighbourhood:
    around = expand_seeds(asked(0), store, settings, settings.hops)
    if paths is None:
        return around
    along = expand_named(asked(0), store, RetrieverSettings(expand=settings, paths=paths), EMBEDDER)
    assert along is not None
    return union(along, around)


def test_what_promises_most_is_expanded_further() -> None:
    around = expanded(star(9), ExpandSettings(2, frontier=1))
    assert around.nodes.tolist() == [0, *range(1, 10), 109]
    assert around.hops.tolist() == [0, *[1] * 9, 2]


@pytest.mark.parametrize("hops", [0, 1, 2, 3])
def test_with_room_for_all_it_is_the_whole_neighbourhood(hops: int) -> None:
    store, settings = star(9), ExpandSettings(hops)
    around, whole = expanded(store, settings), store.expand([0], settings)
    assert around.nodes.tolist() == whole.nodes.tolist()
    assert around.hops.tolist() == whole.hops.tolist()
    assert around.relationships.tolist() == whole.relationships.tolist()


@pytest.mark.parametrize("hops", [0, 1, 2])
def test_without_seeds_there_is_nothing_around(hops: int) -> None:
    around = expand_seeds(asked(), star(3), ExpandSettings(hops), hops)
    assert not len(around.nodes)


@pytest.mark.parametrize("limit", [1, 8, 9, 10, 15])
def test_the_limits_hold_for_all_hops_together(limit: int) -> None:
    around = expanded(star(9), ExpandSettings(2, max_relationships=limit))
    assert len(around.relationships) <= limit
    assert around.truncated
    around = expanded(star(9), ExpandSettings(2, max_nodes=limit))
    assert len(around.nodes) <= limit
    assert around.truncated


def test_hubs_are_expanded_where_they_are_seeds_only() -> None:
    store = star(60)
    assert len(expanded(store, ExpandSettings(1, degree_cap=2)).nodes) == 3
    around = store.expand([101], ExpandSettings(2, degree_cap=2, hubs=False))
    assert around.nodes.tolist() == [101, 1, 0]
    assert len(store.expand([101], ExpandSettings(3, degree_cap=2, hubs=False)).nodes) == 3


class Noting(MemoryStore):
    """Notes from which seeds it is expanded, and which types are prized."""

    expanded: tuple[tuple[int, ...], ...] = ()
    prized: Sequence[str] = ()

    def expand(
        self, seeds: Sequence[int], settings: ExpandSettings, prized: Sequence[str] = ()
    ) -> Neighbourhood:
        self.expanded += (tuple(seeds),)
        self.prized = prized
        return super().expand(seeds, settings, prized)


@pytest.mark.parametrize(("seeds", "further"), [((0, 3, 101), [(3, 101)]), ((0,), [])])
def test_what_is_named_is_not_expanded_again_with_what_is_near(
    seeds: tuple[int, ...], further: list[tuple[int, ...]]
) -> None:
    near = star(9)
    graph = Subgraph(tuple(near.nodes.values()), tuple(near.relationships.values()))
    store, limits = Noting(graph), ExpandSettings(1)
    settings = RetrieverSettings(expand=limits, paths=PathSettings(hops=2))
    named = expand_named(asked(*seeds), store, settings, EMBEDDER)
    assert named is not None
    around = widen(asked(*seeds), store, named, limits)
    assert list(store.expanded[1:]) == further
    both = union(named, expand_seeds(asked(*seeds), store, limits, 1))
    assert around.nodes.tolist() == both.nodes.tolist()
    assert around.relationships.tolist() == both.relationships.tolist()


@pytest.mark.parametrize(("cap", "prized"), [(3, ()), (2, ("LIKES", "OWNS", "KNOWS"))])
def test_types_are_prized_where_a_node_has_no_room_for_some_of_each(
    cap: int, prized: Sequence[str]
) -> None:
    store = Noting(Subgraph(tuple(star(1).nodes.values())))
    settings = RetrieverSettings(expand=ExpandSettings(1, degree_cap=cap))
    assert expand_first(asked(0), store, settings)
    assert tuple(store.prized) == prized


def test_surely_linked_nodes_are_expanded_as_far_as_paths_go() -> None:
    far = expanded(star(9), ExpandSettings(1), PathSettings(hops=2))
    assert far.hops.max() == 2
    assert len(far.nodes) == 19


def test_a_third_hop_leaves_only_where_paths_promise_most(monkeypatch: pytest.MonkeyPatch) -> None:
    offered = []

    def promising(_: Question, around: Neighbourhood, *_more: object) -> Frontier:
        offered.append(around.nodes[around.hops == 2].tolist())
        return Frontier([102], further=False)

    monkeypatch.setattr(neighbourhood, "promising_nodes", promising)
    far = expanded(star(3, 1, 2, 3), ExpandSettings(1), PathSettings(hops=3))
    assert offered == [[101, 102, 103]]
    assert far.nodes[far.hops == 3].tolist() == [202]


@pytest.mark.parametrize("limit", [9, 12])
def test_paths_look_at_a_bounded_number_of_relationships(limit: int) -> None:
    paths = PathSettings(hops=2, relationships=limit)
    far = expanded(star(9), ExpandSettings(1), paths)
    assert len(far.relationships) == limit
    assert far.truncated


@pytest.mark.parametrize(("named", "offered"), [(True, 85), (False, 341)])
def test_more_is_offered_where_nothing_is_named(named: bool, offered: int) -> None:
    around = star(400).expand([0], ExpandSettings(1, degree_cap=400))
    nodes, relations = np.ones(len(around.nodes)), np.ones(len(around.relationships))
    instance = guarded(around, nodes, relations, PrizeSettings())
    scores = ElementScores(nodes, nodes, relations, instance, named=named)
    assert len(around_tree(around, scores, 512).steps) == offered

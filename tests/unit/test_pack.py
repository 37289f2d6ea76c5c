"""Packing: the budget holds, the subgraph is connected, the best facts come first."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from steiner.graph import Node, Relationship, Subgraph
from steiner.text import quarter_characters
from steiner.textualise.facts import FactWriter, RelationshipLine
from steiner.textualise.pack import FactQueue, Offer, Packed, Packer

RUNS = 60
LARGE = 100_000


def node(id: int, name: str = "", **properties: object) -> Node:
    return Node(id, f"n:{id}", ("Thing",), properties, name or f"Thing number {id}")


def joined(id: int, source: int, target: int, type: str = "KNOWS") -> Relationship:
    return Relationship(id, f"r:{id}", type, source, target)


def in_words(text: str) -> int:
    return len(text.split())


def packed(
    offer: Offer,
    budget: int,
    question: str = "?",
    count: Callable[[str], int] = quarter_characters,
) -> Packed:
    return Packer(FactWriter(offer.subgraph, question, 300), budget, count).pack(offer)


def random_offer(seed: int) -> Offer:
    """A random multigraph with loops; relationships in an order that grows from the root."""
    draw = np.random.default_rng(seed)
    size = int(draw.integers(1, 15))
    entered, edges = [0], []
    for id in range(int(draw.integers(0, 30))):
        near, far = int(draw.choice(entered)), int(draw.integers(0, size))
        ends = (near, far) if draw.random() < 0.5 else (far, near)
        edges.append(joined(id, *ends))
        entered += [] if far in entered else [far]
    removed = draw.random(len(edges)) < (0.2 if seed % 3 == 0 else 0.0)
    return Offer(
        Subgraph(
            tuple(node(i, about="word " * int(draw.integers(0, 40))) for i in range(size)),
            tuple(r for r, gone in zip(edges, removed, strict=True) if not gone),
        ),
        roots=(0,),
        nodes=dict(enumerate(draw.random(size).tolist())),
        relationships={r.id: float(draw.random()) for r in edges},
    )


def is_connected(graph: Subgraph) -> bool:
    reached = {n.id for n in graph.nodes[:1]}
    for _ in graph.nodes:
        for r in graph.relationships:
            if reached & {r.source, r.target}:
                reached |= {r.source, r.target}
    return reached == {n.id for n in graph.nodes}


@pytest.mark.parametrize("count", [quarter_characters, in_words])
@pytest.mark.parametrize("seed", range(RUNS))
def test_whatever_is_packed_fits_and_is_connected(seed: int, count: Callable[[str], int]) -> None:
    offer = random_offer(seed)
    for budget in (1, 7, 20, 64, 256):
        found = packed(offer, budget, count=count)
        assert count(found.text) <= found.tokens <= budget
        assert is_connected(found.subgraph)
        nodes = {n.id for n in found.subgraph.nodes}
        edges = {r.id for r in found.subgraph.relationships}
        assert offer.roots[0] in nodes
        assert {id for fact in found.facts for id in fact.nodes} <= nodes
        assert {id for fact in found.facts for id in fact.relationships} <= edges
        scores = [fact.score for fact in found.facts]
        assert scores == sorted(scores, reverse=True)
        assert found.text == "\n".join(fact.text for fact in found.facts)
        assert [f.tag for f in found.facts] == [f"F{i + 1}" for i in range(len(found.facts))]


def chain() -> Offer:
    return Offer(
        Subgraph((node(0), node(1), node(2)), (joined(0, 0, 1), joined(1, 2, 1, "LIKES"))),
        roots=(0,),
        nodes={0: 0.1, 1: 0.1, 2: 0.1},
        relationships={0: 0.5, 1: 0.9},
    )


def test_with_room_for_all_nothing_is_cut() -> None:
    found = packed(chain(), LARGE)
    assert found.cuts == ()
    assert found.subgraph == chain().subgraph
    assert [fact.text for fact in found.facts[:2]] == [
        "Thing number 2 likes Thing number 1",
        "Thing number 0 knows Thing number 1",
    ]


def test_what_connects_the_best_fact_to_the_root_stays_in_the_subgraph() -> None:
    found = packed(chain(), 7, count=in_words)
    assert [fact.relationships for fact in found.facts] == [(1,)]
    assert {r.id for r in found.subgraph.relationships} == {0, 1}


def test_a_fact_that_does_not_fit_is_left_whole_and_a_smaller_one_takes_its_place() -> None:
    long = node(0, "A name of a great many words that does not fit")
    graph = Subgraph((long, node(1, "Ann"), node(2, "Bo")), (joined(0, 0, 1), joined(1, 1, 2)))
    offer = Offer(graph, (0,), {0: 0.9, 1: 0.5, 2: 0.4}, {0: 1.0, 1: 0.3})
    found = packed(offer, 5, count=in_words)
    assert [fact.text for fact in found.facts] == ["Ann knows Bo", "Ann (Thing)"]


def test_cuts_are_told_with_their_number() -> None:
    assert packed(chain(), 7, count=in_words).cuts == ("4 of 5 facts do not fit 7 tokens",)


def test_a_budget_too_small_for_any_fact_leaves_the_root_alone() -> None:
    found = packed(chain(), 1)
    assert found.text == ""
    assert found.tokens == 0
    assert [n.id for n in found.subgraph.nodes] == [0]


@pytest.mark.parametrize("root", [-1, 99])
def test_without_a_root_nothing_is_packed(root: int) -> None:
    graph = chain()
    found = packed(Offer(graph.subgraph, (root,), graph.nodes, graph.relationships), LARGE)
    assert found.subgraph == Subgraph()
    assert found.facts == ()


def test_what_a_removed_relationship_cut_off_is_not_told() -> None:
    graph = chain()
    left = Subgraph(graph.subgraph.nodes, graph.subgraph.relationships[1:])
    found = packed(Offer(left, (0,), graph.nodes, graph.relationships), LARGE)
    assert [n.id for n in found.subgraph.nodes] == [0]
    assert [fact.text for fact in found.facts] == ["Thing number 0 (Thing)"]


def test_self_loops_and_parallel_relationships_are_told_once_each() -> None:
    edges = (joined(0, 0, 0), joined(1, 0, 1), joined(2, 0, 1), joined(3, 1, 0))
    offer = Offer(Subgraph((node(0), node(1)), edges), (0,), {}, dict.fromkeys(range(4), 0.5))
    found = packed(offer, LARGE)
    assert sorted(id for fact in found.facts for id in fact.relationships) == [0, 1, 2, 3]
    assert found.facts[0].text == "Thing number 0 knows Thing number 0; Thing number 1"
    assert found.facts[0].relationships == (0, 1, 2)


def test_facts_that_share_an_end_and_a_type_are_told_together() -> None:
    names = {0: "Ann", 1: "Bo", 2: "Cy", 3: "Di"}
    people = tuple(Node(i, f"n:{i}", (), {}, name) for i, name in names.items())
    since = replace(joined(4, 0, 3), properties={"role": "Lead"})
    edges = (joined(0, 0, 1), joined(1, 0, 2, "LIKES"), joined(2, 0, 2), joined(3, 3, 0), since)
    worth = {r.id: 1 - r.id / 10 for r in edges}
    found = packed(Offer(Subgraph(people, edges), (0,), {}, worth), LARGE, "Which role?")
    told = [(fact.text, fact.relationships) for fact in found.facts if fact.relationships]
    assert told == [
        ("Ann knows Bo; Cy", (0, 2)),
        ("Ann likes Cy", (1,)),
        ("Di knows Ann", (3,)),
        ("Ann knows Di (role: Lead)", (4,)),
    ]
    assert found.facts[0].nodes == (0, 1, 2)


def test_a_line_does_not_tell_of_more_than_eight() -> None:
    edges = tuple(joined(i, i, 0) for i in range(1, 20))
    worth = dict.fromkeys(range(20), 1)
    offer = Offer(Subgraph(tuple(map(node, range(20))), edges), (0,), {}, worth)
    told = [len(fact.relationships) for fact in packed(offer, LARGE).facts if fact.relationships]
    assert told == [8, 8, 3]


def test_a_node_that_the_question_mentions_comes_before_one_that_it_does_not() -> None:
    graph = Subgraph((node(0, "Ann"), node(1, "Bo"), node(2, "Cy")), (joined(0, 0, 1),))
    offer = Offer(
        Subgraph(graph.nodes, (joined(0, 0, 1), joined(1, 0, 2))),
        (0,),
        dict.fromkeys(range(3), 0.5),
        {0: 0.0, 1: 0.0},
    )
    assert packed(offer, LARGE, "Where is Cy?").facts[0].text == "Cy (Thing)"


def test_nodes_that_share_a_name_are_told_apart_by_their_key() -> None:
    twins = tuple(
        Node(i, f"n:{i}", ("Film",), {"id": f"tt{i}"}, "The Matrix", ("id", f"tt{i}"))
        for i in range(2)
    )
    offer = Offer(Subgraph(twins, (joined(0, 0, 1, "REMAKE_OF"),)), (0,), {}, {0: 1.0})
    assert packed(offer, LARGE).facts[0].text == "The Matrix [tt0] remake of The Matrix [tt1]"


def test_tokens_are_characters_by_four_rounded_up() -> None:
    assert [quarter_characters("x" * n) for n in (0, 1, 4, 5, 8)] == [0, 1, 1, 2, 2]


@pytest.mark.parametrize("seed", range(RUNS))
def test_facts_are_queued_as_if_all_had_been_written_before(seed: int) -> None:
    offer = random_offer(seed)
    reached = {n.id: None for n in offer.subgraph.nodes}
    queue = FactQueue(FactWriter(offer.subgraph, "?", 300), offer, reached)
    told = list(queue)
    assert len(queue) == 0
    scores = [line.score for line in told]
    assert scores == sorted(scores, reverse=True)
    edges = [id for line in told for id in line.relationships]
    assert sorted(edges) == [r.id for r in offer.subgraph.relationships]
    assert {id for line in told if not line.relationships for id in line.nodes} == set(reached)


def test_what_cannot_fit_is_not_written() -> None:
    edges = tuple(joined(i, 0, i) for i in range(1, 400))
    offer = Offer(
        Subgraph(tuple(node(i) for i in range(400)), edges),
        (0,),
        dict.fromkeys(range(400), 0.1),
        {i: 1 / i for i in range(1, 400)},
    )
    written = []

    class Writer(FactWriter):
        def relationship(self, relationship: Relationship) -> RelationshipLine:
            written.append(relationship.id)
            return super().relationship(relationship)

    found = Packer(Writer(offer.subgraph, "?", 300), 64, quarter_characters).pack(offer)
    assert written == list(range(1, len(written) + 1))
    assert len(written) < 50
    told = sum(len(fact.relationships) or 1 for fact in found.facts)
    assert found.cuts == (f"{799 - told} of 799 facts do not fit 64 tokens",)


@pytest.mark.parametrize(
    ("question", "times"),
    [
        ("When was Ann admitted to Oncology?", " (admitted on: 2024-01-06)"),
        ("On which date was Ann admitted?", " (admitted on: 2024-01-06)"),
        ("Who was admitted to Oncology?", ""),
    ],
)
@pytest.mark.parametrize("day", [datetime.date(2024, 1, 6), "2024-01-06"])
def test_a_relationship_says_its_times_where_the_question_asks_when(
    question: str, times: str, day: object
) -> None:
    stay = Relationship(1, "r:1", "ADMITTED_TO", 0, 1, {"admittedOn": day, "bed": 5})
    graph = Subgraph((node(0, "Ann"), node(1, "Oncology")), (stay,))
    written = FactWriter(graph, question, 300).relationship(stay).text
    assert written == f"Ann admitted to Oncology{times}"

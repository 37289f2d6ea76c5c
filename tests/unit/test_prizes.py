"""Prizes: the published ones exactly, and the default that cannot collapse."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pytest

from steiner.columns import Hits, Neighbourhood, RelationHits
from steiner.evidence import Seed
from steiner.question.reading import Question
from steiner.question.tokens import tokenised
from steiner.retrieve.subgraph.pcst import Floats, guarded, published, solve
from steiner.retrieve.subgraph.relevance import node_relevance, relation_relevance
from steiner.settings import PrizeSettings

TYPES = ("DIRECTED", "LIKES", "RATED")


def around(edges: Sequence[tuple[int, int, int]], nodes: int = 5) -> Neighbourhood:
    """A neighbourhood of nodes 100, 101, … and relationships 200, 201, … as (from, to, type)."""
    columns = np.array(edges, dtype=np.int32).reshape(-1, 3)
    return Neighbourhood(
        nodes=100 + np.arange(nodes, dtype=np.int64),
        hops=np.zeros(nodes, dtype=np.int8),
        relationships=200 + np.arange(len(columns), dtype=np.int64),
        sources=columns[:, 0],
        targets=columns[:, 1],
        types=columns[:, 2],
        type_names=TYPES,
        labels=np.zeros(nodes, dtype=np.int32),
        label_names=((),),
    )


def hits(ids: Sequence[int], scores: Sequence[float] | None = None) -> Hits:
    chosen = np.linspace(0.9, 0.1, len(ids)) if scores is None else scores
    return Hits(np.array(ids, dtype=np.int64), np.array(chosen, dtype=np.float32))


def relations(types: Mapping[str, float], own: Sequence[int] = ()) -> RelationHits:
    return RelationHits(types, hits(own))


def scored(graph: Neighbourhood, types: Mapping[str, float], question: str = "?") -> Floats:
    return relation_relevance(asked(question, types=types), graph)


def asked(
    text: str = "?",
    seeds: Sequence[Seed] = (),
    nearest: Hits | None = None,
    types: Mapping[str, float] | None = None,
    linked: Mapping[int, float] | None = None,
) -> Question:
    return Question(
        text,
        tokenised(text),
        np.zeros(1, dtype=np.float32),
        seeds=tuple(seeds),
        nearest=nearest or hits([]),
        relations=relations(types or {}),
        linked=linked or {},
    )


SQUARE = around([(0, 1, 0), (1, 2, 0), (2, 3, 1), (3, 4, 2)])
COSINES = {"DIRECTED": 0.2, "LIKES": 0.6, "RATED": 0.4}


def test_published_node_prizes_are_k_down_to_one_and_zero_elsewhere() -> None:
    found = published(SQUARE, hits([103, 101, 999, 100]), relations({}), PrizeSettings(nodes=3))
    # Node 999 keeps its rank although it lies outside the neighbourhood.
    assert found.prizes.tolist() == [0, 2, 0, 3, 0]


def test_published_edge_prizes_rank_distinct_texts_and_equal_texts_share_a_rank() -> None:
    found = published(SQUARE, hits([]), relations(COSINES), PrizeSettings(relations=2))
    assert found.edge_prizes.tolist() == [0, 0, 2, 1]
    more = published(SQUARE, hits([]), relations(COSINES), PrizeSettings(relations=5))
    assert more.edge_prizes.tolist() == [3, 3, 5, 4]


def test_published_edge_prizes_rank_a_relationship_with_text_of_its_own_by_itself() -> None:
    own = RelationHits(COSINES, hits([201, 777], [0.5, 0.45]))
    found = published(SQUARE, hits([]), own, PrizeSettings(relations=5))
    # LIKES .6, relationship 201 .5, RATED .4, DIRECTED .2; 777 lies outside.
    assert found.edge_prizes.tolist() == [2, 4, 5, 3]


def test_published_prizes_of_zero_ask_for_nothing() -> None:
    none = PrizeSettings(nodes=0, relations=0)
    found = published(SQUARE, hits([100]), relations(COSINES), none)
    assert not found.prizes.any()
    assert not found.edge_prizes.any()


@pytest.mark.parametrize("score", [0.0, -0.2])
def test_seeds_unlike_the_question_are_not_relevant(score: float) -> None:
    chain = around([(0, 1, 0)], nodes=2)
    seeds = [Seed(100, score, ("vector",))]
    found = node_relevance(asked(seeds=seeds, nearest=hits([])), chain, np.zeros(1), 1)
    assert found.tolist() == [0.0, 0.0]


def test_few_types_collapse_under_the_published_prizes_only() -> None:
    """With one relationship type every edge pays for itself: the tree is the whole graph."""
    chain = around([(i, i + 1, 0) for i in range(19)], nodes=20)
    settings = PrizeSettings(nodes=3, relations=5, cost=0.5)
    whole = solve(published(chain, hits([100, 101]), relations(COSINES), settings))
    assert len(whole.edges) == 19
    seeds = [Seed(100, 1.0, ("name",))]
    scores = scored(chain, COSINES)
    relevance = node_relevance(asked(seeds=seeds, nearest=hits([])), chain, scores, 2)
    kept = solve(guarded(chain, relevance, scores, settings))
    assert 0 < len(kept.edges) <= 2


@pytest.mark.parametrize("cost", [0.01, 0.5, 3.0])
def test_guarded_edge_prizes_never_reach_the_cost(cost: float) -> None:
    draw = np.random.default_rng(7)
    settings = PrizeSettings(cost=cost)
    for scores in (np.ones(4), np.zeros(4), draw.random(4)):
        found = guarded(SQUARE, draw.random(5), scores, settings)
        assert (found.edge_prizes < cost).all()
        assert (found.edge_prizes >= 0).all()


def test_guarded_node_prizes_go_to_the_most_relevant_forty_only() -> None:
    relevance = np.linspace(0, 1, 50)
    star = around([(0, i, 0) for i in range(1, 50)], nodes=50)
    found = guarded(star, relevance, np.zeros(49), PrizeSettings(nodes=10))
    assert found.prizes.tolist() == [0.0] * 10 + (10 * relevance[10:]).tolist()


def test_relevance_falls_with_every_step_and_less_along_fitting_relations() -> None:
    fork = around([(0, 1, 0), (0, 2, 1), (1, 3, 0)])
    scores = scored(fork, {"DIRECTED": 0.8, "LIKES": 0.1, "RATED": 0.1})
    seeds = [Seed(100, 3.0, ("name",))]
    found = node_relevance(asked(seeds=seeds, nearest=hits([])), fork, scores, 2)
    assert found[0] > found[1] > found[3] > 0
    assert found[1] > found[2] > 0
    assert found[4] == 0
    assert found.max() <= 1


def test_relevance_follows_relationships_against_their_direction_too() -> None:
    backwards = around([(1, 0, 0)])
    found = node_relevance(
        asked(seeds=[Seed(100, 1.0, ())], nearest=hits([])), backwards, np.ones(1), 1
    )
    assert found[1] > 0


def test_cosine_breaks_ties_among_what_is_equally_near() -> None:
    star = around([(0, i, 0) for i in range(1, 5)])
    seeds = [Seed(100, 1.0, ())]
    found = node_relevance(
        asked(seeds=seeds, nearest=hits([103, 101], [0.9, 0.2])), star, np.ones(4), 1
    )
    assert found[3] == max(found[1:])


def test_a_type_that_the_question_names_is_worth_most() -> None:
    assert scored(SQUARE, COSINES, "Who directed it?").tolist() == pytest.approx([1, 1, 1, 0.5])


def test_a_linked_relationship_is_worth_most() -> None:
    found = relation_relevance(asked(types=COSINES, linked={200: 1.0}), SQUARE)
    assert found.tolist() == pytest.approx([1, 0, 1, 0.5])


def test_relation_scores_of_an_empty_neighbourhood_and_unknown_types() -> None:
    assert relation_relevance(asked(), around([])).tolist() == []
    assert set(relation_relevance(asked(), SQUARE).tolist()) == {0.5}

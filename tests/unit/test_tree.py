"""The Steiner tree against brute force, and on the graphs where it could go wrong."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pytest

from steiner.errors import SteinerError
from steiner.retrieve.subgraph import pcst as solver
from steiner.retrieve.subgraph.pcst import Indices, Instance, Tree, solve

GRAPHS = 120
OPTIMAL_SHARE = 0.75
WORST_GAP = 0.15


def instance(
    prizes: Sequence[float],
    edges: Sequence[tuple[int, int]],
    edge_prizes: Sequence[float] | None = None,
    cost: float = 1.0,
) -> Instance:
    return Instance(
        np.array(prizes, dtype=np.float64),
        np.array(edges, dtype=np.int64).reshape(-1, 2),
        np.array([0.0] * len(edges) if edge_prizes is None else edge_prizes, dtype=np.float64),
        cost,
    )


def value(problem: Instance, nodes: Indices, edges: Indices) -> float:
    gained = problem.prizes[nodes].sum() + problem.edge_prizes[edges].sum()
    return float(gained - problem.cost * len(edges))


def is_connected(nodes: Indices, ends: Indices) -> bool:
    """Whether the edges `ends` int64[m, 2] join all of `nodes`, and touch no other node."""
    reached = set(nodes[:1].tolist())
    for _ in nodes:
        reached |= {b for pair in ends.tolist() for b in pair if reached & set(pair)}
    return reached == set(nodes.tolist())


def connected_choices(problem: Instance) -> Iterator[tuple[Indices, Indices]]:
    """Yield every single node and every connected set of edges with its nodes."""
    for node in range(len(problem.prizes)):
        yield np.array([node]), np.zeros(0, dtype=np.int64)
    for mask in range(1, 2 ** len(problem.edges)):
        edges = np.flatnonzero([mask >> i & 1 for i in range(len(problem.edges))])
        nodes = np.unique(problem.edges[edges])
        if is_connected(nodes, problem.edges[edges]):
            yield nodes, edges


def random_instance(seed: int) -> Instance:
    """A graph of 6 nodes and 8 edges; a third of the nodes and some of the edges have prizes."""
    draw = np.random.default_rng(seed)
    prizes = draw.uniform(0.5, 4.0, 6) * (draw.random(6) < 0.5)
    prizes[0] = 2.0
    edge_prizes = draw.choice([0.0, 0.3, 1.0, 1.5], 8, p=[0.6, 0.2, 0.1, 0.1])
    return Instance(prizes, draw.integers(0, 6, (8, 2)), edge_prizes, 1.0)


def check(problem: Instance, found: Tree) -> None:
    """What holds of every solution: connected, ascending, without loops."""
    ends = problem.edges[found.edges]
    assert is_connected(found.nodes, ends)
    assert not (ends[:, 0] == ends[:, 1]).any()
    assert found.nodes.tolist() == sorted(set(found.nodes.tolist()))
    assert found.edges.tolist() == sorted(set(found.edges.tolist()))


def test_strong_pruning_is_mostly_optimal_and_never_far_from_it() -> None:
    gaps = []
    for seed in range(GRAPHS):
        problem = random_instance(seed)
        found = solve(problem)
        check(problem, found)
        best = max(value(problem, *choice) for choice in connected_choices(problem))
        gaps.append(1 - value(problem, found.nodes, found.edges) / best)
    assert min(gaps) > -1e-9
    assert np.mean(np.array(gaps) < 1e-9) >= OPTIMAL_SHARE
    assert max(gaps) < WORST_GAP


def test_a_far_prize_is_fetched_only_if_it_pays_for_the_way() -> None:
    path = [(0, 1), (1, 2)]
    assert solve(instance([3, 0, 3], path)).edges.tolist() == [0, 1]
    assert solve(instance([3, 0, 1.5], path)).nodes.tolist() == [0]


def test_an_edge_prize_below_the_cost_makes_the_edge_cheaper() -> None:
    assert solve(instance([3, 0.5], [(0, 1)])).edges.tolist() == []
    assert solve(instance([3, 0.5], [(0, 1)], [0.6])).edges.tolist() == [0]


def test_an_edge_prize_equal_to_the_cost_makes_the_edge_free() -> None:
    found = solve(instance([3, 0.1, 0.1], [(0, 1), (1, 2)], [1.0, 0.0]))
    assert found.edges.tolist() == [0]
    assert found.nodes.tolist() == [0, 1]


def test_an_edge_prize_above_the_cost_is_a_virtual_node_that_brings_both_ends() -> None:
    found = solve(instance([0, 0, 0], [(0, 1), (1, 2)], [1.8, 0.0]))
    assert found.edges.tolist() == [0]
    assert found.nodes.tolist() == [0, 1]


def test_virtual_nodes_connect_what_lies_beyond_them() -> None:
    found = solve(instance([3, 0, 0, 3], [(0, 1), (1, 2), (2, 3)], [2.0, 2.0, 2.0]))
    assert found.edges.tolist() == [0, 1, 2]


def test_of_parallel_edges_the_cheapest_is_taken_and_each_that_pays_for_itself() -> None:
    cheaper = instance([3, 3], [(0, 1), (1, 0), (0, 1)], [0.0, 0.5, 0.2])
    assert solve(cheaper).edges.tolist() == [1]
    paying = instance([3, 3], [(0, 1), (1, 0)], [1.5, 1.7])
    assert solve(paying).edges.tolist() == [0, 1]


@pytest.mark.parametrize("prize", [0.0, 1.0, 5.0])
def test_a_self_loop_is_left_out_whatever_its_prize(prize: float) -> None:
    found = solve(instance([3, 3], [(0, 0), (0, 1)], [prize, 0.0]))
    assert found.edges.tolist() == [1]


def test_without_any_prize_the_tree_is_empty() -> None:
    for edges in ([], [(0, 1)], [(0, 0)]):
        found = solve(instance([0, 0], edges))
        assert len(found.nodes) == len(found.edges) == 0
    assert len(solve(instance([], [])).nodes) == 0


def test_one_node_with_a_prize_stands_alone() -> None:
    assert solve(instance([0, 2], [])).nodes.tolist() == [1]


def test_of_two_components_the_better_one_is_chosen() -> None:
    found = solve(instance([2, 2, 5, 5], [(0, 1), (2, 3)]))
    assert found.nodes.tolist() == [2, 3]


def test_a_solver_that_corrupts_results_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    import pcst_fast

    def corrupt(*_: object) -> tuple[Indices, Indices]:
        return np.array([0, 1]), np.array([0])

    solver._solver.cache_clear()
    monkeypatch.setattr(pcst_fast, "pcst_fast", corrupt)
    with pytest.raises(SteinerError, match="pip install --force-reinstall pcst-fast2"):
        solve(instance([1], []))
    solver._solver.cache_clear()

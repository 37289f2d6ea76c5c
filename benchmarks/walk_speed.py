"""How fast are walks drawn? Beside networkx and igraph, in one run.

    pip install networkx igraph
    python benchmarks/walk_speed.py [--nodes 1000000] [--roots 2000]

On MetaQA's graph and on the graph of a million nodes (arrays alone, no server): random walks of 4
steps, 60 a root, and breadth-first walks within 4 steps (2 on the large graph, at most 60 a root).
Rivals that loop in Python or call once a walk are timed on `--roots` roots. Prints JSON: walks a
second, the seconds of the whole corpus, and the most memory that drawing it took.
"""

from __future__ import annotations

import argparse
import json
import random
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from importlib.util import find_spec
from typing import Any

import numpy as np
from data import SHARED
from data.million_plan import draw, relationships

from steiner.columns import Ids
from steiner.index.walks.adjacency import Adjacency, Relationships, adjacency
from steiner.index.walks.generate import walks
from steiner.settings import WalkSettings

PAPER = WalkSettings()
_DENSITY = 5
LARGE = replace(PAPER, length=2, bounded=True, fan_out=1_000)


def metaqa() -> Adjacency:
    """Return MetaQA's graph."""
    lines = (SHARED / "metaqa/kb.txt").read_text(encoding="utf-8").splitlines()
    triples = [line.split("|") for line in lines]
    names = {name: i for i, name in enumerate({n: 0 for h, _, t in triples for n in (h, t)})}
    types = sorted({type for _, type, _ in triples})
    columns = zip(*((names[h], types.index(r), names[t]) for h, r, t in triples), strict=True)
    heads, kinds, tails = (np.array(column, dtype=np.int64) for column in columns)
    edges = Relationships(np.arange(len(heads)), heads, tails, kinds)
    return adjacency(np.arange(len(names)), edges)


def million(nodes: int) -> Adjacency:
    """Return the benchmarks' generated graph."""
    by_type = list(relationships(draw(nodes, _DENSITY * nodes, 0)))
    ends = np.concatenate(by_type)
    types = np.repeat(np.arange(len(by_type)), [len(each) for each in by_type])
    edges = Relationships(np.arange(len(ends)), ends[:, 0], ends[:, 1], types)
    return adjacency(np.arange(nodes), edges, fan_out=LARGE.fan_out)


def timed(work: Callable[[], int]) -> dict[str, float]:
    """Return seconds and walks a second of work that returns how many it drew."""
    begun = time.perf_counter()
    count = work()
    seconds = time.perf_counter() - begun
    return {"walks": count, "seconds": round(seconds, 3), "a second": round(count / seconds)}


def ours(graph: Adjacency, roots: Ids, settings: WalkSettings) -> dict[str, float]:
    """Time the whole corpus of `roots`; then once more for its memory."""
    drawn = timed(lambda: sum(int(page.counts.sum()) for page in walks(graph, roots, settings)))
    tracemalloc.start()
    for _ in walks(graph, roots[:20_000], settings):
        pass
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return {**drawn, "megabytes": round(most / 1e6)}


def rivals(graph: Adjacency, roots: Ids, settings: WalkSettings) -> dict[str, Any]:
    """Time what is installed on the same roots."""
    pairs = np.column_stack(
        [np.repeat(np.arange(len(graph.nodes)), graph.degrees), graph.successors]
    )
    timings: dict[str, Any] = {}
    if find_spec("networkx"):
        timings |= _networkx(pairs, len(graph.nodes), roots, settings)
    if find_spec("igraph"):
        timings |= _igraph(pairs, len(graph.nodes), roots, settings)
    return timings


def _networkx(pairs: Ids, nodes: int, roots: Ids, settings: WalkSettings) -> dict[str, Any]:
    import networkx

    graph = networkx.DiGraph()
    graph.add_nodes_from(range(nodes))
    graph.add_edges_from(pairs.tolist())
    draw_one = random.Random(0).choice

    def random_walks() -> int:
        for root in np.repeat(roots, settings.walks).tolist():
            here = root
            for _ in range(settings.length):
                following = list(graph.successors(here))
                if not following:
                    break
                here = draw_one(following)
        return len(roots) * settings.walks

    def breadth_first() -> int:
        reach = networkx.single_source_shortest_path
        return sum(len(reach(graph, root, settings.length)) - 1 for root in roots.tolist())

    return {"networkx random": timed(random_walks), "networkx breadth-first": timed(breadth_first)}


def _igraph(pairs: Ids, nodes: int, roots: Ids, settings: WalkSettings) -> dict[str, Any]:
    import igraph

    graph = igraph.Graph(n=nodes, edges=pairs.tolist(), directed=True)

    def random_walks() -> int:
        for root in np.repeat(roots, settings.walks).tolist():
            graph.random_walk(root, settings.length, mode="out", stuck="return")
        return len(roots) * settings.walks

    return {"igraph random": timed(random_walks)}


def main() -> None:
    """Read the command line, time, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=1_000_000)
    parser.add_argument("--roots", type=int, default=2_000)
    given = parser.parse_args()
    result: dict[str, Any] = {}
    for name, graph, settings in (
        ("MetaQA", metaqa(), PAPER),
        (f"{given.nodes:,} nodes", million(given.nodes), LARGE),
    ):
        roots = np.flatnonzero(graph.degrees > 0)
        some = roots[:: max(1, len(roots) // given.roots)][: given.roots]
        result[name] = {
            "roots": len(roots),
            "steiner random": ours(graph, roots, replace(settings, kind="random")),
            "steiner breadth-first": ours(graph, roots, settings),
            **rivals(graph, some, settings),
        }
    print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()

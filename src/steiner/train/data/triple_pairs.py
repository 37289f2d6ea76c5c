"""What a triple encoder learns from: questions, and the triples on their paths (section 4.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from steiner.columns import Ids
from steiner.index.triples.neighbouring import TripleTable
from steiner.jobs import Row
from steiner.retrieve.triples.queries import cumulative
from steiner.settings import TripleSettings

NEGATIVES = 6
LONGEST_PATH = 5
_QUERY = TripleSettings().query


@dataclass(frozen=True, slots=True)
class TriplePairs:
    """Samples for the contrast: `queries[i]` with a triple of its own and random others.

    `texts` are the candidates' (t with its neighbouring triples); `questions[i]` is the number of
    its question, whose triples are `positives[...]`; `pathless` questions are left out.
    """

    queries: list[str]
    own: list[str]
    others: list[list[str]]
    questions: list[int]
    positives: list[list[str]]
    pathless: int


def triple_pairs(
    table: TripleTable,
    nodes: Mapping[str, Sequence[int]],
    rows: Sequence[Row],
    seed: int = 0,
    neighbours: int = 4,
    each: int = 1,
) -> TriplePairs:
    """Draw `each` samples of every question: a positive, and six triples of none of its paths.

    The six are distinct; a graph that has no more has as many as there are.

    A row has `question`, `topics` and `answers`; `nodes` maps names to indices. Positives are all
    triples on shortest paths of at most five steps between a topic and an answer, whichever way
    relationships point. Where a row has `steps` (its chain of thought), a query carries a random
    number of the first of them, written as when a question is asked.
    """
    draw = Random(seed)
    texts = [candidate.text for candidate in table.candidates(neighbours)]
    pairs = TriplePairs([], [], [], [], [], 0)
    pathless = 0
    for row in rows:
        starts, ends = (called(nodes, row.get(key, ())) for key in _ENDS)
        positives = path_triples(table, starts, ends)
        if not len(positives):
            pathless += 1
            continue
        pairs.positives.append([texts[i] for i in positives.tolist()])
        wrong = np.setdiff1d(np.arange(len(texts)), positives)
        for _ in range(each):
            steps = row.get("steps", [])[: draw.randint(0, len(row.get("steps", [])))]
            pairs.queries.append(cumulative(row["question"], steps, _QUERY)[-1])
            pairs.own.append(draw.choice(pairs.positives[-1]))
            picked = draw.sample(range(len(wrong)), min(NEGATIVES, len(wrong)))
            pairs.others.append([texts[int(wrong[i])] for i in picked])
            pairs.questions.append(len(pairs.positives) - 1)
    return TriplePairs(
        pairs.queries, pairs.own, pairs.others, pairs.questions, pairs.positives, pathless
    )


_ENDS = ("topics", "answers")


def called(nodes: Mapping[str, Sequence[int]], names: Sequence[str]) -> Ids:
    """Return the nodes int64[n] that have one of these names."""
    return np.array(sorted({i for name in names for i in nodes.get(name, ())}), dtype=np.int64)


def path_triples(table: TripleTable, starts: Ids, ends: Ids, most: int = LONGEST_PATH) -> Ids:
    """Return the triples int64[p] on all shortest paths from each start to any end it reaches.

    Ends further away than `most` steps count for nothing; nor do those that are starts.

        a -1-> b <-2- c, a -3-> d -4-> c; from a to c: triples 1, 2, 3, 4
    """
    used: set[int] = set()
    for start in starts.tolist():
        far = _distances(table, start, set(ends.tolist()) - {start}, most)
        wanted = {end for end in ends.tolist() if far[end] > 0}
        while wanted:
            before: set[int] = set()
            for end in wanted:
                for triple, other in _around(table, end):
                    if far[other] >= 0 and far[other] == far[end] - 1:
                        used.add(triple)
                        before.add(other)
            wanted = {node for node in before if far[node] > 0}
    return np.array(sorted(used), dtype=np.int64)


def _distances(table: TripleTable, start: int, ends: set[int], most: int) -> Ids:
    """Return int64[n] the steps from `start`; -1 beyond `most` steps, and beyond the last end."""
    far = np.full(len(table.by_head.first) - 1, -1, dtype=np.int64)
    far[start], layer, left = 0, [start], set(ends)
    for step in range(1, most + 1):
        if not (layer and left):
            break
        reached = {other for node in layer for _, other in _around(table, node) if far[other] < 0}
        far[list(reached)] = step
        layer, left = sorted(reached), left - reached
    return far


def _around(table: TripleTable, node: int) -> list[tuple[int, int]]:
    """Return the triples of a node, each with the node at its other end."""
    pairs = []
    for side, others in ((table.by_head, table.tails), (table.by_tail, table.heads)):
        own = side.order[side.first[node] : side.first[node + 1]]
        pairs += list(zip(own.tolist(), others[own].tolist(), strict=True))
    return pairs

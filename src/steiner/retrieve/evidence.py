"""Builds the evidence: the chosen subgraph, its text, scores and what was left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from steiner.graph import Evidence, Neighbourhood, RelationPath, Seed, Subgraph
from steiner.retrieve.paths.ranking import Ranking
from steiner.retrieve.situation import Situation
from steiner.retrieve.subgraph.selection import Choice
from steiner.text import plain_words, readable
from steiner.textualise.pack import Packed
from steiner.textualise.queue import Offer

RANKED = 20
"""Answers that are read and named at most."""
_LIMITED = "the neighbourhood reached a limit of nodes or relationships"
_GONE = "everything that was found has gone from the graph meanwhile: ask again"
_NOTHING = "nothing in the graph, or nothing that the filter shows, fits the question"


def offer(
    situation: Situation, choice: Choice, subgraph: Subgraph, ranking: Ranking | None
) -> Offer:
    """Return what is offered to the token budget: the subgraph and what each part is worth."""
    around, steps = situation.around, choice.steps
    root = _root(around, choice, subgraph)
    lines = dict(zip(around.nodes.tolist(), choice.lines.tolist(), strict=True))
    by_path = choice.relationships[[s.relationship for s in steps]]
    worth = by_path.tolist() if ranking else [s.score for s in steps]
    ids = [int(around.relationships[s.relationship]) for s in steps]
    return Offer(subgraph, root, lines, dict(zip(ids, map(float, worth), strict=True)))


def _root(around: Neighbourhood, choice: Choice, subgraph: Subgraph) -> int:
    """Return the root's id; where it is gone meanwhile, that of the next node, -1 if none is."""
    present = {node.id for node in subgraph.nodes}
    chosen = [] if choice.root is None else [choice.root]
    for step in choice.steps:
        chosen += [around.sources[step.relationship], around.targets[step.relationship]]
    return next((i for i in map(int, around.nodes[chosen]) if i in present), -1)


def evidence(
    situation: Situation, choice: Choice, offered: Offer, packed: Packed, ranking: Ranking | None
) -> Evidence:
    """Return the evidence, without budget and times."""
    around, subgraph = situation.around, offered.subgraph
    nodes = dict(zip(around.nodes.tolist(), choice.nodes.tolist(), strict=True))
    first = ends(ranking, around)
    values = _values(ranking, first, subgraph) if ranking else ()
    names = _names(first, subgraph)
    return Evidence(
        question=situation.question,
        subgraph=packed.subgraph,
        text=packed.text,
        facts=packed.facts,
        seeds=named(situation.found.seeds, subgraph),
        tokens=packed.tokens,
        cuts=(*packed.cuts, *map(str, situation.found.corrections), *_cuts(around, subgraph)),
        node_scores={node.id: nodes[node.id] for node in packed.subgraph.nodes},
        relationship_scores={
            r.id: offered.relationships[r.id] for r in packed.subgraph.relationships
        },
        ranking=tuple(dict.fromkeys((*values, *names))),
        answers=values or (_names(first[: ranking.first], subgraph) if ranking else ()),
        paths=_explained(ranking) if ranking else (),
    )


def ends(ranking: Ranking | None, around: Neighbourhood) -> list[int]:
    """Return the store ids of the ranked answers, best first."""
    return [] if ranking is None else around.nodes[ranking.ends[:RANKED]].tolist()


def _cuts(around: Neighbourhood, subgraph: Subgraph) -> tuple[str, ...]:
    if not subgraph.nodes:
        return (_GONE if len(around.nodes) else _NOTHING,)
    return (_LIMITED,) if around.truncated else ()


def named(seeds: Sequence[Seed], subgraph: Subgraph) -> tuple[Seed, ...]:
    """Return the seeds that are in the subgraph, with their names and element ids."""
    nodes = {node.id: node for node in subgraph.nodes}
    return tuple(
        replace(seed, name=nodes[seed.node].name, element_id=nodes[seed.node].element_id)
        for seed in seeds
        if seed.node in nodes
    )


def _names(ids: Sequence[int], subgraph: Subgraph) -> tuple[str, ...]:
    names = {node.id: node.name for node in subgraph.nodes}
    return tuple(dict.fromkeys(names[i] for i in ids if names.get(i)))


def _values(ranking: Ranking, first: Sequence[int], subgraph: Subgraph) -> tuple[str, ...]:
    """Return the values of the property that the best path asks for, of its ends."""
    asked = ranking.paths[0][0].property
    ends = set(first[: ranking.first])
    return tuple(
        readable(value)
        for node in subgraph.nodes
        for key, value in node.properties.items()
        if asked and node.id in ends and plain_words(key) == asked
    )


def _explained(ranking: Ranking) -> tuple[RelationPath, ...]:
    return tuple(
        RelationPath(found.text, found.score, share, found.matched, len(found.path.ends))
        for found, share in ranking.paths
    )

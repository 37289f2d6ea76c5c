"""Packs the evidence: the selected subgraph, its facts in the token budget, the ranking."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from steiner.columns import Neighbourhood
from steiner.display.cells import ranked_text
from steiner.evidence import Evidence, RelationPath, Seed
from steiner.graph import Subgraph
from steiner.retrieve.paths.ranking import Ranking
from steiner.retrieve.stage_contracts import Retrieved, Selection
from steiner.settings import Options, TextSettings
from steiner.stores.protocol import GraphStore
from steiner.text import plain_words, readable
from steiner.textualise.facts import FactWriter
from steiner.textualise.pack import Offer, Packer

_RANKED = 20
"""Answers that are read and named at most."""
_LIMITED = "the neighbourhood reached a limit of nodes or relationships"
_GONE = "everything that was found has gone from the graph meanwhile: ask again"
_APART = "no way between what the question names lies in the neighbourhood that was read"
_NOTHING = "nothing in the graph, or nothing that the filter shows, fits the question"


def pack(
    retrieved: Retrieved,
    store: GraphStore,
    options: Options,
    settings: TextSettings,
    whole: bool = False,
) -> Evidence:
    """Return the evidence, without its times.

    Its subgraph is what the facts in the budget are about; with `whole`, all that was selected
    and nothing else, so that what a graph encoder sees depends on no budget, and seeds that the
    selection left out are in neither graph nor text.
    """
    question, around, scores, _ = retrieved
    ranked = _ranked_ends(scores.ranking, around)
    known = _hydrated(retrieved, store, ranked)
    subgraph = _selected_alone(retrieved, known) if whole else known
    offer = _offer(retrieved, subgraph)
    budget = options.budget or settings.budget
    writer = FactWriter(subgraph, question.asked, settings.longest_value)
    packed = Packer(writer, budget, options.count_tokens).pack(offer)
    shown = subgraph if whole else packed.subgraph
    nodes = dict(zip(around.nodes.tolist(), scores.nodes.tolist(), strict=True))
    evidence = Evidence(
        question=question.asked,
        subgraph=shown,
        text=packed.text,
        facts=packed.facts,
        seeds=named_seeds(question.seeds, known),
        tokens=packed.tokens,
        budget=budget,
        cuts=(*packed.cuts, *map(str, question.corrections), *_cuts(retrieved, subgraph)),
        node_scores={node.id: nodes.get(node.id, 0.0) for node in shown.nodes},
        relationship_scores={r.id: offer.relationships[r.id] for r in shown.relationships},
        confidence=scores.confidence,
        connection=_connection(retrieved),
    )
    if scores.ranking is None:
        return evidence
    return _answered(evidence, scores.ranking, ranked, subgraph)


def named_seeds(seeds: Sequence[Seed], subgraph: Subgraph) -> tuple[Seed, ...]:
    """Return the seeds that are in the subgraph, with their names and element ids."""
    nodes = {node.id: node for node in subgraph.nodes}
    return tuple(
        replace(seed, name=nodes[seed.node].name, element_id=nodes[seed.node].element_id)
        for seed in seeds
        if seed.node in nodes
    )


def _ranked_ends(ranking: Ranking | None, around: Neighbourhood) -> list[int]:
    """Return the store ids of the ranked answers, best first."""
    return [] if ranking is None else around.nodes[ranking.ends[:_RANKED]].tolist()


def _hydrated(retrieved: Retrieved, store: GraphStore, ranked: Sequence[int]) -> Subgraph:
    around, selection = retrieved.around, retrieved.selection
    selected = _selected(around, selection)
    nodes = dict.fromkeys([*selected, *ranked, *(s.node for s in retrieved.question.seeds)])
    steps = np.array([step.relationship for step in selection.steps], dtype=np.int64)
    return store.hydrate(list(nodes), around.relationships[steps].tolist())


def _selected_alone(retrieved: Retrieved, known: Subgraph) -> Subgraph:
    nodes = set(_selected(retrieved.around, retrieved.selection))
    return known.part(nodes, {r.id for r in known.relationships})


def _selected(around: Neighbourhood, selection: Selection) -> list[int]:
    """Return the store ids of the selected nodes: roots, then in the order of the steps."""
    steps = np.array([step.relationship for step in selection.steps], dtype=np.int64)
    joined = np.stack([around.sources[steps], around.targets[steps]], axis=1).ravel()
    selected: list[int] = around.nodes[[*selection.roots, *joined.tolist()]].tolist()
    return selected


def _offer(retrieved: Retrieved, subgraph: Subgraph) -> Offer:
    """Return what is offered to the token budget: the subgraph and what each part is worth.

    Where the root has gone from the graph meanwhile the next selected node takes its part.
    """
    around, scores, selection = retrieved.around, retrieved.scores, retrieved.selection
    present = {node.id for node in subgraph.nodes}
    selected = [node for node in _selected(around, selection) if node in present]
    lines = dict(zip(around.nodes.tolist(), scores.lines.tolist(), strict=True))
    by_path = scores.relationships if scores.ranking else None
    worth = {
        int(around.relationships[i]): score if by_path is None else float(by_path[i])
        for i, score in selection.steps
    }
    roots = tuple(selected[: max(1, len(selection.roots))])
    return Offer(subgraph, roots, lines, worth, frozenset(_connection(retrieved)))


def _connection(retrieved: Retrieved) -> tuple[int, ...]:
    """Return the relationships (store ids) between what the question asks the connection of."""
    ranking = retrieved.scores.ranking
    between = ranking.connection if ranking else ()
    return tuple(retrieved.around.relationships[[*between]].tolist()) if between else ()


def _cuts(retrieved: Retrieved, subgraph: Subgraph) -> tuple[str, ...]:
    around, scores = retrieved.around, retrieved.scores
    if not subgraph.nodes:
        # Seeds whose prizes do not pay for anything are in the neighbourhood, too.
        chosen = len(around.nodes) and (retrieved.selection.roots or scores.ranking)
        return (_GONE if chosen else _NOTHING,)
    apart = retrieved.question.connected and scores.confidence == 0
    return (*([_LIMITED] if around.truncated else []), *([_APART] if apart else []))


def _answered(
    evidence: Evidence, ranking: Ranking, ranked: Sequence[int], subgraph: Subgraph
) -> Evidence:
    """Return the evidence with ranked answers: values where a property is asked for, and names."""
    values = _values(ranking, ranked, subgraph)
    nodes = {node.id: node for node in subgraph.nodes}
    names = (ranked_text(nodes[i]) for i in ranked if i in nodes)
    return replace(
        evidence,
        ranking=tuple(dict.fromkeys((*values, *filter(None, names)))),
        answers=values or _names(ranked[: ranking.first], subgraph),
        paths=tuple(
            RelationPath(path.text, path.score, share, path.matched, len(path.path.ends))
            for path, share in ranking.paths
        ),
    )


def _names(ids: Sequence[int], subgraph: Subgraph) -> tuple[str, ...]:
    names = {node.id: node.name for node in subgraph.nodes}
    return tuple(dict.fromkeys(names[i] for i in ids if names.get(i)))


def _values(ranking: Ranking, ranked: Sequence[int], subgraph: Subgraph) -> tuple[str, ...]:
    """Return the values of the property that the best path asks for, of its ends."""
    asked = ranking.paths[0][0].property
    ends = set(ranked[: ranking.first])
    return tuple(
        readable(value)
        for node in subgraph.nodes
        for key, value in node.properties.items()
        if asked and node.id in ends and plain_words(key) == asked
    )

"""From a question to evidence: seeds, neighbourhood, prizes, Steiner tree, text."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Protocol

import numpy as np

from steiner.errors import IndexMissing, InvalidInput
from steiner.graph import (
    Evidence,
    Neighbourhood,
    RelationHits,
    RelationPath,
    Seed,
    Subgraph,
)
from steiner.index.check import check_embedder
from steiner.index.embed import Embedder
from steiner.retrieve import prizes
from steiner.retrieve.elements import vectors
from steiner.retrieve.order import Step, walk_order
from steiner.retrieve.ranking import Ranking
from steiner.retrieve.seeds import Seeding, Seeds
from steiner.retrieve.tree import Floats, Instance, Tree, solve
from steiner.retrieve.walks import find_paths
from steiner.settings import (
    ExpandSettings,
    PathSettings,
    PrizeSettings,
    SeedSettings,
    TextSettings,
)
from steiner.stores import GraphStore, IndexRecord
from steiner.stores.columns import union
from steiner.text import plain_words, readable
from steiner.textualise.facts import FactWriter
from steiner.textualise.pack import CountTokens, Offer, Packed, Packer, quarter_characters

_TOKENS_A_RELATIONSHIP = 3
"""Fewer than any fact takes, so that the relationships hydrated always fill the budget."""
_FEWEST = 40
_BESIDE_PATHS = 0.15
"""Of its standing, what a node or relationship keeps that lies on none of the best paths."""
_SURE = 0.5
"""Only nodes linked as surely as this are worth a third hop."""
_NAMED = 20


class Retriever(Protocol):
    """Anything that finds evidence for a question."""

    def retrieve(self, question: str, seeds: Sequence[str] = ()) -> Evidence:
        """Return the evidence. `seeds` are names or keys of nodes that the caller knows."""


@dataclass(frozen=True, slots=True)
class RetrieverSettings:
    """The settings of all stages."""

    seeds: SeedSettings = field(default_factory=SeedSettings)
    expand: ExpandSettings = field(default_factory=ExpandSettings)
    paths: PathSettings = field(default_factory=PathSettings)
    prizes: PrizeSettings = field(default_factory=PrizeSettings)
    text: TextSettings = field(default_factory=TextSettings)


class Stopwatch:
    """Milliseconds per stage."""

    def __init__(self) -> None:
        self.milliseconds: dict[str, float] = {}

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Time the block under `name`."""
        started = time.perf_counter()
        yield
        passed = (time.perf_counter() - started) * 1000
        self.milliseconds[name] = self.milliseconds.get(name, 0.0) + passed


class TreeRetriever:
    """Hybrid seeds, k-hop neighbourhood, prize-collecting Steiner tree, budgeted text."""

    def __init__(
        self,
        store: GraphStore,
        embedder: Embedder,
        settings: RetrieverSettings | None = None,
        count_tokens: CountTokens = quarter_characters,
    ) -> None:
        self.store = store
        self.embedder = embedder
        self.settings = settings or RetrieverSettings()
        self.count_tokens = count_tokens

    def retrieve(self, question: str, seeds: Sequence[str] = ()) -> Evidence:
        """Return the evidence for `question`.

        Raises InvalidInput for an empty or over-long question, IndexMissing and IndexMismatch
        where the graph's index cannot be used.
        """
        watch = Stopwatch()
        settings = self.settings
        question = check_question(question, settings.seeds.longest_question)
        with watch.stage("check"):
            check_index(self.store, self.embedder)
        with watch.stage("embed"):
            vector = self.embedder.embed_question(question)
        with watch.stage("seeds"):
            found = Seeds(self.store, settings.seeds).find(question, vector, seeds)
        with watch.stage("relations"):
            relations = self.store.search_relations(vector, settings.prizes.relations)
        with watch.stage("expand"):
            around = self._expand(found)
        with watch.stage("paths"):
            ranking = self._paths(question, found, around)
        with watch.stage("tree"):
            scores = prizes.relation_scores(around, relations, found.relationships, question)
            standing = prizes.node_standing(
                around, found.seeds, found.hits, scores, settings.expand.hops
            )
            lines = standing
            if ranking:
                lines = np.maximum(_BESIDE_PATHS * standing, ranking.lines)
                standing = np.maximum(_BESIDE_PATHS * standing, ranking.nodes)
                scores = np.maximum(_BESIDE_PATHS * scores, ranking.relationships)
            tree = solve(self._instance(around, found, relations, standing, scores))
            root, steps = walk_order(around, tree, standing, scores, self._limit(tree))
        with watch.stage("hydrate"):
            first = [] if ranking is None else around.nodes[ranking.ends[:_NAMED]].tolist()
            subgraph = self._hydrate(around, root, steps, [*first, *(s.node for s in found.seeds)])
        with watch.stage("text"):
            ranked = dict(zip(around.nodes.tolist(), standing.tolist(), strict=True))
            told = dict(zip(around.nodes.tolist(), lines.tolist(), strict=True))
            start = -1 if root is None else int(around.nodes[root])
            values = _values(ranking, first, subgraph) if ranking else ()
            worth = scores[[s.relationship for s in steps]] if ranking else [s.score for s in steps]
            ids = [int(around.relationships[s.relationship]) for s in steps]
            edges = dict(zip(ids, map(float, worth), strict=True))
            packed = self._pack(question, Offer(subgraph, start, told, edges))
        evidence = _evidence(question, packed, _named(found.seeds, subgraph), around)
        inside = {node.id: ranked[node.id] for node in packed.subgraph.nodes}
        return replace(
            evidence,
            node_scores=inside,
            relationship_scores={r.id: edges[r.id] for r in packed.subgraph.relationships},
            ranking=tuple(dict.fromkeys((*values, *_names(first, subgraph)))),
            answers=values or (_names(first[: ranking.first], subgraph) if ranking else ()),
            paths=_explained(ranking) if ranking else (),
            budget=settings.text.budget,
            milliseconds={**watch.milliseconds, "total": sum(watch.milliseconds.values())},
        )

    def _limit(self, tree: Tree) -> int:
        """Return how many relationships are hydrated and offered to the budget."""
        text = self.settings.text
        offered = max(_FEWEST, text.budget // _TOKENS_A_RELATIONSHIP)
        return offered if text.fill else min(offered, len(tree.edges))

    def _paths(self, question: str, found: Seeding, around: Neighbourhood) -> Ranking | None:
        if not self.settings.paths.enabled:
            return None
        named = dict.fromkeys(n for s in found.sets if s.named for n in s.nodes)
        nodes = self.store.hydrate(list(named)[:_NAMED], []).nodes
        has = {node.id: [k for k, v in node.properties.items() if v != node.name] for node in nodes}
        return find_paths(question, found, around, vectors(self.embedder), self.settings.paths, has)

    def _expand(self, found: Seeding) -> Neighbourhood:
        paths = self.settings.paths
        around = self._reach([seed.node for seed in found.seeds], self.settings.expand.hops)
        sure = (s for s in found.sets if s.weight >= _SURE)
        strong = list(dict.fromkeys(node for s in sure for node in s.nodes))
        if not (paths.enabled and strong and self.settings.expand.hops):
            return around
        hops = max(paths.hops, self.settings.expand.hops)
        return union(self._reach(strong, hops), around)

    def _reach(self, seeds: list[int], hops: int) -> Neighbourhood:
        return self.store.expand(seeds, replace(self.settings.expand, hops=hops))

    def _instance(
        self,
        around: Neighbourhood,
        found: Seeding,
        relations: RelationHits,
        standing: Floats,
        scores: Floats,
    ) -> Instance:
        settings = self.settings.prizes
        if settings.published:
            return prizes.published(around, found.hits, relations, settings)
        return prizes.guarded(around, standing, scores, settings)

    def _hydrate(
        self,
        around: Neighbourhood,
        root: int | None,
        steps: Sequence[Step],
        more: Sequence[int],
    ) -> Subgraph:
        chosen = np.array([step.relationship for step in steps], dtype=np.int64)
        ends = np.stack([around.sources[chosen], around.targets[chosen]], axis=1).ravel()
        inside = around.nodes[[*([] if root is None else [root]), *ends.tolist()]].tolist()
        nodes = dict.fromkeys([*inside, *more])
        return self.store.hydrate(list(nodes), around.relationships[chosen].tolist())

    def _pack(self, question: str, offer: Offer) -> Packed:
        text = self.settings.text
        writer = FactWriter(offer.subgraph, question, text.longest_value)
        return Packer(writer, text.budget, self.count_tokens).pack(offer)


def _named(seeds: Sequence[Seed], subgraph: Subgraph) -> list[Seed]:
    nodes = {node.id: node for node in subgraph.nodes}
    return [
        replace(seed, name=nodes[seed.node].name, element_id=nodes[seed.node].element_id)
        for seed in seeds
        if seed.node in nodes
    ]


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


def _evidence(
    question: str, packed: Packed, seeds: Sequence[Seed], around: Neighbourhood
) -> Evidence:
    limits = ("the neighbourhood reached a limit of nodes or relationships",)
    return Evidence(
        question=question,
        subgraph=packed.subgraph,
        text=packed.text,
        facts=packed.facts,
        seeds=tuple(seeds),
        tokens=packed.tokens,
        cuts=packed.cuts + (limits if around.truncated else ()),
    )


def check_question(question: str, longest: int) -> str:
    """Return the question stripped. Raises InvalidInput if it is empty, too long or no text."""
    question = question.strip()
    if not question:
        raise InvalidInput("The question is empty. Ask something about the graph in plain words.")
    if len(question) > longest:
        raise InvalidInput(
            f"The question has {len(question):,} characters, at most {longest:,} are accepted. "
            f"Shorten it, or raise SeedSettings.longest_question."
        )
    try:
        question.encode()
    except UnicodeEncodeError as error:
        raise InvalidInput(
            f"Character {error.start + 1} of the question is no valid Unicode (half a surrogate "
            f"pair). Check the encoding of what you read the question from."
        ) from error
    return question


def check_index(store: GraphStore, embedder: Embedder) -> IndexRecord:
    """Return the index's record; IndexMissing or IndexMismatch if it cannot be asked."""
    record = store.record()
    if record is None:
        raise IndexMissing(
            "The graph is not indexed yet. Run `steiner index` once with an account that may "
            "write; retrieval then needs read rights only."
        )
    if record.state == "building":
        raise IndexMissing(
            "The index is not complete: indexing is running or was interrupted. "
            "Run `steiner index` again; it goes on where it stopped."
        )
    if (record.model, record.dimensions) != (embedder.name, embedder.dimensions):
        check_embedder(record, embedder)
    return record

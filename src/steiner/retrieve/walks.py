"""Evidence from the walks nearest to a question (Walk&Retrieve, section 2.2, equation 3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, groupby, islice

from steiner.calls.background import begun, in_time
from steiner.calls.stopping import timely
from steiner.calls.stopwatch import Stopwatch
from steiner.calls.tracing import traced
from steiner.columns import Vector
from steiner.embed import Embedder
from steiner.evidence import Evidence, Seed
from steiner.graph import Subgraph
from steiner.index.check import check_part
from steiner.question.reading import check_question, read
from steiner.retrieve.closing import ClosingRetriever
from steiner.retrieve.line_evidence import line_evidence
from steiner.retrieve.packing import named_seeds
from steiner.settings import DEFAULT_OPTIONS, Options, RetrieverSettings
from steiner.stores.protocol import GraphStore, SideHit
from steiner.textualise.pack import Line

_FILTERED = 10
"""How many times as many roots are looked at where a filter may hide walks of the nearest."""


class WalkRetriever(ClosingRetriever):
    """Retrieves the k nearest walks of each of the k nearest nodes; nothing is trained."""

    def __init__(self, store: GraphStore, embedder: Embedder, settings: RetrieverSettings) -> None:
        self.store, self.embedder, self.settings = store, embedder, settings

    @traced
    @timely
    def retrieve(self, question: str, options: Options = DEFAULT_OPTIONS) -> Evidence:
        """Return the walks as facts. Raises as `StagedRetriever.retrieve`, IndexMissing too where
        the graph's walks are not indexed.
        """
        text, watch, options = check_question(question), Stopwatch(), options.without_choice()
        with watch.stage("embed"):
            checked = begun(check_part, self.store, self.embedder, "walks")
            vector = in_time(self.embedder.embed_question, text)
            checked.result()
        with watch.stage("search"):
            store = self.store.filtered(options.filter) if options.filter else self.store
            k = self.settings.walks.k
            roots = self._linked(text, vector, store, options)
            hits = store.search_side(
                "walks", vector, k * _FILTERED if options.filter else k, roots or None
            )
        with watch.stage("pack"):
            nodes = dict.fromkeys(node for hit in hits for node in hit.nodes)
            edges = dict.fromkeys(edge for hit in hits for edge in hit.relationships)
            graph = store.hydrate(list(nodes), list(edges))
            chosen = _best(_visible(hits, graph), max(k, len(roots)), k)
            evidence = self._evidence(text, chosen, graph, options)
        return replace(evidence, milliseconds=watch.stages())

    def _linked(
        self, question: str, vector: Vector, store: GraphStore, options: Options
    ) -> list[int]:
        """Return the nodes that the question surely names, or that the caller gives, if any."""
        if self.settings.walks.roots == "nearest" and not options.seeds:
            return []
        asked = read(question, lambda _: vector, store, options.seeds, self.settings)
        sure = (node for e in asked.entities if e.named and e.is_sure() for node in e.nodes)
        nodes = list(dict.fromkeys(sure))
        return nodes if options.seeds else nodes[: self.settings.walks.k]

    def _evidence(
        self, question: str, hits: Sequence[SideHit], graph: Subgraph, options: Options
    ) -> Evidence:
        evidence = line_evidence(
            question, list(_lines(hits)), graph, options, self.settings, "walks"
        )
        near = {hit.owner: hit.near for hit in hits}
        seeds = [Seed(root, cosine, ("walks",)) for root, cosine in near.items()]
        return replace(
            evidence,
            seeds=named_seeds(seeds, evidence.subgraph),
            node_scores={node.id: near.get(node.id, 0.0) for node in evidence.subgraph.nodes},
        )


def _visible(hits: Sequence[SideHit], graph: Subgraph) -> list[SideHit]:
    """Return the walks of which every node and relationship is there and may be seen."""
    there = {node.id for node in graph.nodes}
    met = {relationship.id for relationship in graph.relationships}
    return [h for h in hits if there.issuperset(h.nodes) and met.issuperset(h.relationships)]


def _best(hits: Sequence[SideHit], roots: int, k: int) -> list[SideHit]:
    """Return at most k walks of each of the first `roots` roots, each text once.

    A root's walks stand together, best first, as the store returns them.
    """
    by_root = (islice(own, k) for _, own in groupby(hits, key=lambda hit: hit.owner))
    texts: dict[str, SideHit] = {}
    for hit in chain.from_iterable(islice(by_root, roots)):
        texts.setdefault(hit.text, hit)
    return list(texts.values())


def _lines(hits: Sequence[SideHit]) -> Iterator[Line]:
    for hit in hits:
        yield Line(hit.score, hit.text, tuple(dict.fromkeys(hit.nodes)), hit.relationships)

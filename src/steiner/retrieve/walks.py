"""Evidence from the walks nearest to a question (Walk&Retrieve, section 2.2, equation 3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

from steiner.embed import Embedder
from steiner.errors import IndexMissing
from steiner.graph import Evidence, Seed, Subgraph, Vector
from steiner.index.check import check_index
from steiner.progress import Stopwatch
from steiner.question.reading import check_question, read
from steiner.retrieve.evidence import named_seeds
from steiner.settings import DEFAULT_OPTIONS, Options, RetrieverSettings
from steiner.stores.protocol import GraphStore, WalkHit
from steiner.textualise.pack import Line, fill, tagged

_FILTERED = 10
"""How many times as many roots are looked at where a filter may hide walks of the nearest."""


class WalkRetriever:
    """Retrieves the k nearest walks of each of the k nearest nodes; nothing is trained."""

    def __init__(self, store: GraphStore, embedder: Embedder, settings: RetrieverSettings) -> None:
        self.store, self.embedder, self.settings = store, embedder, settings

    def retrieve(self, question: str, options: Options = DEFAULT_OPTIONS) -> Evidence:
        """Return the walks as facts. Raises as `StagedRetriever.retrieve`, IndexMissing too where
        the graph's walks are not indexed.
        """
        text, watch = check_question(question), Stopwatch()
        with watch.stage("embed"), ThreadPoolExecutor(1) as pool:
            checked = pool.submit(check_index, self.store, self.embedder)
            vector = self.embedder.embed_question(text)
            if not checked.result().walks:
                raise IndexMissing(
                    "The graph's walks are not indexed. Run `steiner index` once with the same "
                    "--system, and an account that may write."
                )
        with watch.stage("search"):
            store = self.store.filtered(options.filter) if options.filter else self.store
            k = self.settings.walks.k
            roots = self._linked(text, vector, store, options)
            hits = store.search_walks(vector, k * _FILTERED if options.filter else k, roots)
        with watch.stage("pack"):
            nodes = dict.fromkeys(node for hit in hits for node in hit.nodes)
            edges = dict.fromkeys(edge for hit in hits for edge in hit.relationships)
            graph = store.hydrate(list(nodes), list(edges))
            chosen = _nearest(_visible(hits, graph), k)
            evidence = self._evidence(text, chosen, graph, options)
        return replace(evidence, milliseconds=watch.stages())

    def _linked(
        self, question: str, vector: Vector, store: GraphStore, options: Options
    ) -> list[int]:
        """Return the nodes that the question surely names, or that the caller gives, if any."""
        if self.settings.walks.roots == "nearest" and not options.seeds:
            return []
        asked = read(question, vector, store, options.seeds, self.settings)
        sure = (node for e in asked.entities if e.named and e.is_sure() for node in e.nodes)
        return list(dict.fromkeys(sure))

    def _evidence(
        self, question: str, hits: Sequence[WalkHit], graph: Subgraph, options: Options
    ) -> Evidence:
        budget = options.budget or self.settings.text.budget
        lines, tokens, _ = fill(_lines(hits), budget, options.count_tokens)
        nodes = {node for line in lines for node in line.nodes}
        scores = {edge: line.score for line in reversed(lines) for edge in line.relationships}
        part = Subgraph(
            tuple(node for node in graph.nodes if node.id in nodes),
            tuple(r for r in graph.relationships if r.id in scores),
        )
        near = {hit.root: hit.near for hit in hits}
        seeds = [Seed(root, cosine, ("walks",)) for root, cosine in near.items()]
        return Evidence(
            question=question,
            subgraph=part,
            text="\n".join(line.text for line in lines),
            facts=tagged(lines),
            seeds=named_seeds(seeds, part),
            tokens=tokens,
            budget=budget,
            node_scores={node.id: near.get(node.id, 0.0) for node in part.nodes},
            relationship_scores=scores,
        )


def _visible(hits: Sequence[WalkHit], graph: Subgraph) -> list[WalkHit]:
    """Return the walks of which every node and relationship is there and may be seen."""
    there = {node.id for node in graph.nodes}
    met = {relationship.id for relationship in graph.relationships}
    return [h for h in hits if there.issuperset(h.nodes) and met.issuperset(h.relationships)]


def _nearest(hits: Sequence[WalkHit], k: int) -> list[WalkHit]:
    """Return at most k walks of each of the first k roots, best first, each text once."""
    by_root: dict[int, list[WalkHit]] = {}
    for hit in hits:
        by_root.setdefault(hit.root, []).append(hit)
    chosen = [hit for root in list(by_root)[:k] for hit in by_root[root][:k]]
    return list({hit.text: hit for hit in reversed(chosen)}.values())[::-1]


def _lines(hits: Sequence[WalkHit]) -> Iterator[Line]:
    for hit in hits:
        yield Line(hit.score, hit.text, tuple(dict.fromkeys(hit.nodes)), hit.relationships)

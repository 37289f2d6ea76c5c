"""Evidence from the triples nearest to a question and its chain of thought (equation 2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from steiner.calls.background import in_time
from steiner.calls.stopping import timely, uncounted
from steiner.calls.stopwatch import Stopwatch
from steiner.calls.tracing import traced
from steiner.embed import Embedder
from steiner.evidence import Evidence
from steiner.graph import Subgraph
from steiner.index.check import check_part
from steiner.question.reading import check_question, read
from steiner.retrieve.closing import ClosingRetriever
from steiner.retrieve.line_evidence import line_evidence
from steiner.retrieve.neighbourhood import expand, expand_named, within
from steiner.retrieve.triples.plans import Plan
from steiner.retrieve.triples.triple_search import TripleSearch
from steiner.settings import DEFAULT_OPTIONS, Options, RetrieverSettings
from steiner.stores.protocol import GraphStore, SideHit
from steiner.textualise.facts import FactWriter
from steiner.textualise.pack import Line


class TripleRetriever(ClosingRetriever):
    """Retrieves the k triples of the highest summed cosine with the queries of a plan."""

    def __init__(
        self, store: GraphStore, embedder: Embedder, settings: RetrieverSettings, plan: Plan
    ) -> None:
        self.store, self.embedder, self.settings, self.plan = store, embedder, settings, plan

    @traced
    @timely
    def retrieve(self, question: str, options: Options = DEFAULT_OPTIONS) -> Evidence:
        """Return the triples as facts. Raises as `StagedRetriever.retrieve`, IndexMissing too where
        the graph's triples are not indexed.
        """
        text, watch, options = check_question(question), Stopwatch(), options.without_choice()
        with watch.stage("check"):
            check_part(self.store, self.embedder, "triples")
            store = self.store.filtered(options.filter) if options.filter else self.store
            among = self._near(text, store, options)
        search = TripleSearch(store, self.embedder, self.settings, text, among)
        with watch.stage("plan"), uncounted():
            steps = self.plan(text, options, search.look)
        with watch.stage("search"):
            hits = search.hits([step.text for step in steps])
        with watch.stage("pack"):
            evidence = self._evidence(text, hits, search.hydrate(hits), options)
        cut = (f"the plan is cut after {len(steps)} steps",)
        limit = len(steps) == self.settings.triples.steps
        return replace(
            evidence,
            steps=tuple(steps),
            cuts=(*evidence.cuts, *(cut if limit else ())),
            milliseconds=watch.stages(),
        )

    def _near(self, question: str, store: GraphStore, options: Options) -> list[int] | None:
        """Return the relationships around what the question names, None where all are asked."""
        if self.settings.triples.candidates == "pooled" and not options.seeds:
            return None
        vector = in_time(self.embedder.embed_question, question)
        asked = read(question, lambda _: vector, store, options.seeds, self.settings)
        if self.settings.triples.candidates == "within":
            return within(asked, store, self.settings.triples.hops)
        named = expand_named(asked, store, self.settings, self.embedder)
        around = named or expand(asked, store, self.settings, self.embedder)
        return [int(id) for id in around.relationships]

    def _evidence(
        self, question: str, hits: Sequence[SideHit], graph: Subgraph, options: Options
    ) -> Evidence:
        offered = list(self._lines(question, hits, graph))
        return line_evidence(question, offered, graph, options, self.settings, "triples")

    def _lines(self, question: str, hits: Sequence[SideHit], graph: Subgraph) -> Iterator[Line]:
        """Yield the triples and then, with `properties`, what their ends are."""
        writer = FactWriter(graph, question, self.settings.text.longest_value)
        scores = {hit.owner: hit.score for hit in hits}
        worth: dict[int, float] = {}
        for r in graph.relationships:
            ends = tuple(dict.fromkeys((r.source, r.target)))
            for end in ends:
                worth.setdefault(end, scores[r.id])
            yield Line(scores[r.id], writer.relationship(r).text, ends, (r.id,))
        nodes = {node.id: node for node in graph.nodes} if self.settings.triples.properties else {}
        for id, score in worth.items() if nodes else ():
            yield Line(score, writer.node(nodes[id]).text, (id,))

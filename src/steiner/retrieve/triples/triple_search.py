"""One search for all queries of a question (Retrieval & Reasoning, equation 2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from steiner.calls.background import in_time
from steiner.embed import Embedder
from steiner.graph import Subgraph
from steiner.retrieve.triples.queries import cumulative, summed
from steiner.settings import RetrieverSettings
from steiner.stores.protocol import GraphStore, SideHit
from steiner.textualise.facts import FactWriter


@dataclass(frozen=True, slots=True)
class TripleSearch:
    """Searches triples for one question, `among` these relationships (store ids; None: all)."""

    store: GraphStore
    embedder: Embedder
    settings: RetrieverSettings
    question: str
    among: Sequence[int] | None = None

    def hits(self, steps: Sequence[str]) -> list[SideHit]:
        """Return the k triples of the highest mean cosine with all queries, each once.

        Relationships of one type between the same nodes are one triple.
        """
        settings = self.settings.triples
        queries = cumulative(self.question, steps, settings.query)
        embed = self.embedder.embed_question
        vector, length = summed(np.stack([in_time(embed, query) for query in queries]))
        fetch = settings.k
        while True:
            near = self.store.search_side("triples", vector, fetch, self.among)
            distinct: dict[tuple[tuple[int, ...], str], SideHit] = {}
            for hit in near:
                distinct.setdefault((hit.nodes, hit.text), hit)
            if len(distinct) >= settings.k or len(near) < fetch:
                share, best = length / len(queries), list(distinct.values())[: settings.k]
                return [hit._replace(score=hit.score * share) for hit in best]
            fetch *= 2

    def look(self, steps: Sequence[str]) -> list[str]:
        """Return the triples that these steps lead to, in words."""
        graph = self.hydrate(self.hits(steps))
        writer = FactWriter(graph, self.question, self.settings.text.longest_value)
        return [" ".join(writer.relationship(r).triple) for r in graph.relationships]

    def hydrate(self, hits: Sequence[SideHit]) -> Subgraph:
        """Return the triples with their ends, best first."""
        nodes = dict.fromkeys(end for hit in hits for end in hit.nodes)
        return self.store.hydrate(list(nodes), [hit.owner for hit in hits])

"""Search-on-Graph's one function: what stands around an entity, seen before the next step.

Search(entity) gives the entity's relations with how many neighbours each has; Search(entity,
relation) gives the neighbours themselves. Of a hub those most like the question are shown.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from steiner.columns import Neighbourhood, Vector
from steiner.embed import Embedder
from steiner.graph import Node, Relationship, Subgraph
from steiner.settings import ExpandSettings
from steiner.stores.protocol import GraphStore
from steiner.text import plain_words

SHOWN = 20
"""Relations, or neighbours, that one search shows."""
_READ = 400
"""Neighbours of a hub that are compared with the question."""
_SAME_NAME = 5
_ONE_HOP = ExpandSettings(hops=1, degree_cap=5_000)
_REQUEST = re.compile(r"search\s*[:(]\s*([^\n]+)", re.I)


class GraphSearch(NamedTuple):
    """What is searched: an entity by name, and one of its relations ("": which there are)."""

    entity: str
    relation: str = ""

    def __str__(self) -> str:
        """Write it as a model does."""
        return f"Search: {self.entity}" + (f" | {self.relation}" if self.relation else "")


class Observation(NamedTuple):
    """What a search showed, in words, and the relationships that it followed, best first."""

    search: GraphSearch
    text: str
    relationships: tuple[Relationship, ...] = ()


def requested(text: str) -> GraphSearch | None:
    """Return the first search that a model's text asks for; None where it asks for none."""
    match = _REQUEST.search(text)
    asked = match[1].strip().removesuffix(")") if match else ""
    entity, _, relation = (part.strip(" \t\"'") for part in asked.partition("|"))
    return GraphSearch(entity, relation) if entity else None


@dataclass(slots=True)
class SearchedGraph:
    """A graph as one question's searches see it; `nodes` are all that were met, by store id."""

    store: GraphStore
    embedder: Embedder
    vector: Vector
    nodes: dict[int, Node] = field(default_factory=dict)
    _relations: Mapping[str, float] | None = None

    def look(self, search: GraphSearch) -> Observation:
        """Return what stands there; for a name or relation that is not there, what is near."""
        ids = self.store.find([search.entity])[:_SAME_NAME]
        if not ids:
            return Observation(search, self._unknown(search.entity))
        around = self.store.expand(ids, _ONE_HOP)
        counts = Counter(around.type_names[i] for i in around.types.tolist())
        if not search.relation:
            return Observation(search, self._listed(counts))
        wanted = plain_words(search.relation).casefold()
        types = [name for name in counts if plain_words(name).casefold() == wanted]
        if not types:
            text = f"It has no relation {search.relation!r}. {self._listed(counts)}"
            return Observation(search, text)
        return self._followed(search, around, types, len(ids))

    def nearest(self, entity: str) -> GraphSearch:
        """Return the search of the entity's relation that is most like the question."""
        ids = self.store.find([entity])[:_SAME_NAME]
        names = self.store.expand(ids, _ONE_HOP).type_names if ids else ()
        return GraphSearch(entity, max(names, key=self._likeness, default=""))

    def hydrated(self, ids: Sequence[int], relationships: Sequence[int]) -> Subgraph:
        """Return nodes and relationships, and keep the nodes."""
        graph = self.store.hydrate(ids, relationships)
        self.nodes |= {node.id: node for node in graph.nodes}
        return graph

    def _unknown(self, entity: str) -> str:
        hits = self.store.search_text(entity, SHOWN)
        ids = list(dict.fromkeys(hit.nodes[0] for hit in hits if hit.relationship is None))[:5]
        near = ", ".join(node.name for node in self.hydrated(ids, []).nodes) if ids else "nothing"
        return f"No entity is called {entity!r}. Near is: {near}."

    def _listed(self, counts: Mapping[str, int]) -> str:
        """Return the relations, those most like the question first."""
        names = sorted(counts, key=lambda name: (-self._likeness(name), name))
        if not names:
            return "It has no relations."
        more = f", and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
        return f"Relations: {', '.join(f'{n} ({counts[n]})' for n in names[:SHOWN])}{more}."

    def _likeness(self, relation: str) -> float:
        if self._relations is None:
            self._relations = self.store.search_relations(self.vector, 0).types
        return self._relations.get(relation, -1.0)

    def _followed(
        self, search: GraphSearch, around: Neighbourhood, types: Sequence[str], seeds: int
    ) -> Observation:
        wanted = [place for place, name in enumerate(around.type_names) if name in types]
        kept = np.flatnonzero(np.isin(around.types, wanted))
        # Of each relationship one end is the entity, the other is what is looked at.
        others = np.where(around.sources < seeds, around.targets, around.sources)[kept][:_READ]
        kept = kept[:_READ]
        ends = np.concatenate([np.arange(seeds), others])
        graph = self.hydrated(
            around.nodes[np.unique(ends)].tolist(), around.relationships[kept].tolist()
        )
        seen = {each.id: each for each in graph.relationships}
        pairs = [
            (seen[edge], self.nodes[node].name)
            for edge, node in zip(
                around.relationships[kept].tolist(), around.nodes[others].tolist(), strict=True
            )
            if edge in seen
        ]
        best = [edge for edge, _ in self._best(pairs)]
        more = f"\nand {len(pairs) - SHOWN} more" if len(pairs) > SHOWN else ""
        return Observation(search, "\n".join(map(self._line, best)) + more, tuple(best))

    def _best(self, pairs: Sequence[tuple[Relationship, str]]) -> list[tuple[Relationship, str]]:
        """Return those that one search shows: all of few, of many those most like the question."""
        if len(pairs) <= SHOWN:
            return list(pairs)
        cosines = self.embedder.embed([name for _, name in pairs]) @ self.vector
        return [pairs[i] for i in np.argsort(-cosines, kind="stable")[:SHOWN].tolist()]

    def _line(self, edge: Relationship) -> str:
        source, target = self.nodes[edge.source].name, self.nodes[edge.target].name
        return f"{source} -{edge.type}-> {target}"

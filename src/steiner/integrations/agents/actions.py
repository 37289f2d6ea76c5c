"""What an agent can do with a graph: evidence, computations, entities, neighbours and schema.

All read only, bounded, and seen through one filter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from difflib import SequenceMatcher, get_close_matches
from typing import Any, Protocol

from steiner.columns import KeyHit
from steiner.errors import IndexMissing, InvalidInput
from steiner.evidence import Evidence
from steiner.filters import EVERYTHING, Filter
from steiner.graph import Node, Relationship
from steiner.integrations.agents.records import (
    Computed,
    EntitiesFound,
    EvidenceRecord,
    Neighbour,
    NeighbourPage,
    SchemaRecord,
    computed_record,
    entity_record,
    evidence_record,
)
from steiner.lexicon.noted_lines import noted_lines
from steiner.question.reading import check_question
from steiner.retrieve.exact.readers import ComputingStore
from steiner.retrieve.pipeline import Retriever
from steiner.settings import ExpandSettings, Options
from steiner.stores.protocol import GraphStore, IndexRecord
from steiner.text import normalise

PAGE = 25
"""Neighbours of one page."""
MOST_FOUND, MOST_LISTED, MOST_TOKENS, MOST_CHARACTERS = 100, 1_000, 1_000_000, 1_000
"""Entities of a search, names of a schema, tokens of facts, and characters of a name."""
_FOLLOWED = 1_000
"""Relationships of one node that are looked at for its pages."""


class StoreRetriever(Retriever, Protocol):
    """A retriever over a store, such as `open_retriever` gives."""

    store: GraphStore


class GraphActions:
    """The actions over one retriever; `where` limits what any of them may see."""

    def __init__(self, retriever: StoreRetriever, where: Filter = EVERYTHING) -> None:
        self._retriever, self._where = retriever, where

    def retrieve(self, question: str, budget: int | None = None, choose: int = 0) -> Evidence:
        """Return the evidence itself, with its subgraph."""
        if budget is not None:
            bounded("budget", budget, MOST_TOKENS)
        options = Options(filter=self._where, budget=budget, choose=choose)
        return self._retriever.retrieve(question, options)

    def evidence(self, question: str, budget: int | None = None, choose: int = 0) -> EvidenceRecord:
        """Facts of the graph that answer a question in plain words, however many steps away.

        Each fact has a tag such as [F1]: cite it. At most `budget` tokens come back. Where several
        readings are offered, ask again with the number of the one that is meant as `choose`.
        """
        return evidence_record(self.retrieve(question, budget, choose))

    def compute(self, question: str, choose: int = 0) -> Computed:
        """Count, rank, average or list: the exact table of a question, with the Cypher it ran.

        For "how many", "which has the most", "average of"; the database computes, no model. Where
        several readings are offered, ask again with the number of the one meant as `choose`.
        """
        return computed_record(question, self.retrieve(question, choose=choose))

    def find(self, name: str, limit: int = 10) -> EntitiesFound:
        """Find entities by name or key, misspelt ones too; the likeliest first."""
        if not name.strip():
            raise InvalidInput("A name is expected, got an empty text.")
        bounded("limit", limit, MOST_FOUND)
        bounded("characters of a name", len(name), MOST_CHARACTERS)
        store, key = self._store(), normalise(name)
        hits, record = _nodes(store.search_keys([key], 4 * limit)), self._record()
        likely = [hit for hit in hits if record.identifies(hit, key)] or hits
        if not likely:
            near = [
                *store.search_text(name, 4 * limit),
                *store.search_fuzzy(key.split(), 4 * limit),
            ]
            alike = SequenceMatcher(b=key)
            likely = sorted(_nodes(near), key=lambda hit: -_likeness(alike, hit))
        ids = list(dict.fromkeys(hit.nodes[0] for hit in likely))[:limit]
        return EntitiesFound([entity_record(node) for node in store.hydrate(ids, []).nodes])

    def neighbours(
        self, entity: str, relation: str = "", direction: str = "both", page: int = 1
    ) -> NeighbourPage:
        """Return a page of the relationships of the entity with this name, key or element id.

        `relation` is a relationship type ("": all); `direction` is "out", "in" or "both". Raises
        InvalidInput where the entity is none or several, with what they are.
        """
        bounded("characters of an entity", len(entity), MOST_CHARACTERS)
        node = self._one(entity)
        store = self._followed(relation)
        expand = ExpandSettings(hops=1, degree_cap=_FOLLOWED, direction=direction)
        around = store.expand([node.id], expand)
        total = len(around.relationships)
        pages = max(1, -(-total // PAGE))
        if not 1 <= page <= pages:
            raise InvalidInput(f"{node.name} has {pages} pages of neighbours, got page {page}.")
        part = slice((page - 1) * PAGE, page * PAGE)
        ends = {*around.sources[part].tolist(), *around.targets[part].tolist(), 0}
        nodes = around.nodes[sorted(ends)].tolist()
        graph = store.hydrate(nodes, around.relationships[part].tolist())
        known = {each.id: each for each in graph.nodes}
        near = [_neighbour(r, node, known) for r in graph.relationships]
        capped = bool(around.capped) or around.truncated
        return NeighbourPage(entity_record(node), near, page, pages, total, capped)

    def schema(self, question: str = "", limit: int = 50) -> SchemaRecord:
        """Return labels and relationship types, those nearest to the question's words first."""
        bounded("limit", limit, MOST_LISTED)
        types, labels = self._types(question), self._labels()
        shown = dict(list(labels.items())[:limit])
        left = max(0, len(types) - limit) + len(labels) - len(shown)
        notes = noted_lines(self._record().noted(), {*shown, *types[:limit]})
        return SchemaRecord(shown, types[:limit], left, [*notes])

    def _labels(self) -> dict[str, str]:
        """Return the labels that may be seen, with the property that names their nodes, if any."""
        store, names = self._retriever.store, self._record().names
        others = store.graph_schema().labels if isinstance(store, ComputingStore) else ()
        seen, every = self._where.labels, dict.fromkeys([*names, *others])
        return {label: names.get(label, "") for label in every if not seen or label in seen}

    def _store(self) -> GraphStore:
        store = self._retriever.store
        return store.filtered(self._where) if self._where else store

    def _followed(self, relation: str) -> GraphStore:
        """Return the store with the relationships of one type alone, of those that may be seen."""
        if not relation:
            return self._store()
        types = self._types()
        if relation not in types:
            near = get_close_matches(relation, types, n=3, cutoff=0.0)
            raise InvalidInput(
                f"There is no relationship type {relation!r}; the nearest are {', '.join(near)}."
            )
        return self._retriever.store.filtered(replace(self._where, types=(relation,)))

    def _types(self, question: str = "") -> list[str]:
        """Return the relationship types that may be seen, those nearest to the question first."""
        embedder: Any = getattr(self._retriever, "embedder", None)
        asked = bool(question.strip()) and embedder is not None
        vector = (
            embedder.embed_question(check_question(question)) if asked else self._record().probe
        )
        cosines = self._store().search_relations(vector, 1).types
        types = [name for name in cosines if not self._where.types or name in self._where.types]
        return sorted(types, key=lambda name: -cosines[name]) if asked else sorted(types)

    def _record(self) -> IndexRecord:
        record = self._retriever.store.record()
        if record is None:
            raise IndexMissing("The graph is not indexed. Run `steiner index` first.")
        return record

    def _one(self, entity: str) -> Node:
        store = self._store()
        ids = store.find([entity]) if entity.strip() else []
        if len(ids) == 1:
            return store.hydrate(ids, []).nodes[0]
        shown = store.hydrate(ids[:10], []).nodes if ids else ()
        near = EntitiesFound([entity_record(node) for node in shown]) if ids else self.find(entity)
        reason = f"{len(ids)} entities are called" if ids else "No entity is called"
        hint = f" Give the element id of one of these:\n{near.text()}" if near.entities else ""
        raise InvalidInput(f"{reason} {entity!r}.{hint}")


def bounded(what: str, value: int, most: int) -> None:
    """Raise InvalidInput for a number that is not from 1 to `most`."""
    if not 1 <= value <= most:
        raise InvalidInput(f"{what} must be a whole number from 1 to {most:,}, got {value:,}.")


def _likeness(to: SequenceMatcher[str], hit: KeyHit) -> float:
    to.set_seq1(normalise(hit.name))
    return to.ratio()


def _nodes(hits: Sequence[KeyHit]) -> list[KeyHit]:
    return [hit for hit in hits if hit.relationship is None]


def _neighbour(relationship: Relationship, node: Node, known: dict[int, Node]) -> Neighbour:
    outgoing = relationship.source == node.id
    other = known[relationship.target if outgoing else relationship.source]
    return Neighbour(relationship.type, outgoing, entity_record(other))

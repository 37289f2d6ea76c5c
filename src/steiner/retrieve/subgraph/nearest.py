"""What is nearest to a question by its vector alone (G-Retriever, equations 4 and 5)."""

from __future__ import annotations

from collections.abc import Sequence

from steiner.evidence import Seed
from steiner.question.reading import Embedded, Question
from steiner.question.seeds import given_entities
from steiner.question.tokens import tokenised
from steiner.retrieve.neighbourhood import count_nodes
from steiner.settings import RetrieverSettings
from steiner.stores.protocol import GraphStore


def nearest(
    text: str,
    embedded: Embedded,
    store: GraphStore,
    given: Sequence[str],
    settings: RetrieverSettings,
) -> Question:
    """Take the k nodes and k relation texts nearest to the question, no others.

    Nodes that the caller gives are seeds, too.
    """
    k, prizes, vector = settings.prizes.nodes, settings.prizes, embedded(())
    hits = store.search_nodes(vector, count_nodes(store) if prizes.whole else k)
    relations = store.search_relations(vector, prizes.relations)
    known = given_entities(given, store, settings.seeds.shared)
    seeds = {node: Seed(node, 1.0, ("given",)) for entity in known for node in entity.nodes}
    for node, cosine in zip(hits.ids.tolist(), hits.scores.tolist(), strict=True):
        seeds.setdefault(node, Seed(node, max(cosine, 0.0), ("vector",)))
    return Question(text, tokenised(text), vector, (), tuple(seeds.values()), {}, hits, relations)

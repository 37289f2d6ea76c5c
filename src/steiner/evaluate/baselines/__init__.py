"""What a system has to beat, behind the same interface."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from functools import partial
from pathlib import Path
from typing import Any

from steiner.embed import Embedder
from steiner.errors import InvalidInput
from steiner.evaluate.baselines import choices
from steiner.evaluate.baselines.cypher_writers import WRITERS, Text2CypherRetriever
from steiner.evaluate.baselines.listed import Choose, ListRetriever
from steiner.evaluate.baselines.peers import PEERS, PeerRetriever
from steiner.evaluate.baselines.think_on_graph import think_on_graph
from steiner.evaluate.baselines.written_retrievals import written_retrievals
from steiner.generate.writer import Writer, open_text_model
from steiner.models.cross_encoder import CROSS_ENCODER, CrossEncoder
from steiner.retrieve.pipeline import Retriever
from steiner.settings import RetrieverSettings
from steiner.stores.protocol import GraphStore
from steiner.systems import SYSTEMS
from steiner.systems.system import Compose

_WAYS = Path.home() / ".cache" / "steiner" / "ways.jsonl"
"""What models wrote, by model and prompt: none is asked twice."""
LISTED: dict[str, Choose] = {
    "no-graph": choices.nothing,
    "whole-graph": choices.whole,
    "random-nodes": choices.random_nodes,
    "vector-nodes": choices.vector_nodes,
    "bm25": choices.bm25,
    "k-hop": choices.k_hop,
    "triples": choices.triples,
    "all-triples": choices.all_triples(choices.likeness),
    "bm25-triples": choices.all_triples(choices.by_words),
    "kaping": choices.kaping,
    "vanilla-rag": choices.vanilla,
}
CROSS, RETRIEVED, THINK = "cross-encoder", "retrieved", "think-on-graph"
NAMES = (*SYSTEMS, *LISTED, CROSS, RETRIEVED, THINK, *PEERS, *WRITERS)


def retriever(name: str, reranker: str = CROSS_ENCODER, retrieved: Path | None = None) -> Compose:
    """Return how the system or baseline called `name` is composed.

    `reranker` is the model of the baseline "cross-encoder", `retrieved` the file of "retrieved".
    Raises InvalidInput for another name.
    """
    if name == RETRIEVED:
        if retrieved is None:
            raise InvalidInput(
                f"The system {name!r} reads what another system retrieved: give --retrieved FILE."
            )
        return _without_model(partial(ListRetriever, written_retrievals(retrieved)))
    if name in LISTED:
        return _without_model(partial(ListRetriever, LISTED[name]))
    if name in PEERS:
        return _without_model(partial(PeerRetriever, PEERS[name]))
    if name in WRITERS:
        return _without_model(partial(Text2CypherRetriever, WRITERS[name]))
    if name == CROSS:
        scores = CrossEncoder(reranker).scores
        ranked = choices.reranked(lambda asked, texts: scores(asked.question, texts).tolist())
        return _without_model(partial(ListRetriever, ranked))
    if name == THINK:
        return _without_model(_thinking)
    if name in SYSTEMS:
        return SYSTEMS[name].retriever
    near = get_close_matches(name, NAMES, n=1)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    raise InvalidInput(f"There is no system {name!r}; there are {', '.join(NAMES)}.{hint}")


def _thinking(store: GraphStore, embedder: Embedder, settings: RetrieverSettings) -> ListRetriever:
    """Let the planner of `[triples]` keep ways; without one cosines do."""
    planner = settings.triples.planner
    write = Writer(open_text_model(planner), _WAYS).write if planner else None
    return ListRetriever(think_on_graph(write), store, embedder, settings)


def _without_model(build: Callable[..., Retriever]) -> Compose:
    def compose(
        store: GraphStore,
        embedder: Embedder,
        settings: RetrieverSettings,
        model: Any = None,  # noqa: ARG001
    ) -> Retriever:
        return build(store, embedder, settings)

    return compose

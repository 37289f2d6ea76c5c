"""Retrieval & Reasoning (anonymous ACL submission): triples along a chain of thought.

A model plans without evidence; question and plan together find the triples, each embedded with its
neighbouring triples; the model reasons over them as YAML. Without a model the question alone is the
query, or, not published, the relation paths of the default system are the plan.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from steiner.embed import Embedder
from steiner.generate import Generator
from steiner.generate.reasoner import Reasoner
from steiner.generate.writer import Writer, open_text_model
from steiner.index.triples.triple_index import index_triples
from steiner.progress import Report
from steiner.retrieve.triples.given_demonstrations import demonstrations
from steiner.retrieve.triples.plans import Chain, Iterative, PathPlan, Plan, Write, no_steps
from steiner.retrieve.triples.triple_retriever import TripleRetriever
from steiner.settings import RetrieverSettings, TripleSettings
from steiner.stores.memory import MemoryStore
from steiner.stores.protocol import GraphStore, IndexStore
from steiner.systems.steiner import compose
from steiner.systems.system import System
from steiner.train.parts.reasoned_answers import REASONED_ANSWERS, as_published

_PLANS = Path.home() / ".cache" / "steiner" / "plans.jsonl"
"""What models wrote, by model, seed and prompt: none is asked twice."""


def retriever(
    store: GraphStore,
    embedder: Embedder,
    settings: RetrieverSettings,
    model: Any = None,  # noqa: ARG001
) -> TripleRetriever:
    """Compose the retriever; the triples of a graph in memory are indexed on the spot."""
    record = store.record() if isinstance(store, MemoryStore) else None
    if isinstance(store, MemoryStore) and record and not record.triples:
        index_triples(store, embedder, settings.triples)
    return TripleRetriever(store, embedder, settings, plan(store, embedder, settings))


def plan(store: GraphStore, embedder: Embedder, settings: RetrieverSettings) -> Plan:
    """Return what makes the steps; without a model that writes them a chain has none."""
    triples = settings.triples
    if triples.plan == "paths":
        return PathPlan(compose(store, embedder, settings, None))
    if triples.plan == "question" or not triples.planner:
        return no_steps
    write: Write = Writer(open_text_model(triples.planner, as_published(settings)), _PLANS).write
    if triples.plan == "iterative":
        return Iterative(write, triples.steps)
    return Chain(write, triples.steps, demonstrations(triples.demonstrations))


def index(
    store: IndexStore, embedder: Embedder, settings: RetrieverSettings | None, report: Report
) -> str:
    """Write the triples of an indexed graph, or bring them up to date, and say what was done."""
    record = store.record()
    known = (record.triples or record.triples_begun) if record else ""
    if settings is None and not known:
        return ""
    before = json.loads(known) if known else {}
    triples = settings.triples if settings else replace(TripleSettings(), **before)
    touched = index_triples(store, embedder, triples, report)
    return f"{touched.triples:,} triples: {touched.written:,} written, {touched.cleared:,} removed."


def reason(model: str, settings: RetrieverSettings) -> Generator:
    """Open the reasoner (Prompt 2) with a model, which samples as published where it is local."""
    shown = demonstrations(settings.triples.demonstrations)
    return Reasoner(open_text_model(model, as_published(settings)), demonstrations=shown)


RETRIEVAL_AND_REASONING = System(
    name="retrieval-and-reasoning",
    paper="Anonymous ACL submission, Retrieval and Reasoning on KGs: Integrate Knowledge Graphs "
    "into Large Language Models for Complex Question Answering",
    retriever=retriever,
    trained=REASONED_ANSWERS,
    index=index,
    reason=reason,
)

"""Retrieval & Reasoning (anonymous ACL submission): triples along a chain of thought.

A model plans without evidence; question and plan together find the triples, each embedded with its
neighbouring triples; the model reasons over them as YAML. Without a model the question alone is the
query, or, not published, the relation paths of the default system are the plan.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from steiner.embed import Embedder
from steiner.generate import GenerateSettings, Generator
from steiner.generate.reasoner import Reasoner
from steiner.generate.writer import Writer, open_text_model
from steiner.graph import PlanStep
from steiner.index.triples.triple_index import index_triples
from steiner.model_settings import GraphModelSettings, Preset, TrainSettings
from steiner.progress import Report
from steiner.retrieve.triples.plans import Chain, Iterative, Look, Plan, Write, no_steps
from steiner.retrieve.triples.triple_retriever import TripleRetriever
from steiner.settings import Options, RetrieverSettings, TripleSettings
from steiner.stores.memory import MemoryStore
from steiner.stores.protocol import GraphStore, IndexStore
from steiner.systems.steiner import compose
from steiner.systems.system import System, Trained
from steiner.train.cards import REASONER
from steiner.train.data.reasoning_texts import ReasoningTexts
from steiner.train.data.text_graphs import TextGraphs

if TYPE_CHECKING:
    from steiner.models.trainable import ModelKind

_PLANS = Path.home() / ".cache" / "steiner" / "plans.jsonl"
"""What models wrote, by model, seed and prompt: none is asked twice."""
LLM = "meta-llama/Llama-2-7b-chat-hf"
"""Section 4.1; 5.4 takes codellama/CodeLlama-7b-Instruct-hf and microsoft/phi-2, by --llm."""
PUBLISHED = GenerateSettings(max_new_tokens=512)
"""As much as the paper's models write (section 4.1); how they sample, TripleSettings say."""


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
        return RelationPathPlan(store, embedder, settings)
    if triples.plan == "question" or not triples.planner:
        return no_steps
    write: Write = Writer(open_text_model(triples.planner, _sampling(settings)), _PLANS).write
    kind = Iterative if triples.plan == "iterative" else Chain
    return kind(write, triples.steps)


class RelationPathPlan:
    """The steps of the default system's best relation path, in words (ours, without a model)."""

    def __init__(self, store: GraphStore, embedder: Embedder, settings: RetrieverSettings) -> None:
        self._paths = compose(store, embedder, settings, None)

    def __call__(self, question: str, options: Options, look: Look) -> list[PlanStep]:  # noqa: ARG002
        """Return the path's steps; none where the question names nothing of the graph."""
        paths = self._paths.retrieve(question, options).paths
        return [PlanStep(path.text) for path in paths[:1] if path.text]


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
    return Reasoner(open_text_model(model, _sampling(settings)))


def _sampling(settings: RetrieverSettings) -> GenerateSettings:
    own = settings.triples
    return replace(PUBLISHED, temperature=own.temperature, top_p=own.top_p, seed=own.seed)


def _kind() -> ModelKind[Any]:
    from steiner.models.graph_artefact import GRAPH_LANGUAGE_MODEL

    return GRAPH_LANGUAGE_MODEL


def _further(settings: Any, model: Any, embedder: Embedder | None) -> Any:
    from steiner.models.graph_artefact import trained_further

    return trained_further(settings, model, embedder)


def _reasoner(model: Any, settings: RetrieverSettings) -> Generator:
    from steiner.generate.graph_generator import TrainedTexts

    return Reasoner(TrainedTexts(model, _sampling(settings)), demonstrations=())


_TEXT = GraphModelSettings(
    form="text", whole=True, max_text=1_500, max_new_tokens=512, max_label=1_500
)
_ADAPTERS = replace(_TEXT, whole=False, lora=True)


def _presets(epochs: int) -> dict[str, Preset]:
    """Section 4.1: all weights, 2e-6, batches of 64, 2 or 5 epochs; the rest is not stated.

    Small: adapters, with the rate at which those of 135 million weights learn. Batches of 2 are
    added up: a prompt with its hints is long, and 8 at once take 16 GB.
    """
    chat = replace(_TEXT, llm=LLM)
    published = TrainSettings(epochs=epochs, batch=2, accumulate=32, rate=2e-6, clip=1.0)
    small = TrainSettings(epochs=epochs, batch=2, accumulate=4, rate=1e-3, clip=1.0, warmup=0.1)
    return {"small": Preset(_ADAPTERS, small), "published": Preset(chat, published)}


def _stage(part: str, epochs: int, earlier: Trained | None, **more: Any) -> Trained:
    own: dict[str, Any] = {"data": TextGraphs(), "optional": True, **more}
    return Trained(
        kind=_kind,
        presets=_presets(epochs),
        card=REASONER,
        generator=_reasoner,
        part=part,
        begun=_further,
        earlier=earlier,
        **own,
    )


_INSTRUCTIONS = _stage("instructions", 2, None)
_DOCUMENTS = _stage("documents", 2, _INSTRUCTIONS, entire=True)
_REASONING = _stage("reasoning", 5, _DOCUMENTS, data=ReasoningTexts(), chained=True, optional=False)
"""Section 4.1's order: KG instruction tuning, continual pre-training, reasoning training."""

RETRIEVAL_AND_REASONING = System(
    name="retrieval-and-reasoning",
    paper="Anonymous ACL submission, Retrieval and Reasoning on KGs: Integrate Knowledge Graphs "
    "into Large Language Models for Complex Question Answering",
    retriever=retriever,
    trained=_REASONING,
    index=index,
    reason=reason,
)

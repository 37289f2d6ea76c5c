"""A toy system, no Steiner tree: the nodes nearest to the question, as a trained model turns it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from steiner.embed import Embedder
from steiner.evidence import Evidence, Fact
from steiner.jobs import Row, read_questions
from steiner.model_settings import Preset, TrainSettings
from steiner.models.trainable import ModelKind
from steiner.retrieve.pipeline import Retriever
from steiner.settings import DEFAULT_OPTIONS, Options, RetrieverSettings
from steiner.stores.protocol import GraphStore
from steiner.systems.system import System
from steiner.train.cards import Card
from steiner.train.parts.trained import Trained


class NearestNodes:
    """Retrieves the five nodes nearest to the question."""

    def __init__(self, store: GraphStore, embedder: Embedder, model: Any) -> None:
        self._store, self._embedder, self._model = store, embedder, model

    def retrieve(self, question: str, options: Options = DEFAULT_OPTIONS) -> Evidence:
        vector = self._embedder.embed_question(question)
        if self._model is not None:
            turned = self._model.turned(question).detach().numpy()
            vector = (turned / np.linalg.norm(turned)).astype(np.float32)
        ids = [int(id) for id in self._store.search_nodes(vector, 5).ids]
        graph = self._store.hydrate(ids, [])
        names = {node.id: node.name for node in graph.nodes}
        facts = [Fact(f"F{i}", names[id], (id,), (), 1 / i) for i, id in enumerate(ids, 1)]
        text = "\n".join(fact.text for fact in facts)
        ranking = tuple(names[id] for id in ids)
        tokens = options.count_tokens(text)
        return Evidence(question, graph, text, tuple(facts), ranking=ranking, tokens=tokens)


class Names:
    """Makes examples of the names that retrieval finds."""

    field = "names"

    def collect(self, retriever: Any, row: Row, options: Options) -> Row:
        return {"names": retriever.retrieve(row["question"], options).ranking}

    def empty(self) -> Row:
        return {"names": []}

    def read(self, file: Path) -> list[Any]:
        from toy_model import NamesExample

        return [
            NamesExample(row["question"], tuple(row["names"]), tuple(row["answers"]))
            for row in read_questions(file)
        ]


def retriever(
    store: GraphStore,
    embedder: Embedder,
    settings: RetrieverSettings,  # noqa: ARG001
    model: Any = None,
) -> Retriever:
    return NearestNodes(store, embedder, model)


def _kind() -> ModelKind[Any]:
    from toy_model import TURN

    return TURN


def _preset() -> Preset:
    from toy_model import ToySettings

    training = TrainSettings(epochs=8, batch=2, rate=0.05, clip=5.0, patience=8)
    return Preset(ToySettings(), training)


TOY = System(
    name="toy",
    paper="Nobody 2026, Nearest Nodes",
    retriever=retriever,
    trained=Trained(
        kind=_kind,
        presets={"plain": _preset()},
        data=Names(),
        card=Card("{system}: a turned question", "words", "toy", "Sharpness {sharpness}."),
    ),
)

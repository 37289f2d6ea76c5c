"""Tuning the encoder: triples on paths, the loss by hand, masks, and a folder that indexes."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from steiner.embed import open_embedder
from steiner.errors import InvalidInput
from steiner.index.triples.neighbouring import TripleTable, read_triples
from steiner.stores.protocol import EdgeColumns
from steiner.train.data.triple_pairs import TriplePairs, path_triples, triple_pairs
from steiner.train.encoder_tuning import (
    TUNING_PRESETS,
    TuningSettings,
    train_last_layers,
    tune,
)
from steiner.train.objectives.contrastive import TripleContrast, contrast

NAMES = ["Ann", "Heat", "Bo", "Cy", "Di", "Oslo"]
EDGES = [(0, 1), (2, 1), (2, 3), (1, 4), (5, 5), (3, 4)]


def table() -> TripleTable:
    sources, targets = np.array(EDGES, dtype=np.int64).T
    ids = np.arange(len(EDGES), dtype=np.int64)
    types = np.array(["ACTED_IN", "ACTED_IN", "KNOWS", "MADE_BY", "NEAR", "KNOWS"])
    nodes = np.arange(len(NAMES), dtype=np.int64)
    return read_triples(nodes, NAMES, EdgeColumns(ids, sources, targets, types))


def nodes() -> dict[str, list[int]]:
    return {name: [i] for i, name in enumerate(NAMES)}


def ids(*values: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.array(values, dtype=np.int64)


@pytest.mark.parametrize(
    ("start", "end", "triples"),
    [(0, 1, [0]), (0, 2, [0, 1]), (0, 3, [0, 1, 2, 3, 5]), (0, 5, []), (0, 0, []), (5, 5, [])],
)
def test_positives_are_all_shortest_paths_both_ways(
    start: int, end: int, triples: list[int]
) -> None:
    assert path_triples(table(), ids(start), ids(end)).tolist() == triples


def test_random_negatives_are_distinct_and_no_more_than_there_are() -> None:
    row = {"question": "Where was Ann?", "topics": ["Ann"], "answers": ["Heat"]}
    pairs = triple_pairs(table(), nodes(), [row], each=20)
    # Five of the six triples are on no path.
    assert all(len(set(others)) == len(others) == 5 for others in pairs.others)
    far = {"question": "Whom does Ann know?", "topics": ["Ann"], "answers": ["Cy"]}
    assert {len(others) for others in triple_pairs(table(), nodes(), [far]).others} == {1}


def test_longer_paths_than_allowed_count_for_nothing() -> None:
    assert path_triples(table(), ids(0), ids(3), most=2).tolist() == []


def test_pathless_questions_are_counted_and_left_out() -> None:
    rows = [
        {"question": "who acted with Ann", "topics": ["Ann"], "answers": ["Bo"]},
        {"question": "where is Ann", "topics": ["Ann"], "answers": ["Oslo"]},
        {"question": "who is Nobody", "topics": ["Nobody"], "answers": ["Bo"]},
        {"question": "no topic", "answers": ["Bo"]},
    ]
    pairs = triple_pairs(table(), nodes(), rows, each=3)
    assert pairs.pathless == 3
    assert pairs.queries == ["who acted with Ann"] * 3
    # All that are on no path: fewer than six.
    assert all(len(set(others)) == 4 for others in pairs.others)
    assert not {text for others in pairs.others for text in others} & set(pairs.positives[0])
    assert pairs == triple_pairs(table(), nodes(), rows, each=3)


def test_queries_carry_the_first_steps_of_a_chain() -> None:
    row = {"question": "q", "topics": ["Ann"], "answers": ["Bo"], "steps": ["one", "two"]}
    queries = set(triple_pairs(table(), nodes(), [row], each=40).queries)
    assert queries == {"q", "q one", "q one two"}


def test_a_query_too_long_for_the_encoder_keeps_its_latest_step_as_when_it_is_asked() -> None:
    steps = ["word " * 300, "word " * 300, "the latest step"]
    row = {"question": "q", "topics": ["Ann"], "answers": ["Bo"], "steps": steps}
    drawn = triple_pairs(table(), nodes(), [row], each=40).queries
    assert "q the latest step" in drawn
    assert all(query.count("word") <= 300 for query in drawn)


def test_the_loss_equals_a_batch_by_hand() -> None:
    queries = torch.tensor([[1.0, 0.0], [0.6, 0.8]])
    triples = torch.tensor([[1.0, 0.0], [0.0, 1.0], [0.0, -1.0]])
    nothing = torch.zeros(2, 3, dtype=torch.bool)
    loss = contrast(queries, triples, torch.tensor([0, 1]), nothing)
    first = -math.log(math.e / (math.e + 1 + 1))
    second = -math.log(math.exp(0.8) / (math.exp(0.6) + math.exp(0.8) + math.exp(-0.8)))
    assert loss.tolist() == pytest.approx([first, second], abs=1e-6)


def test_other_positives_are_masked_and_the_temperature_divides() -> None:
    queries, triples = torch.tensor([[1.0, 0.0]]), torch.tensor([[1.0, 0.0], [0.0, 1.0], [0.0, -1]])
    masked = torch.tensor([[False, True, False]])
    loss = contrast(queries, triples, torch.tensor([0]), masked, temperature=0.5)
    assert loss.tolist() == pytest.approx([-math.log(math.e**2 / (math.e**2 + 1))], abs=1e-6)


def test_a_batch_masks_what_answers_the_question_too() -> None:
    sentence_transformers = pytest.importorskip("sentence_transformers")
    from steiner.embed import resolve

    model = sentence_transformers.SentenceTransformer(resolve("all-MiniLM-L6-v2"), device="cpu")
    positives = [["Ann acted in Heat.", "Bo acted in Heat."], ["Cy knows Di."]]
    loss = TripleContrast(model, positives)
    queries = ["who acted with Ann", "whom does Cy know"]
    chosen, others = ["Ann acted in Heat.", "Cy knows Di."], ["Bo acted in Heat.", "Oslo."]
    features = [model.tokenize(texts) for texts in (queries, chosen, others)]
    with torch.no_grad():
        value = float(loss(features, torch.tensor([0, 1])))
    texts = [*chosen, *others]
    q, t = (torch.tensor(model.encode(x, normalize_embeddings=True)) for x in (queries, texts))
    masked = torch.tensor([[False, False, True, False], [False] * 4])
    by_hand = contrast(q, t, torch.tensor([0, 1]), masked).mean()
    assert value == pytest.approx(float(by_hand), abs=1e-4)


def test_without_any_path_nothing_is_tuned(tmp_path: Path) -> None:
    pytest.importorskip("datasets")
    with pytest.raises(InvalidInput, match="No question has a path"):
        tune(TriplePairs([], [], [], [], [], 3), TuningSettings(), tmp_path)


@pytest.mark.parametrize(
    "wrong",
    [
        {"temperature": 0.0},
        {"epochs": 0},
        {"rate": -1.0},
        {"negatives": 7},
        {"layers": -1},
        {"length": -1},
    ],
)
def test_settings_out_of_range_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(InvalidInput):
        TuningSettings(**wrong)  # type: ignore[arg-type]


@pytest.mark.filterwarnings("ignore")
def test_the_tuned_encoder_is_one_to_index_with(tmp_path: Path) -> None:
    pytest.importorskip("datasets")
    pytest.importorskip("accelerate")
    row = {"question": "who acted with Ann", "topics": ["Ann"], "answers": ["Bo"]}
    pairs = triple_pairs(table(), nodes(), [row], each=4)
    folder = tune(pairs, TuningSettings(batch=2, steps=2, rate=1e-3), tmp_path / "encoder")
    tuned, plain = open_embedder(str(folder)), open_embedder("all-MiniLM-L6-v2")
    assert tuned.dimensions == plain.dimensions
    assert not np.allclose(tuned.embed(["Ann"]), plain.embed(["Ann"]), atol=1e-3)


@pytest.mark.filterwarnings("ignore")
def test_all_layers_are_tuned_without_keeping_activations_and_without_the_trainers_switch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sentence_transformers = pytest.importorskip("sentence_transformers")
    pytest.importorskip("datasets")
    pytest.importorskip("accelerate")
    from transformers import modeling_layers

    def fails(*_: Any, **__: Any) -> None:
        raise TypeError("got an unexpected keyword argument 'every_n_layers'")

    monkeypatch.setattr(
        sentence_transformers.SentenceTransformer, "gradient_checkpointing_enable", fails
    )
    layer = modeling_layers.GradientCheckpointingLayer
    called, spared = layer.__call__, []

    def watched(self: Any, *given: Any, **named: Any) -> Any:
        spared.append(self.gradient_checkpointing)
        return called(self, *given, **named)

    monkeypatch.setattr(layer, "__call__", watched)
    row = {"question": "who acted with Ann", "topics": ["Ann"], "answers": ["Bo"]}
    pairs = triple_pairs(table(), nodes(), [row], each=2)
    tune(pairs, TuningSettings(batch=2, steps=1), tmp_path)
    assert spared
    assert all(spared)


def test_the_last_layers_alone_are_trained() -> None:
    layers = torch.nn.ModuleList(torch.nn.Linear(1, 1) for _ in range(3))
    model = torch.nn.ModuleDict({"words": torch.nn.Embedding(2, 1), "stack": layers})
    train_last_layers(model, 0)
    assert all(weight.requires_grad for weight in model.parameters())
    train_last_layers(model, 2)
    trained = {name for name, weight in model.named_parameters() if weight.requires_grad}
    assert trained == {f"stack.{i}.{part}" for i in (1, 2) for part in ("weight", "bias")}
    with pytest.raises(InvalidInput, match="has 3 layers, 4 are to be trained"):
        train_last_layers(model, 4)


@pytest.mark.filterwarnings("ignore")
def test_the_small_preset_leaves_lower_layers_and_what_is_read_as_they_were(tmp_path: Path) -> None:
    sentence_transformers = pytest.importorskip("sentence_transformers")
    pytest.importorskip("datasets")
    pytest.importorskip("accelerate")
    from steiner.embed import resolve

    row = {"question": "who acted with Ann", "topics": ["Ann"], "answers": ["Bo"]}
    pairs = triple_pairs(table(), nodes(), [row], each=4)
    settings = replace(TUNING_PRESETS["small"], batch=2, steps=2, rate=1e-3, length=8)
    folder = tune(pairs, settings, tmp_path / "encoder")
    tuned, plain = (
        sentence_transformers.SentenceTransformer(name, device="cpu")
        for name in (str(folder), resolve("all-MiniLM-L6-v2"))
    )
    assert tuned.max_seq_length == plain.max_seq_length
    before = dict(plain.named_parameters())
    changed = {n for n, w in tuned.named_parameters() if not torch.equal(w, before[n])}
    numbers = {int(part) for name in changed for part in name.split(".") if part.isdigit()}
    assert changed
    assert numbers <= {0, 4, 5}

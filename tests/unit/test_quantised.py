"""Adapters over a language model whose own weights are in 4 bits (QLoRA, by bitsandbytes)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="needs the extra train")
pytest.importorskip("torch_geometric.nn", reason="needs the extra train")
pytest.importorskip("peft", reason="needs the extra train")

from model_doubles import EXAMPLES, HashEmbedder, save_tiny_model  # noqa: E402

from steiner.errors import InvalidInput, MissingExtra  # noqa: E402
from steiner.model_settings import (  # noqa: E402
    EncodeSettings,
    GraphModelSettings,
    Preset,
    TrainSettings,
)
from steiner.models import graph_artefact  # noqa: E402
from steiner.models.graph_artefact import from_pretrained, merge, new_model  # noqa: E402
from steiner.systems.g_retriever import G_RETRIEVER  # noqa: E402

WIDE = 128
"""Blocks of 4-bit weights have 64 numbers, and on a processor rows come by 32."""


def test_what_is_in_four_bits_is_not_trained_as_a_whole() -> None:
    with pytest.raises(InvalidInput, match=r"quantised\), not both: take adapters \(lora\)"):
        GraphModelSettings(quantised=True, whole=True)


def test_a_missing_bitsandbytes_is_named_with_its_pip_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("steiner.errors.find_spec", lambda _: None)
    settings = GraphModelSettings(llm=save_tiny_model(tmp_path), lora=True, quantised=True)
    with pytest.raises(MissingExtra, match=r"'bitsandbytes'.*steiner\[quantised\]"):
        new_model(settings, HashEmbedder())


def test_adapters_are_trained_over_four_bits_and_merged_with_the_weights_themselves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("bitsandbytes", reason="needs the extra quantised")
    from transformers import AutoModelForCausalLM

    llm = save_tiny_model(tmp_path / "llm", hidden=WIDE, intermediate=WIDE)
    encode = EncodeSettings(layers=1, width=32)
    settings = GraphModelSettings(llm=llm, lora=True, quantised=True, encode=encode)
    training = TrainSettings(epochs=2, batch=2, rate=1e-2, recompute=True)
    preset, folder, embedder = Preset(settings, training), tmp_path / "out", HashEmbedder()
    examples: Any = ([*EXAMPLES * 2], [*EXAMPLES])
    model = G_RETRIEVER.train(preset, examples, folder, embedder=embedder)
    kinds = {name: weight.dtype for name, weight in model.llm.named_parameters()}
    assert kinds["base_model.model.model.layers.0.mlp.up_proj.weight"] == torch.uint8
    trained = {name: weight for name, weight in model.named_parameters() if weight.requires_grad}
    assert any("lora_B" in name and weight.any() for name, weight in trained.items())
    assert all("lora_" in name or name.startswith("soft") for name in trained)
    again = from_pretrained(folder, embedder)
    assert torch.allclose(model(EXAMPLES), again(EXAMPLES), atol=0.1)
    monkeypatch.setattr(graph_artefact, "named_embedder", lambda _: embedder)
    merge(folder, tmp_path / "merged")
    merged = AutoModelForCausalLM.from_pretrained(tmp_path / "merged")
    assert {weight.dtype for weight in merged.parameters()} == {torch.float32}

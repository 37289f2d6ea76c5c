"""Training on a GPU, as far as it can be seen without one: one device a process, fine weights."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="needs the extra train")
pytest.importorskip("accelerate", reason="needs the extra train")
pytest.importorskip("peft", reason="needs the extra train")

from accelerate.state import AcceleratorState  # type: ignore[import-untyped]  # noqa: E402
from model_doubles import EXAMPLES, HashEmbedder, save_tiny_model  # noqa: E402
from toy_model import ToyModel, ToySettings  # noqa: E402

from steiner.model_settings import GraphModelSettings, Preset, TrainSettings  # noqa: E402
from steiner.models.graph_artefact import from_pretrained, new_model  # noqa: E402
from steiner.systems.g_retriever import G_RETRIEVER  # noqa: E402
from steiner.train.loop import Trainer  # noqa: E402

OTHER = "meta"
"""Torch's device for shapes without numbers stands for a GPU."""


@pytest.fixture
def trains_elsewhere(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let a process of accelerate's begin that trains on another device than the processor."""
    AcceleratorState._reset_state(reset_partial_state=True)
    monkeypatch.setenv("ACCELERATE_TORCH_DEVICE", OTHER)
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    yield
    AcceleratorState._reset_state(reset_partial_state=True)


@pytest.fixture(scope="module")
def llm(tmp_path_factory: pytest.TempPathFactory) -> str:
    return save_tiny_model(tmp_path_factory.mktemp("llm"))


@pytest.mark.usefixtures("trains_elsewhere")
def test_every_model_of_a_process_is_trained_on_its_one_device(tmp_path: Path) -> None:
    for folder in ("one", "other"):
        model = ToyModel(ToySettings(), HashEmbedder())
        Trainer(model, TrainSettings(), tmp_path / folder)
        assert model.turn.device.type == OTHER


@pytest.mark.parametrize(
    ("trained", "dtype"), [("whole", "float32"), ("lora", "bfloat16"), ("", "bfloat16")]
)
def test_a_language_model_that_is_trained_keeps_32_bits_off_the_processor(
    llm: str, trained: str, dtype: str
) -> None:
    options = {trained: True} if trained else {}
    settings = GraphModelSettings(llm=llm, form="text", **options)  # type: ignore[arg-type]
    model = new_model(settings, HashEmbedder(), device=OTHER)
    assert model.llm.dtype == getattr(torch, dtype)
    assert {p.dtype for p in model.parameters() if p.requires_grad} <= {torch.float32}


def test_the_next_training_of_all_weights_reads_them_in_32_bits(llm: str, tmp_path: Path) -> None:
    settings = GraphModelSettings(llm=llm, form="text", whole=True)
    preset = Preset(settings, TrainSettings(epochs=1))
    G_RETRIEVER.train(preset, (EXAMPLES, EXAMPLES), tmp_path, embedder=HashEmbedder())
    again = from_pretrained(tmp_path, HashEmbedder(), device=OTHER)
    assert again.llm.dtype == torch.float32

"""A model of which each of two processes (gloo) keeps a part: it learns as a whole one does."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pytest

torch = pytest.importorskip("torch", reason="needs the extra train")
pytest.importorskip("peft", reason="needs the extra train")
pytest.importorskip("torch_geometric.nn", reason="needs the extra train")

from model_doubles import HashEmbedder, save_tiny_model  # noqa: E402

from steiner.errors import InvalidInput  # noqa: E402
from steiner.model_settings import GraphModelSettings  # noqa: E402
from steiner.models.graph_artefact import from_pretrained, new_model  # noqa: E402
from steiner.train import checkpoint  # noqa: E402
from steiner.train.sharding import Keeper  # noqa: E402

RUN = Path(__file__).with_name("sharded_run.py")


class Trained(NamedTuple):
    """The folder with a folder for each training, the untrained model, and what was printed."""

    folder: Path
    llm: str
    printed: dict[str, Any]

    def losses(self, name: str, kind: str = "loss") -> list[float]:
        lines = (self.folder / name / "metrics.jsonl").read_text(encoding="utf-8").splitlines()
        return [line[kind] for line in map(json.loads, lines) if kind in line]

    def weights(self, name: str) -> dict[str, Any]:
        model = from_pretrained(self.folder / name, HashEmbedder())
        return {name: weight.detach() for name, weight in model.named_parameters()}


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Trained:
    folder = tmp_path_factory.mktemp("trained")
    llm = save_tiny_model(tmp_path_factory.mktemp("llm"))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-W", "ignore", str(RUN), llm, str(folder), str(port)]
    paths = os.pathsep.join([*sys.path, str(RUN.parents[1])])
    known = {**os.environ, "PYTHONPATH": paths, "OMP_NUM_THREADS": "1"}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=known)
    assert done.returncode == 0, done.stderr[-2000:]
    return Trained(folder, llm, json.loads(done.stdout.splitlines()[-1]))


def test_two_processes_with_a_part_each_learn_as_one_with_all(trained: Trained) -> None:
    for kind, count in (("loss", 6), ("validation", 2)):
        losses = trained.losses("alone", kind)
        assert trained.losses("sharded", kind) == pytest.approx(losses, abs=1e-4), kind
        assert len(losses) == count
        assert losses[-1] < losses[0]
    alone, sharded = trained.weights("alone"), trained.weights("sharded")
    before = new_model(GraphModelSettings(llm=trained.llm, form="text", whole=True), HashEmbedder())
    for name, weight in before.named_parameters():
        assert not torch.equal(weight, alone[name]), name
        assert torch.allclose(sharded[name], alone[name], atol=1e-4), name


def test_each_process_writes_its_half_of_the_weights(trained: Trained) -> None:
    weights = trained.printed["weights"]
    assert set(weights) == {"state-1-of-2.safetensors", "state-2-of-2.safetensors"}
    whole = sum(weight.numel() for weight in trained.weights("sharded").values())
    assert sum(weights.values()) == whole
    assert max(weights.values()) < 0.52 * whole


def test_a_training_whose_processes_were_killed_goes_on_from_their_parts(trained: Trained) -> None:
    assert trained.printed["codes"] == [[0, 0], [-signal.SIGKILL] * 2, [0, 0]]
    assert trained.losses("resumed") == trained.losses("sharded")
    sharded, resumed = trained.weights("sharded"), trained.weights("resumed")
    for name, weight in sharded.items():
        assert torch.equal(weight, resumed[name]), name
    left = {path.name for path in (trained.folder / "resumed").iterdir()}
    assert not {name for name in left if name.startswith(("best", "checkpoint"))}


def test_as_many_processes_go_on_as_wrote_the_parts(tmp_path: Path) -> None:
    layer = torch.nn.Linear(2, 2)
    optimiser = torch.optim.AdamW(layer.parameters())
    first, state = Keeper(0, 2), checkpoint.TrainingState("x", parts=2)
    checkpoint.save(tmp_path, state, layer, optimiser, first)
    assert checkpoint.resume(tmp_path, "x", layer, optimiser, first) == state
    with pytest.raises(InvalidInput, match=r"in 2 parts, but 4 processes .* Start 2 processes"):
        checkpoint.resume(tmp_path, "x", layer, optimiser, Keeper(0, 4))


def test_only_what_is_trained_as_a_whole_is_sharded(tmp_path: Path) -> None:
    llm = save_tiny_model(tmp_path)
    whole = new_model(GraphModelSettings(llm=llm, form="text", whole=True), HashEmbedder())
    assert len(whole.layers()) == 2
    frozen = new_model(GraphModelSettings(llm=llm), HashEmbedder())
    with pytest.raises(InvalidInput, match=r"all trained can be sharded.*leave sharded out"):
        frozen.layers()

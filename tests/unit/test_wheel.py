"""What a built wheel brings beside the modules: the weights that trainings begin with."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="needs the extra train")
pytest.importorskip("hatchling", reason="needs hatchling, which builds the wheel (the extra dev)")

from steiner.artefact import read_artefact
from steiner.model_settings import PathModelSettings
from steiner.models.paths.path_artefact import PACKAGED, new_model

ROOT = Path(__file__).parents[2]
MEGABYTE = 1_000_000


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "unpacked")
    return folder / "unpacked"


def test_a_wheel_brings_the_weights_their_settings_and_their_card(unpacked: Path) -> None:
    brought = unpacked / "steiner" / PACKAGED.relative_to(ROOT / "src" / "steiner")
    names = ("path_scorer.safetensors", "steiner.json", "README.md")
    assert {name: (brought / name).read_bytes() for name in names} == {
        name: (PACKAGED / name).read_bytes() for name in names
    }
    assert (brought / "path_scorer.safetensors").stat().st_size <= 1.5 * MEGABYTE


def test_the_weights_of_a_wheel_load(unpacked: Path) -> None:
    brought = unpacked / "steiner" / PACKAGED.relative_to(ROOT / "src" / "steiner")
    made = PathModelSettings.from_dict(read_artefact(brought).model)
    model = new_model(PathModelSettings(embedder=made.embedder, start=str(brought)))
    begun = new_model(PathModelSettings(embedder=made.embedder, start="package"))
    same = zip(model.parameters(), begun.parameters(), strict=True)
    assert all(bool((one == other).all()) for one, other in same)


def test_a_wheel_brings_every_statement_but_those_of_benchmarks(unpacked: Path) -> None:
    def named(folder: Path) -> set[str]:
        return {path.relative_to(folder).as_posix() for path in folder.rglob("*.cypher")}

    own = {name for name in named(ROOT / "cypher") if not name.startswith("benchmarks/")}
    assert named(unpacked / "steiner" / "cypher") == own

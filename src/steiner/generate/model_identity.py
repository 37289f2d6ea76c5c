"""What tells one model that writes texts from another: its content and how it writes, not its name.

A folder that was trained on and saved in its place has the same name and writes other texts.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from steiner.generate import GenerateSettings
from steiner.models.language_model.language_model_files import resolve

_CHUNK = 1 << 20


def local_identity(model: str, settings: GenerateSettings) -> str:
    """Return what tells a local model from others: its files, and how it is decoded.

    `model` is a name or a folder. Greedy decoding has no seed.
    """
    own = settings
    decoded: list[Any] = [own.max_new_tokens, own.temperature]
    decoded += [own.top_p, own.seed] if own.temperature > 0 else []
    return json.dumps([content_of(model), *decoded])


def content_of(model: str) -> str:
    """Return the digest of a folder's files; of a hub's model the name and the version at hand."""
    place = resolve(model)
    if Path(place).is_dir():
        return folder_digest(Path(place))
    return f"{place}@{_hub_version(place)}"


def contents(names: Sequence[str]) -> list[str]:
    """Return a digest for each name of a file or folder, "" for any other: its name tells enough.

    What was retrained, or written anew, in its place has the same name.
    """
    return [_content(Path(name)) if name else "" for name in names]


def _content(path: Path) -> str:
    if path.is_dir():
        return folder_digest(path)
    return _digest_of(path) if path.is_file() else ""


def chat_identity(name: str, model: Any) -> str:
    """Return what tells a chat model from others: its name, and its settings without secrets.

    LangChain's own caches go by the same text; a model that has none is told by its name.
    """
    described = getattr(model, "_get_llm_string", None)
    return json.dumps([name, described() if described else ""])


def folder_digest(folder: Path) -> str:
    """Return the SHA-256 of all files of a folder by name and content, hidden ones left out."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    inside = [path.relative_to(folder) for path in files]
    shown = [path for path in inside if not any(part.startswith(".") for part in path.parts)]
    digest = hashlib.sha256()
    for path in shown:
        digest.update(f"{path.as_posix()}\n{_digest_of(folder / path)}\n".encode())
    return digest.hexdigest()


def _digest_of(file: Path) -> str:
    stat = file.stat()
    return _file_digest(str(file), stat.st_size, stat.st_mtime_ns)


@lru_cache(maxsize=1_000)
def _file_digest(path: str, size: int, changed: int) -> str:  # noqa: ARG001 - they tell versions
    digest = hashlib.sha256()
    with Path(path).open("rb") as file:
        while chunk := file.read(_CHUNK):
            digest.update(chunk)
    return digest.hexdigest()


def _hub_version(name: str) -> str:
    if find_spec("huggingface_hub") is None:
        return ""
    from huggingface_hub import try_to_load_from_cache

    config = try_to_load_from_cache(name, "config.json")
    # …/snapshots/COMMIT/config.json
    return Path(config).parent.name if isinstance(config, str) else ""

"""How a sentence-transformers folder reads a text and pools its tokens, whatever its network is."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_MODULES = {"Transformer", "Pooling", "Normalize"}
_QUESTION, _DOCUMENT = ("query",), ("document", "passage", "corpus")


class OtherNetwork(Exception):
    """The folder's encoder is none that is read here; the message says what it has."""


@dataclass(frozen=True, slots=True)
class SentenceFolder:
    """What a folder says of its encoder beside its network.

    `longest` counts the tokens of a text that are read; `first_token`: its vector is the text's,
    not the mean. `prompts` go before questions and documents, by name; empty for none.
    """

    folder: Path
    longest: int
    first_token: bool
    prompts: Mapping[str, str]

    @property
    def question_prompt(self) -> str:
        """What goes before a question."""
        return _first(self.prompts, _QUESTION)

    @property
    def document_prompt(self) -> str:
        """What goes before a document."""
        return _first(self.prompts, _DOCUMENT)


def read_sentence_folder(folder: Path, places: int) -> SentenceFolder:
    """Read what `folder` says; its network reads `places` tokens at most.

    Raises OtherNetwork where its vectors are made in another way.
    """
    if not (folder / "tokenizer.json").is_file():
        raise OtherNetwork("it has no file tokenizer.json")
    pooling = _pooling(folder)
    return SentenceFolder(folder, _longest(folder, places), pooling == "cls", _prompts(folder))


def read_said(path: Path, needed: bool = True) -> dict[str, Any]:
    """Return the JSON of a file, {} without one that is not needed; OtherNetwork without one."""
    if not path.is_file():
        if needed:
            raise OtherNetwork(f"it has no file {path.name}")
        return {}
    said: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return said


def _pooling(folder: Path) -> str:
    """Return how tokens become a vector, "mean" or "cls"."""
    modules = _read_list(folder / "modules.json")
    if others := {_kind(each) for each in modules} - _MODULES:
        raise OtherNetwork(f"it has modules of its own: {', '.join(sorted(others))}")
    place = next((each["path"] for each in modules if _kind(each) == "Pooling"), None)
    said: dict[str, Any] = {"pooling_mode_mean_tokens": True}
    if place:
        said = read_said(folder / place / "config.json")
    modes = {str(said["pooling_mode"])} if "pooling_mode" in said else set()
    for name, value in said.items():
        if name.startswith("pooling_mode_") and value is True:
            modes.add(name.removeprefix("pooling_mode_").removesuffix("_tokens"))
    mode = next(iter(modes)) if len(modes) == 1 else ""
    if mode.removesuffix("_token") not in ("mean", "cls"):
        raise OtherNetwork(f"it pools tokens by {', '.join(sorted(modes)) or 'nothing'}")
    if said.get("include_prompt", True) is not True:
        raise OtherNetwork("it leaves its prompt out of the vector")
    return mode.removesuffix("_token")


def _kind(module: Mapping[str, str]) -> str:
    return module["type"].rpartition(".")[2]


def _longest(folder: Path, places: int) -> int:
    said = read_said(folder / "sentence_bert_config.json", needed=False)
    if said.get("do_lower_case"):
        raise OtherNetwork("it lowers texts before its tokenizer reads them")
    own = read_said(folder / "tokenizer_config.json", needed=False).get("model_max_length", places)
    return int(min(said.get("max_seq_length") or own, places))


def _prompts(folder: Path) -> dict[str, str]:
    said = read_said(folder / "config_sentence_transformers.json", needed=False)
    if said.get("truncate_dim") or said.get("default_prompt_name"):
        raise OtherNetwork("it cuts vectors, or has a prompt by default")
    return {"query": "", "document": "", **(said.get("prompts") or {})}


def _first(prompts: Mapping[str, str], names: tuple[str, ...]) -> str:
    return next((prompts[name] for name in names if prompts.get(name)), "")


def _read_list(path: Path) -> list[dict[str, str]]:
    """Return the modules of a folder; a transformers folder has none, and its tokens' mean."""
    modules: list[dict[str, str]] = json.loads(path.read_text("utf-8")) if path.is_file() else []
    return modules

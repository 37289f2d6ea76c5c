"""A sentence-transformers folder as far as it is needed to run a BERT encoder without torch."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from steiner.embed.bert.bert_graph import BertShape
from steiner.embed.bert.safetensors_file import Array, read_safetensors

_MODULES = {"Transformer", "Pooling", "Normalize"}
_FIRST_PLACE = {"bert": 0, "roberta": 2, "xlm-roberta": 2}
"""Families that are read, and the place of a text's first token in their table."""
_QUESTION, _DOCUMENT = ("query",), ("document", "passage", "corpus")
_WORDS = "embeddings.word_embeddings.weight"


class OtherNetwork(Exception):
    """The folder's encoder is none that is read here; the message says what it has."""


@dataclass(frozen=True, slots=True)
class BertFolder:
    """What a folder says of its encoder.

    `longest` counts the tokens of a text that are read, `first_place` that of its first one;
    `first_token`: its vector is the text's, not the mean. `prompts` go before questions and
    documents, by name; empty for none.
    """

    folder: Path
    shape: BertShape
    longest: int
    first_place: int
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

    def weights(self) -> dict[str, Array]:
        """Return the tensors by the names that transformers' BertModel gives them.

        Raises OtherNetwork where some are missing.
        """
        stored = read_safetensors(self.folder / "model.safetensors")
        inside = next((name for name in stored if name.endswith(_WORDS)), None)
        if inside is None:
            raise OtherNetwork("its weights have no table of words")
        prefix = inside.removesuffix(_WORDS)
        return {k.removeprefix(prefix): v for k, v in stored.items() if k.startswith(prefix)}


def read_bert_folder(folder: Path) -> BertFolder:
    """Read what `folder` says. Raises OtherNetwork where that is no encoder of these families."""
    config, pooling = _read(folder / "config.json"), _pooling(folder)
    family = config.get("model_type")
    if family not in _FIRST_PLACE:
        raise OtherNetwork(f"its network is {family!r}")
    said = {
        "hidden_act": config.get("hidden_act", "gelu"),
        "position_embedding_type": config.get("position_embedding_type", "absolute"),
    }
    if said != {"hidden_act": "gelu", "position_embedding_type": "absolute"}:
        raise OtherNetwork(f"its network has {said}")
    for name in ("model.safetensors", "tokenizer.json"):
        if not (folder / name).is_file():
            raise OtherNetwork(f"it has no file {name}")
    first = _FIRST_PLACE[family]
    shape = BertShape(
        config["num_hidden_layers"], config["num_attention_heads"], float(config["layer_norm_eps"])
    )
    longest = _longest(folder, config["max_position_embeddings"] - first)
    return BertFolder(folder, shape, longest, first, pooling == "cls", _prompts(folder))


def _pooling(folder: Path) -> str:
    """Return how tokens become a vector, "mean" or "cls"."""
    modules = _read_list(folder / "modules.json")
    if others := {_kind(each) for each in modules} - _MODULES:
        raise OtherNetwork(f"it has modules of its own: {', '.join(sorted(others))}")
    place = next((each["path"] for each in modules if _kind(each) == "Pooling"), None)
    said: dict[str, Any] = {"pooling_mode_mean_tokens": True}
    if place:
        said = _read(folder / place / "config.json")
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
    said = _read(folder / "sentence_bert_config.json", needed=False)
    if said.get("do_lower_case"):
        raise OtherNetwork("it lowers texts before its tokenizer reads them")
    own = _read(folder / "tokenizer_config.json", needed=False).get("model_max_length", places)
    return int(min(said.get("max_seq_length") or own, places))


def _prompts(folder: Path) -> dict[str, str]:
    said = _read(folder / "config_sentence_transformers.json", needed=False)
    if said.get("truncate_dim") or said.get("default_prompt_name"):
        raise OtherNetwork("it cuts vectors, or has a prompt by default")
    return {"query": "", "document": "", **(said.get("prompts") or {})}


def _first(prompts: Mapping[str, str], names: tuple[str, ...]) -> str:
    return next((prompts[name] for name in names if prompts.get(name)), "")


def _read_list(path: Path) -> list[dict[str, str]]:
    """Return the modules of a folder; a transformers folder has none, and its tokens' mean."""
    modules: list[dict[str, str]] = json.loads(path.read_text("utf-8")) if path.is_file() else []
    return modules


def _read(path: Path, needed: bool = True) -> dict[str, Any]:
    if not path.is_file():
        if needed:
            raise OtherNetwork(f"it has no file {path.name}")
        return {}
    said: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return said

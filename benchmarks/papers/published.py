"""What the full scale takes beside a row's settings: the papers' encoders and writing models."""

from __future__ import annotations

from collections.abc import Mapping

from steiner.generate.chat import is_chat_model

_ROBERTA = "sentence-transformers/all-roberta-large-v1"
BGE = "BAAI/bge-base-en-v1.5"
_ENCODERS: Mapping[str, str] = {
    "retrieval-and-reasoning": BGE,
    "walk-and-retrieve": "llm:{llm}",
}
CLUES = "[text]\nbudget = 1024\n"
"""512 tokens hold fewer than the 20 triples that Retrieval & Reasoning shows."""


def encoder_name(system: str, llm: str) -> str:
    """Return what embeds for a system: of walks the local model that writes them (section 2.2).

    A provider's model gives no vectors: then a sentence encoder does. G-Retriever and Align-GRAG
    name no checkpoint: that of G-Retriever's code.
    """
    name = _ENCODERS.get(system, _ROBERTA)
    return _ROBERTA if "{llm}" in name and is_chat_model(llm) else name.format(llm=llm)


def with_models(settings: str, llm: str, shown: str = "") -> str:
    """Return the TOML text with the model that plans, or that writes walks, in its last table.

    `shown`: the file whose first lines demonstrate.
    """
    settings += f'demonstrations = "{shown}"\n' if shown else ""
    added = {
        "[triples]": f'planner = "{llm}"\n',
        "[walks]": f'writer = "{llm}"\nnode_vector = "text"\n',
    }
    return settings + "".join(text for table, text in added.items() if table in settings)

"""What stands in for the papers' models where their tables are run in tests."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from model_doubles import HashEmbedder
from papers import reranked

from steiner.cli.train import part_training
from steiner.embed import Matrix
from steiner.evaluate import bench, own_graphs
from steiner.models import graph_artefact
from steiner.train.objectives import dual_alignment


class Spelling(HashEmbedder):
    """Gives each word a vector, too, as the packaged encoder does."""

    def embed_tokens(self, texts: Sequence[str]) -> list[Matrix]:
        return [self.embed(text.split()) for text in texts]


class Replies:
    """Replies the same to each prompt."""

    def __init__(self, name: str, reply: str) -> None:
        self.name, self._reply = name, reply

    def count_tokens(self, text: str) -> int:
        return len(text)

    def write(self, prompts: Sequence[str]) -> list[str]:
        return [self._reply for _ in prompts]


def embed_by_letters(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Let letters embed in place of every encoder, and return the names as they are asked for."""
    asked: list[str] = []

    def opened(name: object, *_: object) -> Spelling:
        asked.append(str(name))
        return Spelling()

    for module in (graph_artefact, part_training, dual_alignment, reranked):
        monkeypatch.setattr(module, "named_embedder", opened)
    for module in (own_graphs, bench):
        monkeypatch.setattr(module, "open_embedder", opened)
    return asked

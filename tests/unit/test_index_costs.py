"""What a run would embed is counted before anything is paid for."""

from __future__ import annotations

import pytest
from index_doubles import FakeIndexStore, HashEmbedder, node, relationship

from steiner.errors import InvalidInput
from steiner.index.build import Indexer
from steiner.index.paging.costs import Cost
from steiner.settings import IndexSettings
from steiner.text import quarter_characters


@pytest.fixture
def store() -> FakeIndexStore:
    films = [node(i, ["Film"], title=f"Film {i % 5}") for i in range(7)]
    return FakeIndexStore(films, [relationship(0, "REVIEWED", summary="quite good")])


def embedded(store: FakeIndexStore) -> set[str]:
    """Index, and return the texts that were embedded for it."""
    embedder = HashEmbedder()
    Indexer(store, embedder, IndexSettings(page=2)).run()
    return {text for text in embedder.texts if "Film" in text or "eview" in text}


def test_it_is_what_a_run_embeds(store: FakeIndexStore) -> None:
    seen: list[tuple[str, int, int]] = []
    asked = Indexer(store, HashEmbedder(), IndexSettings(page=2))
    cost = asked.cost(lambda *step: seen.append(step))
    assert store.writes == 0
    assert store.record() is None
    texts = embedded(store)
    assert cost == Cost(len(texts), sum(map(quarter_characters, texts)))
    assert ("nodes", 7, 7) in seen


def test_of_an_index_only_what_changed_counts(store: FakeIndexStore) -> None:
    embedded(store)
    assert Indexer(store, HashEmbedder()).cost() == Cost(0, 0)
    store.nodes[3] = node(3, ["Film"], title="A longer title")
    assert Indexer(store, HashEmbedder()).cost().texts == 1
    assert Indexer(store, HashEmbedder(), rebuild=True).cost().texts > 1


def test_a_label_that_is_none_is_refused(store: FakeIndexStore) -> None:
    with pytest.raises(InvalidInput, match="Flim"):
        Indexer(store, HashEmbedder(), IndexSettings(labels=("Flim",))).cost()

"""The indexing run: pages, refresh, resumption, mismatch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from threading import Event

import numpy as np
import pytest
from index_doubles import FakeIndexStore, HashEmbedder, node, relationship

from steiner.columns import Ids
from steiner.embed import Matrix
from steiner.errors import IndexMismatch, InvalidInput
from steiner.graph import Node, Subgraph
from steiner.index.build import Indexer
from steiner.index.check import check_index
from steiner.index.status import status
from steiner.settings import LONGEST_VALUE, IndexSettings
from steiner.stores.memory import MemoryStore
from steiner.stores.protocol import Entry, Row

SETTINGS = IndexSettings(page=2)


@pytest.fixture
def store() -> FakeIndexStore:
    nodes = [node(i, ["Film"], title=f"Film {i}") for i in range(7)]
    relationships = [
        relationship(0, "REVIEWED", summary="quite good"),
        relationship(1, "RATED", stars=4),
    ]
    return FakeIndexStore([*nodes, node(7, [])], relationships)


def test_everything_with_text_is_indexed(store: FakeIndexStore) -> None:
    seen: list[tuple[str, int, int]] = []
    record = Indexer(store, HashEmbedder(), SETTINGS).run(lambda *step: seen.append(step))
    assert (record.state, record.nodes, record.relationships, record.relations) == (
        "ready",
        7,
        1,
        2,
    )
    assert set(store.entries) == set(range(7))
    assert store.types == ("REVIEWED",)
    assert [text.text for text in store.read_relations()] == ["rated", "reviewed"]
    assert ("nodes", 8, 8) in seen
    assert ("relationships", 2, 2) in seen
    assert store.record() == record
    assert status(store).ready


def test_second_run_embeds_only_what_changed(store: FakeIndexStore) -> None:
    Indexer(store, HashEmbedder(), SETTINGS).run()
    store.nodes[3] = node(3, ["Film"], title="Another")
    store.nodes[9] = node(9, ["Film"], title="New")
    del store.nodes[5]
    del store.relationships[0]
    embedder = HashEmbedder()
    record = Indexer(store, embedder, SETTINGS).run()
    assert embedder.texts[1:] == ["Film: Another", "Film: New", "rated"]
    assert set(store.entries) == {0, 1, 2, 3, 4, 6, 9}
    assert (record.nodes, record.relationships, store.types) == (7, 0, ())


@pytest.mark.parametrize("pages", range(5))
def test_stopped_run_continues_to_the_same_state(store: FakeIndexStore, pages: int) -> None:
    unbroken = store.copied()
    Indexer(unbroken, HashEmbedder(), SETTINGS).run()
    store.fail_after = pages
    with pytest.raises(RuntimeError, match="killed"):
        Indexer(store, HashEmbedder(), SETTINGS).run()
    record = store.record()
    assert record is not None
    assert record.state == "building"
    store.fail_after = None
    Indexer(store, HashEmbedder(), SETTINGS).run()
    assert store.entries.keys() == unbroken.entries.keys()
    for id, entry in store.entries.items():
        assert entry.hash == unbroken.entries[id].hash
        assert vector_of(entry) == vector_of(unbroken.entries[id])


def vector_of(entry: Entry) -> bytes:
    assert entry.vector is not None
    return entry.vector.tobytes()


class BatchEmbedder(HashEmbedder):
    """Vectors that depend on the texts beside them, as padding makes them do a little."""

    def embed(self, texts: Sequence[str]) -> Matrix:
        batch = HashEmbedder(name=" ".join(texts))
        super().embed(texts)
        return batch.embed(texts)


def indexed(store: FakeIndexStore, most: int) -> dict[int, bytes]:
    settings = replace(SETTINGS, page=7, page_bytes=most)
    Indexer(store, BatchEmbedder(), settings).run()
    return {id: vector_of(entry) for id, entry in store.entries.items()}


@pytest.mark.parametrize(("most", "writes"), [(1, 7), (250, 4), (1_000_000, 1)])
def test_a_page_with_much_text_is_written_in_portions(
    store: FakeIndexStore, most: int, writes: int
) -> None:
    del store.relationships[0]
    indexed(store, most)
    assert (store.writes, len(store.entries)) == (writes, 7)


@pytest.mark.parametrize("done", range(4))
def test_a_run_stopped_between_portions_continues_to_the_same_vectors(
    store: FakeIndexStore, done: int
) -> None:
    unbroken = indexed(store.copied(), 250)
    store.fail_after = done
    with pytest.raises(RuntimeError, match="killed"):
        indexed(store, 250)
    store.fail_after = None
    assert indexed(store, 250) == unbroken


def test_a_text_beyond_the_longest_that_is_read_is_refused() -> None:
    with pytest.raises(InvalidInput, match="at most 100,000, got 100,001"):
        IndexSettings(longest_value=LONGEST_VALUE + 1)


@pytest.mark.parametrize("other", [HashEmbedder("other"), HashEmbedder("hash", 8)])
def test_another_model_is_refused_until_rebuilt(store: FakeIndexStore, other: HashEmbedder) -> None:
    Indexer(store, HashEmbedder(), SETTINGS).run()
    with pytest.raises(IndexMismatch, match=r"'hash' \(16 dimensions\).*--rebuild"):
        Indexer(store, other, SETTINGS).run()
    record = Indexer(store, other, SETTINGS, rebuild=True).run()
    assert record.dimensions == other.dimensions
    size = np.dtype(np.float32).itemsize * other.dimensions
    assert all(len(vector_of(entry)) == size for entry in store.entries.values())


def test_entries_without_a_record_are_made_again(store: FakeIndexStore) -> None:
    Indexer(store, HashEmbedder(), SETTINGS).run()
    store.forget_record()
    embedder = HashEmbedder("other")
    Indexer(store, embedder, SETTINGS).run()
    assert "Film: Film 0" in embedder.texts


def test_labels_no_longer_chosen_are_cleared(store: FakeIndexStore) -> None:
    store.nodes[8] = node(8, ["Person"], name="Ann")
    Indexer(store, HashEmbedder(), SETTINGS).run()
    Indexer(store, HashEmbedder(), replace(SETTINGS, labels=("Person",))).run()
    assert set(store.entries) == {8}
    assert not store.relationship_entries


def test_empty_graph() -> None:
    with pytest.raises(InvalidInput, match="no nodes"):
        Indexer(FakeIndexStore(), HashEmbedder()).run()


def test_a_complete_index_stays_in_use_while_it_is_brought_up_to_date() -> None:
    film = Node(1, "n:1", ("Film",), {"title": "Heat"})
    store = MemoryStore(Subgraph((film,)))
    Indexer(store, HashEmbedder()).run()
    store.nodes[2] = Node(2, "n:2", ("Film",), {"title": "Ronin"})

    def stop(stage: str, done: int, _total: int, /) -> None:
        if stage == "nodes" and done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Indexer(store, HashEmbedder()).run(stop)
    record = check_index(store, HashEmbedder())
    assert (record.state, record.nodes) == ("refreshing", 1)
    assert Indexer(store, HashEmbedder()).run().nodes == 2


def test_codes_are_neither_embedded_nor_lost() -> None:
    mails = [Node(i, f"n:{i}", ("Mail",), {"address": f"ann{i}@x.org"}) for i in range(3)]
    said = {"token": "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"}
    posts = [Node(3 + i, f"n:{3 + i}", ("Post",), {"subject": "Rent", **said}) for i in range(2)]
    store, embedder = MemoryStore(Subgraph((*mails, *posts))), HashEmbedder()
    record = Indexer(store, embedder).run()
    assert [t for t in embedder.texts if "Mail" in t or "Post" in t] == ["Post: Rent"]
    assert record.nodes == 5
    assert record.codes == {"Mail": {"address": "e-mail addresses"}, "Post": {"token": "UUIDs"}}
    hits = store.search_nodes(HashEmbedder().embed_question("Post: Rent"), 5)
    assert set(hits.ids.tolist()) == {3, 4}
    assert [hit.nodes for hit in store.search_keys(["ann1 x org"], 5)] == [(1,)]


def test_a_code_that_became_a_word_is_embedded_at_the_next_run(store: FakeIndexStore) -> None:
    store.nodes[8] = node(8, ["Mail"], address="ann@x.org")
    Indexer(store, HashEmbedder(), SETTINGS).run()
    assert store.entries[8].vector is None
    store.nodes[8] = node(8, ["Mail"], address="ann@x.org", subject="Rent")
    embedder = HashEmbedder()
    Indexer(store, embedder, SETTINGS).run()
    assert embedder.texts[1:] == ["Mail: Rent"]
    assert store.entries[8].vector is not None


def test_equal_texts_are_embedded_once_whatever_page_they_stand_on(store: FakeIndexStore) -> None:
    store.nodes.update({i: node(i, ["Film"], title="Heat") for i in (1, 2, 5)})
    embedder = HashEmbedder()
    Indexer(store, embedder, SETTINGS).run()
    assert embedder.texts.count("Film: Heat") == 1
    assert len({vector_of(store.entries[i]) for i in (1, 2, 5)}) == 1


def test_progress_is_seen_within_a_page() -> None:
    store = FakeIndexStore([node(i, ["Film"], title=f"Film {i}") for i in range(600)])
    seen: list[tuple[str, int, int]] = []
    Indexer(store, HashEmbedder()).run(lambda *step: seen.append(step))
    done = [done for stage, done, _ in seen if stage == "nodes"]
    assert done[0] == 0
    assert done[-1] == 600
    assert max(after - before for before, after in pairwise(done)) == 256


def test_the_next_page_is_read_while_one_is_embedded(store: FakeIndexStore) -> None:
    read_pages, read = [0], store.read_nodes
    is_read = Event()

    def reading(ids: Ids) -> list[Row]:
        read_pages[0] += 1
        if read_pages[0] == 2:
            is_read.set()
        return read(ids)

    class Waiting(HashEmbedder):
        def embed(self, texts: Sequence[str]) -> Matrix:
            assert "Film: Film 0" not in texts or is_read.wait(5)
            return super().embed(texts)

    store.read_nodes = reading  # type: ignore[method-assign]
    Indexer(store, Waiting(), SETTINGS).run()
    assert len(store.entries) == 7

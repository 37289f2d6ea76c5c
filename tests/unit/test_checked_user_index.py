"""What is said of a user's vector index that cannot be searched, and which nodes it spares."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from index_doubles import FakeIndexStore, HashEmbedder, node

from steiner.columns import Ids, Vector
from steiner.errors import IndexMismatch, IndexMissing, InvalidInput, SteinerError
from steiner.index.build import Indexer
from steiner.index.earlier import described, with_earlier
from steiner.settings import IndexSettings
from steiner.stores.protocol import VectorIndex

FILMS = VectorIndex("film_vectors", ("Film",), "embedding", 16, "cosine", "ONLINE", 100.0)
USED = IndexSettings(use_index="film_vectors")
ENCODER = HashEmbedder()


class WithVectors(FakeIndexStore):
    """Films of which the even ones have a vector of the user's, made from the same texts."""

    def __init__(self, index: VectorIndex = FILMS, films: int = 20) -> None:
        super().__init__(node(i, ["Film"], title=f"Film {i}") for i in range(films))
        self.index, self.maker = index, ENCODER

    def vector_indexes(self) -> list[VectorIndex]:
        return [replace(FILMS, name="other"), self.index]

    def vectored(self, index: VectorIndex, ids: Ids) -> Ids:
        assert index.dimensions == 16
        even: Ids = ids[ids % 2 == 0]
        return even

    def stored_vectors(self, index: VectorIndex, most: int) -> dict[int, Vector]:
        ids: Sequence[int] = sorted(self.nodes)[:most]
        return {i: self.maker.embed_question(f"Film: Film {i}") for i in ids}


def test_only_nodes_without_a_vector_are_embedded() -> None:
    store = WithVectors()
    Indexer(store, ENCODER, USED).run()
    embedded = {id for id, entry in store.entries.items() if entry.vector is not None}
    assert embedded == set(range(1, 20, 2))
    assert store.entries[0].name == "Film 0"


@pytest.mark.parametrize(
    ("index", "kind", "text"),
    [
        (replace(FILMS, name="film_vector"), InvalidInput, "Did you mean 'film_vector'"),
        (replace(FILMS, similarity="euclidean"), InvalidInput, "compares by euclidean"),
        (replace(FILMS, state="POPULATING", percent=40.0), IndexMissing, "40% done.*wait"),
        (replace(FILMS, state="FAILED"), IndexMissing, "failed.*drop it and make it again"),
        (replace(FILMS, dimensions=1536), IndexMismatch, "1536 dimensions.*'hash' makes 16"),
    ],
)
def test_an_index_that_cannot_be_searched_says_why(
    index: VectorIndex, kind: type[SteinerError], text: str
) -> None:
    store = WithVectors(index)
    with pytest.raises(kind, match=text):
        Indexer(store, ENCODER, USED).run()
    assert store.record() is None


def test_an_index_of_any_dimensions_is_read_by_the_encoders() -> None:
    store = WithVectors(replace(FILMS, dimensions=None))
    assert Indexer(store, ENCODER, USED).run().used_index == "film_vectors"


def test_vectors_of_another_encoder_are_noticed_where_there_are_enough() -> None:
    store = WithVectors(films=64)
    store.maker = HashEmbedder("another")
    with pytest.raises(IndexMismatch, match="hardly those of the encoder 'hash'"):
        Indexer(store, ENCODER, USED).run()
    few = WithVectors(films=12)
    few.maker = HashEmbedder("another")
    assert Indexer(few, ENCODER, USED).run().nodes == 12


def test_the_index_stays_chosen() -> None:
    record = Indexer(WithVectors(), ENCODER, USED).run()
    again = with_earlier(IndexSettings(), record)
    assert again.use_index == "film_vectors"
    assert described(again) == "--use-index film_vectors"
    assert np.isclose(record.dimensions, 16)

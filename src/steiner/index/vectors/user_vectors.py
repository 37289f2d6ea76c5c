"""The user's own vector index: whether steiner can search it, and which nodes it holds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from steiner.columns import Ids
from steiner.embed import Embedder, TextVectors
from steiner.errors import IndexMismatch, IndexMissing, InvalidInput
from steiner.index.properties.profile import closest
from steiner.index.vectors.verbalise import Verbalised
from steiner.stores.protocol import IndexStore, Row, VectorIndex

_LOOKED_AT = 32
"""Nodes whose texts are embedded to see whether the encoder is the one of the user's vectors."""
_FEWEST = 8
_ALIKE = 0.75
"""Share of nodes nearer to their own text than half of the others: .5 by chance, with another
encoder; of 32 nodes that is .75 or more once in 300 times, of 8 once in seven."""


@dataclass(frozen=True, slots=True)
class UserVectors:
    """The nodes that are searched by the user's `index`, and not by vectors of steiner's."""

    store: IndexStore
    index: VectorIndex

    def __call__(self, ids: Ids) -> Ids:
        """Return int64[n] those of `ids` that have a vector of the user's."""
        return self.store.vectored(self.index, ids)


def user_vectors(store: IndexStore, name: str, embedder: Embedder) -> UserVectors:
    """Return the vectors of the user's index `name`.

    Raises InvalidInput where the database has none of this name or its similarity is not the
    cosine, IndexMissing where it is not online, IndexMismatch where its vectors are not of the
    encoder's dimensions.
    """
    index = named_index(store, name)
    if index.similarity != "cosine":
        raise InvalidInput(
            f"The vector index {name!r} compares by {index.similarity}, and steiner by cosine. "
            f"Drop it and make it over {_of(index)} with the vector.similarity_function 'cosine': "
            f"the vectors themselves may stay."
        )
    if index.state != "ONLINE":
        mend = "drop it and make it again" if index.state == "FAILED" else "wait and try again"
        raise IndexMissing(
            f"The vector index {name!r} is {index.state.lower()} ({index.percent:.0f}% done) and "
            f"cannot be searched: {mend}. It is not steiner's, so steiner leaves it as it is."
        )
    if index.dimensions not in (None, embedder.dimensions):
        raise IndexMismatch(
            f"The vector index {name!r} holds vectors of {index.dimensions} dimensions, and the "
            f"encoder {embedder.name!r} makes {embedder.dimensions}. Name the encoder that made "
            f"them by --embedder."
        )
    return UserVectors(store, replace(index, dimensions=embedder.dimensions))


def check_encoder(
    own: UserVectors, verbalise: Callable[[Row], Verbalised | None], embedder: Embedder
) -> None:
    """Raise IndexMismatch where the stored vectors are hardly those of `embedder`.

    The vectors of some nodes are compared with those of their texts as steiner writes them; the
    user's text may be another one, but is nearer to its own node than to others.
    """
    stored = own.store.stored_vectors(own.index, _LOOKED_AT)
    ids = own(np.array(sorted(stored), dtype=np.int64))
    rows = {row.id: verbalise(row) for row in own.store.read_nodes(ids)}
    texts = {id: text.text for id, text in rows.items() if text and text.text}
    if len(set(texts.values())) < _FEWEST:
        return
    vectors = np.stack([stored[id] for id in texts])
    vectors = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    cosines = TextVectors(embedder).vectors(list(texts.values())) @ vectors.T
    # cosines [[.8, .1, .2], [.5, .4, .6], ...]: node 0 is above its row's median, node 1 is not.
    alike = float(np.mean(np.diag(cosines) > np.median(cosines, axis=1)))
    if alike < _ALIKE:
        raise IndexMismatch(
            f"The vectors in {own.index.name!r} are hardly those of the encoder {embedder.name!r}: "
            f"of {len(texts)} nodes only {alike:.0%} are nearer to their own text than half of the "
            f"others are (chance: 50%). Name the encoder that made them by --embedder."
        )


def named_index(store: IndexStore, name: str) -> VectorIndex:
    """Return the user's vector index `name`. Raises InvalidInput where there is none."""
    known = {index.name: index for index in store.vector_indexes()}
    if name not in known:
        raise InvalidInput(
            f"The database has no vector index over nodes called {name!r} that is not steiner's. "
            f"{closest(name, sorted(known))} SHOW VECTOR INDEXES lists them."
        )
    return known[name]


def _of(index: VectorIndex) -> str:
    return f"(n:{'|'.join(index.labels)}) ON n.{index.property}"

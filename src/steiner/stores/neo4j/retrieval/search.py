"""Searches of steiner's indexes in Neo4j, under a filter where there is one."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np

from steiner.errors import ConnectionFailed, QueryTimedOut, SteinerError
from steiner.filters import Filter
from steiner.graph import Hits, KeyHit, Vector
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.filtering import inside_index, parts
from steiner.stores.neo4j.filtering import parameters as where_parameters
from steiner.stores.neo4j.indexing.online import check_online
from steiner.stores.neo4j.statements import compose, fill
from steiner.stores.protocol import TripleHit, WalkHit
from steiner.text import normalise, words

_KEYS = {"nodes": "retrieve/search_keys", "relationships": "retrieve/search_relationship_keys"}
_VERSION = "CYPHER 5\n"
_CLAUSES = 900
"""Below Lucene's limit of 1,024 clauses a query."""
_MORE = 4
_MOST = 20_000
"""Hits looked at in the worst case, where a filter refuses nearly all of them."""


class Neo4jSearch:
    """Asks the vector and full-text indexes for what `where` accepts.

    The vector index of nodes filters by the properties that lie `inside` it, where the server
    can. Of the rest an index knows nothing: more hits are fetched until `k` are accepted, at
    most `most`.
    """

    def __init__(
        self,
        connection: Neo4jConnection,
        where: Filter,
        most: int = _MOST,
        inside: Collection[str] = (),
    ) -> None:
        self._connection, self._where, self._most = connection, where, most
        self._inside = {"inside": inside_index(where, inside)}

    def nodes(self, vector: Vector, k: int) -> Hits:
        """Return the k nodes nearest to `vector` by cosine, best first."""
        parameter = self._connection.vector(vector)
        return hits(self._search(self._of_vectors("nodes"), k, self._inside, vector=parameter))

    def walks(self, vector: Vector, k: int, roots: Sequence[int]) -> list[WalkHit]:
        """Return the k nearest walks of each of `roots`, or of the k nodes nearest by theirs."""
        given = {"vector": self._connection.vector(vector), "k": k}
        if roots:
            hits = self.read("retrieve/walks_of", roots=list(roots), **given)[0]["hits"]
        else:
            hits = self._search(self._of_vectors("walks"), **given)
        return [
            WalkHit(root, 2 * near - 1, text, tuple(nodes), tuple(relationships), 2 * score - 1)
            for root, near, walks in hits
            for text, nodes, relationships, score in walks
        ]

    def triples(self, vector: Vector, k: int, among: Sequence[int] | None) -> list[TripleHit]:
        """Return the k nearest triples, of all or of the relationships `among`."""
        given = {"vector": self._connection.vector(vector), "k": k}
        if among is None:
            near = self._search(self._of_vectors("triples"), **given)
        else:
            near = self.read("retrieve/triples_of", among=list(among), **given)[0]["hits"]
        return [TripleHit(id, s, type, t, 2 * score - 1) for id, s, type, t, score in near]

    def text(self, text: str, k: int) -> list[KeyHit]:
        """Return k nodes by full-text search of the words of `text`."""
        return self._by_words([f'"{word}"' for word in dict.fromkeys(words(text))], k)

    def fuzzy(self, wanted: Sequence[str], k: int) -> list[KeyHit]:
        """Return k nodes that hold a word at most one edit away from one of `wanted`."""
        return self._by_words([f"{word}~1" for text in wanted for word in words(text)], k)

    def keys(self, keys: Sequence[str], k: int, relationships: bool) -> list[KeyHit]:
        """Return up to k nodes and, where asked, up to k relationships that have one of `keys`.

        As many again for every further 900 keys, which only a very long question has.
        """
        # Normalised keys hold word characters only: nothing that Lucene could read as syntax.
        wanted = [key for key in dict.fromkeys(map(normalise, keys)) if key]
        batches = [wanted[i : i + _CLAUSES] for i in range(0, len(wanted), _CLAUSES)]
        look = self._of_both if relationships else self._of_nodes
        return [hit for keys in batches for hit in look(k, {"query": _phrases(keys), "keys": keys})]

    def _of_nodes(self, k: int, given: Mapping[str, Any]) -> list[KeyHit]:
        return _key_hits(self._search(_KEYS["nodes"], k, **given))

    def _of_both(self, k: int, given: Mapping[str, Any]) -> list[KeyHit]:
        """Ask both indexes in one statement, and one of them again where a filter refuses much."""
        filtered = parts(self._where)
        own = {part: compose(name, filtered).removeprefix(_VERSION) for part, name in _KEYS.items()}
        answer = self._ask("retrieve/search_both_keys", own, k=k, fetch=self._first(k), **given)
        return [
            hit
            for part, name in _KEYS.items()
            for hit in _key_hits(self._search(name, k, begun=answer[part], **given))
        ]

    def relationships(self, vector: Vector, k: int, indexes: Sequence[str]) -> Hits:
        """Return the k nearest relationships with text of their own, of these vector indexes."""
        if not indexes or k < 1:
            return hits([])
        # SEARCH takes the name of an index, not a value: a branch for each.
        branches = {
            "indexes": "\nUNION ALL\n".join(
                fill(compose("retrieve/search_clause/relationship_index", {}), {"index": index})
                for index in indexes
            )
        }
        given = {"indexes": list(indexes), "vector": self._connection.vector(vector)}
        return hits(self._search(self._of_vectors("relationships"), k, branches, **given))

    def read(
        self, name: str, more: Mapping[str, str] | None = None, /, **parameters: Any
    ) -> list[dict[str, Any]]:
        """Run a statement with the filter and `more` parts put in; values as the driver gives."""
        text = compose(name, {**parts(self._where), **(more or {})})
        return self._connection.read_text(text, {**where_parameters(self._where), **parameters})

    def _by_words(self, terms: Sequence[str], k: int) -> list[KeyHit]:
        query = " ".join(terms[:_CLAUSES])
        return _key_hits(self._search("retrieve/search_text", k, query=query)) if query else []

    def _of_vectors(self, searched: str) -> str:
        """Name the statement: SEARCH where the server has it, else its deprecated procedure."""
        folder = "retrieve/search_clause" if self._connection.has_search_clause else "retrieve"
        return f"{folder}/search_{searched}"

    def _search(
        self,
        name: str,
        k: int,
        more: Mapping[str, str] | None = None,
        begun: Mapping[str, Any] | None = None,
        **parameters: Any,
    ) -> list[Any]:
        """Return the first `k` hits that the filter accepts; `begun` is the first answer."""
        fetch = self._first(k)
        answer = begun or self._ask(name, more, k=k, fetch=fetch, **parameters)
        while len(answer["hits"]) < k and answer["seen"] >= fetch and fetch < self._most:
            fetch = min(fetch * _MORE * _MORE, self._most)
            answer = self._ask(name, more, k=k, fetch=fetch, **parameters)
        return list(answer["hits"])

    def _first(self, k: int) -> int:
        """Return how many hits are fetched at first for `k` that the filter accepts."""
        return _MORE * k if self._where else k

    def _ask(self, name: str, more: Mapping[str, str] | None, **parameters: Any) -> dict[str, Any]:
        """Ask an index; IndexMissing if that is why it fails."""
        try:
            return self.read(name, more, **parameters)[0]
        except (ConnectionFailed, QueryTimedOut):
            raise
        except SteinerError:
            check_online(self._connection)
            raise


def _key_hits(hits: Sequence[Mapping[str, Any]]) -> list[KeyHit]:
    return [
        KeyHit(
            nodes=tuple(hit["nodes"]),
            score=hit["score"],
            name=hit["name"] or "",
            keys=tuple(hit["keys"]),
            properties=tuple(hit["properties"]),
            labels=tuple(hit["labels"]),
            relationship=hit["relationship"],
        )
        for hit in hits
    ]


def _phrases(keys: Sequence[str]) -> str:
    return " ".join(f'"{key}"' for key in keys)


def hits(pairs: Sequence[tuple[int, float]]) -> Hits:
    """Return the pairs of id and score, as the server scores, with cosines."""
    scores = np.array([score for _, score in pairs], dtype=np.float32)
    return Hits(np.array([id for id, _ in pairs], dtype=np.int64), 2 * scores - 1)

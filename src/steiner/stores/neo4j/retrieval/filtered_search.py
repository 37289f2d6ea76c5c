"""Searches of indexes in Neo4j under a filter, of which an index itself knows little."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any

from steiner.errors import ConnectionFailed, QueryTimedOut, SteinerError
from steiner.filters import Filter
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.filtering import inside_index, parts
from steiner.stores.neo4j.filtering import parameters as where_parameters
from steiner.stores.neo4j.indexing.online import check_online
from steiner.stores.neo4j.statements import compose
from steiner.stores.protocol import LONGEST_HYDRATED

HYDRATED_NODES = {"hydrated": "retrieve/hydrated_nodes"}
"""The part of a statement that hydrates the nodes numbered `i`."""
_VERSION = "CYPHER 5\n"
_MORE = 4
_MOST = 20_000
"""Hits looked at in the worst case, where a filter refuses nearly all of them."""


class FilteredSearch:
    """Asks indexes for what `where` accepts.

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

    def read(
        self, name: str, more: Mapping[str, str] | None = None, /, **parameters: Any
    ) -> list[dict[str, Any]]:
        """Run a statement with the filter and `more` parts put in; values as the driver gives."""
        text = compose(name, {**parts(self._where), **(more or {})})
        return self._connection.read_text(text, {**where_parameters(self._where), **parameters})

    def hydrated(self, nodes: Sequence[int], relationships: Sequence[int]) -> dict[str, Any]:
        """Return the groups of nodes and of relationships that retrieval.hydrate reads."""
        ids = {"nodes": list(nodes), "relationships": list(relationships)}
        own = self._as_parts(HYDRATED_NODES)
        return self.read("retrieve/hydrate", own, **ids, longest=LONGEST_HYDRATED)[0]

    def _as_parts(self, names: Mapping[str, str]) -> dict[str, str]:
        """Return the statements of these names under the filter, as parts of another."""
        filtered = parts(self._where)
        texts = {part: compose(name, filtered) for part, name in names.items()}
        return {part: text.removeprefix(_VERSION) for part, text in texts.items()}

    def _of(
        self,
        name: str,
        k: int,
        more: Mapping[str, str] | None = None,
        begun: Mapping[str, Any] | None = None,
        **parameters: Any,
    ) -> list[Any]:
        """Return the first `k` hits of a statement; `begun` is its first answer."""
        ask = partial(self._ask, name, more, k=k, **parameters)
        return self._search(lambda fetch: ask(fetch=fetch), k, begun)

    def _search(
        self, ask: Callable[[int], Mapping[str, Any]], k: int, begun: Mapping[str, Any] | None
    ) -> list[Any]:
        """Return the first `k` hits that the filter accepts, of as many as that takes."""
        fetch = self._first(k)
        answer = begun or ask(fetch)
        while len(answer["hits"]) < k and answer["seen"] >= fetch and fetch < self._most:
            fetch = min(fetch * _MORE * _MORE, self._most)
            answer = ask(fetch)
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

"""Searches of names, values and words in Neo4j's full-text indexes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from steiner.columns import KeyHit
from steiner.stores.neo4j.retrieval.filtered_search import HYDRATED_NODES, FilteredSearch
from steiner.stores.protocol import HYDRATED_AT_ONCE, LONGEST_HYDRATED, Sought
from steiner.text import normalise, words

_KEYS = "retrieve/search_keys"
_TEXT, _NO_HITS = "retrieve/search_text", "retrieve/no_hits"
_LOOKED = {"nodes": _KEYS, "state": "retrieve/read_state", **HYDRATED_NODES}
_CLAUSES = 900
"""Below Lucene's limit of 1,024 clauses a query."""
_WORDS = _CLAUSES // 2
"""Words of a search of texts: each is a clause for the name and one for the keys."""
_FUZZY_WORDS = _WORDS // 50
"""Words of a fuzzy search: Lucene asks for up to 50 near ones in place of each."""


class Looked(NamedTuple):
    """What names meet, and the state of the index: no row without one.

    `groups`: the first of the nodes that names meet, as steiner.stores.neo4j.retrieval.hydrate
    reads them.
    """

    keyed: list[KeyHit]
    groups: list[Any]
    state: list[dict[str, Any]]


class NameSearch(FilteredSearch):
    """Asks the full-text indexes of keys and of texts."""

    def text(self, text: str, k: int) -> list[KeyHit]:
        """Return k nodes by full-text search of the words of `text`."""
        distinct = [f'"{word}"' for word in dict.fromkeys(words(text))]
        return self._by_words(distinct[:_WORDS], k)

    def fuzzy(self, wanted: Sequence[str], k: int) -> list[KeyHit]:
        """Return k nodes that hold a word at most one edit away from one of `wanted`.

        As many again for every further 9 words, of which a question seldom misspells so many.
        """
        near = [f"{word}~1" for word in dict.fromkeys(words(" ".join(wanted)))]
        batches = [near[i : i + _FUZZY_WORDS] for i in range(0, len(near), _FUZZY_WORDS)]
        return [hit for batch in batches for hit in self._by_words(batch, k)]

    def keys(self, keys: Sequence[str], k: int, relationships: str) -> list[KeyHit]:
        """Return up to k nodes and, where asked, up to k relationships that have one of `keys`.

        `relationships`: the statement that searches these, empty for none. As many again for
        every further 900 keys, which only a very long question has.
        """
        wanted = _distinct(keys)
        batches = [wanted[i : i + _CLAUSES] for i in range(0, len(wanted), _CLAUSES)]
        given: list[dict[str, Any]] = [{"query": _phrases(own), "keys": own} for own in batches]
        if not relationships:
            return [hit for own in given for hit in _key_hits(self._of(_KEYS, k, **own))]
        asked = {"nodes": _KEYS, "relationships": relationships}
        return [hit for own in given for hit in self._of_both(asked, k, own)]

    def first_look(self, sought: Sought, relationships: str) -> Looked | None:
        """Return what names meet, and the index's state, by one statement.

        None where no key is sought, or more than one statement takes.
        """
        wanted, k = _distinct(sought.keys), sought.most
        if not 0 < len(wanted) <= _CLAUSES:
            return None
        given = {"query": _phrases(wanted), "keys": wanted}
        looked = {**_LOOKED, "relationships": relationships or _NO_HITS}
        answer = self._ask(
            "retrieve/first_look",
            self._as_parts(looked),
            k=k,
            fetch=self._first(k),
            at_once=HYDRATED_AT_ONCE,
            longest=LONGEST_HYDRATED,
            **given,
        )
        asked = {"nodes": _KEYS} | ({"relationships": relationships} if relationships else {})
        keyed = self._keyed(answer, asked, k, given)
        return Looked(keyed, answer["groups"], answer["state"])

    def _of_both(self, asked: Mapping[str, str], k: int, given: Mapping[str, Any]) -> list[KeyHit]:
        """Ask both indexes in one statement."""
        own, fetch = self._as_parts(asked), self._first(k)
        answer = self._ask("retrieve/search_both_keys", own, k=k, fetch=fetch, **given)
        return self._keyed(answer, asked, k, given)

    def _keyed(
        self, begun: Mapping[str, Any], asked: Mapping[str, str], k: int, given: Mapping[str, Any]
    ) -> list[KeyHit]:
        """Return the hits of both indexes, and ask one again where a filter refuses much."""
        return [
            hit
            for part, name in asked.items()
            for hit in _key_hits(self._of(name, k, begun=begun[part], **given))
        ]

    def _by_words(self, terms: Sequence[str], k: int) -> list[KeyHit]:
        return _key_hits(self._of(_TEXT, k, query=" ".join(terms))) if terms else []


def _key_hits(hits: Sequence[Mapping[str, Any]]) -> list[KeyHit]:
    # What was deleted, or its keys, while a statement ran is a hit without any: it is none.
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
        if hit["keys"] is not None
    ]


def _distinct(keys: Sequence[str]) -> list[str]:
    # Normalised keys hold word characters only: nothing that Lucene could read as syntax.
    return [key for key in dict.fromkeys(map(normalise, keys)) if key]


def _phrases(keys: Sequence[str]) -> str:
    return " ".join(f'"{key}"' for key in keys)

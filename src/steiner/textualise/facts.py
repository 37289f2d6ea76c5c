"""Writes nodes and relationships as facts: one readable line each."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from steiner.graph import Node, Relationship, Subgraph
from steiner.text import (
    STOP_WORDS,
    common_labels,
    content_stems,
    local_names,
    normalise,
    plain_words,
    readable,
    stem,
    stems_of,
    words,
)
from steiner.textualise.written_values import WrittenValue, shortened, written

_MARK = re.compile(r"__\w+__")
"""Labels by which tools mark their nodes, such as `__Entity__`, say nothing of what they are."""
_WHEN = re.compile(r"\b(?:when|since|until|how\s+long|(?:what|which)\s+(?:date|day|month|year))\b")
"""What asks for a time: "When was Ann admitted to Oncology?" """
_MEASURES = re.compile(
    r"\bhow\s+(?:far|long|much|big|large|heavy|old|tall|deep|wide|high|fast|strong)\b"
)
"""What asks for a number: "How far is Leeds from York?" """
_SHORT = 80
"""A node's properties of at most so many characters are always written in full."""


class Triple(NamedTuple):
    """A relationship in words."""

    source: str
    type: str
    target: str


class RelationshipLine(NamedTuple):
    """A relationship in words: `text` with its properties, `triple` without."""

    text: str
    triple: Triple


class NodeLines(NamedTuple):
    """A node in words: `text` with what the question mentions, `more` with the rest, or empty."""

    mentioned: bool
    text: str
    more: str


class FactWriter:
    """Writes the facts of one subgraph, what the question mentions first.

    Nodes that share a name differ by their key property.
    """

    def __init__(self, subgraph: Subgraph, question: str, longest_value: int) -> None:
        self._asked = content_stems(words(question))
        self._question = f" {normalise(question)} "
        self._when = bool(_WHEN.search(question.casefold()))
        self._measures = bool(_MEASURES.search(question.casefold()))
        self._longest = longest_value
        self._keys_asked: dict[tuple[frozenset[str], str], bool] = {}
        self._common = common_labels({node.labels for node in subgraph.nodes}, least=2)
        self._plain = {node.id: _plain_name(node) for node in subgraph.nodes}
        shared = Counter(self._plain.values())
        self._names = self._plain | {
            node.id: _distinct_name(node, self._plain[node.id])
            for node in subgraph.nodes
            if shared[self._plain[node.id]] > 1
        }

    def relationship(self, relationship: Relationship) -> RelationshipLine:
        """Write a relationship: source, type in plain words, target, properties."""
        kind, items = _stems_of(relationship.type), relationship.properties.items()
        values = [(key, written(value, self._longest)) for key, value in items]
        properties = "; ".join(_lines([each for each in values if self._is_shown(kind, *each)]))
        source, target = self._names[relationship.source], self._names[relationship.target]
        triple = Triple(source, plain_words(relationship.type), target)
        line = " ".join(triple)
        return RelationshipLine(f"{line} ({properties})" if properties else line, triple)

    def relation(self, relationship: Relationship) -> str:
        """Write type and properties alone, as the text of an edge."""
        items = relationship.properties.items()
        properties = "; ".join(_lines((k, written(v, self._longest)) for k, v in items))
        words = plain_words(relationship.type) or relationship.type
        return f"{words} ({properties})" if properties else words

    def node(self, node: Node) -> NodeLines:
        """Write a node: first what the question mentions, apart from it the rest."""
        name, kind, unique = self._plain[node.id], _label_stems(node.labels), self._names[node.id]
        own = (label for label in node.labels if label not in self._common)
        said = (local_names(label) for label in own if not _MARK.fullmatch(label))
        labels = [" ".join(label.split()) for label in said]
        head = f"{unique} ({', '.join(labels)})" if labels else unique
        items = node.properties.items()
        values = [(k, written(v, self._longest)) for k, v in items if v != name]
        first = [each for each in values if self._mentioned(kind, *each)]
        rest = _lines([each for each in values if each not in first])
        fits = sum(map(len, rest)) <= _SHORT
        shown = _lines(first) + (rest if fits else [])
        return NodeLines(
            mentioned=bool(first) or self._asks_for(name),
            text=f"{head}: {'; '.join(shown)}" if shown else head,
            more="" if fits else f"{unique}: {'; '.join(rest)}",
        )

    def _is_shown(self, kind: frozenset[str], key: str, value: WrittenValue) -> bool:
        if value.letters or (self._when and value.time) or (self._measures and not value.time):
            return True
        return self._mentioned(kind, key, value)

    def _mentioned(self, kind: frozenset[str], key: str, value: WrittenValue) -> bool:
        """Whether the question has a word of the property's name, or all words of the value."""
        named = self._keys_asked.get((kind, key))
        if named is None:
            named = self._keys_asked[kind, key] = self._asks_for_key(kind, key)
        return named or (bool(value.stems) and self._asked >= value.stems)

    def _asks_for_key(self, kind: frozenset[str], key: str) -> bool:
        """Whether the question has a word of the property's name.

        Words of the node's own label (`kind`) say nothing: every order has an order date.
        """
        name = plain_words(key)
        # Of small words alone all stand there: "up to what amount" asks for `upTo`.
        if STOP_WORDS.issuperset(name.split()):
            return bool(name) and f" {name} " in self._question
        return bool(self._asked & (_stems_of(key) - kind))

    def _asks_for(self, text: str) -> bool:
        """Whether the question has all words of `text`, and there are any."""
        parts = words(text)
        return bool(parts) and self._asked.issuperset(map(stem, parts))


def _lines(values: Iterable[tuple[str, WrittenValue]]) -> list[str]:
    return [f"{plain_words(key)}: {value.text}" for key, value in values if value.text]


def _distinct_name(node: Node, name: str) -> str:
    """Return the name with the node's key: another node has the same name."""
    if node.key and readable(node.key[1]) != name:
        return f"{name} [{readable(node.key[1])}]"
    return name


def _plain_name(node: Node) -> str:
    if node.name:
        return shortened(node.name, 120)
    label = node.labels[0] if node.labels else "node"
    return f"{label} {readable(node.key[1])}" if node.key else f"{label} {node.element_id}"


@lru_cache(maxsize=1_000)
def _label_stems(labels: tuple[str, ...]) -> frozenset[str]:
    return frozenset[str]().union(*map(_stems_of, labels))


def _stems_of(identifier: str) -> frozenset[str]:
    return stems_of(plain_words(identifier))

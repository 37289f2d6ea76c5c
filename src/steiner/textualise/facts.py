"""Writes nodes and relationships as facts: one readable line each."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from steiner.graph import Node, Relationship, Subgraph
from steiner.index.values import worth_reading
from steiner.text import content_stems, has_letters, plain_words, readable, stem, stems, words

_MARK = re.compile(r"__\w+__")
"""Labels by which tools mark their nodes, such as `__Entity__`, say nothing of what they are."""
_LONGEST_READ = 100_000
"""Longer values are shortened, not left out, so only encoded data is skipped here."""
_LONGEST_MENTIONED = 100
_WHEN = re.compile(r"\b(?:when|since|until|how\s+long|(?:what|which)\s+(?:date|day|month|year))\b")
"""What asks for a time: "When was Ann admitted to Oncology?" """
_DAY = re.compile(r"\s*\d{4}-\d{2}-\d{2}\b")
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
        self._when = bool(_WHEN.search(question.casefold()))
        self._longest = longest_value
        self._plain = {node.id: _plain_name(node) for node in subgraph.nodes}
        shared = Counter(self._plain.values())
        self._names = self._plain | {
            node.id: _distinct_name(node, self._plain[node.id])
            for node in subgraph.nodes
            if shared[self._plain[node.id]] > 1
        }

    def relationship(self, relationship: Relationship) -> RelationshipLine:
        """Write a relationship: source, type in plain words, target, properties."""
        kind = _stems_of(relationship.type)
        shown = [item for item in relationship.properties.items() if self._is_shown(kind, *item)]
        properties = "; ".join(self._written(shown))
        source, target = self._names[relationship.source], self._names[relationship.target]
        triple = Triple(source, plain_words(relationship.type), target)
        line = " ".join(triple)
        return RelationshipLine(f"{line} ({properties})" if properties else line, triple)

    def relation(self, relationship: Relationship) -> str:
        """Write type and properties alone, as the text of an edge."""
        written = "; ".join(self._written(relationship.properties.items()))
        words = plain_words(relationship.type) or relationship.type
        return f"{words} ({written})" if written else words

    def node(self, node: Node) -> NodeLines:
        """Write a node: first what the question mentions, apart from it the rest."""
        name, kind, unique = self._plain[node.id], _label_stems(node), self._names[node.id]
        labels = [label for label in node.labels if not _MARK.fullmatch(label)]
        head = f"{unique} ({', '.join(labels)})" if labels else unique
        items = {k: v for k, v in node.properties.items() if v != name}
        first = {k: v for k, v in items.items() if self._mentioned(kind, k, v)}
        rest = self._written((k, v) for k, v in items.items() if k not in first)
        fits = sum(map(len, rest)) <= _SHORT
        shown = self._written(first.items()) + (rest if fits else [])
        return NodeLines(
            mentioned=bool(first) or self._asks_for(name),
            text=f"{head}: {'; '.join(shown)}" if shown else head,
            more="" if fits else f"{unique}: {'; '.join(rest)}",
        )

    def _is_shown(self, kind: frozenset[str], key: str, value: Any) -> bool:
        if has_letters(value) or (self._when and _is_time(value)):
            return True
        return self._mentioned(kind, key, value)

    def _mentioned(self, kind: frozenset[str], key: str, value: Any) -> bool:
        """Whether the question has a word of the property's name, or all words of the value.

        Words of the node's own label (`kind`) say nothing: every order has an order date.
        """
        if self._asked & (_stems_of(key) - kind):
            return True
        text = readable(value)
        return len(text) <= _LONGEST_MENTIONED and self._asks_for(text)

    def _asks_for(self, text: str) -> bool:
        """Whether the question has all words of `text`, and there are any."""
        parts = words(text)
        return bool(parts) and self._asked.issuperset(map(stem, parts))

    def _written(self, items: Iterable[tuple[str, Any]]) -> list[str]:
        return [
            f"{plain_words(key)}: {_shortened(readable(value), self._longest)}"
            for key, value in items
            if worth_reading(value, _LONGEST_READ)
        ]


def _is_time(value: Any) -> bool:
    """Say whether a value is a date or time, of Python, of Neo4j, or written as text."""
    return hasattr(value, "year") or (isinstance(value, str) and bool(_DAY.match(value)))


def _distinct_name(node: Node, name: str) -> str:
    """Return the name with the node's key: another node has the same name."""
    if node.key and readable(node.key[1]) != name:
        return f"{name} [{readable(node.key[1])}]"
    return name


def _plain_name(node: Node) -> str:
    if node.name:
        return _shortened(node.name, 120)
    label = node.labels[0] if node.labels else "node"
    return f"{label} {readable(node.key[1])}" if node.key else f"{label} {node.element_id}"


def _label_stems(node: Node) -> frozenset[str]:
    return frozenset[str]().union(*map(_stems_of, node.labels))


@lru_cache(maxsize=10_000)
def _stems_of(identifier: str) -> frozenset[str]:
    return frozenset(stems(plain_words(identifier).split()))


def _shortened(text: str, longest: int) -> str:
    text = " ".join(text.split())
    return text if len(text) <= longest else text[:longest].rsplit(" ", 1)[0] + " …"

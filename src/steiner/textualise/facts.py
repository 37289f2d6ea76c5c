"""Writes nodes and relationships as facts: one readable line each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from steiner.graph import Node, Relationship, Subgraph
from steiner.index.values import has_letters, worth_reading
from steiner.retrieve.link import STOP_WORDS
from steiner.text import plain_words, readable, stems, words

_LONGEST_READ = 100_000
"""Longer values are shortened, not left out, so only encoded data is skipped here."""
_LONGEST_MENTIONED = 100
_SHORT = 80
"""A node's properties of at most so many characters are always written in full."""


class Said(NamedTuple):
    """A relationship in words."""

    source: str
    type: str
    target: str


class NodeLines(NamedTuple):
    """A node in words: `text` with what the question mentions, `more` with the rest, or empty."""

    mentioned: bool
    text: str
    more: str


class FactWriter:
    """Writes the facts of one subgraph, what the question mentions first.

    Nodes that share a name are told apart by their key property.
    """

    def __init__(self, subgraph: Subgraph, question: str, longest_value: int) -> None:
        self._asked = stems(words(question)) - STOP_WORDS
        self._longest = longest_value
        self._nodes = {node.id: node for node in subgraph.nodes}
        self._shared = Counter(_plain_name(node) for node in subgraph.nodes)

    def name(self, node: Node) -> str:
        """Return the node's name, with its key where another node has the same name."""
        name = _plain_name(node)
        if self._shared[name] > 1 and node.key and readable(node.key[1]) != name:
            return f"{name} [{readable(node.key[1])}]"
        return name

    def relationship(self, relationship: Relationship) -> str:
        """Write a relationship: source, type in plain words, target, properties."""
        kind = _stems_of(relationship.type)
        told = [item for item in relationship.properties.items() if self._tells(kind, *item)]
        properties = "; ".join(self._written(told))
        line = " ".join(self.said(relationship))
        return f"{line} ({properties})" if properties else line

    def said(self, relationship: Relationship) -> Said:
        """Return what a relationship says without its properties."""
        source = self.name(self._nodes[relationship.source])
        target = self.name(self._nodes[relationship.target])
        return Said(source, plain_words(relationship.type), target)

    def node(self, node: Node) -> NodeLines:
        """Write a node: first what the question mentions, apart from it the rest."""
        head = f"{self.name(node)} ({', '.join(node.labels)})" if node.labels else self.name(node)
        name, kind = _plain_name(node), _label_stems(node)
        items = [(k, v) for k, v in node.properties.items() if v != name]
        first = [item for item in items if self._mentioned(kind, *item)]
        rest = self._written(item for item in items if item not in first)
        fits = sum(map(len, rest)) <= _SHORT
        shown = self._written(first) + (rest if fits else [])
        return NodeLines(
            mentioned=bool(first) or stems(words(name)) <= self._asked,
            text=f"{head}: {'; '.join(shown)}" if shown else head,
            more="" if fits else f"{self.name(node)}: {'; '.join(rest)}",
        )

    def _tells(self, kind: frozenset[str], key: str, value: Any) -> bool:
        return has_letters(value) or self._mentioned(kind, key, value)

    def _mentioned(self, kind: frozenset[str], key: str, value: Any) -> bool:
        """Whether the question has a word of the property's name, or all words of the value.

        Words of the node's own label (`kind`) tell nothing: every order has an order date.
        """
        if self._asked & (_stems_of(key) - kind):
            return True
        text = readable(value)
        parts = stems(words(text)) if len(text) <= _LONGEST_MENTIONED else set()
        return bool(parts) and parts <= self._asked

    def _written(self, items: Iterable[tuple[str, Any]]) -> list[str]:
        return [
            f"{plain_words(key)}: {_shortened(readable(value), self._longest)}"
            for key, value in items
            if worth_reading(value, _LONGEST_READ)
        ]


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

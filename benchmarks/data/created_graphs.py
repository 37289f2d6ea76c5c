"""Reads the CREATE statements of a plain Cypher script into a graph, without a Cypher interpreter.

(a:Person {name: 'Ann'}) is a node, (a)-[:KNOWS {since: 2020}]->(b) a relationship of nodes that
were named before. Anything but CREATE (constraints and indexes apart) is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import date, datetime
from pathlib import Path
from typing import Any

from steiner.graph import Node, Relationship, Subgraph

_TOKEN = re.compile(
    r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|-?\d+(?:\.\d+)?|\w+|<-|->|[-(){}\[\]:,;]", re.S
)
NOTHING: Mapping[str, Any] = {}
_COMMENT = re.compile(r"^\s*//.*$", re.M)
_LITERALS = {"true": True, "false": False, "null": None}
_TIMES: Mapping[str, Callable[[str], date]] = {
    "date": date.fromisoformat,
    "datetime": datetime.fromisoformat,
}


def created(script: Path) -> Subgraph:
    """Return the graph that a script creates. Raises ValueError for what it does not read."""
    text = _COMMENT.sub("", script.read_text(encoding="utf-8"))
    kept = (s for s in re.split(r";\s*(?:\n|$)", text) if not _is_schema(s))
    graph = CreatedGraph()
    for statement in kept:
        _Patterns(_TOKEN.findall(statement), graph).read()
    return graph.subgraph()


def _is_schema(statement: str) -> bool:
    return bool(re.match(r"\s*(?:CREATE\s+(?:CONSTRAINT|INDEX)\b|$)", statement, re.I))


class CreatedGraph:
    """Nodes and relationships in the order in which they are made, numbered from 0."""

    def __init__(self) -> None:
        self._nodes: list[Node] = []
        self._edges: list[Relationship] = []
        self._known: dict[Any, int] = {}

    def has(self, key: Any) -> bool:
        """Say whether a node was made for this key."""
        return key in self._known

    def node(self, key: Any, label: str = "", properties: Mapping[str, Any] = NOTHING) -> int:
        """Make a node, or return the one that was made for this key; None is no key.

        Several labels are written as in Cypher, A:B.
        """
        if key is not None and key in self._known:
            return self._known[key]
        if not label:
            raise ValueError(f"expected a label for the node {key!r}, which was not made before")
        id = len(self._nodes)
        # What has no value is no property.
        own = {name: value for name, value in properties.items() if value is not None}
        self._nodes.append(Node(id, str(id), tuple(label.split(":")), own))
        if key is not None:
            self._known[key] = id
        return id

    def edge(
        self, source: int, type: str, target: int, properties: Mapping[str, Any] = NOTHING
    ) -> None:
        """Make a relationship."""
        id = len(self._edges)
        own = {name: value for name, value in properties.items() if value is not None}
        self._edges.append(Relationship(id, f"r{id}", type, source, target, own))

    def subgraph(self) -> Subgraph:
        """Return what was made."""
        return Subgraph(tuple(self._nodes), tuple(self._edges))


class _Patterns:
    """Reads the tokens of one statement into a graph."""

    def __init__(self, tokens: list[str], graph: CreatedGraph) -> None:
        self._tokens, self._at, self._graph = tokens, 0, graph

    def read(self) -> None:
        while self._at < len(self._tokens):
            word = self._next()
            if word.upper() != "CREATE":
                raise ValueError(f"expected CREATE, got {word!r}")
            self._pattern()
            while self._takes(","):
                self._pattern()

    def _pattern(self) -> None:
        near = self._node()
        while self._peek() in ("-", "<-"):
            backward = self._next() == "<-"
            _, type, own = self._inside("[", "]")
            self._next()
            far = self._node()
            ends = (far, near) if backward else (near, far)
            self._graph.edge(ends[0], type, ends[1], own)
            near = far

    def _node(self) -> int:
        variable, label, own = self._inside("(", ")")
        return self._graph.node(variable or None, label, own)

    def _inside(self, opening: str, closing: str) -> tuple[str, str, dict[str, Any]]:
        """Read a variable, a label or type, and properties between brackets."""
        self._expect(opening)
        variable = self._next() if self._peek() not in (":", "{", closing) else ""
        labels = []
        while self._takes(":"):
            labels.append(self._next())
        own = self._map() if self._peek() == "{" else {}
        self._expect(closing)
        return variable, ":".join(labels), own

    def _map(self) -> dict[str, Any]:
        self._expect("{")
        own: dict[str, Any] = {}
        while not self._takes("}"):
            name = self._next()
            self._expect(":")
            own[name] = self._value()
            self._takes(",")
        return own

    def _value(self) -> Any:
        token = self._next()
        if token == "[":
            values = []
            while not self._takes("]"):
                values.append(self._value())
                self._takes(",")
            return values
        if token in _TIMES:
            self._expect("(")
            time = _TIMES[token](self._next()[1:-1])
            self._expect(")")
            return time
        if token[0] in "'\"":
            return re.sub(r"\\(.)", r"\1", token[1:-1])
        if token.lower() in _LITERALS:
            return _LITERALS[token.lower()]
        return float(token) if "." in token else int(token)

    def _peek(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _next(self) -> str:
        self._at += 1
        return self._tokens[self._at - 1]

    def _takes(self, token: str) -> bool:
        taken = self._peek() == token
        self._at += taken
        return taken

    def _expect(self, token: str) -> None:
        got = self._next()
        if got != token:
            raise ValueError(
                f"expected {token!r}, got {got!r} at {self._tokens[self._at - 8 :][:16]}"
            )

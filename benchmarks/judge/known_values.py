"""A schema without its graph, and a store that knows the literals of gold statements alone."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from judge.query_forms import conditions_of
from steiner.algebra.schema.graph_schema import GraphSchema, PropertySchema
from steiner.columns import KeyHit
from steiner.graph import Node, Subgraph
from steiner.text import normalise

_KINDS = {
    "INTEGER": "number", "FLOAT": "number", "BOOLEAN": "yes or no", "LIST": "list",
    "DATE": "date", "DATE_TIME": "date", "LOCAL_DATE_TIME": "date",
}  # fmt: skip
_NAMES = ("name", "title", "label", "text", "id")


@dataclass
class KnownValues:
    """Stands for a store: it knows the text literals of the gold statements, and nothing else."""

    nodes: Sequence[Node]
    names: dict[str, str]

    def __post_init__(self) -> None:
        self.keys: dict[str, list[int]] = defaultdict(list)
        for node in self.nodes:
            for value in node.properties.values():
                self.keys[normalise(str(value))].append(node.id)

    def record(self) -> Any:
        """Return what names each label."""
        return SimpleNamespace(names=self.names, keys={})

    def search_keys(self, keys: Sequence[str], _: int) -> list[KeyHit]:
        """Return the nodes that have one of the keys."""
        return [
            KeyHit((id,), 1.0, self.nodes[id].name, (key,), tuple(self.nodes[id].properties), ())
            for key in dict.fromkeys(keys)
            for id in self.keys.get(key, ())
        ]

    def hydrate(self, ids: Sequence[int], _: Sequence[int]) -> Subgraph:
        """Return the nodes."""
        return Subgraph(tuple(self.nodes[id] for id in ids))


def schema_of(given: dict[str, Any]) -> GraphSchema:
    """Return the schema of a line of schemas.jsonl."""

    def own(properties: list[dict[str, Any]]) -> dict[str, PropertySchema]:
        return {p["property"]: _property(p) for p in properties}

    labels = {label: own(properties) for label, properties in given["node_properties"].items()}
    types = {type: own(properties) for type, properties in given["relationship_properties"].items()}
    ends: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for step in given["relationships"]:
        ends[step["type"]].append((step["start"], step["end"]))
    names = {
        label: next((n for n in _NAMES if n in own), next(iter(own), ""))
        for label, own in labels.items()
    }
    return GraphSchema(labels, {t: types.get(t, {}) for t in ends}, ends, names)


def _property(given: dict[str, Any]) -> PropertySchema:
    kind = _KINDS.get(given["type"], "text")
    numbers = [given.get("min"), given.get("max")]
    values = [float(v) for v in [*numbers, *given.get("values", [])] if v and kind == "number"]
    return PropertySchema(given["property"], kind, min(values, default=0), max(values, default=0))


def known_values(golds: Sequence[dict[str, Any]], schema: GraphSchema) -> KnownValues:
    """Return a store of the text literals, each at the label of the variable that has it."""
    met: dict[tuple[str, str, str], None] = {}
    for gold in golds:
        cypher = gold["cypher"].replace("`", "")
        of = dict(re.findall(r"\(\s*(\w+)\s*:\s*(\w+)", cypher))
        for head, name, operator, literal in conditions_of(cypher):
            if literal[0] in "'\"" and operator in ("=", "<>", "in"):
                variable, _, label = (part.strip() for part in head.partition(":"))
                met[label or of.get(variable, ""), name, literal.strip("'\"")] = None
    nodes: list[Node] = []
    for given, name, value in met:
        for label, own in schema.labels.items():
            if name in own and given in ("", label):
                called = value if schema.names.get(label) == name else ""
                nodes.append(Node(len(nodes), str(len(nodes)), (label,), {name: value}, called))
    return KnownValues(nodes, dict(schema.names))

"""Are questions over schemas that nobody here has data of read as their authors meant?

    python benchmarks/query_structure.py --output DIR [--databases twitter ...] [--every 1]

Reads the questions of ../shared/data/text2cypher/questions.jsonl over schemas.jsonl alone and
compares each query with the gold Cypher in structure: labels, relationship types, conditions
(property, operator, value), aggregates, direction of the order, limit. What is normalised: IS NOT
NULL, names of variables, columns, an order by a highest value against max(). The text literals of
the gold Cypher stand for what the index would know; each is a value of the property that it is
compared with. Writes DIR/query_structure.jsonl, prints shares by class and database.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np
from data import SHARED

from steiner.algebra import Bound, Overall, PropertyOf, Query, in_words
from steiner.algebra.graph_schema import GraphSchema, PropertySchema
from steiner.embed import TextVectors, open_embedder
from steiner.graph import KeyHit, Node, Subgraph
from steiner.query.query_reading import read_query
from steiner.settings import DEFAULT_EMBEDDER
from steiner.text import normalise

_KINDS = {
    "INTEGER": "number", "FLOAT": "number", "BOOLEAN": "yes or no", "LIST": "list",
    "DATE": "date", "DATE_TIME": "date", "LOCAL_DATE_TIME": "date",
}  # fmt: skip
_NAMES = ("name", "title", "label", "text", "id")
_LITERAL = (
    r"(?:'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|-?\d[\d_]*(?:\.\d+)?(?:[eE]\+?\d+)?|true|false)"
)
_OPERATORS = {"CONTAINS": "contains", "STARTS WITH": "starts", "ENDS WITH": "ends"}
_CALLED = r"(?:date|datetime|toLower|toUpper|toInteger|toFloat)?\(?"


class Form(NamedTuple):
    """What two queries are compared by."""

    labels: frozenset[str]
    types: tuple[str, ...]
    conditions: frozenset[tuple[str, str, str]]
    aggregates: frozenset[str]
    descending: bool | None
    limit: int | None


def gold_form(cypher: str) -> Form:
    """Return the form of a gold statement."""
    plain = re.sub(r"`", "", cypher)
    labels = re.findall(r"\(\s*\w*\s*:\s*(\w+)", plain)
    types = [
        t
        for group in re.findall(r"\[\s*\w*\s*:\s*([\w|:]+)", plain)
        for t in re.split(r"[|:]+", group)
    ]
    conditions = {(p, o, _plain(v)) for _, p, o, v in conditions_of(plain)}
    tail = re.sub(r"(?:EXISTS|exists|COUNT|count)\s*\{.*?\}", "", plain, flags=re.S)
    found = re.findall(r"\b(count|sum|avg|min|max)\s*\(", tail, re.I)
    order = re.search(r"ORDER\s+BY\s+(.*?)(?:\bLIMIT\b|\bRETURN\b|\bSKIP\b|$)", tail, re.I | re.S)
    down = bool(re.search(r"\bDESC", order[1], re.I)) if order else None
    limit = re.search(r"\bLIMIT\s+(\d+)", tail, re.I)
    aggregates = {a.lower() for a in found}
    size = r"\bsize\s*\(\s*(?:\(|\[|collect)|\bcount\s*\{"
    aggregates |= {"count"} if re.search(size, plain, re.I) else set()
    return _normal(Form(
        frozenset(labels), tuple(sorted(types)), frozenset(conditions), frozenset(aggregates), down,
        int(limit[1]) if limit else None,
    ))  # fmt: skip


def _in_years(condition: tuple[str, str, str]) -> tuple[str, str, str]:
    """Take "before 2021-01-01", and "up to 2020-12-31", as "before 2021"; of moments the day.

    `yearOPERATOR` compares the year of a date.
    """
    own, operator, value = condition
    if operator.startswith("year") and re.fullmatch(r"\d{4}", value):
        next_year = {">": ">=", "<=": "<"}.get(operator[4:])
        return own, next_year or operator[4:], str(int(value) + bool(next_year))
    written = re.fullmatch(r"(\d{4})-(\d\d-\d\d)(?:t.*)?", value)
    if not written:
        return own, operator.removeprefix("year").removeprefix("month") or "=", value
    if written[2] == "01-01" and operator in (">=", "<"):
        return own, operator, written[1]
    if written[2] == "12-31" and operator in (">", "<="):
        return own, {">": ">=", "<=": "<"}[operator], str(int(written[1]) + 1)
    return own, operator, value[:10]


def _years(conditions: Iterable[tuple[str, str, str]]) -> frozenset[tuple[str, str, str]]:
    """Take "from 2021-01-01 to 2021-12-31" as the year 2021."""
    kept = {_in_years(condition) for condition in conditions}
    for own, operator, value in list(kept):
        if operator == ">=" and re.fullmatch(r"\d{4}", value):
            ends = {(own, ">=", value), (own, "<", str(int(value) + 1))}
            if ends <= kept:
                kept = {*(kept - ends), (own, "=", value)}
    return frozenset(kept)


def conditions_of(cypher: str) -> list[tuple[str, str, str, str]]:
    """Return (variable, property, operator, literal) of a statement's conditions."""
    inline = [
        (head, prop, "=", value)
        for head, body in re.findall(r"[(\[]\s*(\w*(?:\s*:\s*\w+)?)\s*\{([^}]*)\}", cypher)
        for prop, value in re.findall(rf"(\w+)\s*:\s*({_LITERAL})", body)
    ]
    compared = re.findall(
        rf"(\w+)\.(\w+)\)?(\.year|\.month)?\s*(=|<>|<=|>=|<|>|CONTAINS|STARTS\s+WITH|ENDS\s+WITH)\s*"
        rf"{_CALLED}({_LITERAL})",
        cypher,
    )  # fmt: skip
    several = re.findall(rf"(\w+)\.(\w+)\s+IN\s+\[((?:\s*{_LITERAL},?)+)\]", cypher)
    lists = [
        (v, p, "in", literal) for v, p, body in several for literal in re.findall(_LITERAL, body)
    ]
    tidy = [
        (v, p, ("year" if part == ".year" else "") + _OPERATORS.get(" ".join(o.split()), o), value)
        for v, p, part, o, value in compared
    ]
    flags = re.findall(
        r"(?:WHERE|AND|OR)\s+(NOT\s+)?(\w+)\.(\w+)\s*(?=$|\b(?:AND|OR|RETURN|WITH|MATCH|ORDER)\b)",
        cypher,
    )
    said = [(v, p, "=", "false" if no else "true") for no, v, p in flags]
    return [*inline, *tidy, *lists, *said]


def _plain(literal: str) -> str:
    text = literal.strip("'\"").casefold()
    return f"{float(text):g}" if re.fullmatch(r"-?\d+(\.\d+)?(e\+?\d+)?", text) else text


def query_form(query: Query) -> Form:
    """Return the form of a query of the algebra."""
    parts = [*query.parts()]
    asked = [bound for part in parts for bound in part.bounds]
    others = [b.value.bounds for b in asked if isinstance(b.value, Query)]
    themselves = {(b.property.name, b.value) for own in others for b in own}
    bounds = [b for b in asked if not (b.negated and (b.property.name, b.value) in themselves)]
    conditions = {c for bound in bounds for c in _condition(bound)}
    measure = query.measure
    if measure:
        conditions |= {("", o, f"{v:g}") for o, v in measure.having}
    aggregates = {part.measure.kind for part in parts if part.measure}
    every = [link for part in parts for link in part.links]
    aggregates |= {"count"} if any(link.count for link in every) else set()
    down = query.order.descending if query.order else None
    # What is counted beside a link is the link once more.
    known = {k.types for k in every if not k.count}
    links = [k for k in every if not k.count or k.types not in known]
    types = sorted(t for link in links for t in link.types)
    return _normal(Form(
        frozenset(label for part in parts for label in part.labels if label), tuple(types),
        frozenset(conditions), frozenset(aggregates), down, query.limit,
    ))  # fmt: skip


def _condition(bound: Bound) -> list[tuple[str, str, str]]:
    if bound.operator in ("present", "missing"):
        return []
    operator = bound.operator
    operator = {"=": "<>"}.get(operator, operator) if bound.negated else operator
    if isinstance(bound.value, PropertyOf | Overall):
        return []
    if isinstance(bound.value, Query):  # Of "the same city as Ann" the name stands in the gold.
        return [c for inner in bound.value.bounds for c in _condition(inner)]
    values = bound.value if isinstance(bound.value, list) else [bound.value]
    return [(bound.property.name, operator, _plain(str(v))) for v in values]


def _normal(form: Form) -> Form:
    """Take "the highest" by max() and by an order as one, and a condition on a count apart."""
    kinds = form.aggregates & {"min", "max"}
    if kinds:
        down = "max" in kinds
        form = form._replace(
            aggregates=form.aggregates - kinds,
            descending=down if form.descending is None else form.descending,
            limit=form.limit or 1,
        )
    return form._replace(conditions=_years(c for c in form.conditions if c[0]))


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


def main() -> None:
    """Read, compare, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--databases", nargs="*")
    parser.add_argument("--every", type=int, default=1)
    options = parser.parse_args()
    folder = SHARED / "text2cypher"
    schemas = {s["database"]: s for s in map(json.loads, (folder / "schemas.jsonl").open())}
    golds = list(map(json.loads, (folder / "questions.jsonl").open()))[:: options.every]
    vectors = TextVectors(open_embedder(DEFAULT_EMBEDDER), 20_000)

    def alike(left: Sequence[str], right: Sequence[str]) -> Any:
        return np.asarray(vectors.vectors(list(left)) @ vectors.vectors(list(right)).T, dtype=float)

    options.output.mkdir(parents=True, exist_ok=True)
    lines = []
    for name, given in schemas.items():
        own = [g for g in golds if g["database"] == name]
        if options.databases and name not in options.databases:
            continue
        schema = schema_of(given)
        store: Any = known_values(own, schema)
        for gold in own:
            read = read_query(gold["question"], schema, store, alike)
            wanted = gold_form(gold["cypher"])
            form = query_form(read.query) if read else None
            if form and wanted.limit and wanted.descending is None:
                form = form._replace(descending=None)  # The gold leaves open which rows it takes.
            same = [f for f in Form._fields if form and getattr(form, f) == getattr(wanted, f)]
            lines.append({
                **gold, "words": in_words(read.query) if read else "", "same": same,
                "equal": len(same) == len(Form._fields), "unread": read.unread if read else (),
                "confidence": read.confidence if read else 0.0,
            })  # fmt: skip
    with (options.output / "query_structure.jsonl").open("w") as file:
        file.writelines(json.dumps(line) + "\n" for line in lines)
    for field in ("type", "database"):
        groups = defaultdict(list)
        for line in lines:
            groups[line[field]].append(line)
        for group, members in sorted(groups.items()):
            print(f"{group}: {share(members)} ({len(members)})")
    print("all:", share(lines), f"({len(lines)})")
    parts = Counter(f for line in lines for f in line["same"])
    print({f: round(parts[f] / len(lines), 3) for f in Form._fields})
    for least in (0.5, 0.7, 0.8, 0.9):
        sure = [line for line in lines if line["confidence"] >= least]
        print(f"confidence >= {least}: {len(sure) / len(lines):.2f} answered, {share(sure)} equal")


def share(lines: Sequence[dict[str, Any]]) -> str:
    """Return the share of equal structure."""
    return f"{sum(line['equal'] for line in lines) / max(len(lines), 1):.3f}"


if __name__ == "__main__":
    main()

"""What queries are compared by where there is no graph to run them on: the form of a statement.

Labels, relationship types, conditions (property, operator, value), aggregates, direction of the
order, limit. What is normalised: IS NOT NULL, names of variables, columns, an order by a highest
value against max().
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from steiner.algebra import Bound, Overall, PropertyOf, Query

LITERAL = (
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
        for prop, value in re.findall(rf"(\w+)\s*:\s*({LITERAL})", body)
    ]
    compared = re.findall(
        rf"(\w+)\.(\w+)\)?(\.year|\.month)?\s*(=|<>|<=|>=|<|>|CONTAINS|STARTS\s+WITH|ENDS\s+WITH)\s*"
        rf"{_CALLED}({LITERAL})",
        cypher,
    )  # fmt: skip
    several = re.findall(rf"(\w+)\.(\w+)\s+IN\s+\[((?:\s*{LITERAL},?)+)\]", cypher)
    lists = [
        (v, p, "in", literal) for v, p, body in several for literal in re.findall(LITERAL, body)
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
    themselves = {(b.property.name, repr(b.value)) for own in others for b in own}
    bounds = [
        b for b in asked if not (b.negated and (b.property.name, repr(b.value)) in themselves)
    ]
    conditions = {c for bound in bounds for c in _condition(bound)}
    measure = query.measure
    if measure:
        conditions |= {("", o, f"{v:g}") for o, v in measure.having}
    aggregates = {measure.kind} if measure else set()
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

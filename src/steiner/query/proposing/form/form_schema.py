"""The JSON Schema of the form for one graph: its labels, types and properties are enumerated."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any

from steiner.algebra import (
    ARITHMETIC,
    COLLECT,
    DISTANCE,
    DURATIONS,
    ITEM,
    MEASURES,
    PERCENTILE,
    SHARES,
)
from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.query.proposing.form.form_parts import FIGURES
from steiner.query.proposing.form.form_properties import PARTS
from steiner.query.proposing.form.form_values import OPERATORS

Json = dict[str, Any]


def form_schema(schema: GraphSchema) -> Json:
    """Return the JSON Schema of what a model writes: a form over `schema`, or `cannot`.

    No part may have keys of its own; a value is one of a tagged union.
    """
    members = chain(schema.labels.values(), schema.types.values())
    properties = sorted({name for own in members for name in own})
    parts = {
        "query": _object(_query(), ("find", "nodes")),
        "branch": _object(_branch(), ()),
        **_matched(schema),
        **_computed(),
        "ref": _object(_PROPERTY, ("of", "property")),
        "operand": _operand(),
        "name": _one_of(properties),
    }
    root = _object({**_query(), "or_else": _ref("query"), "cannot": _TEXT}, ())
    return {"title": "query_form", **root, "$defs": parts}


_TEXT: Json = {"type": "string"}
_FLAG: Json = {"type": "boolean"}
_COUNT: Json = {"type": "integer"}
_NUMBER: Json = {"type": "number"}


def _query() -> Json:
    return {
        "find": _TEXT,
        **_branch(),
        "measure": _ref("measure"),
        "overall": _FLAG,
        "across": _one_of(MEASURES),
        "values_of": _ref("ref"),
        "beside": _each("beside"),
        "between": _object({"is": _one_of(ARITHMETIC), "having": _each("figure")}, ("is",)),
        "against": _object({"is": _one_of(ARITHMETIC), "from": _ref("query")}, ("is", "from")),
        "first_of_each": _object({**_PROPERTY, "most": _COUNT}, ("of",)),
        "order": _object({**_PROPERTY, "descending": _FLAG}, ()),
        "limit": _COUNT,
        "skip": _COUNT,
        "show": _each("ref"),
        "table": _ref("table"),
        "path": _TEXT,
    }


def _branch() -> Json:
    return {
        "nodes": _each("node"),
        "links": _each("link"),
        "where": _each("condition"),
        "either": _each("branch"),
    }


def _matched(schema: GraphSchema) -> Json:
    types = _one_of(schema.ends)
    link = {
        "from": _TEXT,
        "type": {"anyOf": [types, {"type": "array", "items": types}]},
        "to": _TEXT,
        "name": _TEXT,
        "either_way": _FLAG,
        "none": _FLAG,
        "how_many": _each("figure"),
        "any_type": _FLAG,
        "any_distance": _FLAG,
        "steps": _COUNT,
    }
    condition = {
        **_PROPERTY,
        "is": _one_of(OPERATORS),
        "value": _ref("value"),
        "not": _FLAG,
    }
    node = {"name": _TEXT, "label": _one_of(["", *schema.labels])}
    return {
        "node": _object(node, ("name", "label")),
        "link": _object(link, ("from", "to")),
        "condition": _object(condition, ("of", "property", "is")),
    }


def _computed() -> Json:
    single: list[Json] = [_TEXT, _NUMBER, _FLAG]
    value = [
        *single,
        {"type": "array", "items": {"anyOf": single}},
        _ref("ref"),
        _object({"overall": _one_of(MEASURES), **_PROPERTY}, ("overall",)),
        _object({"from": _ref("query")}, ("from",)),
    ]
    measure = _measure((*MEASURES, PERCENTILE, *SHARES))
    beside = {**_branch(), "measure": _ref("measure")}
    del beside["either"]
    figure = {"is": _one_of(FIGURES), "number": _NUMBER}
    return {
        "value": {"anyOf": value},
        "measure": measure,
        "table": _table(),
        "beside": _object(beside, ("measure",)),
        "figure": _object(figure, ("is", "number")),
    }


def _measure(kinds: Iterable[str]) -> Json:
    measure = {
        "kind": _one_of(kinds),
        **_PROPERTY,
        "percent": _NUMBER,
        "having": _each("figure"),
        "part": _each("condition"),
    }
    return _object(measure, ("kind", "of"))


def _table() -> Json:
    """Return a table by several keys: nodes, properties, their parts, the items of a list."""
    key = {**_PROPERTY, "as": _one_of((*PARTS, ITEM))}
    measure = _measure((*MEASURES, PERCENTILE, *SHARES, COLLECT))
    return _object(
        {"by": _list(_object(key, ("of",))), "measures": _list(measure), "pairs": _FLAG}, ()
    )


def _object(properties: Mapping[str, Json], required: Iterable[str]) -> Json:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": [*required],
        "additionalProperties": False,
    }


def _one_of(names: Iterable[str]) -> Json:
    return {"type": "string", "enum": [*names]}


def _operand() -> Json:
    """Return what a property is computed with: another one, a number or a day."""
    place = _object({"from": _ref("query")}, ("from",))
    other = {"property": _ref("name"), "value": {"anyOf": [_TEXT, _NUMBER, place]}}
    return _object({"is": _one_of((*ARITHMETIC, *DURATIONS, DISTANCE)), **other}, ("is",))


def _ref(part: str) -> Json:
    return {"$ref": f"#/$defs/{part}"}


def _each(part: str) -> Json:
    return _list(_ref(part))


def _list(item: Json) -> Json:
    return {"type": "array", "items": item}


_PROPERTY: Json = {
    "of": _TEXT,
    "property": _ref("name"),
    "as": _one_of(PARTS),
    "with": _ref("operand"),
}
"""A property of a node or named link, a part of its days, or what is computed with it."""

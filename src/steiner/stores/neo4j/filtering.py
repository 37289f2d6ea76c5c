"""Filters in statements: the parts that accept a node or a relationship, and their names."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import date, time
from difflib import get_close_matches
from typing import Any

from steiner.errors import InvalidInput
from steiner.filters import Condition, Filter
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.statements import compose, fill

Vocabulary = Mapping[str, Sequence[str]]
"""The names that the database has: its `labels`, `types` and `properties`."""
FILTER_COPIES = "steiner_filter_"
LONGEST_COPY = 1_000
"""Characters: a server of 2026.08 stops when a filtered vector index gets one of 32,766 bytes."""
_INDEXED = (bool, int, float, str, date, time)
_EXACT = ("=", "in")
_ORDERED = (*_EXACT, "<", "<=", ">", ">=")
_SINGULAR = {"labels": "label", "types": "relationship type", "properties": "property"}


def node_allowed(where: Filter, variable: str) -> str:
    """Return the filter on the node `variable` as a part of a statement."""
    labelled = _named("label", variable, labels=where.labels) if where.labels else []
    return _all([*labelled, *_meets(variable, where.nodes, "node")])


def relationship_allowed(where: Filter) -> str:
    """Return the filter on the relationship r, from s to t, as a part of a statement."""
    typed = _named("type", "r", types=where.types) if where.types else []
    own = [*typed, *_meets("r", where.relationships, "relationship")]
    return _all([*own, node_allowed(where, "s"), node_allowed(where, "t")])


def link_allowed(where: Filter, variable: str) -> str:
    """Return the filter on the relationship `variable`, its ends left aside."""
    typed = _named("type", variable, types=where.types) if where.types else []
    return _all([*typed, *_meets(variable, where.relationships, "relationship")])


def step_allowed(where: Filter) -> str:
    """Return the filter on a step over the relationship r to the node m, its type left aside."""
    own = _all(_meets("r", where.relationships, "relationship"))
    return _all([own, node_allowed(where, "m")])


def parameters(where: Filter) -> dict[str, Any]:
    """Return the values that the parts of a statement refer to."""
    given = {"node": where.nodes, "relationship": where.relationships}
    return {
        f"{kind}_{place}": condition.parameter()
        for kind, conditions in given.items()
        for place, condition in enumerate(conditions)
    }


def parts(where: Filter) -> dict[str, str]:
    """Return the parts of a statement that searches or reads.

    `node` and `relationship` accept one; `of_entry` matches the node n of the entry e.
    """
    return {
        "node": node_allowed(where, "n"),
        "relationship": relationship_allowed(where),
        "of_entry": compose("retrieve/of_entry", {}),
    }


def copy_of(property: str) -> str:
    """Return the name of steiner's copy of a property, which lies inside the vector index."""
    return FILTER_COPIES + property


def inside_index(where: Filter, copied: Collection[str]) -> str:
    """Return what the vector index itself can compare, as a part of SEARCH; "" for nothing.

    One condition for each of the `copied` properties, as its grammar asks: of all that it accepts,
    the whole filter is asked outside. A text of more than LONGEST_COPY characters has no copy.
    """
    chosen: dict[str, str] = {}
    for place, condition in enumerate(where.nodes):
        if condition.property in copied and _in_index(condition):
            copy = replace(condition, property=copy_of(condition.property))
            (part,) = _compared("e", copy, f"node_{place}")
            if condition.operator == "=" or copy.property not in chosen:
                chosen[copy.property] = part
    return compose("where/inside", {"conditions": _all([*chosen.values()])}) if chosen else ""


def _in_index(condition: Condition) -> bool:
    values = condition.value if isinstance(condition.value, tuple) else (condition.value,)
    texts = [value for value in values if isinstance(value, str)]
    # Texts are compared for being equal only: by order, one without a copy would be missed.
    compared = _EXACT if texts else _ORDERED
    return (
        condition.operator in compared
        and all(isinstance(value, _INDEXED) for value in values)
        and all(len(text) <= LONGEST_COPY for text in texts)
    )


def on_property(where: Filter, property: str) -> str:
    """Return the conditions on this property of the node n as a part of a statement."""
    return _all(_meets("n", where.nodes, "node", property))


def check_names(where: Filter, known: Vocabulary, connection: Neo4jConnection) -> None:
    """Raise InvalidInput for a label, type or property that the database does not have.

    What `known` does not hold may be new: it is looked up again.
    """
    conditions = (*where.nodes, *where.relationships)
    named = {
        "labels": where.labels,
        "types": where.types,
        "properties": tuple(condition.property for condition in conditions),
    }
    if all(set(names) <= set(known.get(kind, ())) for kind, names in named.items()):
        return
    (vocabulary,) = connection.read_columns("retrieve/vocabulary")
    for kind, names in named.items():
        _check(_SINGULAR[kind], names, vocabulary[kind])


def _meets(
    variable: str, conditions: Sequence[Condition], kind: str, only: str | None = None
) -> list[str]:
    return [
        part
        for place, condition in enumerate(conditions)
        if only is None or condition.property == only
        for part in (
            *_compared(variable, condition, f"{kind}_{place}"),
            *_seen(variable, condition),
        )
    ]


def _compared(variable: str, condition: Condition, parameter: str) -> list[str]:
    return _named(
        "contains" if condition.operator == "contains" else "compare",
        variable,
        {"operator": condition.operator.upper(), "value": parameter},
        property=condition.property,
    )


def _seen(variable: str, condition: Condition) -> list[str]:
    """Leave out the nodes that hide the property."""
    if not condition.hidden_on:
        return []
    if not condition.shown_on:
        return _named("hidden", variable, hiding=condition.hidden_on)
    return _named("shown", variable, hiding=condition.hidden_on, showing=condition.shown_on)


def _named(
    name: str,
    variable: str,
    more: Mapping[str, str] | None = None,
    **identifiers: str | Sequence[str],
) -> list[str]:
    return [fill(compose(f"where/{name}", {"it": variable, **(more or {})}), identifiers)]


def _all(conditions: Sequence[str]) -> str:
    return " AND ".join(c for c in conditions if c != "true") or "true"


def _check(kind: str, names: Sequence[str], known: Sequence[str]) -> None:
    for name in names:
        if name not in known:
            near = get_close_matches(name, known, n=1)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            raise InvalidInput(
                f"The filter names the {kind} {name!r}, which the database does not have.{hint}"
            )

"""Judges tables over POLE by the rows of the gold statement, computed on the graph in memory.

Gold statements of ../shared/data/zograscope match relationships either way, compare by equality and
return nodes, values of a property, or a number; "first" and "last" go by the order of texts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from steiner.algebra import Bound, Measure, Owner, PropertyOf, Query, QueryLink
from steiner.evidence import Table
from steiner.graph import Node

_NODE = r"\((x\d):(\w+)(?: WHERE x\d\.(\w+) = \"((?:[^\"\\]|\\.)*)\")?\)"
_STEP = re.compile(rf"{_NODE}(?:-\[:(\w+)\]-)?(?=(?:\((x\d))?)")
_RETURN = re.compile(r"RETURN (?:(COUNT)\(DISTINCT )?(x\d)(?:\.(\w+))?")
_ORDER = re.compile(r"ORDER BY x\d\.(\w+) (ASC|DESC)")
_DAY = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})")


def gold_query(cypher: str) -> tuple[Query, str]:
    """Return the query of a gold statement, without order, and the property that it returns, ""."""
    steps = _STEP.findall(cypher)
    labels = {variable: label for variable, label, *_ in steps}
    returned = _RETURN.search(cypher)
    assert returned is not None, cypher
    counted, root, own = returned.groups()
    names = [root, *(name for name in _reached(root, steps) if name != root)]
    place = {name: number for number, name in enumerate(names)}
    links = [(a, type, b) for a, _, _, _, type, b in steps if type]
    ordered = sorted(links, key=lambda k: max(place[k[0]], place[k[2]]))
    bounds = [
        Bound(PropertyOf(Owner(place[name]), property), "=", value)
        for name, _, property, value, *_ in steps
        if property
    ]
    query = Query(
        tuple(labels[name] for name in names),
        tuple(QueryLink((t,), place[a], place[b], mutual=True) for a, t, b in ordered),
        tuple(dict.fromkeys(bounds)),
        Measure("count", Owner(0)) if counted else None,
        single=bool(counted),
    )
    return query, own or ""


def _reached(root: str, steps: Sequence[tuple[str, ...]]) -> list[str]:
    """Return the variables in the order in which links reach them."""
    names, links = [root], [(a, b) for a, *_, type, b in steps if type]
    while more := next((p for p in links if (p[0] in names) != (p[1] in names)), None):
        names.append(more[more[0] in names])
    return names


def pole_judge(gold: dict[str, Any], store: Any) -> Callable[[Table | None], bool]:
    """Return what says whether a table is right: nodes or what identifies them, values, a number.

    Of the first or last by a property every one that is as good is right, by the order of texts or
    by that of days and numbers.
    """
    query, own = gold_query(gold["cypher"])
    table = store.run(query, 0.0)
    if query.measure:
        number = table.rows[0][0] if table.rows else 0
        return lambda given: given is not None and _is_number(given, number)
    nodes = {row[0].id: row[0] for row in table.rows}
    order = _ORDER.search(gold["cypher"])
    sets = [nodes] if order is None else [*_best(nodes, order[1], order[2] == "DESC")]
    return lambda given: given is not None and any(_holds(given, own, each) for each in sets)


def _best(nodes: dict[int, Node], by: str, down: bool) -> Iterable[dict[int, Node]]:
    """Yield all nodes that are first, by the order of texts, then of days and numbers."""
    known = {id: node for id, node in nodes.items() if node.properties.get(by) is not None}
    for key in (str, _sortable):
        values = {id: key(node.properties[by]) for id, node in known.items()}
        best = (max if down else min)(values.values(), default=None)
        yield {id: known[id] for id, value in values.items() if value == best}


def _sortable(value: Any) -> Any:
    day = _DAY.fullmatch(str(value))
    if day:
        return (int(day[3]), int(day[2]), int(day[1]))
    return (float(value),) if re.fullmatch(r"-?\d+(\.\d+)?", str(value)) else (str(value),)


def _is_number(table: Table, number: Any) -> bool:
    return len(table.rows) == 1 and number in [c for c in table.rows[0] if _is_plain(c)]


def _is_plain(cell: Any) -> bool:
    return isinstance(cell, int | float) and not isinstance(cell, bool)


def _holds(table: Table, own: str, nodes: dict[int, Node]) -> bool:
    """Say whether a column holds these nodes, or their values of the property that is asked for."""
    limited = "LIMIT" in table.cypher and len(nodes) > 1 and len(table.rows) == 1
    for column in zip(*table.rows, strict=True):
        ids = {cell.id for cell in column if isinstance(cell, Node)}
        values = {str(cell) for cell in column if not isinstance(cell, Node) and cell is not None}
        if own:
            wanted = {str(v) for n in nodes.values() if (v := n.properties.get(own)) is not None}
            if values == wanted or (limited and values and values <= wanted):
                return True
        elif (
            (ids and ids == {*nodes})
            or (limited and ids and ids <= {*nodes})
            or (values and any(values == _named(nodes, name) for name in _keys(nodes)))
        ):
            return True
    return not nodes and not table.rows


def _keys(nodes: dict[int, Node]) -> set[str]:
    return {name for node in nodes.values() for name in node.properties}


def _named(nodes: dict[int, Node], name: str) -> set[str]:
    """Return the nodes' values of a property, where these tell all of them apart."""
    values = {str(node.properties.get(name)) for node in nodes.values()}
    return values if len(values) == len(nodes) else set()

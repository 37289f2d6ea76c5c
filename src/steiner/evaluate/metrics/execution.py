"""Execution accuracy: is a computed table what the gold statement returns?

Some injective mapping of every gold column to a predicted column, or to a property of a predicted
node, makes the sets of rows equal. Extra columns are free. Of a limited order the rows above the
border must be there, and as many of those tied at it as are missing; of a limit without an order
any rows of the unlimited answer. Where the question asks to sort, the order counts. Rows are as
`steiner retrieve` writes them; a gold node is {"_id", "key", "props"}.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product
from typing import Any

from steiner.evaluate.datasets.gold_tables import GoldTable

Column = tuple[int, str | None]
"""A column by its number, or a property of the nodes in it."""
Cells = list[Any]
_SORTED = re.compile(
    r"\b(sort(ed)?|order(ed)? by|ascending|descending|alphabetical\w*|chronological\w*|ranked)\b",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"-?\d+(\.\d+)?")
_MIDNIGHT = re.compile(r"(t|\s)00:00(:00(\.0+)?)?(z|\[.*\]|\+00:00)?$")
_DAY = re.compile(r"\d{4}-\d\d-\d\d[T ]")
_MOST_ITEMS, _MOST_OPTIONS, _MOST_MAPPINGS = 500, 12, 3_000


def execution_accuracy(
    rows: Sequence[Sequence[Any]], golds: Sequence[GoldTable], question: str
) -> float:
    """Return 1 if the rows are right by one of the gold tables, 0 otherwise."""
    own = [[_predicted(cell) for cell in row] for row in rows]
    return float(any(_is_right(own, gold, question) for gold in golds))


def _is_right(rows: list[Cells], gold: GoldTable, question: str) -> bool:
    must, pool = gold.get("must", gold["rows"]), gold.get("pool", [])
    wanted = gold.get("limit") or len(must)
    if fitted := _fitted(rows, must, pool, wanted):
        sorts = gold.get("keys") and not pool and _SORTED.search(question)
        return not sorts or _in_order(*fitted, gold["keys"])
    return _fitted(_exploded(rows), _exploded(must), _exploded(pool), wanted) is not None


def _fitted(
    rows: list[Cells], must: list[Cells], pool: list[Cells], wanted: int
) -> tuple[list[Cells], list[Cells]] | None:
    """Return the predicted and the gold rows in the columns that make them equal."""
    golds = [*must, *pool]
    if not golds or not rows:
        return None
    own = {column: cells for i in range(len(rows[0])) for column, cells in _columns(rows, i)}
    options = [
        list(islice(_options(golds, i, len(must), own), _MOST_OPTIONS))
        for i in range(len(golds[0]))
    ]
    for chosen in islice(product(*options), _MOST_MAPPINGS):
        names = [name for _, name in chosen]
        if len(set(names)) < len(names):
            continue
        gold = [list(row) for row in zip(*(cells for cells, _ in chosen), strict=True)]
        mine = [list(row) for row in zip(*(own[name] for name in names), strict=True)]
        if _are_equal(mine, gold[: len(must)], gold[len(must) :], wanted):
            return mine, gold
    return None


def _options(
    golds: list[Cells], number: int, must: int, own: Mapping[Column, Cells]
) -> Iterator[tuple[Cells, Column]]:
    """Yield the predicted columns whose values can be those of a gold column."""
    for _, cells in _columns(golds, number, gold=True):
        whole, least = set(cells), set(cells[:must])
        for name, mine in own.items():
            if least <= set(mine) <= whole if len(golds) > must else whole == set(mine):
                yield cells, name


def _are_equal(mine: list[Cells], must: list[Cells], pool: list[Cells], wanted: int) -> bool:
    given, least, more = (set(map(tuple, rows)) for rows in (mine, must, pool))
    if not pool:
        return given == least
    if not least <= given <= least | more:
        return False
    return len(given) == min(wanted, len(least | more)) or len(mine) == wanted


def _in_order(mine: list[Cells], gold: list[Cells], keys: Sequence[Any]) -> bool:
    of: dict[tuple[Any, ...], str] = {}
    for row, key in zip(gold, keys, strict=False):
        of.setdefault(tuple(row), json.dumps(key))
    given, wanted = (list(dict.fromkeys(map(tuple, rows))) for rows in (mine, gold))
    return [of[row] for row in given] == [of[row] for row in wanted]


def _columns(
    rows: Sequence[Cells], number: int, gold: bool = False
) -> Iterator[tuple[Column, Cells]]:
    """Yield a column as it is, and what its nodes can be called by: gold's key, any property."""
    column = [row[number] for row in rows]
    yield (number, None), [_canonical(cell) for cell in column]
    nodes = [cell for cell in column if isinstance(cell, dict) and "props" in cell]
    if not nodes or len(nodes) < sum(cell is not None for cell in column):
        return
    if gold:
        yield (number, "key"), [_canonical(cell.get("key")) if cell else None for cell in column]
        return
    for name in sorted({name for node in nodes[:50] for name in node["props"]}):
        yield (number, name), [_canonical(c["props"].get(name)) if c else None for c in column]


def _canonical(value: Any) -> Any:
    """Return what values are compared by: numbers to five digits, texts without case."""
    if isinstance(value, bool):
        return str(value).lower()
    if value is None or isinstance(value, int | float):
        return None if value is None else f"{float(value):.5g}"
    if isinstance(value, str):
        text = value.strip().casefold()
        return f"{float(text):.5g}" if _NUMBER.fullmatch(text) else _MIDNIGHT.sub("", text)
    if isinstance(value, dict):
        return _canonical_map(value)
    return tuple(sorted({repr(_canonical(item)) for item in value}))


def _canonical_map(value: Mapping[str, Any]) -> Any:
    if "_id" in value:
        return f"#{value['_id']}"
    if "_path" in value:
        return tuple(_canonical(step) for step in value["_path"])
    return tuple(sorted((name, _canonical(own)) for name, own in value.items()))


def _exploded(rows: list[Cells]) -> list[Cells]:
    """Return a row for each item of the lists in a row: [a, [1, 2]] is [a, 1] and [a, 2]."""
    parts = [[c if isinstance(c, list) else [c] for c in row] for row in rows]
    return [
        list(cells)
        for row in parts
        for cells in islice(product(*(part or [None] for part in row)), _MOST_ITEMS)
    ]


def _predicted(cell: Any) -> Any:
    """Return a cell that was written; a node as the gold tables have it."""
    if isinstance(cell, dict) and isinstance(cell.get("properties"), dict):
        own = {k: v for k, v in cell["properties"].items() if not k.startswith("steiner_")}
        props = {k: v[:300] if isinstance(v, str) else v for k, v in own.items()}
        return {"_id": _identity(own), "key": cell.get("name"), "props": props}
    if isinstance(cell, list):
        return [_predicted(item) for item in cell[:200]]
    return cell[:300] if isinstance(cell, str) else cell


def _identity(properties: Mapping[str, Any]) -> str:
    """Return the hash by which gold names a node: of its plain properties, moments apart."""
    kept = {
        name: str(v) if isinstance(v, bool | str) else f"{float(v):.5g}"
        for name, v in properties.items()
        if isinstance(v, str | int | float | bool)
        and not (isinstance(v, str) and (len(v) >= 300 or _DAY.match(v)))
    }
    text = json.dumps(kept, sort_keys=True, ensure_ascii=False)
    return hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()[:16]

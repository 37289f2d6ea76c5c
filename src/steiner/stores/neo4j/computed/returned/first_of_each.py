"""Cypher that leaves the first few rows of each of something, those that tie with the last, too."""

from __future__ import annotations

from steiner.algebra import MOST_ROWS, FirstOfEach, PropertyOf
from steiner.stores.neo4j.computed.matched.expressions import Expressions
from steiner.stores.neo4j.computed.statement import LIMIT, Column


def each_of(each: FirstOfEach, patterns: Expressions) -> str:
    """Return the expression by which rows belong together: the id of a node, or a value."""
    of = each.of
    return patterns.raw(of) if isinstance(of, PropertyOf) else f"id({patterns.variable(of)})"


def each_column(each: FirstOfEach, name: str) -> Column:
    """Return the column of what rows are the first of; of a node it has a `name`."""
    of = each.of
    if isinstance(of, PropertyOf):
        return Column(of.said, "each", False, of)
    return Column(name or f"entity {of.number}", "each", True, of)


def first_rows(each: FirstOfEach, count: int, way: str, patterns: Expressions) -> str:
    """Return what follows rows of `each`, `key` and `count` columns c0, c1, … to the end.

    `way` is ASC or DESC, that of the key.
    """
    columns = ", ".join(f"c{i}" for i in range(count))
    most = patterns.value(min(each.most, MOST_ROWS))
    better = ">=" if way == "DESC" else "<="
    returned = ", ".join(f"row[{i + 1}] AS c{i}" for i in range(count))
    return (
        f"ORDER BY key {way}, {columns}\n"
        f"WITH each, collect([key, {columns}]) AS rows\nWHERE each IS NOT NULL\n"
        f"WITH rows, coalesce(rows[{most} - 1], rows[-1])[0] AS last\n"
        f"UNWIND rows AS row\nWITH row, last WHERE row[0] {better} last\n"
        f"RETURN {returned}\nORDER BY row[0] {way}, {columns}\n{LIMIT}"
    )

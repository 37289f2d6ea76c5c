"""What a query of paths returns: a shortest way from each root to each other end."""

from __future__ import annotations

from steiner.algebra import Owner, Query, variable_names
from steiner.stores.neo4j.computed.statement import LIMIT, Column, Statement, distinct

LENGTH = 3
"""The column of how many relationships a way has."""


def path_statement(query: Query, number: int) -> Statement:
    """Return the statement of a path: its ends, the nodes between them in order, its length.

    The path is matched as `Patterns.path` writes it; of several that are as short one is taken.
    """
    far, names = query.far(number), variable_names(query)
    columns = [
        Column(names[0] or "entity", "id(v0)", True, Owner(0)),
        Column(names[far] or f"entity {far}", f"id(v{far})", True, Owner(far)),
        Column("on the way", "[n IN nodes(path)[1..-1] | id(n)]", True, None, True),
        Column("steps", "length(path)", False),
    ]
    returned = ", ".join(f"{column.text} AS c{i}" for i, column in enumerate(columns))
    way = " DESC" * bool(query.order and query.order.descending)
    text = f"RETURN {returned}\nORDER BY c{LENGTH}{way}, c0, c1\n{LIMIT}"
    return Statement(text, {}, distinct(columns), LENGTH)

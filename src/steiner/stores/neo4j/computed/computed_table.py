"""The table of a computed query: its rows with nodes for ids, its proof, its true total."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from steiner.algebra import Query, in_words
from steiner.evidence import Table
from steiner.graph import Subgraph
from steiner.stores.neo4j.computed.running import Computation


def table_of(
    query: Query,
    asked: Computation,
    hydrate: Callable[[Sequence[int], Sequence[int]], Subgraph],
    patience: float,
    *,
    proved: bool,
) -> Table:
    """Run a `query` as `asked` and return its table; why it is empty takes `patience` seconds.

    Its proof is empty where it is not to be `proved`. Raises as `Computation.rows`.
    """
    cells = asked.rows()
    made = asked.made
    kept, tied = made.cut(cells)
    shown_rows, columns = (*kept, *tied), made.columns
    rowed = {id for row in shown_rows for c, v in zip(columns, row, strict=True) for id in c.ids(v)}
    nodes, links = asked.proof(kept) if proved else ([], [])
    proof = hydrate(sorted(rowed.union(nodes)), links)
    known = {node.id: node for node in proof.nodes}

    def shown(rows: Sequence[list[Any]]) -> tuple[tuple[Any, ...], ...]:
        # By column: a row at a time takes a call for every cell.
        parts = zip(zip(*rows, strict=True), made.columns, strict=bool(rows))
        named = [c.shown(part, known) for part, c in parts]
        return tuple(zip(*named, strict=True))

    return Table(
        tuple(column.name for column in made.columns),
        shown(kept),
        asked.total(cells),
        made.text,
        made.parameters,
        in_words(query),
        shown(tied),
        proof,
        asked.emptied_by(cells, patience),
    )

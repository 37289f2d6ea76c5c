"""The lines of a computed answer: its rows, what they have, what proves them, then the rest."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from steiner.algebra import Owner, Query
from steiner.display.cells import cell_text
from steiner.evidence import Evidence, Fact, Table
from steiner.graph import Node, Subgraph
from steiner.index.properties.values import is_url
from steiner.query.query_reading import Reading
from steiner.settings import Options, TextSettings
from steiner.text import common_labels, local_names, plain_words, readable
from steiner.textualise.facts import FactWriter, NodeLines
from steiner.textualise.pack import FactQueue, Line, Offer

_COMPARES = ("<", "<=", ">", ">=", "year", "month")


def rows_first(table: Table, evidence: Evidence, reading: Reading, options: Options) -> list[Line]:
    """Return the rows as lines, then the facts; a fact that says a whole row stands for it.

    The row (Ann, Aurora) of "who commanded Aurora?" is said by "Ann commanded Aurora". What each
    row is, by its code and its day, stands behind all rows, or in their place where it is short.
    """
    facts, proof = [*_as_lines(evidence.facts)], _proved(table.proof, evidence)
    saying, rows = _said(table, evidence, reading, [*proof, *facts])
    known = {id for line in saying for id in line.relationships}
    proof = [line for line in proof if not known & {*line.relationships}]
    new = known.union(*(line.relationships for line in proof))
    rest = [f for f in facts if not (f.relationships and new >= {*f.relationships})]
    lines = [*_without_rows(table), *saying, *_described(rows, table, evidence, options)]
    same = {(line.text, line.nodes, line.relationships): line for line in (*lines, *proof, *rest)}
    return [*same.values()]


def _said(
    table: Table, evidence: Evidence, reading: Reading, facts: Sequence[Line]
) -> tuple[list[Line], list[Line]]:
    """Return the facts that say whole rows, and the other rows as lines.

    A fact of other things, too, would say that these are in the answer.
    """
    shown = {cell.id for row in table.rows for cell in row if isinstance(cell, Node)}
    types = {type for part in reading.query.parts() for link in part.links for type in link.types}
    graphs = (table.proof, evidence.subgraph)
    meant = {r.id for graph in graphs for r in graph.relationships if r.type in types}
    exact = [f for f in facts if {*f.nodes} <= shown and meant & {*f.relationships}]
    common = common_labels((n.labels for graph in graphs for n in graph.nodes), least=2)
    rows: list[Line] = []
    saying: dict[Line, None] = {}
    for row in table.rows:
        nodes = dict.fromkeys(cell.id for cell in row if isinstance(cell, Node))
        whole = not reading.computes and len(nodes) == len(row) > 1
        whole = whole and not any(_compared_in(row, reading.query))
        said = next((f for f in exact if whole and {*nodes} <= {*f.nodes}), None)
        if said:
            saying[said] = None
        else:
            rows.append(Line(1.0, _row_text(table, row, reading.query, common), tuple(nodes)))
    return [*saying], rows


def own_key(node: Node) -> tuple[str, str] | None:
    """Return the key of a node and its property, where the name does not say it."""
    if node.key is None or not node.name or readable(node.key[1]) in node.name:
        return None
    return node.key[0], readable(node.key[1])


def _without_rows(table: Table) -> list[Line]:
    """Return what no rows say: "no", or that there is none."""
    if table.rows:
        return []
    return [
        Line(
            1.0,
            f"{'no' if table.whether else 'none'}: there is no {local_names(table.reading)}",
            (),
        )
    ]


def _described(
    rows: Sequence[Line], table: Table, evidence: Evidence, options: Options
) -> list[Line]:
    """Return the rows that are a node alone with what it has, else both, the rows first."""
    alone = {row[0].id: row[0] for row in table.rows if len(row) == 1 and isinstance(row[0], Node)}
    if not alone or len(alone) != len(rows):
        return [*rows]
    beside = (node for node in evidence.subgraph.nodes if node.id not in alone)
    graph = Subgraph((*alone.values(), *beside), ())
    writer = FactWriter(graph, evidence.question, TextSettings().longest_value)
    full = [Line(1.0, _whole(writer.node(node)), (id,)) for id, node in alone.items()]
    fits = sum(options.count_tokens(line.text) for line in full) <= evidence.budget // 2
    return full if fits else [*rows, *full]


def _whole(lines: NodeLines) -> str:
    """Return all that is said of a node in one line."""
    return "; ".join(filter(None, (lines.text, lines.more.partition(": ")[2])))


def _proved(proof: Subgraph, evidence: Evidence) -> list[Line]:
    """Return the facts of what the rows were computed from."""
    writer = FactWriter(proof, evidence.question, TextSettings().longest_value)
    scores = {r.id: 1.0 for r in proof.relationships}
    ends = {end: None for r in proof.relationships for end in (r.source, r.target)}
    queue = FactQueue(writer, Offer(proof, (), {}, scores), ends)
    return [line for line in queue if line.relationships]


def _row_text(table: Table, row: Sequence[Any], query: Query, common: Collection[str]) -> str:
    """Write a row: "Exotic Liquids (Supplier); count: 12", without labels that are `common`."""
    parts: list[str] = []
    for column, cell in zip(table.columns, row, strict=True):
        if isinstance(cell, Node):
            key, labels = own_key(cell), [own for own in cell.labels if own not in common]
            parts.append(f"{cell_text(cell)} ({local_names(', '.join(labels))})")
            parts += [f"{key[0]}: {key[1]}"] if key and not is_url(key[1]) else []
            parts += _compared(cell, query)
        elif cell is not None:
            parts.append(f"{local_names(column)}: {cell_text(cell)}")
    # A column may be the key that stands there already.
    return "; ".join(dict.fromkeys(parts))


def _compared_in(row: Sequence[Any], query: Query) -> Iterator[str]:
    """Yield what the nodes of a row have of what is compared."""
    return (text for cell in row if isinstance(cell, Node) for text in _compared(cell, query))


def _compared(node: Node, query: Query) -> Iterator[str]:
    """Yield what a node has of what is compared: the value of "readings above 60"."""
    for bound in query.bounds:
        own = bound.property
        compares = bound.operator.removeprefix("year") in _COMPARES or bound.operator in _COMPARES
        of_it = own.owner == Owner(0) and query.labels[0] in node.labels
        if compares and of_it and own.name in node.properties:
            yield f"{plain_words(own.name)}: {readable(node.properties[own.name])}"


def _as_lines(facts: Sequence[Fact]) -> Iterator[Line]:
    for fact in facts:
        yield Line(fact.score, fact.text, fact.nodes, fact.relationships)

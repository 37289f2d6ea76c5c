"""Rows of a computed table as evidence: whether they are the answer, and what answers they hold."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from steiner.algebra import Owner, Query, condition_in_words
from steiner.display.cells import cell_text, ranked_text
from steiner.evidence import Evidence, Table
from steiner.graph import Node, Subgraph
from steiner.query.english.light_words import WHETHER
from steiner.query.naming.schema_words import is_key
from steiner.query.query_reading import Reading
from steiner.retrieve.exact.row_lines import own_key, rows_first
from steiner.settings import Options
from steiner.stores.neo4j.computed.returned.path_statement import LENGTH
from steiner.text import normalise
from steiner.textualise.pack import Line, fill, tagged

AS_IS = 0.95
"""Confidence of a bare set, which relation paths answer well, too: nothing unread or guessed."""
_OR = re.compile(r"\b(?:or|either)\b", re.IGNORECASE)
_HOW_FAR = re.compile(r"\b(?:how\W+(?:many|far|long)|length|distance|degrees?)\b", re.IGNORECASE)
"""What asks for the length of a path."""
_COMPARES = ("<", "<=", ">", ">=")


def with_rows(evidence: Evidence, table: Table, reading: Reading, options: Options) -> Evidence:
    """Return the evidence with the rows of a table and their proof first, rows as its answers."""
    budget, count = evidence.budget, options.count_tokens
    lines = rows_first(table, evidence, reading, options)
    chosen, tokens, missed = fill(lines, budget, count)
    graph = _joined(evidence.subgraph, table, chosen)
    values = _values(table, reading.asked)
    answers = values or _answers(table)
    added = {node for line in chosen for node in line.nodes}
    what = "fact or row is" if missed == 1 else "facts or rows are"
    left = f"{missed} {what} left out to keep the budget"
    return replace(
        evidence,
        subgraph=graph,
        node_scores={**dict.fromkeys(added, 1.0), **evidence.node_scores},
        facts=tagged(chosen),
        text="\n".join(line.text for line in chosen),
        tokens=tokens,
        ranking=answers if table.whether else tuple(dict.fromkeys((*values, *_ranking(table)))),
        answers=answers,
        confidence=reading.confidence,
        cuts=(*evidence.cuts, *([left] if missed else [])),
    )


def asked_of(table: Table, reading: Reading, question: str) -> Table:
    """Return a table that says which column is asked for, or whether it is asked for yes or no.

    Of "who is older, Ann or Bob?" it is Ann, whom the question names.
    """
    if reading.whole:
        return replace(_as_held(table), whole=True)
    column = 0 if reading.computes else _asked_for(table, question, _is_known(reading.query))
    if reading.query.path is not None and table.rows:
        column = _asked_of_path(table, question)
    whether = bool(WHETHER.match(question)) and not reading.query.single
    whether = whether and not reading.query.limit
    if whether and not _is_of_all(table, reading.query, question):
        table = replace(table, rows=(), total=0)
    return replace(table, answers_in=column, whether=whether)


def _as_held(table: Table) -> Table:
    """Return a table without the columns that no row has a value in."""
    columns = list(zip(table.columns, *table.rows, strict=True))
    known = [own for own in columns if any(cell is not None for cell in own[1:])]
    if not known:
        return table
    names, *rows = zip(*known, strict=True)
    return replace(table, columns=names, rows=tuple(rows))


def _is_of_all(table: Table, query: Query, question: str) -> bool:
    """Say whether rows are of all that are named: "are Ann and Bob members", not one of both."""
    named = [b for b in query.bounds if b.operator == "in" and b.property.owner == Owner(0)]
    if len(named) != 1 or named[0].negated or not isinstance(named[0].value, list):
        return True
    if not table.rows or len(table.rows) < table.total or _OR.search(question):
        return True
    roots = [row[0] for row in table.rows if isinstance(row[0], Node)]
    met = {str(root.properties.get(named[0].property.name)) for root in roots}
    return {*map(str, named[0].value)} <= met


def with_all_rows(reading: Reading, table: Table) -> Reading:
    """Return the reading without the doubt of its order, where the limit leaves no row out.

    "The top 5 producers of Dark", who are two, are these two by any order.
    """
    limit = reading.query.limit
    all_there = limit is not None and 0 < table.total <= limit
    sure = reading.confidence + reading.order_doubt
    return replace(reading, confidence=min(sure, 1.0)) if all_there else reading


def tells(table: Table, question: str, asked: str = "") -> bool:
    """Say whether rows answer anything: more than null, than what the question names itself.

    "When was Ann admitted to Oncology?" is not answered by (Ann, Oncology), and who has the most
    not by everyone: all have one. Several of one name differ by their keys. A value of the property
    that is `asked` for is one, though its word stands in the question, and so is what was computed:
    three have "a severity of at least 3".
    """
    words = _padded(question)
    new = (
        bool(_values(table, asked))
        or _share_a_name(table)
        or _is_computed(table)
        or any(cell is not None and not _named(cell, words) for row in table.rows for cell in row)
    )
    values = ([c for c in row if not isinstance(c, Node)] for row in (*table.rows, *table.tied))
    measured = [row[-1] for row in values if row]
    all_tied = (
        bool(table.tied) and len(measured) >= table.total and len(set(map(str, measured))) == 1
    )
    return (new or table.whether) and not all_tied


def _is_computed(table: Table) -> bool:
    """Say whether rows are numbers alone: counts and averages, of no node."""
    cells = [cell for row in table.rows for cell in row]
    return bool(cells) and all(isinstance(cell, int | float) for cell in cells)


def _share_a_name(table: Table) -> bool:
    """Say whether a column has different nodes that are called alike."""
    columns = (
        [c for c in column if isinstance(c, Node)] for column in zip(*table.rows, strict=True)
    )
    return any(len({c.id for c in own}) > len({*map(cell_text, own)}) for own in columns)


def denies(table: Table, reading: Reading) -> bool:
    """Say whether no rows are the answer: "which products were never ordered?", if all were.

    So they are where nothing is as many, or as much, as what is asked for.
    """
    query = reading.query
    compared = (b for b in query.bounds if b.operator.removeprefix("year") in _COMPARES)
    alone = any({*table.emptied_by} == {condition_in_words(query, b)} for b in compared)
    denied = any(link.negated for part in query.parts() for link in part.links)
    having = bool(query.measure and query.measure.having) and not table.emptied_by
    limited = reading.confidence >= AS_IS and (alone or having)
    return not table.rows and (limited or denied)


def _padded(text: str) -> str:
    return f" {normalise(text)} "


def _named(cell: Any, words: str) -> bool:
    """Say whether the padded words of a question name what a cell holds.

    A node without a name is called as its label is: "which service has no driver" names none.
    """
    if isinstance(cell, Node) and cell.name in cell.labels:
        return False
    text = _padded(cell_text(cell))
    return bool(text.strip()) and text in words


def _is_known(query: Query) -> bool:
    """Say whether the root is named by a number or code: of "order 7" it is no answer."""
    own = (b for b in query.bounds if b.property.owner == Owner(0) and not b.negated)
    return any(b.operator == "=" and is_key(b.property.name) for b in own)


def _asked_for(table: Table, question: str, known: bool = False) -> int:
    """Return the column of the answers: the first that holds what the question does not name.

    Of "who does Ann treat?" and rows (Ann, Bob) it is the second; so it is where the root, the
    first, is `known` by a key.
    """
    columns, words = range(len(table.columns)), _padded(question)
    columns = columns[1:] if known and len(columns) > 1 else columns
    new = (i for i in columns if any(not _named(row[i], words) for row in table.rows))
    return next(new, columns[0])


def _asked_of_path(table: Table, question: str) -> int:
    """Return the column that is asked for of paths: what is on the way, else their length."""
    between = any(row[LENGTH - 1] for row in table.rows)
    return LENGTH - 1 if between and not _HOW_FAR.search(question) else LENGTH


def _joined(graph: Subgraph, table: Table, chosen: Sequence[Line]) -> Subgraph:
    """Return a subgraph with what the chosen lines say of a table's proof, its rows first."""
    links = {r.id for r in graph.relationships}
    said = {id for line in chosen for id in line.relationships} - links
    edges = [r for r in table.proof.relationships if r.id in said]
    shown = {id for line in chosen for id in line.nodes}
    shown.update(*((r.source, r.target) for r in edges))
    rows = {c.id: c for row in table.rows for c in row if isinstance(c, Node) and c.id in shown}
    own = {node.id: node for node in graph.nodes}
    added = {node.id: node for node in table.proof.nodes if node.id in shown}
    nodes = tuple({**rows, **own, **added}.values())
    return Subgraph(nodes, (*graph.relationships, *edges))


def _values(table: Table, asked: str) -> tuple[str, ...]:
    """Return the values of the property that is asked for, each once; none where nodes are."""
    if table.whether or asked not in table.columns:
        return ()
    column = table.columns.index(asked)
    cells = (row[column] for row in table.rows)
    return tuple(dict.fromkeys(cell_text(cell) for cell in cells if cell is not None))


def _parts(cell: Any) -> Sequence[Any]:
    """Return the nodes of a cell that has several, or what it is."""
    return cell if isinstance(cell, tuple) and all(isinstance(c, Node) for c in cell) else (cell,)


def _ranking(table: Table) -> Iterator[str]:
    """Yield what the answers' column holds, as programs compare it."""
    cells = (part for row in table.rows for part in _parts(row[table.answers_in]))
    for cell in cells:
        yield (ranked_text(cell) if isinstance(cell, Node) else "") or cell_text(cell)


def _answers(table: Table) -> tuple[str, ...]:
    """Return what the answers' column holds; nodes of the same name by their key, too."""
    if table.whether:
        return ("yes" if table.rows else "no",)
    cells = [part for row in table.rows for part in _parts(row[table.answers_in])]
    firsts = {cell.id if isinstance(cell, Node) else cell_text(cell): cell for cell in cells}
    shared = Counter(map(cell_text, firsts.values()))
    return tuple(
        f"{cell_text(cell)} [{key[1]}]"
        if shared[cell_text(cell)] > 1 and isinstance(cell, Node) and (key := own_key(cell))
        else cell_text(cell)
        for cell in firsts.values()
    )

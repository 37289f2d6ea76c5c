"""A query as one read-only Cypher statement, and one that fetches what proves its rows.

Nothing of the question's words reaches a statement.
"""

from __future__ import annotations

from steiner.algebra import MOST_ROWS, Query
from steiner.stores.neo4j.computed.matched.expressions import Allowed, Quote
from steiner.stores.neo4j.computed.matched.groups_once import group_once, matched_for_groups
from steiner.stores.neo4j.computed.matched.patterns import Patterns
from steiner.stores.neo4j.computed.returned.grouped_statement import GroupedStatement, winning
from steiner.stores.neo4j.computed.returned.listed_statement import ListedStatement
from steiner.stores.neo4j.computed.returned.measured_statement import MeasuredStatement
from steiner.stores.neo4j.computed.returned.path_statement import path_statement
from steiner.stores.neo4j.computed.statement import FIRST, LIMIT, Statement

WINNERS, EACH, WHOLE = 25, 12, 100
"""First rows that are proved, matches of each that are read, and matches of one number."""
_FARTHEST = 2**62
"""Rows that are skipped at most: with a limit added to them they still have 64 bits."""


def compiled(query: Query, quote: Quote, allowed: Allowed) -> Statement:
    """Return the statement of a query, "limit" among its parameters."""
    patterns, matched = Patterns(query, quote, allowed), matched_for_groups(query)
    groups = group_once(patterns)
    text = patterns.matched(matched) if query.path is None else patterns.path(query.path)
    made = _returned(query, patterns, matched)
    parameters = {**patterns.parameters}
    if made.text.endswith(LIMIT):
        parameters["limit"] = min(query.limit or MOST_ROWS, MOST_ROWS)
    if query.skip:
        parameters["skip"] = min(query.skip, _FARTHEST)
        made = made._replace(text=f"{made.text.removesuffix(LIMIT)}SKIP $skip\n{LIMIT}")
    return made._replace(
        text="\n".join([*groups, text, made.text]),
        parameters=parameters,
        matched=tuple(matched),
        ties=query.ties,
    )


def _returned(query: Query, patterns: Patterns, matched: list[int]) -> Statement:
    """Return what a statement returns of what is matched."""
    if query.path is not None:
        return path_statement(query, query.path)
    if query.grouping:
        return GroupedStatement(query, query.grouping, patterns).rows()
    if query.measure is None:
        return ListedStatement(query, patterns).rows(matched)
    measured = MeasuredStatement(query, query.measure, patterns)
    return measured.single() if query.single else measured.rows()


def proving(query: Query, quote: Quote, allowed: Allowed) -> Statement:
    """Return the statement of what is matched for each of $winners, at most $each of them.

    Winners are ids of roots, values of the grouping property, or what `row_key` has; of one row
    over everything ($winners is [null]) whatever matches. A row has two columns: ids of nodes, ids
    of relationships.
    """
    patterns = Patterns(query, quote, allowed, on_way="winner[2]" * (query.path is not None))
    links = query.required()
    inner = patterns.matched(links, "" if query.is_one_row() else winning(query, patterns))
    many = [link for link in links if query.links[link].steps > 1]
    ids = ", ".join(f"id(v{variable})" for variable in (0, *map(query.far, links)))
    nodes = " + ".join([f"[{ids}]", *(f"[n IN yr{link} | id(n)]" for link in many)])
    ids = ", ".join(f"id(r{link})" for link in links if link not in many)
    edges = " + ".join([f"[{ids}]", *(f"[r IN r{link} | id(r)]" for link in many)])
    text = f"""UNWIND $winners AS winner
CALL (winner) {{
{inner}
RETURN {nodes} AS nodes, {edges} AS edges
LIMIT $each
}}
RETURN nodes, edges"""
    return Statement(text, patterns.parameters, ())


def probing(query: Query, quote: Quote, allowed: Allowed) -> Statement:
    """Return the statement of one row where anything is matched at all, of none otherwise."""
    patterns = Patterns(query, quote, allowed)
    links = query.required()
    text = f"{patterns.matched(links)}\nRETURN true AS matched {FIRST}"
    return Statement(text, patterns.parameters, ())

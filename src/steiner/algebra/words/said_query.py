"""A query and its conditions in words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from steiner.algebra.exact_query import Query
from steiner.algebra.terms import Bound
from steiner.algebra.words.said_parts import SaidQuery


def in_words(query: Query) -> str:
    """Say a query in one line: "Supplier; Supplier SUPPLIES Product: count, most first, 5".

    Of several variables of one label the later ones have numbers: "Employee; Employee REPORTS_TO
    Employee 2; Employee 2.name = 'Rita': average salary of Employee".
    """
    said = SaidQuery.of(query)
    conditions, asked = "; ".join([said.names[0], *said.conditions()]), ", ".join(said.asked())
    return f"{conditions}: {asked}" if asked else conditions


def variable_names(query: Query) -> tuple[str, ...]:
    """Return what the variables are called in words, "" for those of no label."""
    names = SaidQuery.of(query).names
    return tuple(name if label else "" for name, label in zip(names, query.labels, strict=True))


def condition_in_words(query: Query, bound: Bound) -> str:
    """Say a condition: "Product.unitPrice > 20"."""
    return SaidQuery.of(query).condition(bound)


def beside_in_words(query: Query) -> list[str]:
    """Name the numbers beside the rows, and the columns that hold them: "number of Film"."""
    said = SaidQuery.of(query)
    between = [said.between(query.between)] if query.between else []
    return [*map(said.beside, query.beside), *between]


def grouped_in_words(query: Query) -> list[str]:
    """Name the columns of a table: "country", "year of orderDate", "number of Order"."""
    return [*SaidQuery.of(query).columns()] if query.grouping else []


def without_one(query: Query) -> Iterator[tuple[str, Query]]:
    """Yield each condition in words, with the query that does not ask for it."""
    said = SaidQuery.of(query)
    for bound in query.bounds:
        less = tuple(other for other in query.bounds if other != bound)
        yield said.condition(bound), replace(query, bounds=less)
    if query.either:
        yield said.either(), replace(query, either=())

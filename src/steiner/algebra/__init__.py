"""The algebra of exact questions: what is asked for, linked variables, conditions, a measure.

"the five suppliers with the most products" is root Supplier, a link SUPPLIES to Product, a count of
it, most first, 5. What a query is asked of, the schema of a graph, is `graph_schema.py`.
"""

from steiner.algebra.branches import apart, joined, proofs_of
from steiner.algebra.changing.settling import settled
from steiner.algebra.exact_query import MOST_LISTED, MOST_ROWS, Query
from steiner.algebra.grouped_rows import Grouping, is_item
from steiner.algebra.own_groups import group_of
from steiner.algebra.terms import (
    ARITHMETIC,
    COLLECT,
    COMPARISONS,
    DAY_PARTS,
    DISTANCE,
    DURATIONS,
    ITEM,
    LOWER,
    MEASURES,
    PERCENTILE,
    PRESENCE,
    SHARES,
    Against,
    Between,
    Bound,
    FirstOfEach,
    Measure,
    OfGroup,
    Operand,
    Ordering,
    Overall,
    Owner,
    PropertyOf,
    QueryLink,
)
from steiner.algebra.words.said_parts import measured_in_words, said_of
from steiner.algebra.words.said_query import (
    beside_in_words,
    condition_in_words,
    grouped_in_words,
    in_words,
    variable_names,
    without_one,
)

__all__ = [
    "ARITHMETIC",
    "COLLECT",
    "COMPARISONS",
    "DAY_PARTS",
    "DISTANCE",
    "DURATIONS",
    "ITEM",
    "LOWER",
    "MEASURES",
    "MOST_LISTED",
    "MOST_ROWS",
    "PERCENTILE",
    "PRESENCE",
    "SHARES",
    "Against",
    "Between",
    "Bound",
    "FirstOfEach",
    "Grouping",
    "Measure",
    "OfGroup",
    "Operand",
    "Ordering",
    "Overall",
    "Owner",
    "PropertyOf",
    "Query",
    "QueryLink",
    "apart",
    "beside_in_words",
    "condition_in_words",
    "group_of",
    "grouped_in_words",
    "in_words",
    "is_item",
    "joined",
    "measured_in_words",
    "proofs_of",
    "said_of",
    "settled",
    "variable_names",
    "without_one",
]

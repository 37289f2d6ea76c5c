"""A query's own words stand in a statement only where the algebra has them."""

from __future__ import annotations

import pytest

from steiner.algebra import (
    Against,
    Between,
    Bound,
    Grouping,
    Measure,
    OfGroup,
    Operand,
    Owner,
    PropertyOf,
    Query,
    QueryLink,
)
from steiner.errors import InvalidInput
from steiner.filters import EVERYTHING
from steiner.stores.neo4j.computed.running import statement_of

ODD = ("= 1 OR true //", "}) DETACH DELETE n //", "", "count(*), 1 //", "IN", "=~", "+ 1 +")
SEATS = PropertyOf(Owner(0), "seats", "number")
ROOT, PAIR = ("Room",), ("Room", "House")


def queries(word: str) -> list[Query]:
    """Return a query with a word in each place where one reaches the statement."""
    link = QueryLink(("IN",), 0, 1)
    count = Measure("count", Owner(1))
    counted = Query(PAIR, (link,), measure=count)
    computed = PropertyOf(Owner(0), "seats", "number", Operand(word, "area"))
    return [
        Query(ROOT, bounds=(Bound(SEATS, word, 1),)),
        Query(ROOT, bounds=(Bound(SEATS, f"year {word}", 1),)),
        Query(ROOT, bounds=(Bound(SEATS, word, SEATS),)),
        Query(ROOT, bounds=(Bound(SEATS, ">", OfGroup(word, SEATS)),)),
        Query(ROOT, measure=Measure(word, SEATS), single=True),
        Query(PAIR, (link,), measure=Measure("count", Owner(1), ((word, 1),))),
        Query(PAIR, (QueryLink(("IN",), 0, 1, count=((word, 1),)),)),
        Query(PAIR, (link,), measure=count, single=True, across=word),
        Query(ROOT, measure=Measure("sum", SEATS), single=True, against=Against(word, 2)),
        Query(ROOT, beside=(counted, counted), between=Between(word)),
        Query(ROOT, beside=(counted, counted), between=Between("-", ((word, 1),))),
        Query(ROOT, grouping=Grouping((SEATS,), (Measure(word, SEATS),))),
        Query(ROOT, grouping=Grouping((SEATS,), (Measure("sum", SEATS, ((word, 1),)),))),
        Query(ROOT, shown=(computed,)),
    ]


@pytest.mark.parametrize("word", ODD)
@pytest.mark.parametrize("place", range(len(queries("="))))
def test_a_word_that_the_algebra_does_not_have_is_refused(word: str, place: int) -> None:
    query = queries(word)[place]
    if query.across == "" and place == 7:
        return  # Without a word nothing is computed across.
    with pytest.raises((InvalidInput, KeyError)):
        statement_of(query, EVERYTHING)

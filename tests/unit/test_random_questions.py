"""Whatever words of a graph are put side by side, it is read without an error, and run."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from everyday_graphs import HOSPITAL, POSTS, SOFTWARE
from read_graphs import unlike

from steiner.errors import SteinerError
from steiner.query.readings import read
from steiner.retrieve.exact.computed_rows import asked_of
from steiner.text import plain_words

_PER_GRAPH, _SEED = 60, 11
_COMPUTING = (
    *("how many", "which", "who", "what is the", "the most", "fewest", "highest average", "total"),
    *("not", "never", "no", "only", "either", "or", "and", "both", "neither", "nor", "but not"),
    *("other than", "without", "each", "per", "by", "more than 3", "at least 2", "number of"),
    *("between 2 and 5", "before 2020", "after 2019-05-01", "in March 2023", "in 2018 or 2020"),
    *("same", "as", "than", "top 3", "second", "oldest", "longest", "cheapest", "sorted by"),
    *("with", "of", "'s", "that", "whose", "have", "is", "in", "together", "exactly one", "all"),
    *("share of", "percentage of", "first", "last", "directly or indirectly", "twice"),
)


def words_of(store: Any) -> list[str]:
    """Return names of labels, types and properties as words, and values of nodes and links."""
    schema = store.graph_schema()
    members = [*schema.labels.items(), *schema.types.items()]
    names = [plain_words(name) for of, own in members for name in (of, *own)]
    nodes = [value for node in store.nodes.values() for value in node.properties.values()]
    links = [value for r in store.relationships.values() for value in r.properties.values()]
    return [*names, *(str(value) for value in (*nodes, *links))]


def questions(words: list[str], seed: int) -> Iterator[str]:
    drawn = random.Random(seed)
    for _ in range(_PER_GRAPH):
        parts = [
            drawn.choice(drawn.choice((_COMPUTING, words))) for _ in range(drawn.randint(2, 9))
        ]
        yield " ".join(parts)


@pytest.mark.parametrize(
    "store", [HOSPITAL, SOFTWARE, POSTS], ids=("hospital", "software", "posts")
)
def test_words_of_a_graph_in_any_order_are_read_and_run(store: Any) -> None:
    schema = store.graph_schema()
    for question in questions(words_of(store), _SEED):
        readings = read(question, schema, store, unlike)
        for reading in (readings.best, *readings.others) if readings else ():
            with suppress(SteinerError):  # Refused in words, as an order without rows is.
                asked_of(store.run(reading.query, 0.0), reading, question)

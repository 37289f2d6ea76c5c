"""Values that are codes of several words, said with small words between: WAITING_PARTS."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from steiner.algebra.graph_schema import GraphSchema
from steiner.query.naming.linked_values import Meaning, Value
from steiner.text import plain_words

_CODE = re.compile(r"[^\W_]+(?:[_-][^\W_]+)+|[A-Z]?[a-z]+(?:[A-Z][a-z]+)+")
"""Words written as one: `WAITING_PARTS`, `on-hold`, `OutOfStock`."""
_SMALL = r"\W+(?:(?:for|on|in|of|to|at|by|with|from|the|an?)\W+)*"


def coded_values(question: str, schema: GraphSchema, named: Sequence[Value]) -> list[Value]:
    """Return the codes of few-valued properties that the words of a question say: not the `named`.

    "Waiting for parts" is WAITING_PARTS, which no look-up of its words finds.
    """
    taken = [(value.start, value.end) for value in named]
    read = []
    for pattern, meanings in _spoken(schema).items():
        for said in pattern.finditer(question):
            start, end = said.span()
            if not any(start < b and a < end for a, b in taken):
                taken.append((start, end))
                read.append(Value(start, end, said.group(), meanings, False))
    return read


@lru_cache(maxsize=8)
def _spoken(schema: GraphSchema) -> dict[re.Pattern[str], tuple[Meaning, ...]]:
    """Return what codes mean by the pattern of how they are said."""
    known: dict[str, list[Meaning]] = {}
    for label, name, text in _codes(schema):
        pattern = rf"\b{_SMALL.join(map(re.escape, plain_words(text.replace('-', ' ')).split()))}\b"
        known.setdefault(pattern, []).append(Meaning(label, name, (text,), False))
    return {re.compile(said, re.IGNORECASE): tuple(own) for said, own in known.items()}


def _codes(schema: GraphSchema) -> Iterator[tuple[str, str, str]]:
    for label, properties in schema.labels.items():
        for own in properties.values():
            yield from ((label, own.name, text) for text in own.texts if _CODE.fullmatch(text))

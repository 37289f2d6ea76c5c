"""States that a property is named by: "on order" is unitsOnOrder, whatever label Order there is."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import lru_cache

from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.query.naming.schema_words import SPELT, Element, SchemaMention
from steiner.text import plain_words

_TAIL = re.compile(r"\w\s(?P<state>(?:in|on|at|off|under)\s+[a-z]+)$")

_ARE = r"(?:\W+of\b[^?.,;]{1,60}?)?\W+(?:(?:is|are|was|were|currently|still|now)\W+)*"


def with_states(
    question: str, mentioned: Sequence[SchemaMention], schema: GraphSchema
) -> list[SchemaMention]:
    """Return the mentions; what stands in a state is that alone, the word behind "in" or "on"."""
    states = list(_states(question, schema))
    spans = [(m.start, m.end) for m in states]
    named = [m for m in mentioned if m.of_kind("property") and m.score >= SPELT]
    kept = [m for m in mentioned if not any(m.start < b and a < m.end for a, b in spans)]
    whole = [m for m in named if any(m.start < a and b <= m.end for a, b in spans)]
    new = [s for s in states if not any(m.start <= s.start < m.end for m in whole)]
    return sorted([*kept, *whole, *new], key=lambda m: m.start)


def _states(question: str, schema: GraphSchema) -> Iterator[SchemaMention]:
    """Yield what the question says of the tails of names: of unitsOnOrder "on order".

    With the rest of the name before it, it is the property: "how many units of tea are on order".
    """
    for (head, state), elements in _named_by_states(schema).items():
        words = r"\s+".join(map(re.escape, state.split()))
        for said in re.finditer(rf"\b{words}\b", question, re.IGNORECASE):
            before = re.search(rf"\b{head}\b{_ARE}$", question[: said.start()], re.IGNORECASE)
            noun = said.end() - len(state.split()[-1])
            if before:  # The state itself says no more.
                yield SchemaMention(*_first(before, head), tuple(elements), 1.0)
            yield SchemaMention(noun, said.end(), () if before else tuple(elements), SPELT)


def _first(said: re.Match[str], head: str) -> tuple[int, int]:
    return said.start(), said.start() + len(head)


@lru_cache(maxsize=8)
def _named_by_states(schema: GraphSchema) -> dict[tuple[str, str], list[Element]]:
    """Return the properties by the two parts of their names: ("units", "on order")."""
    named: dict[tuple[str, str], list[Element]] = defaultdict(list)
    for label, own in schema.labels.items():
        for name in own:
            words = plain_words(name)
            if tail := _TAIL.search(words):
                head = words[: tail.start("state")].strip()
                named[head, tail["state"]].append(Element("property", name, label))
    return named

"""The same asked of every label and type, many of them in one statement.

A server that was just started takes longer to plan a small statement than to run it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from steiner.stores.neo4j.statements import compose, fill

_AT_ONCE = 50
"""Members of one statement: of a hundred and more the planner takes seconds."""


class Member(NamedTuple):
    """A label of nodes, or a type of relationships, by its `name`."""

    pattern: str
    name: str


def members(labels: Sequence[str], types: Sequence[str]) -> list[Member]:
    """Return the labels, then the types."""
    of_labels = [Member("retrieve/node_of_label", label) for label in labels]
    return of_labels + [Member("retrieve/relationship_of_type", type) for type in types]


def asked_of_each(part: str, asked: Sequence[Member]) -> Iterator[str]:
    """Yield statements that ask cypher/`part`.cypher of each; a row says whose it is.

    Its `member` is the place among `asked`.
    """
    branches = [
        compose(part, {"member": _pattern(member), "place": str(place)})
        for place, member in enumerate(asked)
    ]
    for start in range(0, len(branches), _AT_ONCE):
        some = "\nUNION ALL\n".join(branches[start : start + _AT_ONCE])
        yield compose("retrieve/each_member", {"members": some})


def _pattern(member: Member) -> str:
    return fill(compose(member.pattern, {}), {"name": member.name})

"""Two ways to look at labels and types: at all in one pass, and at each by itself.

Which one a graph gets depends on its size; both return the same where the graph is small.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.each_member import Member, asked_of_each, members
from steiner.stores.neo4j.one_pass import of_each
from steiner.stores.neo4j.statements import statement

SAMPLE = 500
"""Nodes of a label, relationships of a type, whose values tell the kinds of properties."""
Rows: TypeAlias = Sequence[Mapping[str, Any]]
ByName: TypeAlias = Mapping[str, Rows]
"""Rows by label or type; of one that nothing has there are none."""


class OnePass:
    """Reads the whole graph, and tells labels and types apart by what is read."""

    def __init__(self, connection: Neo4jConnection) -> None:
        self._connection = connection

    def ends(self, types: Sequence[str]) -> ByName:
        """Return how often each type joins which labels: rows of `source`, `target`, `times`."""
        return self._by_name(statement("retrieve/ends_of_each"), types)

    def values(self, labels: Sequence[str], types: Sequence[str]) -> tuple[ByName, ByName]:
        """Return sampled values of each label and type: rows of `property`, `sampled`."""
        return (
            self._by_name(of_each("retrieve/values_of_each", "node"), labels),
            self._by_name(of_each("retrieve/values_of_each", "relationship"), types),
        )

    def is_cut(self, ends: Rows) -> bool:
        """Say whether a type has more relationships than were looked at: never."""
        del ends
        return False

    def times(self, looked: ByName) -> dict[str, int]:
        """Return how many relationships each type has, by its `ends`."""
        return {type: _total(rows) for type, rows in looked.items()}

    def _by_name(self, text: str, names: Sequence[str]) -> ByName:
        rows: dict[str, list[Mapping[str, Any]]] = {name: [] for name in names}
        for row in self._connection.read_text(text, {"names": list(names), "sample": SAMPLE}):
            rows[row["name"]].append(row)
        return rows


class OneByOne:
    """Asks of each label and type `reach` members, by a statement or a part of one."""

    def __init__(self, connection: Neo4jConnection, reach: int) -> None:
        self._connection, self._reach = connection, reach

    def ends(self, types: Sequence[str]) -> ByName:
        """Return how often each type joins which labels: rows of `source`, `target`, `times`."""
        asked = self._of_each("retrieve/type_ends", members((), types), reach=self._reach)
        return dict(zip(types, asked, strict=True))

    def values(self, labels: Sequence[str], types: Sequence[str]) -> tuple[ByName, ByName]:
        """Return sampled values of each label and type: rows of `property`, `sampled`."""
        asked, sample = members(labels, types), {"reach": self._reach, "sample": SAMPLE}
        rows = self._of_each("retrieve/sampled_values", asked, **sample)
        of_labels = dict(zip(labels, rows, strict=False))
        return of_labels, dict(zip(types, rows[len(of_labels) :], strict=True))

    def is_cut(self, ends: Rows) -> bool:
        """Say whether a type has more relationships than were looked at."""
        return _total(ends) >= self._reach

    def times(self, looked: ByName) -> dict[str, int]:
        """Return how many relationships each type has; beyond reach the server knows."""
        more = [type for type, rows in looked.items() if self.is_cut(rows)]
        counted = self._of_each("retrieve/type_size", members((), more))
        known = {type: int(rows[0]["times"]) for type, rows in zip(more, counted, strict=True)}
        return {type: _total(rows) for type, rows in looked.items()} | known

    def _of_each(self, part: str, asked: Sequence[Member], **limits: int) -> list[Rows]:
        """Return the rows of each of `asked`, in their order."""
        rows: dict[int, list[Mapping[str, Any]]] = defaultdict(list)
        for text in asked_of_each(part, asked):
            for row in self._connection.read_text(text, limits):
                rows[row["member"]].append(row)
        return [rows[place] for place in range(len(asked))]


def _total(rows: Rows) -> int:
    return sum(int(row["times"]) for row in rows)

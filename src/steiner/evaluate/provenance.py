"""Provenance: do two statements look at the same nodes of the graph? (CypherBench, 2024.)

The Jaccard index of the nodes that the named variables of their patterns match: what stands before
the first WITH or RETURN outside braces is run, in a transaction that only reads.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from steiner.errors import SteinerError
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.statements import quote

_END = re.compile(r"\b(?:WITH|RETURN|UNWIND|CALL)\b", re.IGNORECASE)
_OPERATOR = re.compile(r"\b(?:STARTS|ENDS)\s+WITH\b", re.IGNORECASE)
_NAMED = re.compile(r"\(\s*(\w+)\s*[:){]")
_BRACED = re.compile(r"\{[^{}]*\}|'[^']*'|\"[^\"]*\"")


def matched_part(cypher: str) -> str:
    """Return the patterns and conditions that a statement begins with; "" where with none."""
    blind = _OPERATOR.sub(lambda part: " " * len(part[0]), cypher)
    while _BRACED.search(blind):
        blind = _BRACED.sub(lambda part: " " * len(part[0]), blind)
    end = _END.search(blind)
    first = cypher[: end.start()] if end else ""
    return first if re.match(r"\s*(?:OPTIONAL\s+)?MATCH\b", first, re.IGNORECASE) else ""


def jaccard(left: frozenset[int], right: frozenset[int]) -> float:
    """Return the share of all nodes of both that both have; 1 where neither has any."""
    return len(left & right) / len(left | right) if left | right else 1.0


class Provenance:
    """Compares statements by the nodes that they look at, on one server."""

    def __init__(self, connection: Neo4jConnection) -> None:
        self._connection = connection

    def best(self, cypher: str, given: Mapping[str, Any], golds: Sequence[str]) -> float | None:
        """Return the Jaccard index with the nearest of `golds`; None where none can be run.

        A statement that cannot be run looks at nothing.
        """
        wanted = [nodes for gold in golds if (nodes := self._nodes(gold, {})) is not None]
        own = self._nodes(cypher, given) or frozenset()
        return max((jaccard(own, nodes) for nodes in wanted), default=None)

    def _nodes(self, cypher: str, given: Mapping[str, Any]) -> frozenset[int] | None:
        first = matched_part(cypher)
        blind = re.sub(r"\bEXISTS\s*\{.*?\}", "", first, flags=re.DOTALL | re.IGNORECASE)
        names = dict.fromkeys(_NAMED.findall(blind))
        if not first or not names:
            return None
        wanted = ", ".join(f"collect(DISTINCT id({quote(name)}))" for name in names)
        text = f"{first}\nWITH [{wanted}] AS matched\nUNWIND matched AS ids UNWIND ids AS id\n"
        try:
            rows = self._connection.read_text(f"{text}RETURN DISTINCT id", dict(given))
        except SteinerError:
            return None
        return frozenset(row["id"] for row in rows)

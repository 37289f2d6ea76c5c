"""All that steiner has in a database, as one digest: to compare a broken run with a whole one."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from steiner.stores.neo4j.connection import Neo4jConnection

_TIMES = ("steiner_updated", "steiner_beat", "steiner_asked")
_OF_STEINER = "key STARTS WITH 'steiner_'"
_STATEMENTS = {
    # Of a node of the user's its number and what steiner has on it; of steiner's own, all.
    "nodes": f"""
CYPHER 5 MATCH (n)
WITH n, [label IN labels(n) WHERE label STARTS WITH 'Steiner'] AS own,
     [key IN keys(n) WHERE {_OF_STEINER} | [key, n[key]]] AS kept
WHERE size(own) + size(kept) > 0
RETURN CASE WHEN size(own) < size(labels(n)) OR own = ['SteinerNode'] THEN id(n) END AS id,
       own, kept""",
    "relationships": f"""
CYPHER 5 MATCH ()-[r]->()
WITH r, [key IN keys(r) WHERE {_OF_STEINER} | [key, r[key]]] AS kept
WHERE size(kept) > 0
RETURN id(r) AS id, kept""",
    "indexes": """
SHOW INDEXES YIELD name, type, state, entityType, labelsOrTypes, properties, options
WHERE name STARTS WITH 'steiner_'""",
    "constraints": """
SHOW CONSTRAINTS YIELD name, type, labelsOrTypes, properties WHERE name STARTS WITH 'steiner_'""",
}


def owned_state(connection: Neo4jConnection) -> dict[str, list[str]]:
    """Return every node, relationship, index and constraint of steiner's as sorted lines of text.

    Without the times at which they were written.
    """
    state = {}
    with connection.driver.session(database=connection.settings.database) as session:
        for what, statement in _STATEMENTS.items():
            state[what] = sorted(_line(record.data()) for record in session.run(statement))
    return state


def state_digest(connection: Neo4jConnection) -> str:
    """Return the sha256 of `owned_state`."""
    return hashlib.sha256(json.dumps(owned_state(connection)).encode()).hexdigest()


def _line(row: dict[str, Any]) -> str:
    if "kept" in row:
        row["kept"] = sorted(pair for pair in row["kept"] if pair[0] not in _TIMES)
    return json.dumps(row, sort_keys=True, default=_values)


def _values(value: Any) -> Any:
    """Return a vector of the server's own type as its numbers."""
    return list(value.to_native()) if hasattr(value, "to_native") else str(value)

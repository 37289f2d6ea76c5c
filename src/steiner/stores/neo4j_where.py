"""Filters in statements: the parts that accept a node or a relationship, and their names."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from functools import cache

from steiner.errors import InvalidInput
from steiner.stores.neo4j import Neo4jConnection
from steiner.stores.statements import compose
from steiner.where import Where


@cache
def node_allowed(variable: str) -> str:
    """Return the filter on the node `variable` as a part of a statement."""
    labelled = compose("where/labelled", {"it": variable})
    return f"{labelled} AND {_meets(variable, 'node_conditions')}"


@cache
def relationship_allowed() -> str:
    """Return the filter on the relationship r, from s to t, as a part of a statement."""
    own = f"{compose('where/typed', {})} AND {_meets('r', 'relationship_conditions')}"
    return f"{own} AND {node_allowed('s')} AND {node_allowed('t')}"


@cache
def step_allowed() -> str:
    """Return the filter on a step over the relationship r to the node m, its type left aside."""
    return f"{node_allowed('m')} AND {_meets('r', 'relationship_conditions')}"


def parts(where: Where) -> dict[str, str]:
    """Return the parts `node` and `relationship` of a statement that searches or reads."""
    if not where:
        return {"node": "true", "relationship": "true"}
    return {"node": node_allowed("n"), "relationship": relationship_allowed()}


def check_names(where: Where, connection: Neo4jConnection) -> None:
    """Raise InvalidInput for a label, type or property that the database does not have."""
    (known,) = connection.read_columns("retrieve/vocabulary")
    conditions = (*where.nodes, *where.relationships)
    _check("label", where.labels, known["labels"])
    _check("relationship type", where.types, known["types"])
    _check("property", [c.property for c in conditions], known["properties"])


def _meets(variable: str, conditions: str) -> str:
    return compose("where/meets", {"it": variable, "conditions": conditions})


def _check(kind: str, names: Sequence[str], known: Sequence[str]) -> None:
    for name in names:
        if name not in known:
            near = get_close_matches(name, known, n=1)
            hint = f" Did you mean {near[0]!r}?" if near else ""
            raise InvalidInput(
                f"The filter names the {kind} {name!r}, which the database does not have.{hint}"
            )

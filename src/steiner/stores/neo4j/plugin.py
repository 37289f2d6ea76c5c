"""The server plugin: whether it can be used, and its packed columns as arrays."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np

from steiner.columns import Neighbourhood
from steiner.filters import Condition, Filter
from steiner.settings import ExpandSettings
from steiner.stores import expansion
from steiner.stores.expansion import in_order, relation_groups
from steiner.stores.neo4j.connection import Neo4jConnection

WANTED = (0, 3)
"""Major and minor version of the plugin whose results these sources take."""
_COLUMNS = {
    "nodes": "<i8",
    "hops": "i1",
    "relationships": "<i8",
    "sources": "<i4",
    "targets": "<i4",
    "types": "<i2",
    "labels": "<i2",
}
_WIDTHS = {"types": np.int32, "labels": np.int32}


def usable(connection: Neo4jConnection) -> bool:
    """Say whether the server has the plugin, in a version that fits; warns if it does not fit."""
    if not connection.settings.plugin or not connection.read_columns("retrieve/plugin"):
        return False
    version = str(connection.read_columns("retrieve/plugin_version")[0]["version"])
    fits = tuple(version.split(".")[:2]) == tuple(map(str, WANTED))
    if not fits:
        wanted = ".".join(map(str, WANTED))
        warnings.warn(
            f"The server has the steiner plugin {version}, this steiner needs {wanted}: it goes "
            f"on in Cypher, which is slower. Put the {wanted} jar into the server's plugins "
            f"folder and restart it, or set plugin=False.",
            RuntimeWarning,
            stacklevel=2,
        )
    return fits


def expand(
    connection: Neo4jConnection,
    seeds: Sequence[int],
    settings: ExpandSettings,
    where: Filter,
    prized: Sequence[str],
) -> Neighbourhood:
    """Expand on the server; where the filter names no types it follows those in use there."""
    options = {
        "hops": settings.hops,
        "degree_cap": settings.degree_cap,
        "max_nodes": settings.max_nodes,
        "max_relationships": settings.max_relationships,
        "direction": settings.direction,
        "hubs": settings.hubs,
        "reads": expansion.READS,
        "prized": list(prized),
        "labels": list(where.labels),
        "node_conditions": _conditions(where.nodes),
        "relationship_conditions": _conditions(where.relationships),
    }
    if where.types:
        groups = in_order(relation_groups(where.types), prized)
        options["groups"] = [list(group) for group in groups]
    name = "retrieve/plugin_expand"
    (row,) = connection.read_columns(name, seeds=list(seeds), options=options)
    return _neighbourhood(row)


def _conditions(conditions: Sequence[Condition]) -> list[list[Any]]:
    return [[c.property, c.operator, c.parameter()] for c in conditions]


def _neighbourhood(row: dict[str, Any]) -> Neighbourhood:
    columns = {name: np.frombuffer(row[name], dtype) for name, dtype in _COLUMNS.items()}
    wide = {name: columns[name].astype(width) for name, width in _WIDTHS.items()}
    return Neighbourhood(
        **{**columns, **wide},
        type_names=tuple(row["type_names"]),
        label_names=tuple(tuple(names) for names in row["label_names"]),
        truncated=row["truncated"],
        capped=row["capped"],
    )

"""A graph in memory that differs a little from when it was indexed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from steiner.graph import Relationship
from steiner.settings import IndexSettings
from steiner.stores.memory import MemoryStore


def change(store: MemoryStore, random: np.random.Generator) -> None:
    """Add, remove or retype a relationship, or rename a node."""
    edges, kind = dict(store.relationships), int(random.integers(4))
    a, b = (int(i) for i in random.choice(list(store.nodes), 2, replace=False))
    some = int(random.choice(list(edges)))
    if kind == 0:
        new = max(edges) + 1
        edges[new] = Relationship(new, f"r{new}", "to", a, b)
    elif kind == 1 and len(edges) > 1:
        del edges[some]
    elif kind == 2:
        edges[some] = replace(edges[some], type="led to")
    else:
        renamed = {**store.nodes[a].properties, "name": f"{store.nodes[a].name} II"}
        store.nodes[a] = replace(store.nodes[a], properties=renamed, name=renamed["name"])
    store.relationships = edges


def settings_of(store: MemoryStore) -> IndexSettings:
    """Return the settings that a graph was indexed with."""
    record = store.record()
    assert record is not None
    return IndexSettings.from_json(record.settings)

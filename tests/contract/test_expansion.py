"""The same neighbourhood in the same order from every store, on random graphs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from devserver import DevServer
from three_stores import Stores, same, three_stores

from steiner.filters import Condition, Filter
from steiner.settings import ExpandSettings
from steiner.stores.protocol import GraphStore

pytestmark = pytest.mark.alike

TYPES = ("KNOWS", "LIKES", "LIVES_IN", "WORKS FOR`S")
FILTERS = (
    Filter(),
    Filter(labels=("Person",)),
    Filter(types=("LIKES", "LIVES_IN")),
    Filter(nodes=(Condition("tenant", "=", "a"),)),
    Filter(nodes=(Condition("year", ">=", 2000), Condition("year", "<>", 2005.0))),
    Filter(relationships=(Condition("weight", "<", 0.5),)),
    Filter(nodes=(Condition("readers", "contains", "anna"),)),
    Filter(
        labels=("City", "Person"),
        types=("KNOWS", "LIKES"),
        nodes=(Condition("tenant", "in", ["b", "a"]),),
        relationships=(Condition("weight", ">", 0.1),),
    ),
    Filter(nodes=(Condition("tenant", "=", "nobody"),)),
)


LIMITS = ((1, 1), (20, 1000), (1000, 30), (31, 47))


def random_graph(seed: int, nodes: int = 90, relationships: int = 210) -> dict[str, Any]:
    """A graph with a hub (node 0), self-loops, parallel relationships and missing properties."""
    rng = np.random.default_rng(seed)

    def node() -> dict[str, Any]:
        own: dict[str, Any] = {"tenant": str(rng.choice(["a", "b", "c"]))}
        if rng.random() < 0.7:
            own["year"] = int(rng.integers(1995, 2010))
        if rng.random() < 0.5:
            own["readers"] = [str(x) for x in rng.choice(["anna", "bo", "cy"], 2, replace=False)]
        return {
            "labels": [["Person"], ["City"], ["Person", "City"]][rng.integers(3)],
            "properties": own,
        }

    def relationship() -> dict[str, Any]:
        ends = [0 if rng.random() < 0.08 else int(rng.integers(nodes)) for _ in range(2)]
        type = str(rng.choice(TYPES, p=[0.35, 0.3, 0.25, 0.1]))
        own = {"weight": float(rng.random())} if rng.random() < 0.8 else {}
        return {"source": ends[0], "target": ends[1], "type": type, "properties": own}

    return {
        "nodes": [node() for _ in range(nodes)],
        "relationships": [relationship() for _ in range(relationships)],
    }


@pytest.fixture(scope="module")
def stores(server: DevServer) -> Iterator[Stores]:
    with three_stores(server, random_graph(7)) as opened:
        yield opened


SETTINGS = (
    *(ExpandSettings(hops, cap) for hops in (1, 2) for cap in (8, 1000)),
    *(ExpandSettings(2, 12, max_nodes=n, max_relationships=r) for n, r in LIMITS),
    ExpandSettings(0),
    ExpandSettings(4, 9),
)


def check(
    stores: Stores, kind: str, where: Filter, settings: ExpandSettings, seeds: list[int]
) -> None:
    store: GraphStore = getattr(stores, kind)
    prized = ("LIVES_IN", "WORKS FOR`S")
    found = store.filtered(where).expand(seeds, settings, prized)
    same(found, stores.memory.filtered(where).expand(seeds, settings, prized))


@pytest.mark.parametrize("where", FILTERS, ids=str)
@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_the_plugin_equals_the_store_in_memory(
    stores: Stores, where: Filter, settings: ExpandSettings
) -> None:
    for seeds in ([*stores.ids[5:8], stores.ids[5], 10**9], stores.ids[3:14], [stores.hub]):
        check(stores, "plugin", where, settings, seeds)


# Each filter and number of hops is planned anew, for seconds on a server that starts quickly.
@pytest.mark.parametrize("settings", SETTINGS, ids=str)
def test_cypher_equals_the_store_in_memory(stores: Stores, settings: ExpandSettings) -> None:
    for where in (FILTERS[0], FILTERS[-2]) if settings.hops == 2 else FILTERS[:1]:
        for seeds in ([*stores.ids[5:8], stores.ids[5], 10**9], stores.ids[3:14], [stores.hub]):
            check(stores, "cypher", where, settings, seeds)


@pytest.mark.both_lines
@pytest.mark.parametrize("where", FILTERS, ids=str)
def test_cypher_under_a_filter_equals_the_store_in_memory(stores: Stores, where: Filter) -> None:
    for seeds in (stores.ids[3:14], stores.ids[:3]):
        check(stores, "cypher", where, ExpandSettings(1, 8), seeds)


@pytest.mark.both_lines
@pytest.mark.parametrize("kind", ["cypher", "plugin"])
@pytest.mark.parametrize("direction", ["out", "in"])
def test_directions(stores: Stores, kind: str, direction: str) -> None:
    check(stores, kind, FILTERS[0], ExpandSettings(1, 8, direction=direction), stores.ids[:3])


@pytest.mark.parametrize("where", FILTERS[:1], ids=str)
@pytest.mark.parametrize("cap", [1, 2, 3, 5])
def test_small_caps(stores: Stores, where: Filter, cap: int) -> None:
    settings = ExpandSettings(2, cap)
    wanted = stores.memory.filtered(where).expand(stores.ids[:4], settings, TYPES[::-1])
    for store in (stores.cypher, stores.plugin):
        same(store.filtered(where).expand(stores.ids[:4], settings, TYPES[::-1]), wanted)


@pytest.mark.parametrize("kind", ["cypher", "plugin"])
def test_hubs_are_met_and_not_expanded(stores: Stores, kind: str) -> None:
    settings = ExpandSettings(2, 1, hubs=False)
    check(stores, kind, FILTERS[0], settings, [stores.hub, *stores.ids[:4]])
    store: GraphStore = getattr(stores, kind)
    assert len(store.expand([stores.hub], settings).nodes) == 1
    assert store.expand([stores.hub], settings).capped == 1
    assert len(store.expand([stores.hub], replace(settings, hubs=True)).nodes) > 1

"""What is kept of a hub is spread over all its relationships, the same in every store."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from devserver import DevServer
from three_stores import KINDS, Stores, read_graph, same, three_stores

from steiner.filters import Condition, Filter
from steiner.settings import ExpandSettings
from steiner.stores import expansion
from steiner.stores.memory import MemoryStore

DEGREE, CAP = 6_000, 50
EACH = 1_000
"""Relationships between two matches of a rare filter, which so are few, early and late ones."""
FILTERS = (
    Filter(),
    Filter(types=("BUYS",)),
    Filter(nodes=(Condition("rare", "=", True),)),
    Filter(relationships=(Condition("number", ">=", DEGREE - 20),)),
    Filter(relationships=(Condition("number", "<", 20),)),
    Filter(labels=("Hub", "Odd")),
)


def graph_of_a_hub() -> dict[str, Any]:
    """Node 0 with DEGREE relationships, made in order of their `number`, two thirds of one type."""
    spokes = [
        {"labels": ["Odd" if i % 2 else "Even"], "properties": {"rare": i % EACH == EACH - 1}}
        for i in range(DEGREE)
    ]
    relationships = [
        {
            "source": i + 1,
            "target": 0,
            "type": "BUYS" if i % 3 else "SELLS",
            "properties": {"number": i},
        }
        for i in range(DEGREE)
    ]
    hub = {"labels": ["Hub"], "properties": {"rare": True}}
    return {"nodes": [hub, *spokes], "relationships": relationships}


@pytest.fixture(scope="module")
def stores(server: DevServer) -> Iterator[Stores]:
    with three_stores(server, graph_of_a_hub()) as opened:
        yield opened


def numbers(stores: Stores, relationships: list[int]) -> list[int]:
    """Return in which order the relationships were made."""
    return [stores.memory.relationships[i].properties["number"] for i in relationships]


@pytest.mark.parametrize("kind", KINDS)
def test_a_hubs_choice_is_spread_over_all_its_relationships(stores: Stores, kind: str) -> None:
    kept = stores.of(kind).expand([stores.hub], ExpandSettings(1, CAP))
    made = numbers(stores, kept.relationships.tolist())
    tenths = Counter(number * 10 // DEGREE for number in made)
    assert len(made) == CAP
    assert set(tenths) == set(range(10))
    assert max(tenths.values()) <= 12
    assert kept.capped == 1


@pytest.mark.parametrize("kind", KINDS)
def test_matches_that_come_late_in_storage_are_kept(stores: Stores, kind: str) -> None:
    rare = stores.of(kind).filtered(FILTERS[2])
    kept = rare.expand([stores.hub], ExpandSettings(1, CAP))
    wanted = list(range(EACH - 1, DEGREE, EACH))
    assert sorted(numbers(stores, kept.relationships.tolist())) == wanted
    assert kept.capped == 0
    for place in (3, 4):
        few = stores.of(kind).filtered(FILTERS[place])
        assert len(few.expand([stores.hub], ExpandSettings(1, CAP)).relationships) == 20


@pytest.mark.parametrize("kind", KINDS[1:])
@pytest.mark.parametrize("where", FILTERS, ids=str)
@pytest.mark.parametrize("cap", [1, 7, CAP])
def test_hubs_are_the_same_in_every_store(
    stores: Stores, kind: str, where: Filter, cap: int
) -> None:
    settings, seeds = ExpandSettings(1, cap), [stores.ids[5], stores.ids[0]]
    kept = stores.of(kind).filtered(where).expand(seeds, settings, ("SELLS",))
    same(kept, stores.memory.filtered(where).expand(seeds, settings, ("SELLS",)))


@pytest.mark.parametrize("where", FILTERS[:4], ids=str)
@pytest.mark.parametrize("reads", [1, 500, 2_001])
def test_what_is_read_of_a_hub_is_bounded(
    stores: Stores, monkeypatch: pytest.MonkeyPatch, where: Filter, reads: int
) -> None:
    """Beyond the bound storage decides what is read: the two ways to one server are compared."""
    monkeypatch.setattr(expansion, "READS", reads)
    settings = ExpandSettings(1, 20)
    kept = stores.cypher.filtered(where).expand([stores.hub], settings)
    same(kept, stores.plugin.filtered(where).expand([stores.hub], settings))
    assert kept.capped == 1


def test_a_type_added_since_the_index_is_followed(stores: Stores) -> None:
    settings, seeds = ExpandSettings(1, CAP), [stores.hub]
    for kind in KINDS[1:]:
        assert "GIVES" not in stores.of(kind).expand(seeds, settings).type_names
    connection = stores.cypher.connection
    with connection.driver.session(database="neo4j") as session:
        add = "MATCH (n), (m) WHERE id(n) = $n AND id(m) = $m CREATE (n)-[:GIVES {number: 0}]->(m)"
        other = next(id for id in stores.ids if id != stores.hub)
        session.run(add, n=stores.hub, m=other).consume()
    memory = MemoryStore(read_graph(connection))
    for where in (Filter(), Filter(types=("GIVES", "BUYS")), FILTERS[4]):
        wanted = memory.filtered(where).expand(seeds, settings)
        assert "GIVES" in wanted.type_names
        for kind in KINDS[1:]:
            same(stores.of(kind).filtered(where).expand(seeds, settings), wanted)

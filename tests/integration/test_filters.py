"""What a filter refuses is not there: not searched, reached, counted, scored, ranked or cited."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from conftest import indexed, load_graph
from devserver import DevServer
from index_doubles import HashEmbedder

from steiner.display.render import evidence_json
from steiner.errors import InvalidInput, SteinerError
from steiner.evidence import Evidence
from steiner.filters import Condition, Filter
from steiner.retrieve.pipeline import StagedRetriever
from steiner.settings import ConnectionSettings, ExpandSettings, Options
from steiner.stores.neo4j import plugin
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.store import Neo4jStore
from steiner.systems.steiner import retriever as steiner_retriever

pytestmark = pytest.mark.both_lines

OURS = Filter(
    nodes=(Condition("tenant", "=", "ours"),),
    relationships=(Condition("open", "=", True),),
)
SYLLABLES = ("ba", "do", "ki", "lu", "me", "na", "ro", "su", "ta", "vi")


def name(place: int) -> str:
    """A name of two words, made of syllables: hidden and shown names share words."""
    first, second = SYLLABLES[place % 10] + "ren", SYLLABLES[place // 10] + "mont"
    return f"{first.title()} {second.title()}"


def random_graph(seed: int) -> dict[str, Any]:
    rng = np.random.default_rng(seed)
    tenants = rng.choice(["ours", "theirs"], 60)
    nodes = [
        {
            "labels": [str(rng.choice(["Person", "Firm"]))],
            "properties": {"name": name(i), "tenant": str(t), "motto": f"{t} secret {i}"},
        }
        for i, t in enumerate(tenants)
    ]
    relationships = [
        {
            "source": int(a),
            "target": int(b),
            "type": str(rng.choice(["KNOWS", "OWNS", "ADVISES"])),
            "properties": {"open": bool(rng.random() < 0.6), "note": f"note {i}"},
        }
        for i, (a, b) in enumerate(rng.integers(60, size=(240, 2)))
    ]
    return {"nodes": nodes, "relationships": relationships}


@pytest.fixture(scope="module", params=[True, False], ids=["plugin", "cypher"])
def opened(server: DevServer, request: pytest.FixtureRequest) -> Iterator[Neo4jConnection]:
    settings = ConnectionSettings(uri=server.uri, password=server.password)
    chosen = replace(settings, plugin=request.param)
    with indexed(chosen, lambda opened: load_graph(opened, random_graph(3))) as connection:
        yield connection


@pytest.fixture(scope="module")
def retriever(opened: Neo4jConnection) -> StagedRetriever:
    return steiner_retriever(Neo4jStore(opened), HashEmbedder())


@pytest.fixture(scope="module")
def ids(opened: Neo4jConnection) -> list[int]:
    """The ids of the graph's nodes."""
    with opened.driver.session() as session:
        return [row["id"] for row in session.run("MATCH (n {tenant: 'ours'}) RETURN id(n) AS id")]


@pytest.fixture(scope="module")
def shown(opened: Neo4jConnection) -> set[str]:
    """The element ids of what `OURS` accepts."""
    query = """
    MATCH (n {tenant: 'ours'}) RETURN elementId(n) AS id
    UNION MATCH ({tenant: 'ours'})-[r {open: true}]->({tenant: 'ours'}) RETURN elementId(r) AS id
    """
    with opened.driver.session() as session:
        return {row["id"] for row in session.run(query)}


def seen(evidence: Evidence) -> set[str]:
    graph = evidence.subgraph
    nodes = {node.element_id for node in graph.nodes}
    relationships = {relationship.element_id for relationship in graph.relationships}
    return nodes | relationships | {seed.element_id for seed in evidence.seeds}


@pytest.mark.parametrize("place", range(0, 60, 7))
def test_nothing_refused_is_seen(retriever: StagedRetriever, shown: set[str], place: int) -> None:
    question = f"Whom does {name(place)} know, and what does {name((place * 7) % 60)} own?"
    evidence = retriever.retrieve(question, Options(filter=OURS))
    assert seen(evidence) <= shown
    assert "theirs" not in json.dumps(evidence_json(evidence))
    allowed = {
        name(i)
        for i, n in enumerate(random_graph(3)["nodes"])
        if n["properties"]["tenant"] == "ours"
    }
    assert set(evidence.ranking) <= allowed
    assert all(path.ends <= len(allowed) for path in evidence.paths)
    assert evidence.facts


def test_a_refused_name_is_not_found_even_if_given(retriever: StagedRetriever) -> None:
    hidden = next(
        n["properties"]["name"]
        for n in random_graph(3)["nodes"]
        if n["properties"]["tenant"] == "theirs"
    )
    assert retriever.retrieve("Who is it?", Options([hidden])).seeds
    with pytest.raises(InvalidInput, match="No node has the name"):
        retriever.retrieve("Who is it?", Options([hidden], OURS))


def test_paths_count_what_is_shown_only(retriever: StagedRetriever) -> None:
    nodes = random_graph(3)["nodes"]
    asked = next(i for i, n in enumerate(nodes) if n["properties"]["tenant"] == "ours")
    question = f"Whom does {name(asked)} know?"
    whole, part = retriever.retrieve(question), retriever.retrieve(question, Options(filter=OURS))
    ends = {path.text: path.ends for path in whole.paths}
    assert any(path.ends < ends[path.text] for path in part.paths if path.text in ends)


def test_labels_and_types_are_refused_on_the_way(retriever: StagedRetriever) -> None:
    where = Filter(labels=("Person",), types=("KNOWS",))
    evidence = retriever.retrieve(f"Whom does {name(4)} know?", Options(filter=where))
    assert {r.type for r in evidence.subgraph.relationships} <= {"KNOWS"}
    assert {label for n in evidence.subgraph.nodes for label in n.labels} == {"Person"}


def test_a_filter_that_refuses_everything_gives_no_evidence(retriever: StagedRetriever) -> None:
    nobody = Filter(nodes=(Condition("tenant", "=", "nobody's"),))
    evidence = retriever.retrieve(f"Whom does {name(4)} know?", Options(filter=nobody))
    assert (evidence.text, evidence.seeds, evidence.ranking) == ("", (), ())
    assert "nothing that the filter shows" in evidence.cuts[0]


@pytest.mark.parametrize(
    ("where", "message"),
    [
        (Filter(nodes=(Condition("tenent", "=", 1),)), "property 'tenent'.*mean 'tenant'"),
        (Filter(labels=("Persn",)), "label 'Persn'.*mean 'Person'"),
        (Filter(types=("LOVES",)), "relationship type 'LOVES', which the database does not have"),
    ],
)
def test_a_filter_on_what_does_not_exist_is_refused(
    retriever: StagedRetriever, where: Filter, message: str
) -> None:
    with pytest.raises(InvalidInput, match=message):
        retriever.retrieve("Whom does anybody know?", Options(filter=where))


def test_ten_thousand_seeds_and_seeds_that_are_gone(
    opened: Neo4jConnection, ids: list[int]
) -> None:
    store = Neo4jStore(opened)
    gone = range(10**8, 10**8 + 10_000)
    around = store.expand([*ids, *gone], ExpandSettings(max_nodes=500))
    assert len(ids) < len(around.nodes) <= 500
    assert around.truncated
    assert len(store.expand([*gone, *ids], ExpandSettings()).nodes) == len(around.nodes)
    assert len(store.expand([10**9], ExpandSettings()).nodes) == 0


def test_another_version_of_the_plugin_is_not_used(
    opened: Neo4jConnection, ids: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    if not opened.settings.plugin:
        pytest.skip("asks without the plugin anyway")
    monkeypatch.setattr(plugin, "WANTED", (9, 8))
    store = Neo4jStore(opened)
    with pytest.warns(RuntimeWarning, match=r"plugin 0\.3\.0, this steiner needs 9\.8") as warned:
        assert len(store.expand(ids[:3], ExpandSettings(1)).nodes) > 3
    assert len(warned) == 1
    store.expand(ids[:3], ExpandSettings(1))


def test_a_plugin_that_is_gone_is_missed_once(
    opened: Neo4jConnection, ids: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*_: object) -> None:
        calls.append(1)
        raise SteinerError("There is no procedure with the name `steiner.expand`.")

    calls: list[int] = []
    store = Neo4jStore(opened)
    monkeypatch.setattr(plugin, "usable", lambda _: not calls)
    monkeypatch.setattr(plugin, "expand", gone)
    for _ in range(2):
        assert len(store.expand(ids[:3], ExpandSettings(1)).nodes) > 3
    assert len(calls) == 1

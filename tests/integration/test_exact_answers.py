"""Exact answers on a live graph: tables with their Cypher, by command line and in Python."""

from __future__ import annotations

import json
from contextlib import closing

import pytest
from click.testing import CliRunner
from scripted_model import ScriptedModel

from steiner.algebra import Measure, Owner, Query
from steiner.chosen import Chosen
from steiner.cli import cli
from steiner.embed import open_embedder
from steiner.errors import InvalidInput
from steiner.evidence import Evidence
from steiner.filters import Condition, Filter
from steiner.session import retriever
from steiner.settings import DEFAULT_EMBEDDER, ConnectionSettings, ExactSettings, RetrieverSettings
from steiner.stores.neo4j.computed import running
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.store import Neo4jStore
from steiner.systems.steiner import retriever as steiner_retriever


def asked(sample: ConnectionSettings, question: str, mode: str = "auto") -> Evidence:
    # On a busy machine a second may pass before the table is there.
    settings = RetrieverSettings(exact=ExactSettings(mode=mode, patience=60.0))
    with retriever(sample, Chosen(retrieval=settings)) as opened:
        return opened.retrieve(question)


def test_a_count_is_computed_and_shown_with_its_cypher(sample: ConnectionSettings) -> None:
    evidence = asked(sample, "How many products are there?")
    assert evidence.exact
    assert evidence.table is not None
    ((count,),) = evidence.table.rows
    assert evidence.answers == (str(count),)
    assert evidence.facts[0].text == f"count: {count}"
    assert "RETURN count(DISTINCT v0)" in evidence.table.cypher
    assert evidence.tokens <= evidence.budget


def test_a_ranking_has_nodes_with_their_measure(sample: ConnectionSettings) -> None:
    evidence = asked(sample, "Which 3 suppliers supply the most components?")
    assert evidence.table is not None
    assert len(evidence.table.rows) == 3
    counts = [row[1] for row in evidence.table.rows]
    assert counts == sorted(counts, reverse=True)
    nodes = [row[0] for row in evidence.table.rows]
    assert {node.id for node in nodes} <= {node.id for node in evidence.subgraph.nodes}


def test_what_was_counted_is_in_the_subgraph_and_ties_are_told(sample: ConnectionSettings) -> None:
    evidence = asked(sample, "Which 3 suppliers supply the most components?")
    table = evidence.table
    assert table is not None
    assert table.total > 3
    assert all(row[1] == table.rows[-1][1] for row in table.tied)
    winners = {row[0].id for row in table.rows}
    met = {end for r in evidence.subgraph.relationships for end in (r.source, r.target)}
    assert winners <= met
    cited = {id for fact in evidence.facts for id in fact.relationships}
    assert cited <= {r.id for r in evidence.subgraph.relationships}


def test_a_statement_beyond_the_bound_is_not_run(
    sample: ConnectionSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "_MOST_ESTIMATED", 0.0)
    query = Query(("Product",), measure=Measure("count", Owner(0)), single=True)
    with (
        closing(Neo4jConnection(sample)) as opened,
        pytest.raises(InvalidInput, match=r"more than 0e\+00"),
    ):
        Neo4jStore(opened).run(query)


def test_what_emptied_a_result_is_told(sample: ConnectionSettings) -> None:
    evidence = asked(sample, "How many products have the name 'Xyzzy'?")
    assert evidence.table is not None
    assert evidence.table.rows == ((0,),)
    assert evidence.table.emptied_by == ("Product.name = 'Xyzzy'",)


def test_a_total_beyond_the_rows_is_counted(
    sample: ConnectionSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "MOST_ROWS", 1)
    with closing(Neo4jConnection(sample)) as opened:
        store = Neo4jStore(opened)
        table = store.run(Query(("Supplier",)))
        count = store.run(Query(("Supplier",), measure=Measure("count", Owner(0)), single=True))
    assert count.rows[0][0] == table.total > 2


def test_off_computes_nothing_and_a_filter_holds_in_the_table(sample: ConnectionSettings) -> None:
    assert asked(sample, "How many products are there?", "off").table is None
    hidden = Filter(nodes=(Condition("name", "=", "Deluge 310 bypass set"),))
    with retriever(sample, Chosen(where=hidden)) as opened:
        evidence = opened.retrieve("How many products are there?", Chosen(where=hidden).options())
    assert evidence.table is not None
    assert evidence.table.rows == ((1,),)


@pytest.mark.parametrize("mode", ["auto", "only"])
def test_the_command_line_writes_the_table(sample: ConnectionSettings, mode: str) -> None:
    where = ["--uri", sample.uri, "--password", sample.password, "--exact", mode]
    told = ["retrieve", *where, "--json", "How many products are there?"]
    done = CliRunner().invoke(cli, told, catch_exceptions=False)
    line = json.loads(done.stdout)
    assert line["exact"]
    assert set(line["table"]) == {
        "columns",
        "rows",
        "tied",
        "total",
        "cypher",
        "parameters",
        "reading",
        "emptied_by",
    }


def test_what_a_model_and_the_rules_read_alike_is_exact(sample: ConnectionSettings) -> None:
    form = {
        "find": "a",
        "nodes": [{"name": "a", "label": "Supplier"}],
        "measure": {"kind": "count", "of": "a"},
        "overall": True,
    }
    model = ScriptedModel(json.dumps(form))
    with closing(Neo4jConnection(sample)) as opened:
        settings = RetrieverSettings(exact=ExactSettings(ask_reader="always"))
        given = (Neo4jStore(opened), open_embedder(DEFAULT_EMBEDDER), settings)
        asked = steiner_retriever(*given, reader=model)
        evidence = asked.retrieve("How many suppliers are there?")
    assert evidence.usage.calls == 1
    assert evidence.exact
    assert evidence.table is not None
    assert evidence.table.reading == "Supplier: count"

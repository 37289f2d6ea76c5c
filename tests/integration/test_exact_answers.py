"""Exact answers on a live graph: tables with their Cypher, by command line and in Python."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from steiner.chosen import Chosen
from steiner.cli import cli
from steiner.filters import Condition, Filter
from steiner.graph import Evidence
from steiner.session import retriever
from steiner.settings import ConnectionSettings, ExactSettings, RetrieverSettings


def asked(sample: ConnectionSettings, question: str, mode: str = "auto") -> Evidence:
    settings = RetrieverSettings(exact=ExactSettings(mode=mode))
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
    assert set(line["table"]) == {"columns", "rows", "total", "cypher", "parameters", "reading"}

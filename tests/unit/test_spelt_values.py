"""What a model compares with is spelt as the graph has it, or the nearest names are said."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from read_graphs import node, store
from scripted_model import ScriptedModel
from word_doubles import WordEmbedder

from steiner.algebra import Bound, Owner, PropertyOf, Query
from steiner.errors import InvalidInput
from steiner.query.proposing.spelt_values import SpeltValues
from steiner.settings import ExactSettings, RetrieverSettings
from steiner.systems.steiner import retriever

STORE = store(
    [
        node(1, "Supplier", "Tavora Plásticos", city="São Paulo"),
        node(2, "Supplier", "Tavora Metals", city="Oslo"),
        node(3, "Supplier", "ACME", city="oslo"),
        node(4, "Part", "Shaft Seal"),
    ],
    [(1, "SUPPLIES", 4, {})],
)
SPELT = SpeltValues(STORE, STORE.graph_schema().names)


def bound(value: Any, name: str = "name", operator: str = "=") -> Bound:
    return Bound(PropertyOf(Owner(0), name), operator, value)


def of(*bounds: Bound, label: str = "Supplier") -> Query:
    return Query((label,), bounds=bounds)


@pytest.mark.parametrize(
    ("given", "spelt"),
    [
        (bound("tavora plasticos"), bound("Tavora Plásticos")),
        (bound("Tavora Plastico"), bound("Tavora Plásticos")),
        (bound("acme"), bound("ACME")),
        (bound("ACME"), bound("ACME")),
        (bound("Sao Paulo", "city"), bound("São Paulo", "city")),
        (bound("OSLO", "city"), bound(["Oslo", "oslo"], "city", "in")),
        (bound(["acme"], operator="in"), bound(["ACME"], operator="in")),
        (bound("Atlantis", "city"), bound("Atlantis", "city")),
        (bound("plast", operator="contains"), bound("plast", operator="contains")),
    ],
)  # fmt: skip
def test_a_text_is_spelt_as_it_is_stored(given: Bound, spelt: Bound) -> None:
    assert SPELT.of(of(given)) == of(spelt)


def test_branches_and_nested_queries_are_spelt_too() -> None:
    nested = replace(of(bound("acme")), group=PropertyOf(Owner(0), "city"))
    query = replace(of(bound(nested, "city", "in")), either=(of(bound("tavora metals")),))
    spelt = SPELT.of(query)
    assert spelt.bounds[0].value.bounds == (bound("ACME"),)
    assert spelt.either[0].bounds == (bound("Tavora Metals"),)


def test_a_name_that_no_node_has_is_refused_with_the_nearest() -> None:
    with pytest.raises(InvalidInput) as refused:
        SPELT.of(of(bound("Tavora Ltd")))
    nearest = "the nearest are 'Tavora Metals', 'Tavora Plásticos'. Write it as the graph has it"
    assert str(refused.value).startswith(f"No Supplier has the name 'Tavora Ltd'; {nearest}")
    with pytest.raises(InvalidInput, match=r"No Part has the name 'Tavora Metals'\. Write it"):
        SPELT.of(of(bound("Tavora Metals"), label="Part"))


def test_a_proposal_is_spelt_before_it_is_run_and_mended_by_the_nearest() -> None:
    def form(name: str) -> str:
        where = [{"of": "s", "property": "name", "is": "=", "value": name}]
        return json.dumps(
            {"find": "s", "nodes": [{"name": "s", "label": "Supplier"}], "where": where}
        )

    model = ScriptedModel(form("Tavora Ltd"), form("tavora metals"))
    settings = RetrieverSettings(exact=ExactSettings(ask_reader="always"))
    reads = retriever(STORE, WordEmbedder(), settings, reader=model)
    evidence = reads.retrieve("Which supplier is called Tavora Ltd?")
    assert "the nearest are 'Tavora Metals'" in model.prompts[1]
    assert evidence.usage.calls == 2
    assert "Tavora Metals" in evidence.answers

"""Whatever text a public function is given, it answers, or refuses it by InvalidInput."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable
from contextlib import suppress
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest
from any_values import any_text, drawn, graphs
from family_graph import FAMILY, retriever
from hypothesis import given
from hypothesis import strategies as st
from word_doubles import WordEmbedder

from steiner.errors import InvalidInput
from steiner.evidence import Evidence
from steiner.exports import FORMATS, export
from steiner.filters import Condition, parse_condition
from steiner.generate.evidence_only import EvidenceOnly
from steiner.generate.grounding.citations import cite
from steiner.generate.reasoner import answers_of
from steiner.generate.replies import reply, reply_pieces
from steiner.graph import Subgraph
from steiner.index.build import Indexer
from steiner.integrations.agents.actions import GraphActions
from steiner.integrations.answering import Answering
from steiner.question.history import Turn
from steiner.question.set_references import parted
from steiner.question.tokens import tokenised
from steiner.redaction import redacted
from steiner.retrieve.searching.graph_search import requested
from steiner.retrieve.triples.plans import steps_of
from steiner.settings import Options
from steiner.stores.memory import MemoryStore
from steiner.systems.steiner import retriever as over
from steiner.text import has_letters, normalise, plain_words, readable, visible
from steiner.textualise.data_text import as_data, fenced, restored

FINDER = retriever(FAMILY)
ACTIONS = GraphActions(FINDER)
EVIDENCE: Evidence = FINDER.retrieve("Who leads Aurora?")
READERS: dict[str, Callable[[str], Any]] = {
    "normalise": normalise,
    "plain words": plain_words,
    "readable": readable,
    "has letters": has_letters,
    "data": as_data,
    "redacted": redacted,
    "parted": parted,
    "steps": steps_of,
    "search": requested,
    "answers": answers_of,
    "reply": reply,
    "retrieve": FINDER.retrieve,
    "seeds": lambda text: FINDER.retrieve("Who leads Aurora?", Options(seeds=(text,))),
    "evidence": ACTIONS.evidence,
    "compute": ACTIONS.compute,
    "find": ACTIONS.find,
    "neighbours": ACTIONS.neighbours,
    "relation": lambda text: ACTIONS.neighbours("Aurora", relation=text),
    "direction": lambda text: ACTIONS.neighbours("Aurora", direction=text),
    "schema": ACTIONS.schema,
    "condition": parse_condition,
    "export": lambda text: export(EVIDENCE, text),
}
turns = st.builds(Turn, any_text, any_text, st.lists(any_text, max_size=3).map(tuple))


@pytest.mark.parametrize("name", READERS)
@drawn(60)
@given(any_text)
def test_a_text_is_read_or_refused(name: str, text: str) -> None:
    with suppress(InvalidInput):
        READERS[name](text)


@drawn(150)
@given(any_text, st.lists(turns, max_size=3))
def test_any_talk_is_answered_or_refused(question: str, history: list[Turn]) -> None:
    answering = Answering(FINDER, EvidenceOnly())
    with suppress(InvalidInput):
        answer = answering.ask(question, history=history)
        assert {citation.tag for citation in answer.citations} <= {
            fact.tag for fact in answer.evidence.facts
        }


@drawn(200)
@given(any_text, any_text)
def test_an_answer_cites_what_is_there_and_says_what_is_not(question: str, text: str) -> None:
    answer = cite(question, text, EVIDENCE)
    assert {citation.tag for citation in answer.citations} <= {f.tag for f in EVIDENCE.facts}
    assert answer.evidence is EVIDENCE


@drawn(300)
@given(any_text, st.lists(st.integers(0, 80), max_size=6))
def test_a_reply_is_the_same_however_it_is_cut(text: str, cuts: list[int]) -> None:
    places = [0, *sorted(cuts), len(text)]
    pieces = [text[a:b] for a, b in pairwise(places)]
    assert "".join(reply_pieces(pieces)) == "".join(reply_pieces([text]))


@drawn(300)
@given(any_text)
def test_words_stand_where_they_are_said_to(text: str) -> None:
    read = tokenised(text)
    assert read.text == unicodedata.normalize("NFC", visible(text))
    for span in read.spans:
        start, end = read.tokens[span.start].start, read.tokens[span.end - 1].end
        assert read.text[start:end] == span.text
    assert normalise(normalise(text)) == normalise(text)


@drawn(200)
@given(any_text, st.sampled_from(["=", "<>", "<", "<=", ">", ">="]), st.integers())
def test_a_written_condition_is_read_as_it_was_meant(name: str, operator: str, number: int) -> None:
    name = "".join(filter(str.isalnum, name)) or "p"
    expected = Condition(name, operator, number) if -(2**63) <= number < 2**63 else None
    with suppress(InvalidInput):
        assert parse_condition(f" {name} {operator} {number}") == expected


@drawn(200)
@given(st.lists(any_text, max_size=5))
def test_data_never_ends_its_fence_and_names_come_back(lines: list[str]) -> None:
    fence = fenced([as_data(line) for line in lines])
    assert fence.text.startswith(f"{fence.opens}\n")
    assert fence.text.endswith(f"\n{fence.closes}")
    assert fence.text.count(fence.closes) == 1
    restored("\n".join(map(as_data, lines)), lines)


@drawn(60)
@given(graphs(), any_text)
def test_any_graph_is_indexed_asked_and_exported(graph: Subgraph, question: str) -> None:
    store = MemoryStore(graph)
    Indexer(store, WordEmbedder()).run()
    finder = over(store, WordEmbedder())
    first = graph.nodes[0].name
    for text in (question, f"What is '{first}'?", f"How many things does {first} have?"):
        with suppress(InvalidInput):
            check(finder.retrieve(text))


def check(evidence: Evidence) -> None:
    ids = {node.id for node in evidence.subgraph.nodes}
    assert all({r.source, r.target} <= ids for r in evidence.subgraph.relationships)
    assert all(set(fact.nodes) <= ids for fact in evidence.facts)
    assert evidence.tokens <= evidence.budget
    json.loads(export(evidence, "json"), parse_constant=pytest.fail)
    ElementTree.fromstring(export(evidence, "graphml"))
    ElementTree.fromstring(export(evidence, "svg"))
    for name in {*FORMATS} - {"png", "json", "graphml", "svg"}:
        export(evidence, name)

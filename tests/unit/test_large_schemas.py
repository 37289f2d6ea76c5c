"""Of thousands of labels and types, questions are computed; what is left out is said."""

from __future__ import annotations

import time

import pytest
from word_doubles import WordEmbedder

from steiner.evidence import Evidence
from steiner.graph import Node, Relationship, Subgraph
from steiner.index.build import Indexer
from steiner.stores.memory import MemoryStore
from steiner.stores.schema_size import MOST_NAMES, names_read
from steiner.systems.steiner import retriever

SECONDS = 30
"""Of processor time for the first question, with everything that is read once."""


def store(kinds: int, types: int) -> MemoryStore:
    """Forty wards and their patients, and a node of its own for each of other labels."""
    nodes, edges = list[Node](), list[Relationship]()

    def add(label: str, **properties: object) -> int:
        place = len(nodes)
        name = str(properties.get("name", ""))
        nodes.append(Node(place, f"n{place}", (label,) if label else (), properties, name))
        return place

    def join(source: int, type: str, target: int) -> None:
        place = len(edges)
        edges.append(Relationship(place, f"r{place}", type, source, target, {}))

    wards = [add("Ward", name=f"Ward {number}", beds=number) for number in range(40)]
    for number in range(80):
        join(add("Patient", name=f"Patient {number}"), "LIES_IN", wards[number % 40])
    things = [add(f"Kind{number}", name=f"Thing {number}") for number in range(kinds)]
    for number in range(types):
        join(things[number], f"LINK_{number}", things[0])
    made = MemoryStore(Subgraph(tuple(nodes), tuple(edges)))
    Indexer(made, WordEmbedder()).run()
    return made


def asked(kinds: int, types: int) -> Evidence:
    question = "How many wards have more than 30 beds?"
    return retriever(store(kinds, types), WordEmbedder()).retrieve(question)


@pytest.mark.parametrize(("kinds", "types"), [(400, 100), (1_500, 0), (700, 700), (4_000, 400)])
def test_a_question_is_computed_however_many_labels_there_are(kinds: int, types: int) -> None:
    started = time.process_time()
    evidence = asked(kinds, types)
    assert time.process_time() - started < SECONDS
    assert evidence.table is not None
    assert evidence.table.rows == ((9,),)
    said = [cut for cut in evidence.cuts if "are left out" in cut]
    left = kinds + 2 + types + 1 - MOST_NAMES
    assert len(said) == (left > 0)
    assert all(f"; {left:,} others are left out" in cut for cut in said)


def test_both_labels_and_types_keep_their_share_the_most_frequent_first() -> None:
    labels = {f"L{n:04}": n for n in range(1_500)}
    types = {f"T{n:03}": 1 for n in range(500)}
    read = names_read(labels, types)
    assert (len(read.labels), len(read.types), read.left_out) == (750, 250, 1_000)
    assert read.labels == [f"L{n:04}" for n in range(750, 1_500)]
    assert read.types == [f"T{n:03}" for n in range(250)]
    assert names_read({"A": 0}, {"R": 0}) == (["A"], ["R"], 0)

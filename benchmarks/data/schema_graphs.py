"""Questions of a schema whose graph is not there: each with its candidate paths, one of them meant.

A schema is its own graph: three nodes a label, joined as its relationships say.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from random import Random
from typing import NamedTuple

import numpy as np

from data import SHARED
from steiner.embed import Embedder
from steiner.graph import Neighbourhood
from steiner.index.word_space import word_space
from steiner.models.paths.candidates import PathExample, describe
from steiner.question.reading import Question
from steiner.question.seeds import Entity
from steiner.question.tokens import tokenised
from steiner.retrieve.paths.finding import find_paths
from steiner.settings import PathSettings
from steiner.text import plain_words, words
from steiner.train.data.worded.drawn_graph import DrawnGraph, draw_graph
from steiner.train.data.worded.path_questions import PeopleWords, QuestionDrawer
from steiner.train.data.worded.people_words import TOPIC

_COPIES = 3
_A_GRAPH = 12
"""Questions drawn of one graph, as the weights were made."""
_NODE = re.compile(r"\((\w*)\s*(?::\s*(\w+))?\s*(\{[^}]*\})?\s*\)")
_STEP = re.compile(r"\s*(<?)-\[\w*\s*:\s*(\w+)[^\]]*\]-(>?)\s*")
_CHAIN = re.compile(r"MATCH\s+(?:\w+\s*=\s*)?(\(.*?\))\s*(?:WHERE|RETURN|WITH)", re.S)
_RETURNED = re.compile(r"RETURN\s+(?:DISTINCT\s+)?(\w+)")
_VALUE = re.compile(r"\{\s*\w+\s*:\s*(['\"])(.+?)\1\s*\}")
_LONGEST = 3

Relations = Sequence[tuple[str, str, str]]
"""Start kind, type, end kind."""
Walk = tuple[tuple[str, bool], ...]
"""Types in plain words, and whether each is walked along its direction."""


class PathQuestion(NamedTuple):
    """A question of the node of a `kind` that it calls `name`, and the walk that it means."""

    text: str
    name: str
    kind: str
    walk: Walk


def read_schemas() -> dict[str, Relations]:
    """Return the relationships of text2cypher's schemas."""
    lines = (SHARED / "text2cypher" / "schemas.jsonl").read_text(encoding="utf-8").splitlines()
    rows = map(json.loads, lines)
    return {
        row["database"]: [(r["start"], r["type"], r["end"]) for r in row["relationships"]]
        for row in rows
    }


def read_questions() -> Iterator[tuple[str, PathQuestion]]:
    """Yield database and question where the Cypher is one path that begins at a named value.

    MATCH (s:Stream)-[:PLAYS]->(:Game {name: 'Rust'}) RETURN s: from the Game Rust, PLAYS backwards.
    """
    for line in (SHARED / "text2cypher" / "questions.jsonl").open(encoding="utf-8"):
        row = json.loads(line)
        asked = _path_question(row["question"], row["cypher"])
        if asked is not None:
            yield row["database"], asked


def _path_question(question: str, cypher: str) -> PathQuestion | None:
    chain, returned = _CHAIN.search(cypher), _RETURNED.search(cypher)
    if cypher.count("MATCH") != 1 or chain is None or returned is None:
        return None
    nodes, steps = _parsed(chain.group(1))
    values = [(i, m) for i, node in enumerate(nodes) if (m := _VALUE.search(node[2]))]
    ends = [i for i, node in enumerate(nodes) if node[0] == returned.group(1)]
    if len(values) != 1 or len(ends) != 1 or values[0][0] == ends[0]:
        return None
    (start, value), (end,) = values[0], ends
    name = " ".join(words(value.group(2)))
    if not name or f" {name} " not in f" {' '.join(words(question))} ":
        return None
    walk = steps[start:end] if start < end else [(t, not on) for t, on in steps[end:start][::-1]]
    if len(walk) > _LONGEST:
        return None
    plain = tuple((plain_words(type), along) for type, along in walk)
    return PathQuestion(question, name, nodes[start][1], plain)


def _parsed(chain: str) -> tuple[list[tuple[str, str, str]], list[tuple[str, bool]]]:
    """Return the nodes (variable, label, properties) and the steps between; nothing of others."""
    nodes: list[tuple[str, str, str]] = []
    steps: list[tuple[str, bool]] = []
    at = 0
    while node := _NODE.match(chain, at):
        nodes.append((node.group(1), node.group(2) or "", node.group(3) or ""))
        at = node.end()
        step = _STEP.match(chain, at)
        if step is None:
            break
        steps.append((step.group(2), bool(step.group(3))))
        at = step.end()
    whole = at == len(chain) and len(nodes) == len(steps) + 1
    return (nodes, steps) if whole else ([], [])


def drawn_questions(
    people: PeopleWords, count: int, seed: int
) -> Iterator[tuple[DrawnGraph, PathQuestion]]:
    """Yield `count` questions of graphs drawn from an ontology, each with its graph."""
    random, names, made = Random(seed), sorted(people.asked), 0
    while made < count:
        graph = draw_graph(people.ontology, names, random)
        drawer = QuestionDrawer(people, graph, random)
        for asked, meant in drawer.asked(min(_A_GRAPH, count - made)):
            made += 1
            walk = tuple((s.text, s.forward) for s in map(graph.described, meant))
            yield graph, PathQuestion(" ".join(asked), TOPIC, graph.start(meant[0]), walk)


def stored_relations(graph: DrawnGraph) -> Relations:
    """Return the relationships of a drawn graph, each as it is stored there."""
    rows = []
    for name, relation in graph.relations.items():
        type, along = graph.stored[name]
        ends = graph.ontology.kind(relation.start), graph.ontology.kind(relation.end)
        start, end = ends if along else ends[::-1]
        rows.append((start, type, end))
    return rows


class SchemaGraph:
    """A schema as a graph, and the candidates that a question has there.

    `labels` names the kinds in words; without it, a kind is its label.
    """

    def __init__(
        self, relations: Relations, embedder: Embedder, labels: Mapping[str, str] | None = None
    ) -> None:
        self._embedder = embedder
        self._kinds = list(dict.fromkeys(end for a, _, b in relations for end in (a, b)))
        types = list(dict.fromkeys(type for _, type, _ in relations))
        rows = [
            (self._node(a, i), self._node(b, j), types.index(type))
            for a, type, b in dict.fromkeys(relations)
            for i, j in product(range(_COPIES), repeat=2)
            if a != b or i != j
        ]
        columns = np.array(rows, dtype=np.int32)
        count = _COPIES * len(self._kinds)
        called = [kind if labels is None else labels.get(kind, "") for kind in self._kinds]
        self._around = Neighbourhood(
            nodes=np.arange(count),
            hops=np.zeros(count, dtype=np.int8),
            relationships=np.arange(len(rows)),
            sources=columns[:, 0],
            targets=columns[:, 1],
            types=columns[:, 2],
            type_names=tuple(types),
            labels=np.repeat(np.arange(len(self._kinds), dtype=np.int32), _COPIES),
            label_names=tuple((label,) if label else () for label in called),
        )

    def _node(self, kind: str, copy: int) -> int:
        return _COPIES * self._kinds.index(kind) + copy

    def example(self, asked: PathQuestion) -> PathExample | None:
        """Return the candidates; None where the walk that is meant is none of them."""
        if asked.kind not in self._kinds:
            return None
        entity = Entity(asked.name, (self._node(asked.kind, 0),), "", (), 1.0, named=True)
        vector = np.zeros(self._embedder.dimensions, dtype=np.float32)
        question = Question(asked.text, tokenised(asked.text), vector, (entity,))
        settings = PathSettings()
        found = find_paths(question, self._around, word_space(self._embedder), settings)
        if found is None:
            return None
        paths = describe(found)
        meant = [tuple((s.text, s.forward) for s in path.steps) == asked.walk for path in paths]
        return PathExample(tuple(paths), tuple(map(float, meant))) if any(meant) else None

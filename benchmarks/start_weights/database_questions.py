"""Questions over the schemas of real databases: people's, and made by templates."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from itertools import product
from pathlib import Path
from random import Random

import numpy as np

from start_weights.cypher_paths import (
    PathQuestion,
    Relations,
    Walk,
    read_questions,
    read_schemas,
)
from start_weights.drawn_graph import DrawnGraph
from start_weights.ontology import Ontology, Relation
from start_weights.path_questions import path_example
from start_weights.people_words import TOPIC
from start_weights.wrong_paths import MovePath
from steiner.embed import Embedder
from steiner.models.paths.candidates import PathExample
from steiner.stores.protocol import EdgeColumns
from steiner.text import plain_words, words
from steiner.train.data.synthetic.made_questions import QuestionSettings, make_questions
from steiner.train.data.synthetic.typed_graph import TypedGraph
from steiner.train.data.synthetic.wording import Wording

COPIES = 3
"""Nodes of a kind in a graph of a schema: with one, nothing comes back to it."""
_NAME = "zq{}x"
"""Of these nodes: a word that is no part of a question otherwise."""


def database_questions(
    folder: Path, embedder: Embedder, made: int, seed: int, without: Collection[str] = ()
) -> Iterator[PathExample]:
    """Yield text2cypher's questions of one path, and `made` more of each of its schemas.

    `without` are databases that are left out. Raises InvalidInput where a file is missing.
    """
    asked = defaultdict(list)
    for database, question in read_questions(folder):
        asked[database].append(question)
    random = Random(seed)
    for database, relations in read_schemas(folder).items():
        if database not in without:
            graph = schema_graph(relations)
            templates = template_questions(relations, embedder, made, seed) if made else []
            for question in (*asked[database], *templates):
                example = _example(graph, question, random)
                if example is not None:
                    yield example


def schema_graph(relations: Relations) -> DrawnGraph:
    """Return a schema as it is: each type in plain words, along its direction, with its labels."""
    named = {f"{a} {type} {b}": Relation(f"{a} {type} {b}", a, b) for a, type, b in relations}
    stored = {f"{a} {type} {b}": (plain_words(type), True) for a, type, b in relations}
    kinds = dict.fromkeys(kind for a, _, b in relations for kind in (a, b))
    labels = {kind: plain_words(kind) for kind in kinds}
    return DrawnGraph(Ontology(named, {}, {}), named, stored, labels)


def copied(relations: Relations) -> tuple[list[str], list[tuple[int, int, str]]]:
    """Return the kinds of a schema, and its arcs (source, target, type) between their copies.

    Copy j of kind i is node COPIES * i + j; arcs lead between all copies, from none to itself.
    """
    kinds = list(dict.fromkeys(kind for a, _, b in relations for kind in (a, b)))
    first = {kind: COPIES * i for i, kind in enumerate(kinds)}
    arcs = [
        (first[a] + i, first[b] + j, type)
        for a, type, b in dict.fromkeys(relations)
        for i, j in product(range(COPIES), repeat=2)
        if a != b or i != j
    ]
    return kinds, arcs


def template_questions(
    relations: Relations, embedder: Embedder, count: int, seed: int
) -> list[PathQuestion]:
    """Make at most `count` questions as `steiner synthesise` does, on a few nodes of each kind."""
    kinds, arcs = copied(relations)
    size = COPIES * len(kinds)
    names = [_NAME.format(i) for i in range(size)]
    members = {k: np.arange(size) // COPIES == i for i, k in enumerate(kinds)}
    sources, targets, types = (np.array(column) for column in zip(*arcs, strict=True))
    edges = EdgeColumns(np.arange(len(arcs)), sources, targets, types)
    graph = TypedGraph(np.arange(size), names, members, [{}] * size, edges)
    wording = Wording(embedder, graph.types.tolist(), kinds)
    rows = make_questions(graph, wording, QuestionSettings(count, held_out=0.0, seed=seed)).train
    kind_of = {name: kinds[i // COPIES] for i, name in enumerate(names)}
    return [
        PathQuestion(row["question"], name, kind_of[name], _walk(row["path"]))
        for row in rows
        for name in row["topics"]
    ]


def _walk(path: Sequence[dict[str, object]]) -> Walk:
    return tuple((plain_words(str(hop["type"])), bool(hop["forward"])) for hop in path)


def _example(graph: DrawnGraph, question: PathQuestion, random: Random) -> PathExample | None:
    """Return a question with its path and wrong ones; None where the schema has no such path."""
    meant = _moves(graph, question.kind, question.walk)
    text = f" {' '.join(words(question.text))} ".replace(f" {question.name} ", f" {TOPIC} ")
    return path_example(graph, text.split(), meant, random) if meant else None


def _moves(graph: DrawnGraph, kind: str, walk: Walk) -> MovePath:
    """Return the steps of a walk from a kind, the first that fit; nothing where none do."""
    if not walk:
        return ()
    for move in graph.leaving.get(kind, ()):
        text, forward = graph.stored[move.relation]
        if (text, forward == move.along) == walk[0]:
            after: MovePath = _moves(graph, graph.end(move), walk[1:])
            if len(after) == len(walk) - 1:
                return (move, *after)
    return ()

"""Questions of a schema whose graph is not there: each with its candidate paths, one of them meant.

A schema is its own graph: three nodes a label, joined as its relationships say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

import numpy as np
from start_weights.cypher_paths import PathQuestion, Relations
from start_weights.database_questions import COPIES, copied
from start_weights.drawn_graph import DrawnGraph, draw_graph
from start_weights.path_questions import PeopleWords, QuestionDrawer
from start_weights.people_words import TOPIC

from steiner.columns import Neighbourhood
from steiner.embed import Embedder
from steiner.index.word_space import word_space
from steiner.models.paths.candidates import PathExample, describe
from steiner.question.reading import Question
from steiner.question.seeds import Entity
from steiner.question.tokens import tokenised
from steiner.retrieve.paths.finding import find_paths
from steiner.settings import PathSettings

_A_GRAPH = 12
"""Questions drawn of one graph, as the weights were made."""


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
        self._kinds, arcs = copied(relations)
        types = list(dict.fromkeys(type for _, type, _ in relations))
        rows = [(source, target, types.index(type)) for source, target, type in arcs]
        columns = np.array(rows, dtype=np.int32)
        count = COPIES * len(self._kinds)
        called = [kind if labels is None else labels.get(kind, "") for kind in self._kinds]
        self._around = Neighbourhood(
            nodes=np.arange(count),
            hops=np.zeros(count, dtype=np.int8),
            relationships=np.arange(len(rows)),
            sources=columns[:, 0],
            targets=columns[:, 1],
            types=columns[:, 2],
            type_names=tuple(types),
            labels=np.repeat(np.arange(len(self._kinds), dtype=np.int32), COPIES),
            label_names=tuple((label,) if label else () for label in called),
        )

    def example(self, asked: PathQuestion) -> PathExample | None:
        """Return the candidates; None where the walk that is meant is none of them."""
        if asked.kind not in self._kinds:
            return None
        entity = Entity(
            asked.name, (COPIES * self._kinds.index(asked.kind),), "", (), 1.0, named=True
        )
        vector = np.zeros(self._embedder.dimensions, dtype=np.float32)
        question = Question(asked.text, tokenised(asked.text), vector, (entity,))
        settings = PathSettings()
        found = find_paths(question, self._around, word_space(self._embedder), settings)
        if found is None:
            return None
        paths = describe(found)
        meant = [tuple((s.text, s.forward) for s in path.steps) == asked.walk for path in paths]
        return PathExample(tuple(paths), tuple(map(float, meant))) if any(meant) else None

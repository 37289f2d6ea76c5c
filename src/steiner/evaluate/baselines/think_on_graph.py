"""Think-on-Graph (Sun et al. 2024): a model keeps the best ways through the graph, hop by hop.

At each of three hops it scores the relations of the entities that it stands at, then the entities
that these lead to, keeps three ways, and stops where it holds their triples to be enough. Without a
model the cosines with the question score.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from steiner.evaluate.baselines.listed import Asked, Listed
from steiner.graph import Relationship, Subgraph
from steiner.question.reading import read
from steiner.retrieve.packing import named_seeds
from steiner.settings import ExpandSettings
from steiner.text import plain_words
from steiner.textualise.data_text import as_data, fenced
from steiner.textualise.facts import FactWriter

Write = Callable[[Sequence[str]], Sequence[str]]
"""Lets a model write a text for each prompt."""
WIDTH, DEPTH = 3, 3
"""Ways that are kept, and hops: the paper's defaults."""
_SHOWN = 20
"""Entities of a relation that are scored, those most like the question (the paper draws some)."""
_ONE_HOP = ExpandSettings(hops=1, degree_cap=5_000)
_SCORED = re.compile(
    r"^[\s\d.)*-]*(.+?)\s*[|:(]+\s*(?:score\s*:?\s*)?([01](?:\.\d+)?)\)?\s*$", re.I
)
_RELATIONS = (
    f"Which {WIDTH} relations of {{entity}} lead to the answer? Write a line each, the relation as "
    "it stands below and its score from 0 to 1: RELATION | SCORE"
)
_ENTITIES = (
    "Which of these entities, reached by {relation}, help to answer? Write a line each, the entity "
    "as it stands below and its score from 0 to 1: ENTITY | SCORE"
)
_ENOUGH = "Are these facts enough to answer the question? Write Yes or No."


@dataclass(slots=True)
class _Ways:
    """One question's search: where it stands, with which score, and the triples behind it."""

    asked: Asked
    write: Write | None
    standing: dict[int, float]
    names: dict[int, str] = field(default_factory=dict)
    triples: dict[int, Relationship] = field(default_factory=dict)

    def hop(self) -> bool:
        """Go on by one hop; False where nothing leads further, or the model has enough."""
        scored = {(edge.id, end): (edge, worth) for edge, end, worth in self._entities()}
        best = sorted(scored, key=lambda key: (-scored[key][1], key))[:WIDTH]
        new = [scored[key][0] for key in best if key[0] not in self.triples]
        self.triples |= {edge.id: edge for edge in new}
        self.standing = {end: scored[(edge, end)][1] for edge, end in best}
        return bool(new) and not self._is_enough()

    def _entities(self) -> Iterator[tuple[Relationship, int, float]]:
        """Yield what the chosen relations lead to, with the score of the whole way."""
        for entity, way in self.standing.items():
            edges = self._around(entity)
            relations = dict.fromkeys(edge.type for edge in edges)
            for relation, share in self._best(_RELATIONS, entity, list(relations))[:WIDTH]:
                ends = {_other(e, entity): e for e in edges if e.type == relation}
                names = {self.names[end]: end for end in ends}
                kept = self._best(_ENTITIES, entity, self._likeliest(list(names)), relation)
                for name, worth in kept:
                    yield ends[names[name]], names[name], way * share * worth

    def _around(self, entity: int) -> Sequence[Relationship]:
        around = self.asked.store.expand([entity], _ONE_HOP)
        graph = self.asked.store.hydrate(around.nodes.tolist(), around.relationships.tolist())
        self.names |= {node.id: node.name for node in graph.nodes}
        return graph.relationships

    def _likeliest(self, names: Sequence[str]) -> Sequence[str]:
        if len(names) <= _SHOWN:
            return names
        return [name for name, _ in self._by_cosine(names)[:_SHOWN]]

    def _best(
        self, task: str, entity: int, offered: Sequence[str], relation: str = ""
    ) -> list[tuple[str, float]]:
        """Return what the model scores above 0 of what is offered, best first."""
        if self.write is None or len(offered) < 2:
            return self._by_cosine(offered)
        asks = task.format(entity=as_data(self.names[entity]), relation=plain_words(relation))
        (text,) = self.write([self._prompt(asks, offered)])
        scores = _scores(text, offered)
        return sorted(scores.items(), key=lambda pair: -pair[1]) or self._by_cosine(offered)

    def _by_cosine(self, texts: Sequence[str]) -> list[tuple[str, float]]:
        if not texts:
            return []
        cosines = self.asked.embedder.embed([plain_words(t) for t in texts]) @ self.asked.vector
        pairs = zip(texts, ((1 + cosines) / 2).tolist(), strict=True)
        return sorted(pairs, key=lambda pair: -pair[1])

    def _is_enough(self) -> bool:
        if self.write is None:
            return False
        graph = self.graph()
        writer = FactWriter(graph, self.asked.question, self.asked.settings.text.longest_value)
        facts = [writer.relationship(r).text for r in graph.relationships]
        (text,) = self.write([self._prompt(_ENOUGH, facts)])
        return text.strip().casefold().startswith("yes")

    def _prompt(self, task: str, lines: Sequence[str]) -> str:
        shown = fenced([as_data(line) for line in lines]).text
        return f"Question: {as_data(self.asked.question)}\n\n{task}\n\n{shown}\n"

    def graph(self) -> Subgraph:
        """Return the triples with their ends, those of the last hop first."""
        edges = list(reversed(self.triples.values()))
        nodes = dict.fromkeys(end for edge in edges for end in (edge.source, edge.target))
        return self.asked.store.hydrate([*nodes], [edge.id for edge in edges])


def think_on_graph(write: Write | None) -> Callable[[Asked], Listed]:
    """Return the choice of the triples on the ways that a model kept, the last hop first."""

    def choose(asked: Asked) -> Listed:
        start = read(
            asked.question, lambda _: asked.vector, asked.store, asked.given, asked.settings
        )
        seeds = start.sure_seeds or start.seeds[:WIDTH]
        ways = _Ways(asked, write, {seed.node: 1.0 for seed in seeds})
        for _ in range(DEPTH):
            if not ways.hop():
                break
        graph = ways.graph()
        members = [(edge, 1 / place) for place, edge in enumerate(graph.relationships, 1)]
        return Listed(graph, members, named_seeds(seeds, graph))

    return choose


def _scores(text: str, offered: Sequence[str]) -> dict[str, float]:
    """Return the scores above 0 that a text gives to what was offered, by name."""
    known: Mapping[str, str] = {plain_words(name).casefold(): name for name in offered}
    lines = filter(None, map(_SCORED.match, text.splitlines()))
    given = {plain_words(line[1].strip("\"'`")).casefold(): float(line[2]) for line in lines}
    return {known[name]: score for name, score in given.items() if name in known and score > 0}


def _other(edge: Relationship, entity: int) -> int:
    return edge.target if edge.source == entity else edge.source

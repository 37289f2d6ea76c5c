"""A retriever that lists facts: what a baseline chooses, best first, in the token budget.

Facts are written as the other systems write them, so that figures compare what was chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from steiner.calls.stopwatch import Stopwatch
from steiner.columns import Vector
from steiner.embed import Embedder
from steiner.evidence import Evidence, Seed
from steiner.graph import Node, Relationship, Subgraph
from steiner.index.check import check_index
from steiner.question.reading import check_question
from steiner.settings import DEFAULT_OPTIONS, Options, RetrieverSettings
from steiner.stores.protocol import GraphStore
from steiner.textualise.facts import FactWriter
from steiner.textualise.pack import Line, fill, tagged


class Asked(NamedTuple):
    """What a baseline chooses from: the question, its vector, the store, the caller's seeds."""

    question: str
    vector: Vector
    store: GraphStore
    embedder: Embedder
    settings: RetrieverSettings
    given: Sequence[str] = ()


Scored = tuple[Node | Relationship, float]


class Listed(NamedTuple):
    """What a baseline chose, best first: nodes and relationships of `graph` with their scores."""

    graph: Subgraph
    members: Sequence[Scored]
    seeds: tuple[Seed, ...] = ()


Choose = Callable[[Asked], Listed]


class ListRetriever:
    """Writes what `choose` lists; nothing connects the facts but the graph itself."""

    def __init__(
        self,
        choose: Choose,
        store: GraphStore,
        embedder: Embedder,
        settings: RetrieverSettings | None = None,
    ) -> None:
        self.store, self.embedder = store, embedder
        self.settings = settings or RetrieverSettings()
        self._choose = choose

    def retrieve(self, question: str, options: Options = DEFAULT_OPTIONS) -> Evidence:
        """Return what the baseline lists for `question`. Raises as `StagedRetriever.retrieve`."""
        watch = Stopwatch()
        question = check_question(question)
        with watch.stage("check"):
            check_index(self.store, self.embedder)
            store = self.store.filtered(options.filter) if options.filter else self.store
        with watch.stage("embed"):
            vector = self.embedder.embed_question(question)
        asked = Asked(question, vector, store, self.embedder, self.settings, options.seeds)
        with watch.stage("choose"):
            listed = self._choose(asked)
        with watch.stage("text"):
            evidence = self._written(question, listed, options)
        return replace(evidence, milliseconds=watch.stages())

    def _written(self, question: str, listed: Listed, options: Options) -> Evidence:
        text = self.settings.text
        budget = options.budget or text.budget
        writer = FactWriter(listed.graph, question, text.longest_value)
        emitted, tokens, _ = fill(_lines(writer, listed.members), budget, options.count_tokens)
        nodes = {node for line in emitted for node in line.nodes}
        edges = {edge for line in emitted for edge in line.relationships}
        graph = Subgraph(
            tuple(n for n in listed.graph.nodes if n.id in nodes),
            tuple(r for r in listed.graph.relationships if r.id in edges),
        )
        scores = {member.id: s for member, s in listed.members if isinstance(member, Relationship)}
        return Evidence(
            question=question,
            subgraph=graph,
            text="\n".join(line.text for line in emitted),
            facts=tagged(emitted),
            seeds=listed.seeds,
            tokens=tokens,
            budget=budget,
            node_scores=_node_scores(listed.members, nodes),
            relationship_scores={id: scores[id] for id in edges},
        )


def _lines(writer: FactWriter, members: Sequence[Scored]) -> Iterator[Line]:
    for member, score in members:
        if isinstance(member, Relationship):
            ends = tuple(dict.fromkeys((member.source, member.target)))
            yield Line(score, writer.relationship(member).text, ends, (member.id,))
        else:
            lines = writer.node(member)
            yield Line(score, lines.text, (member.id,))
            if lines.more:
                yield Line(score, lines.more, (member.id,))


def _node_scores(members: Sequence[Scored], emitted: set[int]) -> Mapping[int, float]:
    scores = {member.id: score for member, score in members if isinstance(member, Node)}
    return {id: scores.get(id, 0.0) for id in emitted}

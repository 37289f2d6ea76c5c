"""Evidence from the searches of a model that sees what is there before it goes on."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from steiner.calls.background import in_time
from steiner.calls.stopping import timely, uncounted
from steiner.calls.stopwatch import Stopwatch
from steiner.calls.tracing import traced
from steiner.embed import Embedder
from steiner.evidence import Evidence, PlanStep, Seed
from steiner.graph import Subgraph
from steiner.index.check import check_index
from steiner.question.reading import Question, check_question, read
from steiner.retrieve.closing import ClosingRetriever
from steiner.retrieve.line_evidence import line_evidence
from steiner.retrieve.packing import named_seeds
from steiner.retrieve.searching.graph_search import (
    GraphSearch,
    Observation,
    SearchedGraph,
    requested,
)
from steiner.settings import DEFAULT_OPTIONS, Options, RetrieverSettings
from steiner.stores.protocol import GraphStore
from steiner.textualise.data_text import as_data, fenced, restored
from steiner.textualise.facts import FactWriter
from steiner.textualise.pack import Line

Write = Callable[[Sequence[str]], Sequence[str]]
"""Lets a model write a text for each prompt."""
_STARTS = 3
_ANSWER = re.compile(r"^[^\S\n]*(?:final\s+)?answers?\s*:\s*(.+)$", re.IGNORECASE | re.MULTILINE)
_TASK = (
    "A question is to be answered from a knowledge graph, which you can only search. Look at what "
    "is there before you decide where to go. Reply with one line:\n"
    "Search: ENTITY                which relations the entity has\n"
    "Search: ENTITY | RELATION     where one of these relations leads\n"
    "Answer: NAME | NAME           once the answers stand in what you saw\n"
    "Write names and relations as they stand below."
)


def search_prompt(question: str, transcript: Sequence[Observation]) -> str:
    """Return the prompt of the next step: the task, the question and all that was seen."""
    seen = "\n".join(f"{each.search}\n{each.text}" for each in transcript)
    facts = fenced([as_data(line) for line in seen.split("\n")]).text
    return f"{_TASK}\n\nQuestion: {as_data(question)}\n\nSeen so far:\n{facts}\n\nNext line:"


class SearchRetriever(ClosingRetriever):
    """Retrieves what a model's searches followed, the last first; `write` None: one look."""

    def __init__(
        self,
        store: GraphStore,
        embedder: Embedder,
        settings: RetrieverSettings,
        write: Write | None,
    ) -> None:
        self.store, self.embedder, self.settings, self.write = store, embedder, settings, write

    @traced
    @timely
    def retrieve(self, question: str, options: Options = DEFAULT_OPTIONS) -> Evidence:
        """Return the transcript as facts. Raises as `StagedRetriever.retrieve`."""
        text, watch = check_question(question), Stopwatch()
        with watch.stage("read"):
            check_index(self.store, self.embedder)
            store = self.store.filtered(options.filter) if options.filter else self.store
            vector = in_time(self.embedder.embed_question, text)
            asked = read(text, lambda _: vector, store, options.seeds, self.settings)
            seeds = _starts(asked)
            graph = SearchedGraph(store, self.embedder, vector)
            starts = [node.name for node in graph.hydrated([s.node for s in seeds], []).nodes]
        with watch.stage("search"), uncounted():
            transcript, answer = self._searched(text, graph, list(dict.fromkeys(starts)))
        with watch.stage("pack"):
            evidence = self._evidence(text, graph, transcript, options)
        known = {node.name for node in evidence.subgraph.nodes}
        answers = tuple(name for name in _names(answer) if name in known)
        steps = tuple(PlanStep(str(each.search), _triples(each)) for each in transcript)
        cut = (f"searched {len(transcript)} times without an answer",)
        ended = answer or self.write is None
        return replace(
            evidence,
            seeds=named_seeds(seeds, evidence.subgraph),
            answers=answers,
            ranking=answers,
            steps=steps,
            cuts=(*evidence.cuts, *(() if ended else cut)),
            milliseconds=watch.stages(),
        )

    def _searched(
        self, question: str, graph: SearchedGraph, starts: Sequence[str]
    ) -> tuple[list[Observation], str]:
        """Return what was seen, in order, and the model's answer, empty where it gave none."""
        if self.write is None:
            return [graph.look(graph.nearest(name)) for name in starts], ""
        seen = {(own := GraphSearch(name)): graph.look(own) for name in starts}
        for _ in range(self.settings.triples.steps):
            (written,) = self.write([search_prompt(question, list(seen.values()))])
            text = restored(written, [node.name for node in graph.nodes.values()])
            if answer := _ANSWER.search(text):
                return list(seen.values()), answer[1]
            search = requested(text)
            # A model that looks where it looked before would do so for ever.
            if search is None or search in seen:
                break
            seen[search] = graph.look(search)
        return list(seen.values()), ""

    def _evidence(
        self,
        question: str,
        graph: SearchedGraph,
        transcript: Sequence[Observation],
        options: Options,
    ) -> Evidence:
        edges = {r.id: r for each in reversed(transcript) for r in each.relationships}
        met = {end for r in edges.values() for end in (r.source, r.target)}
        nodes = tuple(node for id, node in graph.nodes.items() if id in met)
        seen = Subgraph(nodes, tuple(edges.values()))
        writer = FactWriter(seen, question, self.settings.text.longest_value)
        offered = [
            Line(1 / place, writer.relationship(r).text, (r.source, r.target), (r.id,))
            for place, r in enumerate(seen.relationships, 1)
        ]
        return line_evidence(question, offered, seen, options, self.settings, "facts")


def _names(answer: str) -> list[str]:
    return list(dict.fromkeys(filter(None, (name.strip(" .\"'") for name in answer.split("|")))))


def _triples(observation: Observation) -> tuple[str, ...]:
    return tuple(observation.text.split("\n")) if observation.relationships else ()


def _starts(asked: Question) -> Sequence[Seed]:
    """Return the nodes that the question surely names, else those that come first."""
    return asked.sure_seeds or asked.seeds[:_STARTS]

"""What do pruning and reranking keep of the answers, at how many tokens and seconds?

    python benchmarks/pruning.py --output DIR [--count 50] [--model FOLDER] [--cross-encoder FOLDER]
                                 [--top 3 5 10 15 20]

Questions of WebQSP on its pooled graph in memory. All rows begin with the graph that Align-GRAG
retrieves without an aligner; n_seed prunes it by cosine with the question and by the aligner of
--model (part "aligner" of `steiner train --system align-grag`); the rerankers keep as many nodes
and triples: bi-encoder, cross-encoder, and G-RAG's, which ranks by a graph encoder (the aligner).
With --top only the sweep over K is run: the retrieved graph of the K best entities and relations,
whole and pruned to 25 nodes.
Tokens are the graph's table under the default model's tokenizer; seconds are for scoring alone
(rerankers) and for the whole retrieval (pruning). Writes DIR/pruning.json and pruning.png.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
from data.pooled import Pooled, pooled
from matplotlib.figure import Figure
from reranked_graphs import BiEncoder, Likeness, best_part, rerank
from shown import show

from steiner.embed import TextVectors
from steiner.evaluate.metrics.coverage import coverage
from steiner.generate.local import LocalGenerator
from steiner.model_settings import DEFAULT_MODEL
from steiner.models.cross_encoder import CrossEncoder
from steiner.settings import PruneSettings, RetrieverSettings
from steiner.systems import SYSTEMS
from steiner.systems.align_grag import OWN
from steiner.textual_graph import TextGraph
from steiner.textualise.table import table, text_graph

KEPT = (4, 6, 8, 10, 15, 25)
SYSTEM = SYSTEMS["align-grag"]
Part = Callable[[str, TextGraph], TextGraph]


class Cosine:
    """Stands for an aligner: a node's score is its cosine with the question, by softmax."""

    settings = SimpleNamespace(node_weight=1.0)

    def __init__(self, likeness: Likeness) -> None:
        self._likeness, self.aligner = likeness, self

    def node_scores(self, question: str, graph: TextGraph) -> Any:
        """Return float64[n], which add up to 1."""
        scores = np.exp(self._likeness.scores(question, graph.nodes))
        return scores / scores.sum()


def pruned(
    graph: Pooled, model: Any, seeds: int, top: int = OWN.prizes.nodes
) -> tuple[list[TextGraph], list[float]]:
    """Return each question's graph, and the seconds of its retrieval."""
    prizes = replace(OWN.prizes, nodes=top, relations=top)
    settings = replace(RetrieverSettings(), prune=PruneSettings(seeds), prizes=prizes)
    retriever = SYSTEM.retriever(graph.store, graph.embedder, settings, model)
    found = [retriever.retrieve(question.text) for question in graph.questions]
    return [text_graph(e) for e in found], [e.milliseconds["total"] / 1e3 for e in found]


def reranked(
    graph: Pooled, whole: list[TextGraph], part: Part
) -> tuple[list[TextGraph], list[float]]:
    """Return what a reranker leaves of each question's graph, and its seconds."""
    parts, seconds = [], []
    for question, given in zip(graph.questions, whole, strict=True):
        begun = time.perf_counter()
        parts.append(part(question.text, given))
        seconds.append(time.perf_counter() - begun)
    return parts, seconds


def by_likeness(likeness: Likeness, kept: int) -> Part:
    """Return what keeps the nodes and triples that are most like the question."""
    return lambda question, graph: rerank(graph, question, likeness, kept)


def by_encoder(model: Any, kept: int) -> Part:
    """Return G-RAG's way: a graph encoder scores nodes, an edge is worth the mean of its ends."""

    def part(question: str, graph: TextGraph) -> TextGraph:
        if not graph.ids:
            return graph
        nodes = model.aligner.node_scores(question, graph)
        place = {id: i for i, id in enumerate(graph.ids)}
        ends = [(nodes[place[s]] + nodes[place[t]]) / 2 for s, _, t in graph.edges]
        return best_part(graph, nodes, np.array(ends), kept)

    return part


def rows(
    graph: Pooled, model: Any, cross: Likeness | None, top: Sequence[int]
) -> Iterator[dict[str, Any]]:
    """Yield the figures of each row: way, how many are kept, tokens, nodes, seconds, answers."""
    tokens = LocalGenerator(DEFAULT_MODEL).count_tokens

    def row(name: str, kept: int, made: tuple[list[TextGraph], list[float]]) -> dict[str, Any]:
        texts = [table(part) for part in made[0]]
        shares = [coverage(t, q.answers) for t, q in zip(texts, graph.questions, strict=True)]
        return {
            "row": name,
            "kept": kept,
            "tokens": round(statistics.fmean(map(tokens, texts))),
            "nodes": round(statistics.fmean(len(part.ids) for part in made[0]), 1),
            "seconds": round(statistics.fmean(made[1]), 3),
            "coverage": round(statistics.fmean(shares), 3),
        }

    bi = BiEncoder(TextVectors(graph.embedder))
    for k in top:
        yield row("top K, not pruned", k, pruned(graph, None, 0, k))
        yield row("top K, pruned to 25", k, pruned(graph, model or Cosine(bi), KEPT[-1], k))
    if top:
        return
    whole = pruned(graph, None, 0)
    yield row("not pruned", 0, whole)
    scorers = {"pruned by cosine": Cosine(bi)} | ({"pruned by aligner": model} if model else {})
    rerankers = {"bi-encoder": bi} | ({"cross-encoder": cross} if cross else {})
    for kept in KEPT:
        for name, scorer in scorers.items():
            yield row(name, kept, pruned(graph, scorer, kept))
        for name, likeness in rerankers.items():
            yield row(name, kept, reranked(graph, whole[0], by_likeness(likeness, kept)))
        if model:
            yield row("graph encoder", kept, reranked(graph, whole[0], by_encoder(model, kept)))


def report(found: list[dict[str, Any]], output: Path) -> None:
    """Print the table, write it as JSON and draw coverage over tokens.

    `share kept`: coverage divided by that of the graph that is not pruned.
    """
    for row in found:
        row["share kept"] = round(row["coverage"] / (found[0]["coverage"] or 1.0), 3)
    show(found, output / "pruning.json")
    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.add_subplot(
        xlabel="tokens of the graph's table", ylabel="share of answers in the text"
    )
    for name in dict.fromkeys(row["row"] for row in found):
        own = [row for row in found if row["row"] == name]
        axes.plot([r["tokens"] for r in own], [r["coverage"] for r in own], "o-", label=name)
    axes.legend(fontsize="small")
    figure.savefig(output / "pruning.png", dpi=120)


def main() -> None:
    """Read the command line, run every row and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--count", type=int, default=50, help="questions of each kind")
    parser.add_argument("--model", type=Path, help="a trained aligner")
    parser.add_argument("--top", type=int, nargs="*", default=[], help="K of entities, relations")
    parser.add_argument("--cross-encoder", help="name or folder of a cross-encoder")
    given = parser.parse_args()
    given.output.mkdir(parents=True, exist_ok=True)
    model = SYSTEM.stage("aligner").kind().load(given.model) if given.model else None
    cross = CrossEncoder(given.cross_encoder) if given.cross_encoder else None
    report(list(rows(pooled(given.count), model, cross, given.top)), given.output)


if __name__ == "__main__":
    main()

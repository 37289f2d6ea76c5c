"""The aligner on MetaQA, topic not given: which nodes it picks, and what pruning keeps.

    python benchmarks/aligner.py --output DIR [--train 1000] [--questions 100] [--preset small]

Trains on --train of the dev questions' first 80% (the same parts as `path_scorer.py`), with chains
from the relation path that leads to the answers best, as `steiner chains` and `steiner train` do.
Then of --questions a hop of the last 10%: node Hits@1 and recall of the answers among the n_seed
best nodes of the retrieved graph, by cosine, by an untrained and by the trained aligner; recall in
the first 256 and 512 tokens of the text of G-Retriever, of Align-GRAG without aligner, pruned, with
`learned` prizes, and of the default system. The graph is that of `python benchmarks/load.py
metaqa`, indexed; the connection comes from NEO4J_URI and the like.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from metaqa_retrieval import TopicQuestion
from path_scorer import parts
from rich.console import Console

from steiner import gathering, session
from steiner.chosen import Chosen
from steiner.evaluate.metrics.coverage import coverage, cut
from steiner.evidence import Evidence
from steiner.progress import Bars
from steiner.settings import ConnectionSettings, RetrieverSettings
from steiner.systems import SYSTEMS
from steiner.textual_graph import TextGraph
from steiner.textualise.table import text_graph
from steiner.train.data.collection import split

HOPS = (1, 2, 3)
N_SEED = (1, 5, 10, 25)
BUDGET = 1024
CONSOLE = Console(stderr=True)
ALIGN_GRAG = SYSTEMS["align-grag"]
LEARNED = RetrieverSettings.from_dict({"prizes": {"learned": True}})
Scorer = Callable[[str, TextGraph], Any]


def train(connection: ConnectionSettings, given: argparse.Namespace) -> Path:
    """Write chains and train an aligner; return its folder."""
    drawn = [q for hops in HOPS for q in parts(hops)[0]]
    random.Random(1).shuffle(drawn)
    rows = ({"question": q.text, "answers": q.answers} for q in drawn[: given.train])
    given.output.mkdir(parents=True, exist_ok=True)
    questions, chains = given.output / "questions.jsonl", given.output / "chains.jsonl"
    questions.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    own = ALIGN_GRAG.stage("aligner")
    preset, folder = own.preset(given.preset), Path(given.output) / "model" / "aligner"
    with Bars(CONSOLE) as bars:
        begun = time.monotonic()
        gathering.chains(connection, Chosen("align-grag"), questions, chains, False, bars)
        written = time.monotonic()
        examples = split(own.data.read(chains), preset.training.seed)
        ALIGN_GRAG.train(preset, examples, folder, bars, part="aligner")
    CONSOLE.print(f"chains {written - begun:.0f} s, training {time.monotonic() - written:.0f} s")
    return folder


def node_figures(
    asked: Sequence[tuple[TopicQuestion, TextGraph]], score: Scorer
) -> dict[str, float]:
    """Return Hits@1 and recall of the answers among the n_seed best nodes, means."""
    rows = []
    for question, graph in asked:
        gold = np.array([_name(text) in question.answers for text in graph.nodes])
        order = np.argsort(-np.asarray(score(question.text, graph)), kind="stable")
        rows.append([gold[order[:k]].sum() / len(question.answers) for k in N_SEED])
        rows[-1][0] = float(gold[order[0]]) if len(order) else 0.0
    means = [round(float(value), 3) for value in np.mean(rows, axis=0)]
    return dict(zip(["hits_at_1", *(f"recall_at_{k}" for k in N_SEED[1:])], means, strict=True))


def _name(text: str) -> str:
    return text.removesuffix(" (Entity)")


def text_figures(asked: Sequence[tuple[TopicQuestion, Evidence]]) -> dict[str, float]:
    """Return the recall of the answers in the first tokens of the text, tokens and time."""
    figures: dict[str, float] = {}
    for budget in (256, 512, BUDGET):
        shares = [coverage(cut(e.text, budget), q.answers) for q, e in asked]
        figures[f"recall_{budget}"] = round(statistics.fmean(shares), 3)
    figures["tokens"] = round(statistics.fmean(e.tokens for _, e in asked))
    figures["ms"] = round(statistics.median(e.milliseconds["total"] for _, e in asked))
    return figures


def scorers(folder: Path) -> Iterator[tuple[str, Scorer]]:
    """Yield what orders the nodes: cosine, the aligner before its training, and after."""
    model = ALIGN_GRAG.stage("aligner").kind().load(folder)
    vectors = model.aligner.vectors
    yield (
        "cosine with the question",
        lambda q, g: vectors.vectors(g.nodes) @ vectors.vectors([q])[0],
    )
    torch.manual_seed(0)
    yield (
        "untrained",
        type(model.aligner)(model.settings, vectors, _hidden(model)).eval().node_scores,
    )
    yield "trained", model.aligner.node_scores


def _hidden(model: Any) -> int:
    return int(list(model.aligner.shared.parameters())[-1].shape[0])


def systems(folder: Path) -> dict[str, Chosen]:
    """Return what is compared by the text that it gives."""
    return {
        "g-retriever": Chosen("g-retriever"),
        "align-grag, no aligner": Chosen("align-grag"),
        "align-grag, pruned": Chosen(model=str(folder)),
        "align-grag, learned prizes": Chosen(model=str(folder), retrieval=LEARNED),
        "steiner": Chosen(),
    }


def main() -> None:
    """Read the command line, train, ask and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--train", type=int, default=1000)
    parser.add_argument("--questions", type=int, default=100)
    parser.add_argument("--preset", default="small")
    given = parser.parse_args()
    connection = ConnectionSettings.from_environment()
    folder = train(connection, given)
    rows: list[dict[str, Any]] = []
    graphs: dict[int, list[tuple[TopicQuestion, TextGraph]]] = {}
    for name, chosen in systems(folder).items():
        retriever = session.open_retriever(connection, replace(chosen, budget=BUDGET))
        for hops in HOPS:
            asked = [(q, retriever.retrieve(q.text)) for q in parts(hops)[2][: given.questions]]
            rows.append({"row": name, "hops": hops, **text_figures(asked)})
            print(json.dumps(rows[-1]), flush=True)
            if chosen.system == "align-grag":
                graphs[hops] = [(q, text_graph(e)) for q, e in asked]
    for name, score in scorers(folder):
        for hops in HOPS:
            rows.append({"row": name, "hops": hops, **node_figures(graphs[hops], score)})
            print(json.dumps(rows[-1]), flush=True)
    (given.output / "aligner.json").write_text(json.dumps(rows, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()

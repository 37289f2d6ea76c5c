"""A path scorer trained on questions made of the graph alone, asked people's questions.

    python benchmarks/adaptation.py --graphs metaqa=URI movies=URI northwind=URI --output DIR
                                    [--count 3000] [--questions 300] [--choose]

Adapts to each indexed graph as `steiner adapt` does and asks development questions zero-shot and
adapted. MetaQA: the last tenth of its development questions, which no choice was made on
(--choose: the tenth that choices are made on); movies and northwind: all with an answer. User and
password come from NEO4J_USERNAME and NEO4J_PASSWORD.
"""

from __future__ import annotations

import argparse
import json
import statistics
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from examples import answerable
from path_scorer import parts
from rich.console import Console

from steiner import session
from steiner.chosen import Chosen
from steiner.evaluate.adaptation import SCORER, adapt
from steiner.evaluate.metrics.coverage import coverage, cut
from steiner.evidence import Evidence
from steiner.progress import Bars
from steiner.settings import ConnectionSettings
from steiner.train.data.synthetic.made_questions import QuestionSettings

Row = dict[str, Any]
BUDGETS = (128, 512)
CONSOLE = Console(stderr=True)


def asked(graph: str, count: int, choose: bool) -> list[Row]:
    """Return the questions of a graph: text, answers, kind."""
    if graph != "metaqa":
        return answerable(graph)
    chosen = {hops: parts(hops)[1 if choose else 2][:count] for hops in (1, 2, 3)}
    return [
        {"question": q.text, "answers": q.answers, "kind": f"{hops} hops"}
        for hops, questions in chosen.items()
        for q in questions
    ]


def figures(rows: list[tuple[Row, Evidence]]) -> Row:
    """Return the means over the questions of one kind."""
    first = [bool(e.ranking) and e.ranking[0] in map(str, row["answers"]) for row, e in rows]
    means: Row = {"questions": len(rows), "hits_at_1": statistics.fmean(first)}
    for budget in BUDGETS:
        shares = [coverage(cut(e.text, budget), row["answers"]) for row, e in rows]
        means[f"recall_{budget}"] = statistics.fmean(shares)
    return {name: round(value, 3) for name, value in means.items()}


def ask(settings: ConnectionSettings, model: str | None, rows: list[Row]) -> Iterator[Row]:
    """Ask all questions; yield the figures of each kind."""
    retriever = session.open_retriever(settings, Chosen(model=model))
    answered = [(row, retriever.retrieve(row["question"])) for row in rows]
    for kind in dict.fromkeys(row["kind"] for row in rows):
        yield {"kind": kind, **figures([pair for pair in answered if pair[0]["kind"] == kind])}


def main() -> None:
    """Read the command line, adapt, ask, and print a line of JSON for each kind of question."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--graphs", nargs="+", metavar="GRAPH=URI", required=True)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--count", type=int, default=3000)
    parser.add_argument("--questions", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--choose", action="store_true")
    given = parser.parse_args()
    for graph, uri in (name.split("=", 1) for name in given.graphs):
        settings = replace(ConnectionSettings.from_environment(), uri=uri)
        folder = given.output / graph
        with Bars(CONSOLE) as bars:
            made = QuestionSettings(count=given.count, held_out=0.1, seed=given.seed)
            adapted = adapt(settings, folder, made, report=bars)
        rows = asked(graph, given.questions, given.choose)
        held_out = {"zero-shot": adapted.before, "adapted": adapted.after}
        for name, model in (("zero-shot", None), ("adapted", str(folder / SCORER))):
            print(json.dumps({"graph": graph, "scorer": name, "held_out": held_out[name]}))
            for row in ask(settings, model, rows):
                print(json.dumps({"graph": graph, "scorer": name, **row}), flush=True)


if __name__ == "__main__":
    main()

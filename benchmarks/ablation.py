"""What does each part of the default system add? It is left out, and the same questions are asked.

    python benchmarks/ablation.py --graph NAME=URI … [--questions 50] [--budgets 512]
                                  [--parts NAME …] [--json FILE]

Asks the development questions of movies, northwind and MetaQA (that many a hop) on servers that
hold and index these graphs. Prints, a part a row, mean shares of the answers in the context and
Hits@1 of the ranking, as differences from the whole system. The rows of cutting print them as they
are: the text packed for each budget, and the text packed for eight times as much and cut there.
With --json the rows are kept in FILE and drawn beside it.
"""

from __future__ import annotations

import argparse
import json
import statistics
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from examples import answerable, report
from matplotlib.figure import Figure
from metaqa_retrieval import dev_questions

from steiner.evaluate.metrics.coverage import coverage, cut
from steiner.retrieve.pipeline import StagedRetriever
from steiner.session import open_retriever
from steiner.settings import ConnectionSettings, RetrieverSettings
from steiner.systems.steiner import retriever as steiner_retriever

Change = Callable[[RetrieverSettings], RetrieverSettings]
Questions = Mapping[str, list[tuple[str, list[str]]]]
WEIGHTS = ("step", "link")
WHOLE, CUT = "whole system", "packed for eight times the budget, cut"


def paths(**given: Any) -> Change:
    """Return the change of these settings of relation paths."""
    return lambda s: replace(s, paths=replace(s.paths, **given))


PARTS: Mapping[str, Change] = {
    WHOLE: lambda s: s,
    "relation paths": paths(enabled=False),
    "paths of 3 steps": paths(hops=2),
    **{f"weight: {name}": paths(**{name: 0.0}) for name in WEIGHTS},
    "paths emitted beyond the best": paths(emitted=1),
    "vectors only where names settle nothing": lambda s: replace(
        s, seeds=replace(s.seeds, settled=1.0)
    ),
    "typos": lambda s: replace(s, seeds=replace(s.seeds, fuzzy=False)),
    "second hop": lambda s: replace(s, expand=replace(s.expand, hops=1)),
    "relation prizes": lambda s: replace(s, prizes=replace(s.prizes, relations=0)),
    CUT: lambda s: replace(s, text=replace(s.text, budget=8 * s.text.budget)),
}


def prepare(graph: str, count: int) -> Questions:
    """Return the questions of a graph with their answers, by kind."""
    if graph == "metaqa":
        drawn = {f"{hops} hop": dev_questions(hops, count) for hops in (1, 2, 3)}
        return {kind: [(q.text, q.answers) for q in asked] for kind, asked in drawn.items()}
    rows = answerable(graph)
    return {
        kind: [(row["question"], row["answers"]) for row in rows if row["kind"] == kind]
        for kind in ("anchored", "filter")
    }


def run(graph: str, uri: str, given: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Ask with each part left out; yield a row for each part, budget and kind."""
    connection = replace(ConnectionSettings.from_environment(), uri=uri)
    base = open_retriever(connection)
    assert isinstance(base, StagedRetriever)
    questions = prepare(graph, given.questions)
    for budget in given.budgets:
        settings = replace(base.settings, text=replace(base.settings.text, budget=budget))
        for part in given.parts:
            changed = PARTS[part](settings)
            retriever = steiner_retriever(base.store, base.embedder, changed)
            for kind, asked in questions.items():
                row = {"graph": graph, "kind": kind, "questions": len(asked), "budget": budget}
                yield row | {"without": part} | figures(retriever, asked, budget)


def figures(
    retriever: StagedRetriever, asked: list[tuple[str, list[str]]], budget: int
) -> dict[str, float]:
    """Return the mean share in the first `budget` tokens of the context, and Hits@1."""
    shares, first = [], []
    for text, answers in asked:
        found = retriever.retrieve(text)
        shares.append(coverage(cut(found.text, budget), answers))
        first.append(bool(found.ranking) and found.ranking[0] in answers)
    return {"share": statistics.fmean(shares), "hits_at_1": statistics.fmean(first)}


def compared(rows: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield the rows, parts as differences from the whole system."""
    whole = {(r["graph"], r["kind"], r["budget"]): r for r in rows if r["without"] == WHOLE}
    for row in rows:
        base = whole.get((row["graph"], row["kind"], row["budget"]))
        plain = base is None or row["without"] in (WHOLE, CUT)
        told = {}
        for name in ("share", "hits_at_1"):
            value = row[name] if base is None or plain else row[name] - base[name]
            told[name] = f"{value:.3f}" if plain else f"{value:+.3f}"
        yield row | told


def draw(rows: list[dict[str, Any]], path: Path) -> None:
    """Draw the mean share over the kinds of questions, a bar for each part and budget."""
    parts, budgets = (list(dict.fromkeys(r[key] for r in rows)) for key in ("without", "budget"))
    figure = Figure(figsize=(7, 1.5 + 0.25 * len(parts) * len(budgets)), layout="constrained")
    axes = figure.add_subplot(xlabel="mean share of the answers", ylabel="left out", xlim=(0, 1))
    for place, budget in enumerate(budgets):
        shares = [
            statistics.fmean(
                r["share"] for r in rows if (r["without"], r["budget"]) == (part, budget)
            )
            for part in parts
        ]
        height = 0.8 / len(budgets)
        heights = [at + place * height for at in range(len(parts))]
        axes.barh(heights, shares, height, label=f"{budget} tokens")
    axes.set_yticks(range(len(parts)), parts)
    axes.invert_yaxis()
    figure.legend(loc="outside lower center", ncols=3)
    figure.savefig(path, dpi=120)


def main() -> None:
    """Read the command line, ask, print and draw."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--graph", nargs="+", required=True, help="NAME=URI")
    parser.add_argument("--questions", type=int, default=50)
    parser.add_argument("--budgets", nargs="+", type=int, default=[512])
    parser.add_argument("--parts", nargs="+", choices=list(PARTS), default=list(PARTS))
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    rows: list[dict[str, Any]] = []
    for name, _, uri in (told.partition("=") for told in given.graph):
        for row in run(name, uri, given):
            rows.append(row)
            if given.json:
                given.json.write_text(json.dumps(rows, indent=1), encoding="utf-8")
    report(list(compared(rows)), None)
    if given.json:
        draw(rows, given.json.with_suffix(".png"))


if __name__ == "__main__":
    main()

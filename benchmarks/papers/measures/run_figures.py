"""The figures of a run that stand in tables: means of the report's measures, also by kind."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from statistics import fmean

from papers.layout import Figures
from steiner.evaluate.figures import Measures, Row, all_measures, means
from steiner.evaluate.metrics.coverage import coverage, triple_recall
from steiner.evaluate.report.levels import LEVELS, level
from steiner.evaluate.runner import read_run
from steiner.text import CountTokens, quarter_characters
from steiner.textualise.triple_texts import linear, yaml
from steiner.train.metrics import Metrics

RECALL_AT = (5, 10, 15, 20, 25, 30)
"""Of Retrieval & Reasoning, figure 3."""
_BY_KIND = " by kind"


def measured(run: Path, count_tokens: CountTokens = quarter_characters) -> Figures:
    """Return the means of a run's measures, also by kind of question, and its levels.

    `count_tokens` is the language model's, of the triples that were retrieved in both their forms.
    """
    settings, rows = read_run(run)
    every = all_measures(rows, [512], settings["labels"])
    figures = _means(every) | _levels(rows, every)
    seconds = _seconds(rows)
    figures |= {"seconds a question": seconds, "minutes of all": seconds * len(rows) / 60}
    for kind in sorted({row["kind"] for row in rows} - {""}):
        own = [(row, m) for row, m in zip(rows, every, strict=True) if row["kind"] == kind]
        of_kind = _means([m for _, m in own]) | {
            "seconds a question": _seconds([row for row, _ in own])
        }
        figures |= {f"{name} of {kind}": value for name, value in of_kind.items()}
    figures["tokens"] = fmean(row["table_tokens"] for row in rows)
    for name, form in (("triples", linear), ("YAML", yaml)):
        written = (form(map(_triple, row["triples"])) for row in rows)
        figures[f"tokens as {name}"] = fmean(map(count_tokens, written))
    figures |= _recalls(rows)
    asked = [(row, m) for row, m in zip(rows, every, strict=True) if "coverage@512" in m]
    figures["any answer in text"] = (
        fmean(m["coverage@512"] > 0 for _, m in asked) if asked else None
    )
    retrieved = (coverage(_retrieved(row), row["gold"]) > 0 for row, _ in asked)
    figures["any answer retrieved"] = fmean(retrieved) if asked else None
    return figures | {"questions": len(rows)}


def averaged_kinds(figures: Figures) -> Figures:
    """Return figures with each measure's mean over the kinds of questions, each counted once.

    "hit of 1 hops" 1 and "hit of 2 hops" 0 give "hit by kind" .5.
    """
    by_name: dict[str, list[float]] = {}
    for name, value in figures.items():
        measure, of, _ = name.rpartition(" of ")
        if of and isinstance(value, int | float):
            by_name.setdefault(measure, []).append(value)
    return figures | {f"{name}{_BY_KIND}": fmean(values) for name, values in by_name.items()}


def minutes(folder: Path, figures: Figures) -> Figures:
    """Return the minutes of an epoch; where nothing was trained those of all answers."""
    seconds = [line["seconds"] for line in Metrics(folder).lines() if "seconds" in line]
    return {"minutes an epoch": fmean(seconds) / 60 if seconds else figures["minutes of all"]}


def _seconds(rows: Sequence[Row]) -> float:
    times = [row["milliseconds"] for row in rows]
    return fmean(each.get("total", 0.0) + each.get("generate", 0.0) for each in times) / 1_000


def _retrieved(row: Row) -> str:
    """Return what was retrieved in words: the evidence's text, and triples beyond its budget."""
    return "\n".join([row["context"], *(" ".join(triple) for triple in row["triples"])])


def _recalls(rows: Sequence[Row]) -> Figures:
    """Return how many of a question's gold triples are among the first k that were retrieved."""
    known = [row for row in rows if row["gold_triples"]]
    return {
        f"path triples in {k}": fmean(
            triple_recall(row["triples"][:k], row["gold_triples"]) for row in known
        )
        for k in RECALL_AT
        if known
    }


def _triple(ends: Sequence[str]) -> tuple[str, str, str]:
    head, relation, tail = ends
    return head, relation, tail


def _levels(rows: Sequence[Row], every: Sequence[Measures]) -> Figures:
    """Return the share of each level of answers, and the means of its questions' measures."""
    judged = [(level(m), row, m) for row, m in zip(rows, every, strict=True)]
    figures: Figures = {}
    for name in LEVELS:
        own = [(row, m) for at, row, m in judged if at == name]
        if not own:
            continue
        figures[name] = len(own) / sum(at is not None for at, _, _ in judged)
        figures[f"one answer where {name}"] = fmean(len(row["gold"]) == 1 for row, _ in own)
        known = _means([m for _, m in own])
        figures |= {f"{measure} where {name}": value for measure, value in known.items()}
    return figures


def _means(every: Sequence[Measures]) -> Figures:
    return {name: each.mean for name, each in means(every).items()}

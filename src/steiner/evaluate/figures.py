"""The figures of a run: every metric of every question, and their means with intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from steiner.evaluate.metrics import answers
from steiner.evaluate.metrics.coverage import coverage, cut, triple_recall
from steiner.evaluate.metrics.execution import execution_accuracy
from steiner.evaluate.metrics.significance import Interval, interval

Row = Mapping[str, Any]
Measures = dict[str, float]


def all_measures(
    rows: Sequence[Row], budgets: Sequence[int], labels: Sequence[str] = ()
) -> list[Measures]:
    """Return the metrics of each row of a run.

    Where any question was answered all count: one that failed, or got no answer, counts 0.
    """
    answering = any(_is_answered(row, labels) for row in rows)
    asking = any(row.get("usage", {}).get("calls") for row in rows)
    return [
        measures(row, budgets, labels, answering) | (_of_models(row) if asking else {})
        for row in rows
    ]


def measures(
    row: Row, budgets: Sequence[int], labels: Sequence[str] = (), answering: bool = False
) -> Measures:
    """Return the metrics of one question's row, as `runner.run` wrote it.

    What cannot be said of the row is left out. Where nothing was generated, the answers are the
    evidence's own: those that fit equally well. In a run that is `answering`, no answer counts 0.
    """
    gold, measured = row["gold"], Measures()
    if gold and not labels:
        measured |= {f"coverage@{b}": coverage(cut(row["context"], b), gold) for b in budgets}
    measured |= {f"tokens@{b}": min(row["tokens"], b) for b in budgets[-1:]}
    measured["nodes"] = row["nodes"]
    if row["topics"]:
        named = set(map(answers.normalised, row["seeds"]))
        met = [answers.normalised(topic) in named for topic in row["topics"]]
        measured["topic in seeds"] = sum(met) / len(met)
    if row["gold_triples"]:
        measured |= _of_triples(row)
    if row.get("graph_triples") is not None:
        measured["graph triples"] = row["graph_triples"]
    if row.get("answers_in_graph") is not None and not labels:
        measured["answers in graph"] = row["answers_in_graph"]
    measured |= _of_table(row)
    if row.get("thought"):
        measured["answer list read"] = float(bool(row.get("listed")))
    answered = answering or _is_answered(row, labels)
    return measured | (_of_answer(row, gold, labels) if answered else {})


def milliseconds(rows: Sequence[Row]) -> dict[str, tuple[float, float]]:
    """Return median and 95th percentile of the milliseconds of each stage."""
    stages = dict.fromkeys(stage for row in rows for stage in row["milliseconds"])
    times = {
        stage: [row["milliseconds"][stage] for row in rows if stage in row["milliseconds"]]
        for stage in stages
    }
    return {
        stage: (float(np.median(values)), float(np.percentile(values, 95)))
        for stage, values in times.items()
    }


def means(rows: Sequence[Measures]) -> dict[str, Interval]:
    """Return the mean of each metric over the rows that have it, with its 95% interval."""
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: interval([row[name] for row in rows if name in row]) for name in names}


def _of_triples(row: Row) -> Measures:
    """Return the recall of the gold triples, and of those at an answer (the last step's)."""
    context, gold = row["triples"], row["gold_triples"]
    ends = set(map(answers.normalised, row["gold"]))
    last = [t for t in gold if ends & {answers.normalised(t[0]), answers.normalised(t[2])}]
    measured = {"gold triples": triple_recall(context, gold)}
    return measured | ({"last-step triples": triple_recall(context, last)} if last else {})


def _of_table(row: Row) -> Measures:
    """Return execution accuracy, whether the table was the answer, and its precision then."""
    if not row.get("gold_tables"):
        return {}
    rows = (row.get("table") or {}).get("rows") or []
    right = execution_accuracy(rows, row["gold_tables"], row["question"])
    measured = {"execution accuracy": right, "exact": float(row["exact"])}
    measured |= {"precision where exact": right} if row["exact"] else {}
    provenance = row.get("provenance")
    return measured | ({} if provenance is None else {"provenance Jaccard": provenance})


def _of_models(row: Row) -> Measures:
    """Return what language models were asked for a question, and what that cost where it is known.

    In a run where any question was given to one, those that needed none count 0.
    """
    usage = row.get("usage", {})
    measured = {"model calls": usage.get("calls", 0)}
    measured["model tokens"] = usage.get("prompt", 0) + usage.get("reply", 0)
    cost = usage.get("cost")
    return measured | ({} if cost is None else {"cost of 1,000": 1000 * cost})


def _is_answered(row: Row, labels: Sequence[str]) -> bool:
    """Say whether something was written or, where no label is asked for, ranked."""
    ranked = bool(row["ranking"] or row["first"])
    return row.get("answer") is not None or (ranked and not labels)


def _of_answer(row: Row, gold: Sequence[str], labels: Sequence[str]) -> Measures:
    written = row.get("answer")
    if labels:
        return {"accuracy": answers.accuracy(written or "", gold, labels)}
    named = row["first"] if written is None else predicted(row)
    text = " | ".join(named) if written is None else written
    first = row["ranking"] if written is None else named
    overlap = answers.overlap(named, gold)
    return {
        "hits@1": answers.hits_at_1(first, gold),
        "set hits@1": answers.set_hits_at_1(named, gold),
        "lax hit": answers.lax_hit(text, gold),
        **overlap._asdict(),
        "exact match": answers.exact_match(named, gold),
    }


def predicted(row: Row) -> Sequence[str]:
    """Return the answers that were written: as they were listed, or parted by names of the row."""
    if row.get("listed") is not None:
        listed: Sequence[str] = row["listed"]
        return listed
    ends = [name for head, _, tail in row["triples"] for name in (head, tail)]
    return answers.split_answers(row["answer"], [*ends, *row["seeds"], *row["ranking"]])

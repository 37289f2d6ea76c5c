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


def measures(row: Row, budgets: Sequence[int], labels: Sequence[str] = ()) -> Measures:
    """Return the metrics of one question's row, as `runner.run` wrote it.

    What cannot be said of the row is left out. Where nothing was generated, the answers are the
    evidence's own: those that fit equally well.
    """
    gold, measured = row["gold"], Measures()
    if not labels:
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
    return measured | _of_table(row) | _of_answer(row, gold, labels)


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


def _of_answer(row: Row, gold: Sequence[str], labels: Sequence[str]) -> Measures:
    written = row.get("answer")
    if written is None and (labels or not (row["ranking"] or row["first"])):
        return {}
    predicted = row["first"] if written is None else answers.split_answers(written, gold)
    if labels:
        return {"accuracy": answers.accuracy(str(written), gold, labels)}
    text = " | ".join(predicted) if written is None else written
    first = row["ranking"] if written is None else predicted
    overlap = answers.overlap(predicted, gold)
    return {
        "hits@1": answers.hits_at_1(first, gold),
        "set hits@1": answers.set_hits_at_1(predicted, gold),
        "lax hit": answers.lax_hit(text, gold),
        **overlap._asdict(),
        "exact match": answers.exact_match(predicted, gold),
    }

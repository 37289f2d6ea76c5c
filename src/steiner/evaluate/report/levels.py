"""How right answers are: perfect, imperfect, wrong (Retrieval & Reasoning, section 5.6)."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from steiner.evaluate.figures import Measures, Row
from steiner.evaluate.report.summary import Summary

LEVELS = ("perfect", "imperfect", "wrong")
_RETRIEVED = ("gold triples", "last-step triples")
_HEAD = ["answers", "system", "share", "precision", "recall", "one gold answer", *_RETRIEVED]


def level(measured: Measures) -> str | None:
    """Return the level of an answer: F1 of 1, above 0, or 0; None where none was given."""
    if "f1" not in measured:
        return None
    return LEVELS[0] if measured["f1"] == 1 else LEVELS[1] if measured["f1"] > 0 else LEVELS[2]


def levels(runs: Sequence[Summary]) -> tuple[list[str], list[list[str]]]:
    """Return head and rows: a level of a run a row, with means over its questions.

    `gold triples`, and those of the last step: the share of them that was retrieved, which tells
    errors of the retrieval from those of the reasoning.
    """
    return _HEAD, [row for run in runs for row in _levels(run)]


def _levels(run: Summary) -> list[list[str]]:
    judged = [(row, m, level(m)) for row, m in run.of(None)]
    given = [(row, m, own) for row, m, own in judged if own]
    rows = []
    for wanted in LEVELS:
        own = [(row, m) for row, m, at in given if at == wanted]
        if own:
            rows.append([wanted, run.name, f"{len(own) / len(given):.3f}", *_means(own)])
    return rows


def _means(own: Sequence[tuple[Row, Measures]]) -> list[str]:
    alone = fmean(len(row["gold"]) == 1 for row, _ in own)
    figures = [fmean(m[name] for _, m in own) for name in ("precision", "recall")]
    retrieved = [[m[name] for _, m in own if name in m] for name in _RETRIEVED]
    known = [f"{value:.3f}" for value in (*figures, alone)]
    return [*known, *(f"{fmean(values):.3f}" if values else "" for values in retrieved)]

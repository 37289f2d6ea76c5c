"""Figures of judged lines: shares, precision, whether the probability tells what is right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from statistics import fmean, median
from typing import Any

from judge.lines import Line

_BINS = 10
_DOUBT = 0.5


def precision_of_surest(lines: Sequence[Line], share: float = 0.5) -> float:
    """Return how many of the surest lines are right; of equally sure ones an equal part of each.

    probabilities [.9, .5, .5, .5], right [1, 1, 0, 0], share .5: the first, and one of the three
    precision     (1 + 1/3) / 2 = .667
    """
    wanted, taken, right = share * len(lines), 0.0, 0.0
    order = sorted(lines, key=_probability, reverse=True)
    for _, group in groupby(order, key=_probability):
        tied = list(group)
        part = min(len(tied), wanted - taken)
        right += part * fmean(line.right for line in tied)
        taken += part
    return right / wanted if wanted else 0.0


def calibration_error(lines: Sequence[Line]) -> float:
    """Return the mean distance of probability and share right over ten bins of equal count."""
    order = sorted(lines, key=_probability)
    edges = [round(i * len(order) / _BINS) for i in range(_BINS + 1)]
    bins = [order[a:b] for a, b in pairwise(edges) if b > a]
    gaps = (len(own) * abs(fmean(map(_probability, own)) - _right(own)) for own in bins)
    return sum(gaps) / max(len(order), 1)


def _probability(line: Line) -> float:
    return line.probability


def _right(lines: Sequence[Line]) -> float:
    return fmean(line.right for line in lines)


def figures(name: str, lines: Sequence[Line]) -> dict[str, str]:
    """Return a row of the table of figures."""
    exact = [line for line in lines if line.exact]
    times = sorted(line.milliseconds for line in lines)
    declined = [not line.exact and line.confidence < _DOUBT for line in lines]
    offered = fmean(line.offered for line in lines)
    none = all(line.expects_none for line in lines)
    return {
        "set": name,
        "questions": str(len(lines)),
        "right": _share(_right(lines)),
        "exact": _share(len(exact) / len(lines)),
        "precision": _share(_right(exact)) if exact else "-",
        "surest half": "-" if none else _share(precision_of_surest(lines)),
        "calibration": "-" if none else _share(calibration_error(lines)),
        "declined": _share(fmean(declined)),
        "offered": _share(offered),
        "ms": f"{median(times):.0f} / {times[int(0.95 * (len(times) - 1))]:.0f}",
    }


def _share(value: float) -> str:
    return f"{value:.3f}"


def table(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    """Yield rows as lines of a Markdown table, columns aligned."""
    columns = list(rows[0])
    cells = [columns, *([str(row[c]) for c in columns] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    cells.insert(1, ["-" * width for width in widths])
    for row in cells:
        padded = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield f"| {' | '.join(padded)} |"

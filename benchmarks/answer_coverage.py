"""Mean share of answers in the context, counted as `shared/data/README.md` says.

python benchmarks/answer_coverage.py OUTPUT.jsonl [--kind anchored]

OUTPUT.jsonl is what `steiner retrieve --questions QUESTIONS.jsonl --output OUTPUT.jsonl` wrote.
"""

from __future__ import annotations

import argparse
import json
import statistics
from pathlib import Path
from typing import Any

from steiner.evaluate.metrics.coverage import coverage, cut, holds


def report(rows: list[dict[str, Any]], budget: int) -> str:
    """One line: mean share, questions with any, with all, and the milliseconds."""
    shares = [coverage(cut(row["context"], budget), row["answers"]) for row in rows]
    times = sorted(row["milliseconds"]["total"] for row in rows)
    return (
        f"{len(rows)} questions at {budget}: mean {statistics.fmean(shares):.3f}, "
        f"any {statistics.fmean(s > 0 for s in shares):.3f}, "
        f"all {statistics.fmean(s == 1 for s in shares):.3f}, "
        f"ms p50 {times[len(times) // 2]:.0f} p95 {times[int(len(times) * 0.95)]:.0f}"
    )


def main() -> None:
    """Read the command line and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("output", type=Path)
    parser.add_argument("--kind")
    parser.add_argument("--budget", type=int, default=512)
    parser.add_argument("--misses", action="store_true")
    given = parser.parse_args()
    rows = [json.loads(line) for line in given.output.read_text().splitlines()]
    rows = [row for row in rows if given.kind in (None, row.get("kind")) and row["answers"]]
    print(report(rows, given.budget))
    for row in rows if given.misses else []:
        missing = [a for a in row["answers"] if not holds(cut(row["context"], given.budget), a)]
        if missing:
            print(f"- {row['question']} [{len(missing)}/{len(row['answers'])}] {missing[:4]}")


if __name__ == "__main__":
    main()

"""Mean share of answers in the context, counted as `shared/data/README.md` says.

python benchmarks/answer_coverage.py QUESTIONS.jsonl OUTPUT.jsonl [--kind anchored]

OUTPUT.jsonl is what `steiner retrieve --questions QUESTIONS.jsonl --output OUTPUT.jsonl` wrote.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
from pathlib import Path
from typing import Any

_NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?![\w])")


def fold(text: str) -> str:
    """Ignore case and folded white space."""
    return " ".join(text.casefold().split())


def holds(context: str, answer: str) -> bool:
    """Whether the answer occurs in the context, not inside a longer word or number.

    A numeric answer also counts when a number in the context equals it.
    """
    text, wanted = fold(context), fold(answer)
    if wanted and re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", text):
        return True
    try:
        number = float(wanted)
    except ValueError:
        return False
    return any(float(found) == number for found in _NUMBER.findall(text))


def share(context: str, answers: list[str]) -> float:
    """The share of the answers that the context holds."""
    return statistics.fmean(holds(context, answer) for answer in answers)


def cut(context: str, budget: int) -> str:
    """The first `budget` tokens of the context, as characters / 4."""
    return context[: 4 * budget]


def report(rows: list[dict[str, Any]], budget: int) -> str:
    """One line: mean share, questions with any, with all, and the milliseconds."""
    shares = [share(cut(row["context"], budget), row["answers"]) for row in rows]
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

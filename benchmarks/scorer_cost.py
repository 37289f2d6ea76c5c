"""What does a trained path scorer add to a question? Milliseconds, with it and without in turn.

    python benchmarks/scorer_cost.py --model FOLDER QUESTIONS [--rounds 3]

Each round asks every question of a JSONL file once by two processes of their own, one with the
scorer, one without, so that nothing is kept of a question that is asked; ten other questions of the
graph, the last, are asked before and not counted. Prints JSON: medians of both, and of the
difference between the askings of one question. The connection comes from NEO4J_URI and the like.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median

from steiner import session
from steiner.chosen import Chosen
from steiner.jobs import read_questions
from steiner.settings import ConnectionSettings

STAGES = ("total", "expand", "score")
_WARM = 10
Times = Sequence[Mapping[str, float]]


def ask(questions: Path, model: str | None) -> Times:
    """Return the milliseconds of each question's stages."""
    texts = [str(row["question"]) for row in read_questions(questions)]
    retriever = session.open_retriever(ConnectionSettings.from_environment(), Chosen(model=model))
    taken = [dict(retriever.retrieve(text).milliseconds) for text in texts[::-1]]
    return taken[_WARM:]


def asked_apart(given: argparse.Namespace, model: str | None) -> Times:
    """Ask in a process of its own."""
    command = [sys.executable, __file__, str(given.questions), "--one"]
    command += ["--model", model] if model else []
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    taken: Times = json.loads(done.stdout)
    return taken


def main() -> None:
    """Read the command line, ask and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("questions", type=Path)
    parser.add_argument("--model")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--one", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.one:
        print(json.dumps(ask(given.questions, given.model)))
        return
    without: list[Mapping[str, float]] = []
    with_it: list[Mapping[str, float]] = []
    for _ in range(given.rounds):
        without += asked_apart(given, None)
        with_it += asked_apart(given, given.model)
    row: dict[str, object] = {"pairs": len(without)}
    for name in STAGES:
        pairs = [(a[name], b[name]) for a, b in zip(without, with_it, strict=True)]
        medians = (median(a for a, _ in pairs), median(b for _, b in pairs))
        more = median(b - a for a, b in pairs)
        row |= {name: [round(x, 1) for x in (*medians, more)]}
    print(json.dumps(row))


if __name__ == "__main__":
    main()

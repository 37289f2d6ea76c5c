"""Are answers accurate, missing or incorrect, as chat models judge (Walk&Retrieve, table 2)?

    python benchmarks/judge_answers.py RUN [RUN …] --judge MODEL [MODEL …] --output DIR

Each RUN is a folder of `steiner evaluate --model …`. An exact match is accurate, an empty answer or
a refusal missing; every other answer goes to each MODEL (`provider:name` or local), and the rates
are the means of the judges: of all questions, and of each kind. Writes DIR/answers_judged.json;
replies are kept beside it, so that a judge that failed goes on.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from papers.measures.judged_runs import judged_run
from shown import show

from steiner.generate.writer import open_text_model


def main(arguments: list[str] | None = None) -> None:
    """Read the command line, ask every judge of every run and show the rates."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("runs", type=Path, nargs="+")
    parser.add_argument("--judge", nargs="+", required=True)
    parser.add_argument("--output", type=Path, required=True)
    given = parser.parse_args(arguments)
    given.output.mkdir(parents=True, exist_ok=True)
    judges = [open_text_model(name) for name in given.judge]
    lines = []
    for run in given.runs:
        for kind, shares in judged_run(run, judges, given.output).items():
            lines.append({"run": run.name, "kind": kind or "all", **shares})
    show(lines, given.output / "answers_judged.json")


if __name__ == "__main__":
    main()

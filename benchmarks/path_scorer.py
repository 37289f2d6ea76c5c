"""The trained path scorer on MetaQA, entity not given: Hits@1 and recall beside zero-shot.

    python benchmarks/path_scorer.py --output DIR [--train 1000] [--held-out] [--questions 300]

Draws from the dev questions of each number of hops 80% to train on, 10% to choose settings by and
10% to report; trains on --train questions of the first part as `steiner train` does, and asks
--questions a hop of the last. --held-out: a fifth of the question templates (the question without
its topic) is left out of training, and only these are asked. Needs the graph of
`python benchmarks/load.py metaqa`, indexed; the connection comes from NEO4J_URI and the like.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from metaqa_retrieval import TopicQuestion, all_questions
from rich.console import Console
from rich.table import Table

from steiner import gathering, session
from steiner.chosen import Chosen
from steiner.evaluate.metrics.coverage import coverage, cut
from steiner.evidence import Evidence
from steiner.progress import Bars
from steiner.retrieve.pipeline import Retriever
from steiner.settings import ConnectionSettings
from steiner.systems.steiner import STEINER
from steiner.train.data.collection import split
from steiner.train.parts.path_scores import FROM_NOTHING

HOPS = (1, 2, 3)
BUDGETS = (128, 256, 512)
CONSOLE = Console(stderr=True)


def parts(hops: int) -> tuple[list[TopicQuestion], list[TopicQuestion], list[TopicQuestion]]:
    """Return the questions to train on, to choose by and to report, always the same."""
    drawn = list(all_questions(hops))
    random.Random(11).shuffle(drawn)
    first, second = int(0.8 * len(drawn)), int(0.9 * len(drawn))
    return drawn[:first], drawn[first:second], drawn[second:]


def template(question: TopicQuestion) -> str:
    """Return the question without its topic."""
    return question.text.replace(question.topic, "_")


def held_out() -> set[str]:
    """Draw a fifth of all templates."""
    told = sorted({template(q) for hops in HOPS for part in parts(hops) for q in part})
    return set(random.Random(5).sample(told, len(told) // 5))


def train(connection: ConnectionSettings, given: argparse.Namespace, left_out: set[str]) -> Path:
    """Train on questions of all hops; return the folder."""
    folder: Path = given.output / f"scorer-{given.train}{'-held-out' * given.held_out}"
    folder.mkdir(parents=True, exist_ok=True)
    drawn = [q for hops in HOPS for q in parts(hops)[0] if template(q) not in left_out]
    random.Random(1).shuffle(drawn)
    rows = ({"question": q.text, "answers": q.answers} for q in drawn[: given.train])
    questions = folder / "questions.jsonl"
    questions.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    with Bars(CONSOLE) as bars:
        begun = time.monotonic()
        file = folder / "train.jsonl"
        found = gathering.examples(connection, Chosen(), questions, file, bars)
        read = time.monotonic()
        STEINER.train(FROM_NOTHING, split(found, 0), folder, bars)
    CONSOLE.print(f"paths read in {read - begun:.0f} s, trained in {time.monotonic() - read:.0f} s")
    return folder


def ask(retriever: Retriever, hops: int, count: int, only: set[str]) -> Iterator[Any]:
    """Yield each reported question with its evidence."""
    chosen = [q for q in parts(hops)[2] if not only or template(q) in only][:count]
    for question in chosen:
        yield question, retriever.retrieve(question.text)


def figures(asked: list[tuple[TopicQuestion, Evidence]]) -> dict[str, float]:
    """Return the mean figures over the questions of one number of hops."""
    first = [bool(e.ranking) and e.ranking[0] in q.answers for q, e in asked]
    found = {"questions": len(asked), "hits_at_1": statistics.fmean(first)}
    for budget in BUDGETS:
        shares = [coverage(cut(e.text, budget), q.answers) for q, e in asked]
        found[f"recall_{budget}"] = statistics.fmean(shares)
    for stage in ("paths", "total"):
        found[f"ms_{stage}"] = statistics.median(e.milliseconds[stage] for _, e in asked)
    return {name: round(value, 3) for name, value in found.items()}


def main() -> None:
    """Read the command line, train, ask and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--train", type=int, default=1000)
    parser.add_argument("--held-out", action="store_true")
    parser.add_argument("--questions", type=int, default=300)
    given = parser.parse_args()
    connection = ConnectionSettings.from_environment()
    left_out = held_out() if given.held_out else set()
    folder = train(connection, given, left_out)
    rows = []
    for name, scorer in (("zero-shot", None), ("trained", str(folder))):
        retriever = session.open_retriever(connection, Chosen(model=scorer))
        for hops in HOPS:
            asked = list(ask(retriever, hops, given.questions, left_out))
            rows.append({"scorer": name, "hops": hops, **figures(asked)})
    table = Table(*rows[0])
    for row in rows:
        table.add_row(*map(str, row.values()))
    Console().print(table)
    (folder / "figures.json").write_text(json.dumps(rows, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()

"""MetaQA, entity not given: topic among the seeds, recall of gold answers in the context.

    python benchmarks/metaqa_retrieval.py [--system g-retriever] [--questions 300] [--budget 512]

Runs over dev questions of 1, 2 and 3 hops on the graph that `python benchmarks/load.py metaqa` and
`steiner index` make. The connection comes from NEO4J_URI and the like.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import statistics
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from data import SHARED

from steiner.chosen import Chosen
from steiner.evaluate.metrics.coverage import coverage, cut
from steiner.evidence import Evidence
from steiner.session import open_retriever
from steiner.settings import ConnectionSettings

DATA = SHARED / "metaqa"
_TOPIC = re.compile(r"\[([^\]]+)\]")


class TopicQuestion(NamedTuple):
    """A question without brackets, its topic entity and the gold answers."""

    text: str
    topic: str
    answers: list[str]


@cache
def all_questions(hops: int) -> tuple[TopicQuestion, ...]:
    """Return the dev questions of this number of hops."""
    lines = (DATA / f"{hops}-hop" / "qa_dev.txt").read_text(encoding="utf-8").splitlines()
    return tuple(map(_question, lines))


def dev_questions(hops: int, count: int) -> list[TopicQuestion]:
    """Draw `count` dev questions of this number of hops, always the same."""
    return random.Random(7).sample(all_questions(hops), count)


def _question(line: str) -> TopicQuestion:
    text, answers = line.split("\t")
    found = _TOPIC.search(text)
    return TopicQuestion(
        _TOPIC.sub(r"\1", text), found.group(1) if found else "", answers.split("|")
    )


def figures(asked: list[tuple[TopicQuestion, Evidence]], budget: int) -> dict[str, float]:
    """The mean figures over the questions of one number of hops."""
    shares = [coverage(cut(e.text, budget), q.answers) for q, e in asked]
    first = [bool(e.ranking) and e.ranking[0] in q.answers for q, e in asked]
    times = sorted(e.milliseconds["total"] for _, e in asked)
    return {
        "topic_in_seeds": statistics.fmean(q.topic in {s.name for s in e.seeds} for q, e in asked),
        "recall": statistics.fmean(shares),
        "coverage": statistics.fmean(s > 0 for s in shares),
        "hits_at_1": statistics.fmean(first),
        "tokens": statistics.fmean(e.tokens for _, e in asked),
        "ms_p50": times[len(times) // 2],
        "ms_p95": times[int(len(times) * 0.95)],
    }


def stages(asked: list[tuple[TopicQuestion, Evidence]]) -> Iterator[str]:
    """Milliseconds of each stage, median and p95: 0 of a question that skipped it."""
    for stage in dict.fromkeys(stage for _, e in asked for stage in e.milliseconds):
        times = sorted(e.milliseconds.get(stage, 0.0) for _, e in asked)
        yield f"{stage} {times[len(times) // 2]:.1f}/{times[int(len(times) * 0.95)]:.1f}"


def main() -> None:
    """Read the command line, ask and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--system", default="steiner")
    parser.add_argument("--questions", type=int, default=300)
    parser.add_argument("--budget", type=int, default=512)
    given = parser.parse_args()
    chosen = Chosen(system=given.system, budget=given.budget)
    retriever = open_retriever(ConnectionSettings.from_environment(), chosen)
    for hops in (1, 2, 3):
        questions = dev_questions(hops, given.questions)
        asked = [(q, retriever.retrieve(q.text)) for q in questions]
        found = {k: round(v, 3) for k, v in figures(asked, given.budget).items()}
        print(json.dumps({"hops": hops, "system": given.system, **found}), flush=True)
        print("  ms p50/p95:", "; ".join(stages(asked)), flush=True)


if __name__ == "__main__":
    main()

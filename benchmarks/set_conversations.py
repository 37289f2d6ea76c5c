"""Conversations over a set: is the last answer right, where the turn before gave many rows?

    python benchmarks/set_conversations.py [--vectors FILE] [--rows FILE]

Asks the conversations of benchmarks/data/set_conversations.jsonl (two or three turns: "only those
after 1999", "and the others?", "what is their average unit price?") over graphs in memory: 30 over
movies and northwind, which were looked at while building, and those of the part `held`, over hr,
library and football, which were not. No model writes or reads. The history is handed on as
programs do (`turn_of`), and as the page does, as question and text alone. Prints how many last
answers are right, how many are exact, and how many of these are wrong; --rows keeps what was read.
The golds were computed from the graphs' files in Python.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

from data.memory_graphs import indexed
from judge.kept_vectors import KeptEmbedder

from steiner.answer import Answer
from steiner.generate.evidence_only import EvidenceOnly
from steiner.integrations.answering import Answering, turn_of
from steiner.question.history import Turn
from steiner.systems.steiner import retriever
from steiner.text import normalise, readable

QUESTIONS = Path(__file__).parent / "data" / "set_conversations.jsonl"
VECTORS = Path("/tmp/set_conversations.npz")
WAYS = ("turns", "texts")


def last_answer(answering: Answering, turns: list[str], way: str) -> Answer:
    """Ask the turns one after the other and return the answer of the last."""
    history: list[Turn] = []
    for question in turns:
        answer = answering.ask(question, history=history)
        said = turn_of(answer) if way == "turns" else Turn(answer.question, answer.text)
        history.append(said)
    return answer


def judged(answer: Answer, gold: list[Any]) -> dict[str, Any]:
    """Say whether an answer has the names or the number of the gold."""
    given = set(map(_compared, answer.evidence.answers))
    right = given == {_compared(readable(value)) for value in gold}
    evidence = answer.evidence
    return {
        "right": right,
        "exact": evidence.exact,
        "read": answer.question,
        "reading": evidence.table.reading if evidence.table else "",
        "got": sorted(given)[:5],
    }


def _compared(text: str) -> str:
    """Write a number with four decimals, a name in its plain letters."""
    try:
        return f"{float(text):.4f}"
    except ValueError:
        return normalise(text)


def run(vectors: Path) -> Iterator[dict[str, Any]]:
    """Yield a row for each conversation and way."""
    rows = [json.loads(line) for line in QUESTIONS.read_text("utf-8").splitlines()]
    embedder = KeptEmbedder(vectors)
    for graph in dict.fromkeys(row["graph"] for row in rows):
        asked: Any = retriever(indexed(graph, embedder), embedder)
        answering = Answering(asked, EvidenceOnly(), decline_below=0.0)
        for row in (row for row in rows if row["graph"] == graph):
            for way in WAYS:
                answer = last_answer(answering, row["turns"], way)
                yield {**row, "way": way, **judged(answer, row["gold"])}
    embedder.keep()


def main() -> None:
    """Read the command line, ask and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--vectors", type=Path, default=VECTORS)
    parser.add_argument("--rows", type=Path)
    given = parser.parse_args()
    rows = list(run(given.vectors))
    if given.rows:
        given.rows.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    for part, way in product(("seen", "held"), WAYS):
        own = [row for row in rows if (row["part"], row["way"]) == (part, way)]
        exact = [row for row in own if row["exact"]]
        right, wrong = sum(row["right"] for row in own), sum(not row["right"] for row in exact)
        print(f"{part}, {way}: {right} of {len(own)} right, {len(exact)} exact, {wrong} wrong")


if __name__ == "__main__":
    main()

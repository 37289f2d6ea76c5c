"""Does memory stay flat over many distinct questions?

    python benchmarks/question_memory.py [--total 20000] [--looks 10] [--triples 10000]

Asks distinct development questions of MetaQA (../shared/data/metaqa), each once, with default
settings and the real encoder, of a store in memory that has the first `triples` of its graph.
Prints JSON lines: how many questions were asked, the megabytes of this process, the texts whose
vectors it keeps, and milliseconds a question since the line before.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Iterator
from itertools import islice

from metaqa_retrieval import DATA, all_questions
from threads import megabytes

from steiner.embed import open_embedder, text_vectors
from steiner.evaluate.graphs import memory_store
from steiner.settings import DEFAULT_EMBEDDER
from steiner.systems.steiner import retriever as steiner_retriever
from steiner.textual_graph import TextGraph


def triples(count: int) -> Iterator[tuple[str, str, str]]:
    """Yield the first triples of MetaQA's graph."""
    with (DATA / "kb.txt").open(encoding="utf-8") as file:
        for line in islice(file, count):
            head, relation, tail = line.rstrip("\n").split("|")
            yield head, relation.replace("_", " "), tail


def main() -> None:
    """Read the command line, ask and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--total", type=int, default=20_000)
    parser.add_argument("--looks", type=int, default=10)
    parser.add_argument("--triples", type=int, default=10_000)
    given = parser.parse_args()
    embedder = open_embedder(DEFAULT_EMBEDDER)
    store = memory_store(TextGraph.from_triples(list(triples(given.triples))), embedder)
    retriever = steiner_retriever(store, embedder)
    texts = list(dict.fromkeys(q.text for hops in (1, 2, 3) for q in all_questions(hops)))
    random.Random(7).shuffle(texts)
    step, texts = given.total // given.looks, texts[: given.total]
    for asked in range(0, len(texts), step):
        begun = time.perf_counter()
        for text in texts[asked : asked + step]:
            retriever.retrieve(text)
        passed = (time.perf_counter() - begun) * 1000
        look = {
            "questions": asked + step,
            "megabytes": megabytes(),
            "texts kept": len(text_vectors(embedder)),
            "milliseconds a question": round(passed / step, 1),
        }
        print(json.dumps(look), flush=True)


if __name__ == "__main__":
    main()

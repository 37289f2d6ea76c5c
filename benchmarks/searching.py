"""Search-on-Graph with a chat model that decides where to look: which answers does it reach?

    python ../shared/tools/answered_by_hand.py FOLDER &
    python benchmarks/searching.py [--graphs hr shop] [--count 20] [--threads 20] [--port 8765]

Asks the look-ups and sets of the made graphs that answer with named things, the first `count` of
each by a hash of their words, and compares names with the gold's: all of them and no other
(right), any (hit). Beside it the default system without a model. Needs no server of Neo4j.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from data.memory_graphs import MADE, indexed
from judge.kept_vectors import KeptEmbedder
from judge.lines import rows_of

from steiner.retrieve.searching.search_retriever import SearchRetriever
from steiner.settings import RetrieverSettings
from steiner.systems.steiner import retriever

KINDS = ("lookup", "set", "negation")


def asked(name: str, count: int) -> list[dict[str, Any]]:
    """Return the questions of a graph whose golds are one column of named things."""
    rows = rows_of(MADE[name] / f"{name}.jsonl")
    fit = [row for row in rows if row["language"] == "en" and row["kind"] in KINDS and _names(row)]
    fit.sort(key=lambda row: hashlib.sha256(row["question"].encode()).hexdigest())
    return fit[:count]


def _names(row: dict[str, Any]) -> set[str]:
    """Return what a gold names, empty where a gold is no column of names."""
    cells = [cell for gold in row["golds"][:1] for cells in gold["rows"] for cell in cells[:1]]
    named = [cell.get("key") if isinstance(cell, dict) else cell for cell in cells]
    return {str(name) for name in named} if named and all(named) else set()


def written(url: str, prompts: Sequence[str]) -> list[str]:
    """Let an OpenAI-compatible endpoint write a text for each prompt."""
    return [_written(url, prompt) for prompt in prompts]


def _written(url: str, prompt: str) -> str:
    body = {"model": "by-hand", "messages": [{"role": "user", "content": prompt}]}
    asked = Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urlopen(asked, timeout=1800) as reply:
        text: str = json.load(reply)["choices"][0]["message"]["content"]
    return text


def judged(system: Any, rows: list[dict[str, Any]], threads: int) -> Iterator[tuple[bool, bool]]:
    """Yield for each question whether the answers are the gold's, and whether any is."""
    with ThreadPoolExecutor(threads) as pool:
        every = pool.map(lambda row: system.retrieve(row["question"]), rows)
        for row, evidence in zip(rows, every, strict=True):
            gold, given = _names(row), set(evidence.answers)
            looked = len(evidence.steps)
            print(f"{row['question']} -> {sorted(given)} of {sorted(gold)}, {looked} searches")
            yield given == gold, bool(given & gold)


def main() -> None:
    """Read the command line, ask, print a row a graph."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--graphs", nargs="*", default=["hr", "shop"])
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--threads", type=int, default=20)
    parser.add_argument("--port", type=int, default=8765)
    given = parser.parse_args()
    write = partial(written, f"http://127.0.0.1:{given.port}/v1/chat/completions")
    for name in given.graphs:
        embedder = KeptEmbedder(Path(".reading") / "vectors" / f"{name}.npz")
        store, rows = indexed(name, embedder), asked(name, given.count)
        searching = SearchRetriever(store, embedder, RetrieverSettings(), write)
        for system, own in (("searches", searching), ("default", retriever(store, embedder))):
            done = list(judged(own, rows, given.threads if own is searching else 1))
            right, hit = (sum(each[i] for each in done) / len(done) for i in (0, 1))
            print(f"| {name} | {system} | {len(done)} | {right:.2f} | {hit:.2f} |")


if __name__ == "__main__":
    main()

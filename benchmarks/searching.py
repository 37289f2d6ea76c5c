"""Search-on-Graph with a chat model that decides where to look: which answers does it reach?

    python ../shared/tools/answered_by_hand.py FOLDER &
    python benchmarks/searching.py [--graphs hr shop metaqa] [--count 20] [--threads 60]

Asks the look-ups and sets of the made graphs that answer with named things, the first `count` of
each by a hash of their words, and of MetaQA's development questions `count` a hop, topic not given.
Compares names with the gold's: all of them and no other (right), any (hit). Beside it the default
system without a model. What was replied is kept in benchmarks/replies/searching.jsonl and not asked
again. Needs no server of Neo4j.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean
from typing import Any, NamedTuple
from urllib.request import Request, urlopen

from data import SHARED
from data.memory_graphs import MADE, indexed
from judge.kept_vectors import KeptEmbedder
from judge.lines import rows_of

from steiner.evaluate.datasets import load_dataset
from steiner.evaluate.graphs import memory_store
from steiner.evaluate.runner import drawn
from steiner.retrieve.searching.search_retriever import SearchRetriever
from steiner.settings import RetrieverSettings
from steiner.stores.memory import MemoryStore
from steiner.systems.steiner import retriever
from steiner.textual_graph import TextGraph

KINDS = ("lookup", "set", "negation")
METAQA = "metaqa"
KEPT = Path(__file__).parent / "replies" / "searching.jsonl"


class Asked(NamedTuple):
    """A question, the names that answer it, and what it is counted with."""

    question: str
    gold: frozenset[str]
    kind: str


def opened(name: str, embedder: KeptEmbedder, count: int) -> tuple[MemoryStore, list[Asked]]:
    """Return a graph in memory, indexed, and its questions."""
    if name != METAQA:
        return indexed(name, embedder), _made(name, count)
    data = load_dataset(METAQA, SHARED / METAQA, "dev", [])
    store = memory_store(TextGraph.from_triples(data.shared), embedder)
    embedder.keep()
    rows = drawn(data.questions, count)
    return store, [Asked(q.text, frozenset(q.answers), f"{name} {q.kind}") for q in rows]


def _made(name: str, count: int) -> list[Asked]:
    """Return the questions of a made graph whose golds are one column of named things."""
    rows = rows_of(MADE[name] / f"{name}.jsonl")
    fit = [row for row in rows if row["language"] == "en" and row["kind"] in KINDS and _names(row)]
    fit.sort(key=lambda row: hashlib.sha256(row["question"].encode()).hexdigest())
    return [Asked(row["question"], frozenset(_names(row)), name) for row in fit[:count]]


def _names(row: dict[str, Any]) -> set[str]:
    """Return what a gold names, empty where a gold is no column of names."""
    cells = [cell for gold in row["golds"][:1] for cells in gold["rows"] for cell in cells[:1]]
    named = [cell.get("key") if isinstance(cell, dict) else cell for cell in cells]
    return {str(name) for name in named} if named and all(named) else set()


@dataclass(slots=True)
class Replies:
    """A chat model whose replies are kept by the hash of the prompt; new ones come from `url`."""

    url: str
    known: dict[str, str] = field(default_factory=dict)

    def write(self, prompts: Sequence[str]) -> list[str]:
        """Return a reply for each prompt."""
        for prompt in prompts:
            if (key := _hash(prompt)) not in self.known:
                self.known[key] = _written(self.url, prompt)
        return [self.known[_hash(prompt)] for prompt in prompts]

    def keep(self, file: Path) -> None:
        """Write all replies as JSONL, in the order of their hashes."""
        rows = ({"id": key, "reply": text} for key, text in sorted(self.known.items()))
        lines = (json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        file.write_text("".join(lines), encoding="utf-8")


def _hash(prompt: str) -> str:
    return hashlib.sha256(prompt.encode()).hexdigest()[:16]


def _written(url: str, prompt: str) -> str:
    body = {"model": "by-hand", "messages": [{"role": "user", "content": prompt}]}
    asked = Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urlopen(asked, timeout=7200) as reply:
        text: str = json.load(reply)["choices"][0]["message"]["content"]
    return text


class Judged(NamedTuple):
    """Of a question: what it is counted with, whether all names are the gold's, whether any is."""

    kind: str
    right: bool
    hit: bool


def judged(system: Any, rows: Sequence[Asked], threads: int) -> Iterator[Judged]:
    """Ask the questions, print and yield how each was answered."""
    with ThreadPoolExecutor(threads) as pool:
        every = pool.map(lambda row: system.retrieve(row.question), rows)
        for row, evidence in zip(rows, every, strict=True):
            given, looked = set(evidence.answers), len(evidence.steps)
            print(f"{row.question} -> {sorted(given)} of {sorted(row.gold)}, {looked} searches")
            yield Judged(row.kind, given == row.gold, bool(given & row.gold))


def lines(system: str, done: Sequence[Judged]) -> Iterator[str]:
    """Yield a row of a table for each kind: how many were asked, the shares right and hit."""
    for kind in dict.fromkeys(each.kind for each in done):
        own = [each for each in done if each.kind == kind]
        right, hit = mean(each.right for each in own), mean(each.hit for each in own)
        yield f"| {kind} | {system} | {len(own)} | {right:.2f} | {hit:.2f} |"


def main() -> None:
    """Read the command line, ask, print a row a graph."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--graphs", nargs="*", default=["hr", "shop"])
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--threads", type=int, default=60)
    parser.add_argument("--port", type=int, default=8765)
    given = parser.parse_args()
    known = {row["id"]: row["reply"] for row in rows_of(KEPT)} if KEPT.is_file() else {}
    replies = Replies(f"http://127.0.0.1:{given.port}/v1/chat/completions", known)
    for name in given.graphs:
        embedder = KeptEmbedder(Path(".reading") / "vectors" / f"{name}.npz")
        store, rows = opened(name, embedder, given.count)
        embedder.keep()
        searching = SearchRetriever(store, embedder, RetrieverSettings(), replies.write)
        for system, own in (("searches", searching), ("default", retriever(store, embedder))):
            done = list(judged(own, rows, given.threads if own is searching else 1))
            replies.keep(KEPT)
            print(*lines(system, done), sep="\n", flush=True)


if __name__ == "__main__":
    main()

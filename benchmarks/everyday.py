"""Are everyday questions read right? What people ask first, from templates, over many graphs.

    python benchmarks/everyday.py [--family NAME] [--graphs movies hr ...] [--most 60] [--write]

Needs no server: graphs are in memory, and what is right is found by a plain loop over each
(data/everyday_questions.py). Prints a row a kind of question and each question that is read
wrongly. Families: `larger` asks medians, ages, the first of each and the like
(data/larger_questions.py); `wordings`, `more` and `linked` ask everyday questions as people word
them (data/everyday_wordings.py, more_wordings.py, linked_wordings.py), `first` what is asked of
properties first (data/first_wordings.py). --write keeps the table of
the plain and the larger ones in benchmarks/results. Needs ../shared/data for movies, northwind and
CypherBenchAU. Left out: the graphs that are kept back, unless --graphs names them, and what people
say in other words than the schema's.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from data.everyday_questions import Everyday, Gold, everyday_questions
from data.everyday_wordings import everyday_wordings
from data.first_wordings import first_wordings
from data.larger_questions import TODAY, larger_questions
from data.linked_wordings import linked_wordings
from data.memory_graphs import GRAPHS, KEPT, indexed_graph
from data.more_wordings import more_wordings
from judge.kept_vectors import KeptEmbedder

from steiner.display.cells import cell_text
from steiner.evidence import Table
from steiner.graph import Node, Subgraph
from steiner.settings import Options
from steiner.systems.steiner import retriever

RESULTS = Path(__file__).parent / "results"
KEPT_AS = {
    "plain": "55_everyday.json",
    "larger": "56_larger_forms.json",
}
"""The table of each family that --write keeps; those of wordings are one, put together by hand."""
ASKED: Mapping[str, Callable[[Subgraph, Random], list[Everyday]]] = {
    "plain": everyday_questions,
    "larger": lambda graph, _: larger_questions(graph),
    "wordings": everyday_wordings,
    "more": more_wordings,
    "linked": linked_wordings,
    "first": first_wordings,
}
"""Families of questions: in a schema's words, of the larger forms, in many wordings."""
_NEAR = 1e-6


class Answered(NamedTuple):
    """A question of a graph, whether its rows are right (None: it has none), and how sure."""

    graph: str
    asked: Everyday
    right: bool | None
    exact: bool
    confidence: float
    reading: str


def answered(job: tuple[str, int, Path, str]) -> list[Answered]:
    """Ask a graph's questions, at most so many, drawn with a fixed seed, of a family of ASKED."""
    name, most, folder, family = job
    embedder, rng = KeptEmbedder(folder / f"{name}.npz"), Random(5)
    graph = GRAPHS[name]()
    store = indexed_graph(graph, embedder)
    named = store.hydrate([n.id for n in graph.nodes], [r.id for r in graph.relationships])
    asking = retriever(store, embedder)
    questions = ASKED[family](named, rng)
    drawn = rng.sample(questions, most) if len(questions) > most else questions
    lines = []
    for each in drawn:
        evidence = asking.retrieve(each.question, Options(today=TODAY))
        table = evidence.table
        right = is_right(table, each.gold) if evidence.computed and table else None
        said = table.reading if table else ""
        sure = evidence.confidence or 0.0
        lines.append(Answered(name, each, right, evidence.exact, sure, said))
    embedder.keep()
    return lines


def is_right(table: Table, gold: Gold) -> bool:
    """Say whether one column of a table, or two of counts by name, is what is asked for."""
    rows = [*table.rows, *table.tied]
    columns = list(zip(*rows, strict=True)) if rows else []
    if isinstance(gold, frozenset):
        ids = [{cell.id for cell in own if isinstance(cell, Node)} for own in columns]
        return gold in ids if rows else not gold
    if isinstance(gold, float | tuple):
        numbers = [cell for row in rows for cell in row if isinstance(cell, int | float)]
        wanted = (gold,) if isinstance(gold, float) else gold
        return len(rows) == 1 and all(
            any(abs(n - each) <= _NEAR * max(1, abs(each)) for n in numbers) for each in wanted
        )
    by_two = any(isinstance(key, tuple) for key in gold)
    texts = [[*map(cell_text, column)] for column in columns]
    keys: list[Sequence[Any]] = [*texts]
    if by_two:
        keys = [[*zip(one, other, strict=True)] for one in texts for other in texts]
    return gold in [dict(zip(own, column, strict=True)) for own in keys for column in columns]


def table_of(lines: Sequence[Answered]) -> list[list[str]]:
    """Return a row a kind of question, and one of all: asked, right, exact, of these right."""
    kinds: dict[str, list[Answered]] = defaultdict(list)
    for line in lines:
        kinds[line.asked.kind].append(line)
    rows = [[kind, *_figures(own)] for kind, own in kinds.items()]
    return [*rows, ["all", *_figures(lines)]]


def _figures(lines: Sequence[Answered]) -> list[str]:
    exact = [line for line in lines if line.exact]
    right = sum(line.right is True for line in lines) / len(lines)
    sure = sum(line.right is True for line in exact) / len(exact) if exact else 0.0
    return [str(len(lines)), f"{right:.3f}", f"{len(exact) / len(lines):.3f}", f"{sure:.3f}"]


def main() -> None:
    """Read the command line, ask, print, keep."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    own = [name for name in GRAPHS if name not in (*KEPT, "pole")]
    parser.add_argument("--graphs", nargs="*", default=own)
    parser.add_argument("--most", type=int, default=60, help="questions a graph")
    parser.add_argument("--output", type=Path, default=Path(".reading"))
    parser.add_argument("--family", choices=list(ASKED), default="plain")
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    if given.write and given.family not in KEPT_AS:
        parser.error(f"--write keeps the tables of {' and '.join(KEPT_AS)}, not {given.family}")
    folder = given.output / "vectors"
    jobs = [(name, given.most, folder, given.family) for name in given.graphs]
    with get_context("spawn").Pool(2) as pool:
        lines = [line for part in pool.imap(answered, jobs) for line in part]
    for line in lines:
        if line.right is not True:
            how = "exact" if line.exact else f"{line.confidence:.2f}"
            print(f"{line.graph}: {line.asked.question} [{line.right}, {how}] {line.reading}")
    head = ["kind", "questions", "right", "exact", "precision"]
    rows = table_of(lines)
    print("\n".join(" | ".join(row) for row in [head, *rows]))
    if given.write:
        path = RESULTS / KEPT_AS[given.family]
        kept = json.loads(path.read_text(encoding="utf-8"))
        kept |= {"columns": head, "rows": rows, "date": date.today().isoformat()}
        path.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

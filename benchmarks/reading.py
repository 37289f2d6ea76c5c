"""Are questions read right, and is what is called exact right? The one command for reading.

    python benchmarks/reading.py [--output .reading] [--sets structure movies ...] [--full]

Needs no server: graphs are in memory. `structure` compares queries over eight schemas with the
gold Cypher (every fifth question; --full: all), loosely and strictly; `pole` a sample of people's
questions over a real graph; the others ask the default system and judge rows (`learnt-`, graphs
that reading has learnt from whole, only where they are named). Prints a row a set,
writes DIR/SET.jsonl (a line a question), DIR/figures.md, and says what changed since the last run,
whose lines are in DIR/last (the whole list: DIR/changed.md). Needs ../shared/data.
"""

from __future__ import annotations

import argparse
import os
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path

from judge.changes import brief, changes
from judge.kept_vectors import KeptEmbedder
from judge.lines import Line, read_lines, write_lines
from judge.reading_figures import figures, table
from judge.structures import STRUCTURES
from judge.tables import TABLES
from judge.tested import tests

SETS = {**STRUCTURES, **TABLES, "tests": tests}
_LONGEST_FIRST = ("structure", "pole", "northwind")
_AT_ONCE = 2


def asked(name: str, output: Path, full: bool) -> tuple[str, list[Line], float]:
    """Ask the questions of a set; return its name, lines, and the seconds that it took."""
    begun = time.perf_counter()
    embedder = KeptEmbedder(output / "vectors" / f"{name}.npz")
    lines = SETS[name](embedder, full)
    embedder.keep()
    return name, lines, time.perf_counter() - begun


def rows(lines: dict[str, list[Line]]) -> list[dict[str, str]]:
    """Return the table's rows: a set, or the parts of it; CypherBenchAU's graphs together."""
    parts: dict[str, list[Line]] = {}
    for name, own in lines.items():
        if name in STRUCTURES:
            loose = [replace(line, right=line.more["form"]) for line in own]
            parts |= {name: loose, f"{name}, strict": own}
        elif name in ("movies", "northwind"):
            parts[name] = own
        for line in own if name != "structure" else ():
            family = "au" if name.startswith("au-") else name
            parts.setdefault(f"{family}, {line.part}", []).append(line)
    return [figures(name, own) for name, own in parts.items()]


def parts_that_differ(lines: dict[str, list[Line]]) -> Iterator[str]:
    """Yield in which parts of their structure readings differ from the golds, most often first."""
    for name in STRUCTURES:
        counted = Counter(part for line in lines.get(name, ()) for part in line.more["differs"])
        if counted:
            yield f"{name} differs in: " + ", ".join(f"{k} {n}" for k, n in counted.most_common())


def main() -> None:
    """Read the command line, ask, judge, compare."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--output", type=Path, default=Path(".reading"))
    parser.add_argument("--sets", nargs="*", default=[""], help="sets, or how they begin: made au")
    parser.add_argument("--full", action="store_true")
    given = parser.parse_args()
    named = given.sets != [""]
    names = [n for n in SETS if n.startswith(tuple(given.sets)) and (named or n[:7] != "learnt-")]
    if not names:
        parser.error(f"--sets: expected some of {', '.join(SETS)}, got {' '.join(given.sets)}")
    lines, seconds = measured(names, given.output, given.full)
    shown = list(table(rows(lines)))
    print("\n".join(shown))
    print("\n".join(parts_that_differ(lines)))
    print("seconds: " + ", ".join(f"{name} {took:.0f}" for name, took in seconds.items()))
    report = changes(kept(given.output, lines), lines)
    (given.output / "figures.md").write_text("\n".join(shown) + "\n", encoding="utf-8")
    (given.output / "changed.md").write_text("\n".join(report) + "\n", encoding="utf-8")
    print("\n".join(brief(report)) or "nothing changed since the last run, or there was none")


def measured(
    names: Sequence[str], output: Path, full: bool
) -> tuple[dict[str, list[Line]], dict[str, float]]:
    """Ask the sets, two at once; return their lines and seconds, in the order of SETS."""
    # Of each process: the order of a set of strings must be the same in every run.
    os.environ.update(PYTHONHASHSEED="0", OMP_NUM_THREADS="1")
    order = sorted(names, key=lambda name: (name not in _LONGEST_FIRST, name))
    with ProcessPoolExecutor(_AT_ONCE, mp_context=get_context("spawn")) as pool:
        every = pool.map(partial(asked, output=output, full=full), order)
        done = {name: (lines, seconds) for name, lines, seconds in every}
    chosen = [name for name in SETS if name in done]
    return {n: done[n][0] for n in chosen}, {n: done[n][1] for n in chosen}


def kept(output: Path, lines: dict[str, list[Line]]) -> dict[str, list[Line]]:
    """Put the lines of the last run into DIR/last and return them; write the new ones."""
    (output / "last").mkdir(parents=True, exist_ok=True)
    earlier = {}
    for name, own in lines.items():
        path = output / f"{name}.jsonl"
        if path.exists():
            path.replace(output / "last" / path.name)
        earlier[name] = read_lines(output / "last" / path.name)
        write_lines(path, own)
    return earlier


if __name__ == "__main__":
    main()

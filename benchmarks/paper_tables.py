"""Makes a table or figure of the four papers: its printed rows beside ours.

    python benchmarks/paper_tables.py                                   which tables there are
    python benchmarks/paper_tables.py TABLE --scale tiny --output DIR
    python benchmarks/paper_tables.py TABLE --scale full --output DIR --data FOLDER --writer MODEL

Scales: tiny runs in minutes on two cores (SmolLM2-135M, 4 questions a data set: shows that a table
runs, no more); small takes a night; full is as published: the papers' models and the authors' files
in FOLDER/expla-graphs, scene-graphs, webqsp, cwq, metaqa, crag. What full needs is told first, and
--yes begins it. Files that are not in FOLDER are made below the full scale, of ../shared/data, in
their format: such figures cannot be compared with the paper's. --writer writes reasoning chains
(otherwise they are made of the facts); --judge MODEL … judges answers (Walk&Retrieve); --llm counts
instead of the scale's model. A run that was killed goes on when it is called again.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from papers import (
    align_grag_tables,
    dataset_tables,
    g_retriever_tables,
    reasoning_tables,
    walk_tables,
)
from papers.costs import cost
from papers.layout import Entry, PaperTable, Study
from papers.printing import print_study, print_table
from papers.runs import Run
from papers.scales import SCALES, Place, Scale, place

from steiner.errors import InvalidInput
from steiner.jobs import Job, digest, read_questions

_WAYS = ("row", "dataset", "seed", "llm", "writer", "data", "judges", "plan")
ROOMS = (g_retriever_tables, align_grag_tables, reasoning_tables, walk_tables, dataset_tables)
ENTRIES: dict[str, Entry] = {entry.key: entry for room in ROOMS for entry in room.TABLES}
Line = dict[str, Any]


def run_table(table: PaperTable, given: argparse.Namespace) -> list[Line]:
    """Run every row with every seed, and return a line of figures each.

    What was measured before in the same way is kept; what failed is tried again.
    """
    scale, output = SCALES[given.scale], Path(given.output)
    way = {"llm": given.llm or "", "writer": given.writer or "", "data": str(given.data or "")}
    way |= {"judges": " ".join(given.judge)} if given.judge else {}
    lines = [{**line, **way} for line in planned(table, scale, given.seeds)]
    plans = {row.name: row.plan for row in table.rows}
    file = output / f"{table.key}-{scale.name}.jsonl"
    known = {_same(line): line for line in _written(file) if "figures" in line}

    def placed(dataset: str) -> Place:
        own = place(dataset, scale, given.data, output)
        return own.cased() if table.cased else own

    def work(line: Line) -> Line:
        plan = plans[line["row"]]
        if plan is None:
            raise InvalidInput("It has no plan.")
        if _same(line) in known:
            return {"figures": known[_same(line)]["figures"]}
        written = (way["llm"], way["writer"], tuple(given.judge), placed)
        own = placed(line["dataset"])
        return {"figures": Run(plan, own, scale, line["seed"], output, *written).figures()}

    output.mkdir(parents=True, exist_ok=True)
    Job(file, {"scale": scale.name, **way}, work, stage=table.key).run(lines)
    return read_questions(file)


def _written(file: Path) -> list[Line]:
    return read_questions(file) if file.is_file() else []


def _same(line: Line) -> tuple[Any, ...]:
    """Return what makes a line's figures."""
    return tuple(line.get(name) for name in _WAYS)


def planned(table: PaperTable, scale: Scale, seeds: int | None) -> list[Line]:
    """Return a line for each row, data set and seed that is run at a scale.

    Below the full scale rows that differ by the language model alone are one.
    """
    count = seeds or scale.seeds or table.seeds
    lines: list[Line] = []
    known: list[Any] = []
    for row in table.rows:
        own = row.plan and (row.plan if scale.full else (*_ways(row.plan),))
        if row.plan is None or own in known:
            continue
        known.append(own)
        every = 1 if row.plan.train is None else count
        # A row of this name may have been run otherwise before.
        plan = digest([asdict(row.plan), asdict(scale)])[:16]
        lines += [
            {"question": row.name, "row": row.name, "dataset": dataset, "seed": seed, "plan": plan}
            for dataset in table.datasets()
            for seed in range(every)
        ]
    return lines


def _ways(plan: Any) -> tuple[Any, ...]:
    own = ("system", "train", "ask", "settings", "others", "asked", "chained", "naive", "labels")
    names = (*own, "learnt", "continued", "parts", "tuned", "written", "retrieved", "cited")
    return (*(getattr(plan, name) for name in names), bool(plan.reranker))


def run_study(study: Study, given: argparse.Namespace) -> Path:
    """Run the script of a study, unless its result is there, and return the result."""
    folder = Path(given.output) / f"{study.key}-{given.scale}"
    if not (folder / study.result).is_file():
        folder.mkdir(parents=True, exist_ok=True)
        script = Path(__file__).parent / study.script
        command = [sys.executable, str(script), "--output", str(folder)]
        command += ["--data", str(given.data)] if study.data and given.data else []
        subprocess.run([*command, *study.arguments[given.scale]], check=True)
    return folder / study.result


def told(entry: Entry) -> str:
    """Return a line about an entry: how many rows are run, and what the full scale needs."""
    if isinstance(entry, Study):
        return f"{entry.key:36} {entry.title} (by {entry.script})"
    rows = sum(row.plan is not None for row in entry.rows)
    return f"{entry.key:36} {entry.title}: {rows} of {len(entry.rows)} rows; full: {cost(entry)}"


def main(arguments: list[str] | None = None) -> None:
    """Read the command line; list, or run and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("table", nargs="?", choices=[*ENTRIES])
    parser.add_argument("--scale", choices=[*SCALES], default="tiny")
    parser.add_argument("--output", type=Path, default=Path("paper-tables"))
    parser.add_argument("--data", type=Path, help="the authors' files, a folder each")
    parser.add_argument("--llm", help="instead of the scale's")
    parser.add_argument("--writer", help="of reasoning chains, `provider:name` or a local model")
    parser.add_argument("--judge", nargs="+", default=[], help="chat models that judge answers")
    parser.add_argument("--seeds", type=int, help="how many [tiny 1, small 2, full the paper's]")
    parser.add_argument("--yes", action="store_true", help="begin the full scale")
    given = parser.parse_args(arguments)
    if given.table is None:
        print(*map(told, ENTRIES.values()), sep="\n")
        return
    entry = ENTRIES[given.table]
    if given.scale == "full":
        print(told(entry))
        if not given.yes:
            print("Nothing was run: --yes begins it.")
            return
    if isinstance(entry, Study):
        print_study(entry, run_study(entry, given))
        return
    lines = run_table(entry, given)
    print_table(entry, lines, given.scale)
    failed = sum("error" in line for line in lines)
    if failed:
        sys.exit(f"{failed} of {len(lines)} runs failed; the same command tries these again.")


if __name__ == "__main__":
    main()

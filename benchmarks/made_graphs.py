"""Are questions answered exactly on graphs that nobody tuned for? Made graphs, 40 questions each.

    python benchmarks/made_graphs.py --output DIR [--graphs filings forum] [--part develop]

Loads and indexes each graph on a development server, runs the golds of
data/made_questions.jsonl there, asks as `steiner retrieve --questions` does with the default
settings, and scores the tables as ../shared/tools/score_tables.py does. Writes DIR/GRAPH-PART.jsonl
(what was read, and whether it is right) and DIR/figures.json; prints figures. --write renews
benchmarks/results/48_made_graphs.json.

The part `held` is there to be counted, not looked at: its lines in DIR have no question, reading
or gold.
"""

from __future__ import annotations

import argparse
import json
import subprocess
from datetime import date
from pathlib import Path
from statistics import fmean
from typing import Any

from data.made_gold import gold_tables, questions
from data.made_graphs import GRAPHS
from data.servers import indexed_server
from exact_answers import scorer
from shown import show

from steiner import gathering, session
from steiner.chosen import DEFAULT
from steiner.evaluate.metrics.coverage import coverage
from steiner.runs import retrieve_many
from steiner.settings import ConnectionSettings

RESULTS = Path(__file__).parent / "results" / "48_made_graphs.json"
PARTS = ("develop", "held")


def asked(
    connection: ConnectionSettings, rows: list[dict[str, Any]], work: Path
) -> list[dict[str, Any]]:
    """Return the lines that `steiner retrieve --questions` writes."""
    source, output = work.with_suffix(".asked.jsonl"), work.with_suffix(".lines.jsonl")
    source.write_text("".join(json.dumps({"question": r["question"]}) + "\n" for r in rows))
    # A job goes on where it was: what steiner answers now may differ from the last time.
    for left in work.parent.glob(f"{output.name}*"):
        left.unlink()
    with session.retriever(connection, DEFAULT) as opened:
        retrieve_many(opened, source, output, gathering.described(connection, DEFAULT))
    lines = [json.loads(line) for line in output.read_text(encoding="utf-8").splitlines()]
    source.unlink()
    output.unlink()
    return lines


def answers(gold: dict[str, Any]) -> list[str]:
    """Return the texts and numbers of the first gold table."""
    cells = [value for row in gold["golds"][0]["rows"] for value in row]
    names = [cell["key"] if isinstance(cell, dict) else cell for cell in cells]
    # Neither is written so in any text.
    shown = [f"{name:.10g}" if isinstance(name, float) else str(name) for name in names]
    return list(dict.fromkeys(shown))


def judged(golds: list[dict[str, Any]], lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return a row for each question: is its table right, is it called exact, what is beside it."""
    tool = scorer()
    right = {row["id"]: row for row in tool.score(tool.read(lines, golds), golds)}
    return [
        {
            "id": gold["id"],
            "ops": gold["ops"],
            "computing": right[gold["id"]]["computing"],
            "right": right[gold["id"]]["exact"],
            "exact": bool(line.get("exact")),
            "shown": coverage(line.get("context") or "", answers(gold)),
            "confidence": line.get("confidence"),
            "milliseconds": line.get("milliseconds", {}).get("total"),
        }
        for gold, line in zip(golds, lines, strict=True)
    ]


def reading(gold: dict[str, Any], line: dict[str, Any]) -> dict[str, Any]:
    """Return what is looked at while building: the question, steiner's table and the gold's."""
    table = line.get("table") or {}
    told = gold["golds"][0]
    return {
        "question": gold["question"],
        "gold": told["cypher"],
        "gold_rows": told["rows"][:5],
        "reading": table.get("reading"),
        "cypher": table.get("cypher"),
        "rows": (table.get("rows") or [])[:5],
        "error": line.get("error"),
    }


def figures(graph: str, part: str, rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the figures of a graph's part."""

    def share(chosen: list[dict[str, Any]], field: str) -> str:
        return f"{fmean(row[field] for row in chosen):.3f} ({len(chosen)})" if chosen else "-"

    sure = [row for row in rows if row["exact"]]
    return {
        "graph": graph,
        "part": part,
        "right": share(rows, "right"),
        "computing right": share([row for row in rows if row["computing"]], "right"),
        "look-ups right": share([row for row in rows if not row["computing"]], "right"),
        "called exact": share(rows, "exact"),
        "right of these": share(sure, "right"),
        "others' answers in the text": share([row for row in rows if not row["exact"]], "shown"),
    }


def measure(graph: str, part: str, output: Path) -> list[dict[str, Any]]:
    """Ask the questions of a graph's part and keep what came."""
    with indexed_server(graph, output / "graphs") as connection:
        golds = gold_tables(connection, questions(graph, part), scorer().ident)
        lines = asked(connection, golds, output / f"{graph}-{part}.jsonl")
    rows = judged(golds, lines)
    with (output / f"{graph}-{part}.jsonl").open("w", encoding="utf-8") as file:
        for gold, line, row in zip(golds, lines, rows, strict=True):
            kept = row | (reading(gold, line) if part == "develop" else {})
            file.write(json.dumps(kept, ensure_ascii=False, default=str) + "\n")
    return rows


def main() -> None:
    """Read the command line, ask, score."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--graphs", nargs="*", choices=list(GRAPHS), default=list(GRAPHS))
    parser.add_argument("--part", choices=PARTS)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    given.output.mkdir(parents=True, exist_ok=True)
    shown, parts = [], [given.part] if given.part else list(PARTS)
    for part in parts:
        every = []
        for graph in given.graphs:
            every += (rows := measure(graph, part, given.output))
            shown.append(figures(graph, part, rows))
        shown.append(figures("all", part, every))
    show(shown, given.output / "figures.json")
    if given.write:
        write(shown)


def write(shown: list[dict[str, Any]]) -> None:
    """Renew the file from which docs/results/exact-answers.md is rendered."""
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=True
    )
    table = {
        "part": "Exact answers",
        "title": "Graphs that nobody tuned for",
        "says": [
            "Small generated graphs of other domains and styles of naming. `develop` was "
            "looked at while building after the first figures, `held` never was. In brackets: of "
            "how many questions."
        ],
        "columns": list(shown[0]),
        "rows": [list(row.values()) for row in shown],
        "questions": "in the table",
        "command": "python benchmarks/made_graphs.py --output DIR --write",
        "leaves_out": "questions whose gold is empty or ties at a LIMIT; large graphs",
        "date": date.today().isoformat(),
        "commit": commit.stdout.strip(),
    }
    RESULTS.write_text(json.dumps(table, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

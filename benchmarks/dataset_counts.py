"""How many questions and how large graphs do the papers' data sets have? (Their first tables.)

    python benchmarks/dataset_counts.py --output DIR --datasets expla-graphs webqsp
                                        [--data FOLDER] [--scale tiny]

For each split: questions, those without an answer, and of the questions' own graphs the mean number
of nodes and edges; of a graph that all share its nodes and edges. Questions are read one at a time.
The authors' files are in FOLDER, as of `paper_tables.py`; without them small ones are made in their
format. Prints a line for each split, and writes DIR/counts.json with seconds and the most memory.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import Any

from papers.scales import SCALES, Place, place

from steiner.evaluate.datasets import load_dataset
from steiner.evaluate.datasets.gold import Dataset


def counted(own: Place) -> Iterator[dict[str, Any]]:
    """Yield the counts of each split of a data set; a split that two roles share stands once."""
    for split in dict.fromkeys(own.splits):
        begun, (_, loader, _, folder) = monotonic(), own.options()
        data = load_dataset(loader, Path(folder), split, [])
        row = {"dataset": own.dataset, "split": split, **_sizes(data)}
        yield {**row, "seconds": round(monotonic() - begun, 1), "peak_mb": _peak()}


def _sizes(data: Dataset) -> dict[str, Any]:
    """Return the counts of a split: of questions with graphs their means, else of the shared one.

    Two questions over graphs of 4 and 6 nodes have 5 nodes in the mean.
    """
    questions, nodes, edges, kinds = 0, 0, 0, Counter[str]()
    for question in data.questions:
        questions, kinds[question.kind] = questions + 1, kinds[question.kind] + 1
        nodes += len(question.graph.ids) if question.graph else 0
        edges += len(question.graph.edges) if question.graph else 0
    sizes: dict[str, Any] = {"questions": questions, "unanswered": data.unanswered}
    if data.shared:
        nodes = len({end for head, _, tail in data.shared for end in (head, tail)})
        return {**sizes, "nodes": nodes, "edges": len(data.shared), "kinds": dict(kinds)}
    mean = {"nodes": round(nodes / questions, 2), "edges": round(edges / questions, 2)}
    return {**sizes, **mean}


def _peak() -> int:
    """Return the most memory that this process has had, in MB; 0 where the system does not say.

    Not `getrusage`, which begins with what the process had that started this one.
    """
    status = Path("/proc/self/status")
    text = status.read_text(encoding="utf-8") if status.is_file() else ""
    most = re.search(r"VmHWM:\s+(\d+) kB", text)
    return int(most[1]) // 1024 if most else 0


def main(arguments: list[str] | None = None) -> None:
    """Read the command line, count, print and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--datasets", nargs="+", required=True)
    parser.add_argument("--data", type=Path, help="the authors' files, a folder each")
    parser.add_argument("--scale", choices=[*SCALES], default="full")
    given = parser.parse_args(arguments)
    given.output.mkdir(parents=True, exist_ok=True)
    rows = []
    for dataset in given.datasets:
        own = place(dataset, SCALES[given.scale], given.data, given.output).cased()
        for row in counted(own):
            print(json.dumps(row), flush=True)
            rows.append(row)
    (given.output / "counts.json").write_text(json.dumps({"rows": rows}, indent=1) + "\n")


if __name__ == "__main__":
    main()

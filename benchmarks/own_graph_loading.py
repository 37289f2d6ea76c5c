"""How long the loading of RoG's CWQ takes, and how much memory: its 27,639 questions to learn.

    python benchmarks/own_graph_loading.py --data FOLDER --make [--questions 27639]
                                           [--triples 4250] [--files 7]
    python benchmarks/own_graph_loading.py --data FOLDER --output DIR [--read 300]

The first makes a split `train` in RoG's format where the authors' is not at hand: as many questions
with as many triples each, names and relations drawn from FB15k-237 (../shared/data/fb15k237); its
files are links to the first, which is read as often. The second loads the split of FOLDER, then
reads the graphs of the first `read` questions, and writes DIR/loading.json: questions, triples,
megabytes of the files, seconds of computing and megabytes at most, of the check of all rows and of
the graphs that were read.
"""

from __future__ import annotations

import argparse
import json
import resource
import time
from itertools import islice
from pathlib import Path

import numpy as np
import pyarrow as pa
from pyarrow import parquet

from steiner.evaluate.datasets import rog

NAMES = Path(__file__).parents[2] / "shared" / "data" / "fb15k237"
_GROUP = 1_000
"""Rows of a group in RoG's files."""


def make(folder: Path, questions: int, triples: int, files: int) -> None:
    """Write a split as large as RoG's."""
    folder.mkdir(parents=True, exist_ok=True)
    first, *others = (folder / f"train-{n:05}-of-{files:05}.parquet" for n in range(files))
    drawn, left = np.random.default_rng(7), questions // files
    writer = None
    while left:
        group = _rows(drawn, min(left, _GROUP), triples)
        writer = writer or parquet.ParquetWriter(first, group.schema)
        writer.write_table(group)
        left -= len(group)
    if writer:
        writer.close()
    for link in others:
        link.unlink(missing_ok=True)
        link.symlink_to(first.name)


def _rows(drawn: np.random.Generator, count: int, triples: int) -> pa.Table:
    """Return so many rows: a graph has half as many nodes as triples, all of them its own draw."""
    names = pa.array(line.split("\t")[1] for line in _lines("entity2text.txt"))
    relations = pa.array(line.strip("/").replace("/", ".") for line in _lines("relations.txt"))
    near = np.stack([drawn.permutation(len(names))[: triples // 2] for _ in range(count)])
    ends = np.take_along_axis(near, drawn.integers(0, triples // 2, (count, 2 * triples)), 1)
    told = relations.take(pa.array(drawn.integers(0, len(relations), count * triples)))
    both = pa.concat_arrays([names.take(pa.array(ends.ravel())), told])
    pairs = np.arange(ends.size).reshape(-1, 2)
    order = np.column_stack([pairs[:, 0], ends.size + np.arange(len(told)), pairs[:, 1]])
    graphs = _lists(_lists(both.take(pa.array(order.ravel())), 3), triples)
    named = _lists(names.take(pa.array(near[:, 0])), 1)
    columns = {"id": [f"made-{n}" for n in range(count)], "question": ["What is it?"] * count}
    return pa.table({**columns, **dict.fromkeys(("answer", "q_entity"), named), "graph": graphs})


def _lists(values: pa.Array, length: int) -> pa.Array:
    """Return lists of so many values each."""
    return pa.ListArray.from_arrays(np.arange(0, len(values) + 1, length, dtype=np.int32), values)


def _lines(name: str) -> list[str]:
    return (NAMES / name).read_text(encoding="utf-8").splitlines()


def used() -> tuple[float, int]:
    """Return this process's seconds of computing and, in megabytes, the most memory it had."""
    return time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def measured(data: Path, read: int) -> dict[str, float]:
    """Load the split, then read the graphs of its first questions."""
    begun, empty = used()
    questions = rog.load(data, "train", None).questions
    checked, most = used()
    sizes = [len(question.graph.edges) for question in islice(questions, read) if question.graph]
    done, peak = used()
    return {
        "questions": len(questions),
        "triples a question": round(sum(sizes) / len(sizes)),
        "MB of files": sum(p.stat().st_size for p in data.glob("train-*")) >> 20,
        "MB before": empty,
        "seconds to check all": round(checked - begun, 1),
        "MB at most, checking": most,
        "graphs read": len(sizes),
        "seconds to read them": round(done - checked, 1),
        "MB at most, reading": peak,
    }


def main() -> None:
    """Read the command line; make the split, or measure, write and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--make", action="store_true")
    parser.add_argument("--questions", type=int, default=27_639)
    parser.add_argument("--triples", type=int, default=4_250)
    parser.add_argument("--files", type=int, default=7)
    parser.add_argument("--output", type=Path, default=Path())
    parser.add_argument("--read", type=int, default=300)
    given = parser.parse_args()
    if given.make:
        make(given.data, given.questions, given.triples, given.files)
        return
    figures = measured(given.data, given.read)
    (given.output / "loading.json").write_text(json.dumps(figures, indent=1) + "\n")
    print(json.dumps(figures))


if __name__ == "__main__":
    main()

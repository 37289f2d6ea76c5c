"""What is learnt beside questions: chains made of facts, and texts of the graphs themselves."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice
from pathlib import Path
from typing import Any

import numpy as np
from data import SHARED
from expla_graphs import chain as chain_of

from papers.scales import Place, Scale
from steiner.evaluate.published_lines import PublishedLines
from steiner.jobs import Row, read_questions
from steiner.stores.protocol import EdgeColumns
from steiner.textual_graph import Example, parsed, read_lines
from steiner.train.data.synthetic.documents import documents
from steiner.train.data.synthetic.instructions import (
    InstructionSettings,
    graph_instructions,
    text_instructions,
)
from steiner.train.data.synthetic.triple_view import TripleView
from steiner.train.data.synthetic.typed_graph import TypedGraph

_WORDED = ("graph-to-text", "text-to-graph")
_TASKS = ("entity", "relation", *_WORDED)
_SIZES: Mapping[str, Mapping[str, int]] = {
    "webqsp+cwq": {"entity": 270_000, "relation": 540_000, **dict.fromkeys(_WORDED, 100_000)},
    "metaqa-3-hops": {"entity": 11_667, "relation": 23_333, **dict.fromkeys(_WORDED, 0)},
}
"""Sections 4.1 and 5.4: all of WebNLG (35,000 texts or so), and 35,000 of MetaQA's graph, shared
out as those of Freebase."""
_TEXTS = SHARED / "webnlg" / "train.jsonl"
_LONGEST = 1_200
"""Characters of a chain: a graph may have thousands of facts."""


def chains_of_facts(place: Place, split: str, path: Path, naive: bool) -> Path:
    """Write a chain for each question of a split: question, facts, and the answer at the end.

    `naive`: without the answer. In place of what a large chat model writes.
    """
    lines = PublishedLines(place.options()[1], place.folder, split)
    rows = read_questions(lines.write(path.parent / path.stem))

    def chained() -> Iterator[dict[str, Any]]:
        for row in rows:
            example = Example(row["question"], tuple(row["answers"]), lines.graph(row))
            body, _, end = chain_of(example).chain.rpartition(" The answer is ")
            text = body[:_LONGEST] if naive else f"{body[:_LONGEST]} The answer is {end}"
            yield {**row, "chain": text}

    return _written_whole(path, chained())


def chains_of_labels(place: Place, split: str, path: Path) -> Path:
    """Write the answers as the chain of each question of a split: labels, and no reasoning."""
    lines = PublishedLines(place.options()[1], place.folder, split)
    rows = read_questions(lines.write(path.parent / path.stem))
    return _written_whole(path, ({**row, "chain": "; ".join(row["answers"])} for row in rows))


def _written_whole(path: Path, rows: Iterable[Mapping[str, Any]]) -> Path:
    """Write rows to a file that is there once all of them are: a killed run leaves none."""
    part = path.with_suffix(".part")
    with part.open("w", encoding="utf-8") as file:
        file.writelines(f"{json.dumps(row)}\n" for row in rows)
    return part.rename(path)


def write_parts(place: Place, folder: Path, scale: Scale) -> Mapping[str, Path]:
    """Write instructions and documents of all graphs of the training split; return the files.

    As many of each task as questions are learnt; at the full scale as the paper has them.
    """
    files = {
        part: folder / f"{place.dataset}-{part}.jsonl" for part in ("instructions", "documents")
    }
    if all(path.is_file() for path in files.values()):
        return files
    folder.mkdir(parents=True, exist_ok=True)
    view, most = _view(place, folder), scale.counts[0] if scale.counts else None
    sizes = dict.fromkeys(_TASKS, most) if most else _SIZES[place.dataset]
    made = {"instructions": _instructions(view, sizes), "documents": islice(documents(view), most)}
    for part, rows in made.items():
        _written_whole(files[part], rows)
    return files


def _instructions(view: TripleView, sizes: Mapping[str, int]) -> Iterator[Row]:
    """Yield so many instructions of each task; those with texts are WebNLG's, where it is."""
    settings = InstructionSettings(count=max(sizes.values()), held_out=0.0)
    lines = read_lines(_TEXTS) if sizes[_WORDED[0]] else []
    texts = [parsed(line) for line in lines if line.strip()]
    counts: dict[str, int] = defaultdict(int)
    for row in chain(graph_instructions(view, settings), text_instructions(texts, settings)):
        counts[row["task"]] += 1
        if counts[row["task"]] <= sizes[row["task"]]:
            yield row


def _view(place: Place, folder: Path) -> TripleView:
    """Return the triples of all graphs of the training split as one graph."""
    lines = PublishedLines(place.options()[1], place.folder, place.splits[0])
    triples: dict[tuple[str, str, str], None] = {}
    for row in read_questions(lines.write(folder / place.dataset)):
        graph = lines.graph(row)
        texts = dict(zip(graph.ids, graph.nodes, strict=True))
        triples |= dict.fromkeys((texts[s], text, texts[t]) for s, text, t in graph.edges)
        if place.shared:
            break
    names = list(dict.fromkeys(end for h, _, t in triples for end in (h, t)))
    numbers = {name: number for number, name in enumerate(names)}
    edges = EdgeColumns(
        np.arange(len(triples)),
        np.array([numbers[h] for h, _, _ in triples]),
        np.array([numbers[t] for _, _, t in triples]),
        np.array([r for _, r, _ in triples]),
    )
    return TripleView(TypedGraph(np.arange(len(names)), names, {}, [{}] * len(names), edges))

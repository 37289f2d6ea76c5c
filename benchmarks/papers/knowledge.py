"""What is learnt beside questions: chains made of facts, and texts of the graphs themselves."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from expla_graphs import chain

from papers.scales import Place
from steiner.evaluate.published_lines import PublishedLines
from steiner.jobs import read_questions
from steiner.stores.protocol import EdgeColumns
from steiner.textual_graph import Example
from steiner.train.data.synthetic.documents import documents
from steiner.train.data.synthetic.instructions import InstructionSettings, graph_instructions
from steiner.train.data.synthetic.triple_view import TripleView
from steiner.train.data.synthetic.typed_graph import TypedGraph

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
            body, _, end = chain(example).chain.rpartition(" The answer is ")
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


def write_parts(
    place: Place, folder: Path, counts: tuple[int, int, int] | None
) -> Mapping[str, Path]:
    """Write instructions and documents of all graphs of the training split; return the files.

    As many of each as questions are learnt; without `counts` as the paper has them.
    """
    files = {
        part: folder / f"{place.dataset}-{part}.jsonl" for part in ("instructions", "documents")
    }
    if all(path.is_file() for path in files.values()):
        return files
    folder.mkdir(parents=True, exist_ok=True)
    view, most = _view(place, folder), counts[0] if counts else None
    settings = InstructionSettings(count=most or 10_000, held_out=0.0)
    made = {
        "instructions": list(graph_instructions(view, settings)),
        "documents": list(islice(documents(view), most)),
    }
    for part, rows in made.items():
        _written_whole(files[part], rows)
    return files


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

"""Small data sets in the authors' formats, of what lies in ../shared/data, for want of theirs.

Graphs of WebQSP and CWQ are two hops of the pooled gold triples around the question's entities, not
of Freebase; CRAG's is made of these, scene graphs are made up. Figures over them say that a table
runs, nothing else.
"""

from __future__ import annotations

import bz2
import csv
import json
import random
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from data import SHARED

from steiner.errors import InvalidInput
from steiner.evaluate.datasets import load_dataset
from steiner.evaluate.datasets.gold import Triple

Counts = tuple[int, int, int]
_MOST_TRIPLES = 300
_CANDIDATES, _MOST_GOLD = 60, 20
"""Of MetaQA: questions that are looked at beside those taken, and gold triples of one taken."""


def stand_in(dataset: str, folder: Path, counts: Counts) -> Path:
    """Write the data set with so many questions to learn, validate and ask; return the folder."""
    if dataset not in _MADE:
        raise InvalidInput(f"There is no stand-in for {dataset!r}: give the authors' files.")
    if dataset != "scene-graphs" and not SHARED.is_dir():
        raise InvalidInput(f"The stand-in of {dataset} is made of {SHARED}, which is not there.")
    mark = folder / "whole"
    if not mark.is_file():
        folder.mkdir(parents=True, exist_ok=True)
        _MADE[dataset](folder, counts)
        mark.touch()
    return folder


def _expla_graphs(folder: Path, counts: Counts) -> None:
    begin = 0
    lines = (SHARED / "expla_graphs" / "train.tsv").read_text(encoding="utf-8").splitlines()
    for name, count in zip(("train", "val", "test"), counts, strict=True):
        rows = lines[1 + begin : 1 + begin + count]
        text = "".join(f"{line}\n" for line in [lines[0], *rows])
        (folder / f"{name}.tsv").write_text(text, encoding="utf-8")
        begin += count


def _rog(name: str) -> Callable[[Path, Counts], None]:
    def write(folder: Path, counts: Counts) -> None:
        rows = _rows(name)
        for split, count in zip(("train", "validation", "test"), counts, strict=True):
            text = "".join(f"{json.dumps(row)}\n" for row in islice(rows, count))
            (folder / f"{split}.jsonl").write_text(text, encoding="utf-8")

    return write


def _rows(name: str) -> Iterator[dict[str, Any]]:
    """Yield questions as RoG has them, each with its own two hops of the pooled graph."""
    data = load_dataset("freebase", SHARED / name, "dev", [])
    near: dict[str, list[Triple]] = defaultdict(list)
    for triple in data.shared:
        near[triple[0]].append(triple)
        near[triple[2]].append(triple)
    for question in data.questions:
        graph = _hops(near, question.topics, 2)
        if graph:
            own = {"id": question.id, "question": question.text, "answer": question.answers}
            yield {**own, "q_entity": question.topics, "graph": graph}


def _hops(near: dict[str, list[Triple]], topics: Sequence[str], hops: int) -> list[Triple]:
    triples: dict[Triple, None] = {}
    reached, layer = set(topics), list(topics)
    for _ in range(hops):
        around = [triple for name in layer for triple in near.get(name, ())]
        triples |= dict.fromkeys(around)
        layer = list(dict.fromkeys(e for h, _, t in around for e in (h, t) if e not in reached))
        reached |= set(layer)
    return list(triples)[:_MOST_TRIPLES]


_THINGS, _COLOURS = ("cup", "plate", "book", "lamp", "cat"), ("red", "blue", "green", "white")


def _scene_graphs(folder: Path, counts: Counts) -> None:
    """Write scenes of coloured things on a table, and questions of their colours."""
    draw, scenes, rows = random.Random(0), {}, []
    # Split 6:2:2 by image, a question each.
    for number in range(round(max(counts[0] / 0.6, counts[2] / 0.2))):
        things = draw.sample(_THINGS, 4)
        colours = [draw.choice(_COLOURS) for _ in things]
        objects = {
            str(place): {
                "name": name,
                "attributes": [colour],
                "relations": [{"object": str(place + 1), "name": "to the left of"}] * (place < 3),
                **{side: draw.randint(0, 300) for side in "xywh"},
            }
            for place, (name, colour) in enumerate(zip(things, colours, strict=True))
        }
        scenes[str(number)] = {"objects": objects}
        rows.append([number, f"What colour is the {things[0]}?", colours[0]])
    (folder / "train_sceneGraphs.json").write_text(json.dumps(scenes), encoding="utf-8")
    with (folder / "questions.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerows([["image_id", "question", "answer"], *rows])


def _crag(folder: Path, counts: Counts) -> None:
    """Write questions of the open domain, and the pooled triples near them as its entities."""
    entities: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    asked = []
    for number, row in enumerate(islice(_rows("webqsp"), counts[1] + counts[2])):
        first, *others = row["answer"]
        own = {"interaction_id": row["id"], "query": row["question"], "answer": first}
        own |= {"alt_ans": others, "domain": "open", "question_type": "simple"}
        asked.append({**own, "split": int(number >= counts[1])})
        for head, relation, tail in row["graph"]:
            if tail not in entities[head][relation]:
                entities[head][relation].append(tail)
    (folder / "cragkg" / "open").mkdir(parents=True, exist_ok=True)
    for path, lines in (
        (folder / "cragkg" / "open" / "kg.0.jsonl.bz2", entities.items()),
        (folder / "crag.jsonl.bz2", asked),
    ):
        with bz2.open(path, "wt", encoding="utf-8") as file:
            file.writelines(f"{json.dumps(line)}\n" for line in lines)


def _metaqa(folder: Path, counts: Counts) -> None:
    """Write questions of each number of hops, and the triples on their paths with some others."""
    from triple_recall import gold, pooled, read_graph, rows

    graph, golds = read_graph(), []
    for part, (split, count) in enumerate(zip(("train", "dev", "test"), counts, strict=True)):
        asked = rows(part, 3 * count + _CANDIDATES)
        for hops in (1, 2, 3):
            known = ((row, gold(graph, row)) for row in asked if row["hops"] == hops)
            short = (pair for pair in known if len(pair[1]) <= _MOST_GOLD)
            own = list(islice(short, -(-count // 3)))
            golds += [triples for _, triples in own]
            (folder / f"{hops}-hop").mkdir(exist_ok=True)
            lines = (_metaqa_line(row) for row, _ in own)
            (folder / f"{hops}-hop" / f"qa_{split}.txt").write_text("".join(lines), "utf-8")
    kept = pooled(graph, golds, 1_000).tolist()
    text = "".join("|".join(graph.triples[i]) + "\n" for i in kept)
    (folder / "kb.txt").write_text(text, encoding="utf-8")


def _metaqa_line(row: dict[str, Any]) -> str:
    (topic,) = row["topics"]
    return f"{row['question'].replace(topic, f'[{topic}]')}\t{'|'.join(row['answers'])}\n"


_MADE: dict[str, Callable[[Path, Counts], None]] = {
    "expla-graphs": _expla_graphs,
    "webqsp": _rog("webqsp"),
    "cwq": _rog("cwq"),
    "scene-graphs": _scene_graphs,
    "metaqa": _metaqa,
    "crag": _crag,
}

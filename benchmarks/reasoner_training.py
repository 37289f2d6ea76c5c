"""What each stage of Retrieval & Reasoning's training teaches a small model (MetaQA, in memory).

    python benchmarks/reasoner_training.py --output DIR --part PART [--tasks 100] [--documents 150]
                                           [--questions 100] [--epochs N] [--asked 30]

Parts, in the published order, each begun with what was trained before it in DIR: `instructions`
(--tasks of each of four: masked entity, relation, graph to text and back from WebNLG), `documents`
(--documents of the whole graph's), `reasoning` (--questions of three hops, hints from the untuned
encoder, chains from the shortest paths). `report` asks the model of every folder in DIR, and the
untrained one (--models: only these): --asked held-out tasks each (entity and relation: share right;
text to graph: F1 of the triples) and --asked questions of three hops that are trained on nowhere
(--kinds: only these; set Hits@1 and F1, with hints as in training, and with the gold
triples among the hints: what a perfect retriever would bring). Questions with more than 20 gold
triples are left out. Preset `small`, computed in bfloat16. Writes DIR/report.jsonl; losses stand in
each folder's metrics (`plot` draws them as DIR/losses.svg), questions with their hints in DIR.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np
import torch
from data import SHARED
from matplotlib.figure import Figure
from path_scorer import parts
from triple_recall import Graph, gold, pooled, read_graph, texts

from steiner.artefact import is_artefact
from steiner.embed import open_embedder
from steiner.evaluate.metrics.answers import normalised
from steiner.generate.graph_generator import GraphGenerator
from steiner.generate.reasoner import answers_of, reasoning_prompt
from steiner.model_settings import Preset
from steiner.models.graph_artefact import from_pretrained, new_model
from steiner.models.language_model.graph_language_model import GraphLanguageModel
from steiner.settings import DEFAULT_EMBEDDER
from steiner.stores.protocol import EdgeColumns
from steiner.systems.retrieval_and_reasoning import RETRIEVAL_AND_REASONING as SYSTEM
from steiner.textual_graph import Example, TextGraph
from steiner.textualise.triple_texts import read_yaml, yaml
from steiner.train.data.synthetic.documents import documents
from steiner.train.data.synthetic.instructions import (
    InstructionSettings,
    graph_instructions,
    text_instructions,
)
from steiner.train.data.synthetic.triple_view import TripleView
from steiner.train.data.synthetic.typed_graph import TypedGraph
from steiner.train.metrics import Metrics

Row = dict[str, Any]
STAGES = ("instructions", "documents", "reasoning")
LONGEST, HINTS, CANDIDATES, FACTS, VALIDATION = 20, 20, 10_000, 12, 20
SCORED = {"entity": 12, "relation": 12, "text-to-graph": 150}
"""Tasks whose outputs are compared, and the tokens that one may have."""
WRITTEN = 220
"""Tokens of a chain with its answers."""


@cache
def graph() -> Graph:
    """Return MetaQA's graph."""
    return read_graph()


@cache
def view() -> TripleView:
    """Return the graph as triples of names."""
    known, own = graph(), graph().table
    types = np.array([r for _, r, _ in known.triples])
    edges = EdgeColumns(np.arange(len(types)), own.heads, own.tails, types)
    names = list(known.nodes)
    return TripleView(TypedGraph(np.arange(len(names)), names, {}, [{}] * len(names), edges))


def instructions(given: argparse.Namespace) -> tuple[list[Row], list[Row]]:
    """Return the tasks to train on, and those held out."""
    settings = InstructionSettings(count=given.tasks, neighbours=5, held_out=0.25)
    lines = (SHARED / "webnlg" / "train.jsonl").read_text(encoding="utf-8").splitlines()
    worded = [row for row in map(json.loads, lines) if row["size"] <= 2]
    random.Random(0).shuffle(worded)
    rows = [*graph_instructions(view(), settings), *text_instructions(worded, settings)]
    random.Random(1).shuffle(rows)
    return tuple([row for row in rows if row["held_out"] is kept] for kept in (False, True))  # type: ignore[return-value]


def asked(given: argparse.Namespace) -> tuple[list[Row], list[Row]]:
    """Return questions of three hops to train on, and others to ask, each with hints and chain.

    They are made once: to embed the candidates takes a minute of one core.
    """
    file = given.output / f"questions-{given.questions}-{given.asked}.json"
    if not file.exists():
        file.write_text(json.dumps(drawn(given)), encoding="utf-8")
    first, second = json.loads(file.read_text(encoding="utf-8"))
    return first, second


def drawn(given: argparse.Namespace) -> tuple[list[Row], list[Row]]:
    """Draw the questions of `asked`."""
    halves = []
    for part, count in ((0, given.questions + VALIDATION), (2, given.asked)):
        rows = [
            {"question": q.text, "topics": [q.topic], "answers": q.answers} for q in parts(3)[part]
        ]
        golds = ((row, gold(graph(), row)) for row in rows)
        kept = ((row, own) for row, own in golds if 0 < len(own) <= LONGEST)
        halves.append([pair for _, pair in zip(range(count), kept, strict=False)])
    pairs = [*halves[0], *halves[1]]
    for (row, own), near in zip(pairs, hinted(pairs), strict=True):
        row["hints"] = yaml(worded(near))
        row["gold_hints"] = yaml(worded(with_gold(own.tolist(), near)))
        facts = " ".join(f"{' '.join(triple)}." for triple in worded(own[:FACTS].tolist()))
        row["chain"] = f"{facts} The answer is {', '.join(row['answers'][:FACTS])}."
    return [row for row, _ in halves[0]], [row for row, _ in halves[1]]


def with_gold(own: list[int], near: list[int]) -> list[int]:
    """Return as many triples as hints have: all gold ones and the nearest others, shuffled."""
    hints = [*own, *(i for i in near if i not in set(own))][:HINTS]
    random.Random(own[0]).shuffle(hints)
    return hints


def hinted(pairs: Sequence[tuple[Row, Any]]) -> list[list[int]]:
    """Return the triples that the untuned encoder takes for each question, pooled candidates."""
    embedder = open_embedder(DEFAULT_EMBEDDER)
    pool = pooled(graph(), [own for _, own in pairs], CANDIDATES)
    vectors = embedder.embed(texts(graph(), pool, 0))
    near = [
        np.argsort(-(vectors @ embedder.embed_question(r["question"])))[:HINTS] for r, _ in pairs
    ]
    return [pool[first].tolist() for first in near]


def worded(triples: Sequence[int]) -> list[tuple[str, str, str]]:
    """Return triples with their relations in plain words."""
    return [(h, r.replace("_", " "), t) for h, r, t in (graph().triples[i] for i in triples)]


def reasoning(row: Row) -> Example:
    """Return what the last stage learns of a question."""
    output = f"{row['chain']}\n### Output: {row['answers']}"
    return Example(reasoning_prompt(row["question"], row["hints"]), (output,), TextGraph())


def learnt(given: argparse.Namespace) -> tuple[list[Example], list[Example]]:
    """Return what a part trains on, and what validates it."""
    if given.part == "reasoning":
        examples = [reasoning(row) for row in asked(given)[0]]
        return examples[VALIDATION:], examples[:VALIDATION]
    if given.part == "documents":
        rows = documents(view())[: given.documents + VALIDATION]
        train, kept = rows[VALIDATION:], rows[:VALIDATION]
    else:
        train, kept = instructions(given)
    halves = ([Example(r["question"], tuple(r["answers"])) for r in rows] for rows in (train, kept))
    first, second = halves
    return first, second[: 2 * VALIDATION]


def train(given: argparse.Namespace) -> None:
    """Train one part, begun with the last that is there."""
    stage = SYSTEM.stage(given.part)
    small = stage.preset("small")
    how = replace(small.training, threads=1, checkpoint=25)
    if given.epochs:
        how = replace(how, epochs=given.epochs)
    earlier = [given.output / name for name in STAGES[: STAGES.index(given.part)]]
    begun = next((f for f in reversed(earlier) if is_artefact(f)), None)
    # Without its cache: adapters change within this context.
    with torch.autocast("cpu", torch.bfloat16, cache_enabled=False):
        examples, folder = learnt(given), given.output / given.part
        before = from_pretrained(begun) if begun else None
        preset, model = SYSTEM.begin(Preset(small.model, how), before, given.part)
        SYSTEM.train(preset, examples, folder, model=model, part=given.part)


def written(model: GraphLanguageModel, prompts: Sequence[str], tokens: int) -> list[str]:
    """Return what the model writes, ten prompts at once."""
    model.settings = replace(model.settings, max_new_tokens=tokens)
    generator, out = GraphGenerator(model), []
    for at in range(0, len(prompts), 10):
        batch = prompts[at : at + 10]
        out += generator.write(batch, [TextGraph()] * len(batch))
    return out


def shared(found: set[Any], own: set[Any]) -> float:
    """Return F1 of two sets."""
    return 2 * len(found & own) / (len(found) + len(own)) if found else 0.0


def right(task: str, text: str, answer: str) -> float:
    """Return how right an output is: 1 or 0 of an entity or relation, F1 of a graph."""
    if task == "text-to-graph":
        return shared(graph_of(text), graph_of(answer))
    first = text.strip().split("\n")[0].split(" | ")[0]
    return float(normalised(first) in map(normalised, answer.split(" | ")))


def graph_of(text: str) -> set[tuple[str, ...]]:
    """Return the triples of a text as normalised names; none where it is no graph."""
    try:
        return {tuple(map(normalised, triple)) for triple in read_yaml(text)}
    except Exception:
        return set()


def report(given: argparse.Namespace) -> None:
    """Ask the untrained model and every trained one."""
    file = given.output / "report.jsonl"
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    done = [(row["model"], row["kinds"]) for row in map(json.loads, lines)]
    for name in given.models:
        folder = given.output / name
        known = name == "untrained" or is_artefact(folder)
        if not known or (name, given.kinds) in done:
            continue
        new = replace(SYSTEM.stage("reasoning").preset("small").model, lora=False)
        model = new_model(new) if name == "untrained" else from_pretrained(folder)
        line: Row = {"model": name, "kinds": given.kinds}
        if "tasks" in given.kinds:
            line |= solved(model, given)
        if "questions" in given.kinds:
            rows = asked(given)[1]
            line |= {kind: answered(model, rows, kind) for kind in ("hints", "gold_hints")}
        with file.open("a", encoding="utf-8") as opened:
            opened.write(json.dumps(line) + "\n")
        print(json.dumps(line), flush=True)


def solved(model: GraphLanguageModel, given: argparse.Namespace) -> Row:
    """Return how right the held-out tasks of each kind are, and how many were asked."""
    found, held = {}, instructions(given)[1]
    for task, tokens in SCORED.items():
        rows = [row for row in held if row["task"] == task][: given.asked]
        out = written(model, [row["question"] for row in rows], tokens)
        marks = [right(task, o, r["answers"][0]) for o, r in zip(out, rows, strict=True)]
        found[task] = [round(fmean(marks), 3), len(marks)]
    return found


def answered(model: GraphLanguageModel, questions: Sequence[Row], kind: str) -> Row:
    """Return how the answers that the model lists with one kind of hints agree with the gold ones.

    Hits@1, F1, the share that lists none, and the share of the questions whose hints name one.
    """
    prompts = [reasoning_prompt(row["question"], row[kind]) for row in questions]
    listed = [{*map(normalised, answers_of(out))} for out in written(model, prompts, WRITTEN)]
    golds = [{*map(normalised, row["answers"])} for row in questions]
    named = [{name for triple in graph_of(row[kind]) for name in triple} for row in questions]
    scores = [shared(*pair) for pair in zip(listed, golds, strict=True)]
    return {
        "asked": len(questions),
        "hits": round(fmean(score > 0 for score in scores), 3),
        "f1": round(fmean(scores), 3),
        "unparsed": round(fmean(not own for own in listed), 3),
        "answer_in_hints": round(fmean(bool(a & b) for a, b in zip(named, golds, strict=True)), 3),
    }


def plot(given: argparse.Namespace) -> None:
    """Draw the losses of every part: mean of five steps, and validation at the ends of epochs."""
    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.add_subplot(xlabel="optimiser step of 8 examples", ylabel="loss")
    for name in STAGES:
        lines = Metrics(given.output / name).lines()
        losses = [(row["step"], row["loss"]) for row in lines if "loss" in row]
        ends = [(row["step"], row["validation"]) for row in lines if "validation" in row]
        values = [loss for _, loss in losses]
        means = [(at, fmean(values[max(0, at - 5) : at])) for at in range(1, len(values) + 1)]
        if losses:
            (drawn_line,) = axes.plot(*zip(*means, strict=True), label=f"{name}, training")
            colour = drawn_line.get_color()
        if ends:
            label = f"{name}, validation"
            axes.plot(*zip(*ends, strict=True), "o--", color=colour, label=label)
    axes.legend()
    figure.savefig(given.output / "losses.svg", metadata={"Date": None})


def main() -> None:
    """Train a part, report, or draw the losses."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--part", choices=[*STAGES, "report", "plot"], required=True)
    parser.add_argument(
        "--tasks", type=int, default=140, help="of each of four, a quarter held out"
    )
    parser.add_argument("--documents", type=int, default=150)
    parser.add_argument("--questions", type=int, default=100, help="of three hops")
    parser.add_argument("--epochs", type=int, help="[the preset's: 2, 2, 5]")
    parser.add_argument("--asked", type=int, default=30)
    every = ["untrained", *STAGES]
    parser.add_argument("--models", nargs="+", choices=every, default=every)
    kinds = ["tasks", "questions"]
    parser.add_argument("--kinds", nargs="+", choices=kinds, default=kinds)
    given = parser.parse_args()
    torch.set_num_threads(1)
    given.output.mkdir(parents=True, exist_ok=True)
    {"report": report, "plot": plot}.get(given.part, train)(given)


if __name__ == "__main__":
    main()

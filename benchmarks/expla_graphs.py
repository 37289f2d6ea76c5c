"""ExplaGraphs with a small model: does the graph token help, and is it the graph that helps?

    python benchmarks/expla_graphs.py --output DIR [--rows NAME …] [--seeds 0 1 2]
                                      [--epochs 5] [--train 1500] [--threads 2]

Trains each row on 1,500 training questions (or fewer), chooses the epoch on the other 159, and
reports the accuracy on the 553 validation questions, by which of the two labels is likelier.
`shuffled` gives the encoder another question's graph; `prompt tuning` is the ablation without graph
encoder. Frozen prompts are computed once, in DIR/prefixes. A row that was stopped goes on. Writes
DIR/results.json and draws results.png and, of all trainings in DIR, losses.png.
"""

from __future__ import annotations

import argparse
import json
import os
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from time import monotonic

os.environ.setdefault("OMP_NUM_THREADS", "2")

import numpy as np
import torch
from data import SHARED
from matplotlib.figure import Figure
from rich.console import Console
from rich.table import Table

from steiner.embed import open_embedder
from steiner.evaluate.datasets.expla_graphs import LABELS, read_expla_graphs
from steiner.evaluate.graphs import remembered
from steiner.generate.graph_generator import GraphGenerator
from steiner.model_settings import AlignerSettings, GraphModelSettings, Preset, TrainSettings
from steiner.models.graph_artefact import new_model
from steiner.models.language_model.aligned_prompt import begun_with
from steiner.models.language_model.graph_language_model import GraphLanguageModel
from steiner.models.language_model.prefixes import Prefixes
from steiner.progress import Bars
from steiner.systems.align_grag import ALIGN_GRAG
from steiner.systems.g_retriever import G_RETRIEVER
from steiner.textual_graph import Example
from steiner.train.data.chained_graphs import AlignExample
from steiner.train.metrics import METRICS, Metrics
from steiner.train.parts.graph_answers import SMALL as PRESET

DATA = SHARED / "expla_graphs"
AFTER: GraphModelSettings = replace(PRESET.model, max_new_tokens=4)
SMALL = AFTER.encode
FAST = replace(PRESET.training, epochs=5, patience=5)
WHOLE = replace(FAST, cached=False)
ROWS: Mapping[str, tuple[GraphModelSettings, TrainSettings]] = {
    "zero-shot": (replace(AFTER, form="text"), FAST),
    "prompt tuning": (replace(AFTER, form="virtual"), FAST),
    "g-retriever": (AFTER, FAST),
    "g-retriever, warm": (AFTER, replace(FAST, warm=4)),
    "g-retriever, no text": (replace(AFTER, textual=False), FAST),
    "g-retriever, no projector": (
        replace(AFTER, encode=replace(SMALL, width=576, projector=0)),
        FAST,
    ),
    "g-retriever, question": (replace(AFTER, encode=replace(SMALL, question=True)), FAST),
    "g-retriever, dropout": (replace(AFTER, encode=replace(SMALL, dropout=0.4)), FAST),
    "g-retriever, question, dropout": (
        replace(AFTER, encode=replace(SMALL, question=True, dropout=0.4)),
        FAST,
    ),
    "g-retriever, 4 tokens": (replace(AFTER, encode=replace(SMALL, tokens=4)), FAST),
    "g-retriever, gat": (replace(AFTER, encode=replace(SMALL, kind="gat")), FAST),
    "g-retriever, gcn": (replace(AFTER, encode=replace(SMALL, kind="gcn")), FAST),
    "g-retriever, before": (replace(AFTER, position="before"), WHOLE),
    "lora": (replace(AFTER, form="text", lora=True), replace(WHOLE, lora_rate=2e-4)),
    "g-retriever, lora": (replace(AFTER, lora=True), replace(WHOLE, lora_rate=2e-4)),
    "g-retriever, lora, warm": (
        replace(AFTER, lora=True),
        replace(WHOLE, lora_rate=2e-4, warm=4),
    ),
    "g-retriever, tokens of edges": (
        replace(AFTER, encode=replace(SMALL, words=True, edges=True, pooling="max")),
        FAST,
    ),
}
READS = replace(SMALL, activation="relu")
ALIGNER = AlignerSettings(encode=READS)
ALIGNING = replace(FAST, epochs=2, batch=16)
ALIGNED: Mapping[str, tuple[AlignerSettings, GraphModelSettings]] = {
    "align-grag": (ALIGNER, replace(AFTER, fixed=True)),
    "align-grag, encoder trained on": (ALIGNER, AFTER),
    "align-grag, no node alignment": (replace(ALIGNER, node_weight=0.0), AFTER),
    "align-grag, random alignment": (replace(ALIGNER, random=True), AFTER),
    "align-grag, tokens of edges": (
        replace(ALIGNER, encode=replace(READS, words=True, edges=True, pooling="max")),
        AFTER,
    ),
}
"""Without representation alignment there is no graph token, and nothing of a frozen model is
trained: that row, and the one without both, are zero-shot."""


def prepare() -> tuple[list[Example], list[Example], list[Example]]:
    """Return the examples to train on, to choose the epoch on, and to report on."""
    whole, reported = (read_expla_graphs(DATA / f"{name}.tsv") for name in ("train", "val"))
    random.Random(0).shuffle(whole)
    return whole[:1500], whole[1500:], reported


def run(arguments: argparse.Namespace) -> list[dict[str, object]]:
    """Train and measure each row with each seed."""
    torch.set_num_threads(arguments.threads)
    train, chosen, reported = prepare()
    train = train[: arguments.train]
    llm = new_model(replace(AFTER, form="text")).llm
    prefixes = Prefixes(llm, AFTER, torch.bfloat16, arguments.output / "prefixes")
    results = []
    for name in arguments.rows or [*ROWS, *ALIGNED]:
        for seed in arguments.seeds[:1] if name == "zero-shot" else arguments.seeds:
            results.append(_row(name, seed, arguments, (train, chosen, reported), prefixes))
            (arguments.output / "results.json").write_text(json.dumps(results, indent=1))
            show(results, reported)
            draw(results, reported, arguments.output / "results.png")
            draw_losses(arguments.output, arguments.output / "losses.png")
    return results


def chain(example: Example) -> AlignExample:
    """Return the example with its chain: question, facts of the graph, answer."""
    names = dict(zip(example.graph.ids, example.graph.nodes, strict=True))
    facts = " ".join(f"{names[a]} {text} {names[b]}." for a, text, b in example.graph.edges)
    text = f"{example.question} {facts} The answer is {example.answers[0]}."
    return AlignExample(example.question, text, example.graph)


def aligned(
    name: str,
    seed: int,
    folder: Path,
    examples: tuple[Sequence[Example], ...],
    steps: int = 0,
) -> GraphLanguageModel:
    """Train the aligner of a row and return the generator that begins with it.

    `steps`: the degree of alignment, in optimiser steps; 0 is two epochs.
    """
    settings, generator = ALIGNED[name]
    preset = Preset(settings, replace(ALIGNING, seed=seed, steps=steps))
    pairs = ([chain(e) for e in examples[0]], [chain(e) for e in examples[1]])
    with Bars() as bars:
        embedder = remembered(open_embedder(settings.embedder))
        aligner = ALIGN_GRAG.train(
            preset, pairs, folder / "aligner", bars, embedder, part="aligner"
        )
    torch.manual_seed(seed)
    return begun_with(generator, aligner.aligner, embedder)


def _row(
    name: str,
    seed: int,
    arguments: argparse.Namespace,
    examples: tuple[Sequence[Example], ...],
    prefixes: Prefixes,
) -> dict[str, object]:
    settings, how = ROWS[name] if name in ROWS else (ALIGNED[name][1], FAST)
    how = replace(how, seed=seed, epochs=arguments.epochs, threads=arguments.threads)
    kept = prefixes if how.cached else None
    begun = monotonic()
    if settings.form == "text" and not settings.lora:
        model = new_model(settings)
    else:
        folder = arguments.output / f"{name.replace(', ', '-').replace(' ', '-')}-{seed}"
        with Bars() as bars:
            pairs = (examples[0], examples[1])
            torch.manual_seed(seed)
            own = name in ALIGNED
            embedder = remembered(open_embedder(settings.embedder))
            first = aligned(name, seed, folder, examples) if own else new_model(settings, embedder)
            first.prefixes = kept
            preset, system = Preset(first.settings, how), ALIGN_GRAG if own else G_RETRIEVER
            model = system.train(preset, pairs, folder, bars, model=first)
    seconds = monotonic() - begun
    if kept is None and settings.position == "after":
        # Trained, a model with adapters is as constant as a frozen one.
        kept = Prefixes(model.llm, AFTER, torch.bfloat16)
    model.prefixes = kept
    row = {"row": name, "seed": seed, "epochs": how.epochs, "seconds": round(seconds)}
    row["accuracy"] = accuracy(model, examples[2])
    if settings.form == "graph":
        row["shuffled"] = accuracy(_shuffled(model, examples[2]), examples[2])
        row["train"] = accuracy(model, examples[0][:200])
    return row


def accuracy(model: GraphLanguageModel, examples: Sequence[Example]) -> float:
    """Return the share of examples whose label is the likelier one."""
    judge, right = GraphGenerator(model), 0
    for start in range(0, len(examples), 32):
        batch = examples[start : start + 32]
        best = judge.likelihoods(batch, LABELS).argmax(dim=1).tolist()
        right += sum(LABELS[i] == e.answers[0] for i, e in zip(best, batch, strict=True))
    return round(right / len(examples), 4)


def _shuffled(model: GraphLanguageModel, examples: Sequence[Example]) -> GraphLanguageModel:
    others = list(examples)
    random.Random(1).shuffle(others)
    partner = {e.question: replace(e, graph=o.graph) for e, o in zip(examples, others, strict=True)}
    encode = model.soft_tokens
    model.soft_tokens = lambda asked: encode([partner.get(e.question, e) for e in asked])  # type: ignore[method-assign, assignment]
    return model


def show(results: Sequence[Mapping[str, object]], reported: Sequence[Example]) -> None:
    """Print mean and spread of each row, beside the majority class and a rule by hand."""
    negative = ("not", "antonym of", "is not a")
    rule = [any(t.startswith(negative) for _, t, _ in e.graph.edges) for e in reported]
    gold = [e.answers[0] == "counter" for e in reported]
    table = Table("row", "accuracy", "shuffled", "train", "seeds", "seconds")
    table.add_row("majority class", f"{majority(reported):.3f}")
    right = sum(a == b for a, b in zip(rule, gold, strict=True))
    table.add_row("rule on relation words", f"{right / len(gold):.3f}")
    for name in dict.fromkeys(str(row["row"]) for row in results):
        rows = [row for row in results if row["row"] == name]
        cells = [_spread([row.get(k) for row in rows]) for k in ("accuracy", "shuffled", "train")]
        table.add_row(name, *cells, str(len(rows)), str(rows[-1]["seconds"]))
    Console().print(table)


def majority(reported: Sequence[Example]) -> float:
    """Return the share of the label that most questions have."""
    return max(Counter(e.answers[0] for e in reported).values()) / len(reported)


def draw(results: Sequence[Mapping[str, object]], reported: Sequence[Example], path: Path) -> None:
    """Draw the accuracy of every run, and with shuffled graphs, beside the majority class."""
    names = list(dict.fromkeys(str(row["row"]) for row in results))
    figure = Figure(figsize=(7, 1.5 + 0.3 * len(names)), layout="constrained")
    axes = figure.add_subplot(xlabel="accuracy on the validation questions")
    for key, mark in (("accuracy", "o"), ("shuffled", "x")):
        found = [(row.get(key, np.nan), names.index(str(row["row"]))) for row in results]
        axes.plot(*zip(*found, strict=True), mark, label=key)
    axes.axvline(majority(reported), color="grey", linestyle=":", label="majority class")
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    figure.legend(loc="outside lower center", ncols=3)
    figure.savefig(path, dpi=120)


def draw_losses(folder: Path, path: Path, steps: int = 20) -> None:
    """Draw the training losses of all that was trained in `folder`, as means of `steps` steps."""
    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.add_subplot(
        xlabel="optimiser step", ylabel="loss (above 1 not shown)", ylim=(0, 1)
    )
    for trained in sorted(path.parent for path in folder.glob(f"*/{METRICS}")):
        losses = [line["loss"] for line in Metrics(trained).lines() if "loss" in line]
        starts = range(0, len(losses) - steps + 1, steps)
        means = [sum(losses[start : start + steps]) / steps for start in starts]
        axes.plot([start + steps / 2 for start in starts], means, label=trained.name)
    figure.legend(loc="outside lower center", ncols=3)
    figure.savefig(path, dpi=120)


def _spread(values: Sequence[object]) -> str:
    numbers = torch.tensor([float(str(value)) for value in values if value is not None])
    if not len(numbers):
        return ""
    spread = f" ± {numbers.std():.3f}" if len(numbers) > 1 else ""
    return f"{numbers.mean():.3f}{spread}"


def main() -> None:
    """Run the rows asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--rows", nargs="*", choices=[*ROWS, *ALIGNED])
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1, 2])
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--train", type=int, default=1500, help="training questions")
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    arguments.output.mkdir(parents=True, exist_ok=True)
    run(arguments)


if __name__ == "__main__":
    main()

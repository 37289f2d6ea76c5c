"""What does each setting of the graph encoder bring on ExplaGraphs, without the language model?

    python benchmarks/graph_encoders.py --output DIR [--rows NAME …] [--seeds 0 1 2] [--epochs 8]
                                        [--degrees 0]

Trains encoder and projector as `steiner train` does with `warm`: the soft token learns to point at
the embedding of the right label, which takes minutes a row where the language model takes an hour.
The epoch is chosen on 159 of the training questions, the accuracy is that on the 553 validation
questions. Settings that help here are then trained through the model (`expla_graphs.py`). With
--degrees the aligners of Align-GRAG's rows are trained for so many optimiser steps each (0: to the
end), and the accuracy over them is drawn as DIR/degrees.png.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from statistics import fmean
from time import monotonic

import torch
from expla_graphs import AFTER, ALIGNED, SMALL, aligned, prepare
from matplotlib.figure import Figure
from rich.console import Console
from rich.table import Table

from steiner.embed import open_embedder
from steiner.evaluate.datasets.expla_graphs import LABELS
from steiner.evaluate.graphs import remembered
from steiner.model_settings import EncodeSettings
from steiner.models.graph_artefact import new_model
from steiner.models.language_model.graph_language_model import GraphLanguageModel
from steiner.textual_graph import Example

ROWS: Mapping[str, EncodeSettings] = {
    "g-retriever small": SMALL,
    "max pooling": replace(SMALL, pooling="max"),
    "attention pooling": replace(SMALL, pooling="attention"),
    "edges pooled": replace(SMALL, edges=True),
    "reversed edges": replace(SMALL, reversed=True),
    "edges by tokens": replace(SMALL, words=True),
    "question": replace(SMALL, question=True),
    "edges pooled, max": replace(SMALL, edges=True, pooling="max"),
    "edges by tokens and pooled": replace(SMALL, words=True, edges=True),
    "edges by tokens and pooled, attention": replace(
        SMALL, words=True, edges=True, pooling="attention"
    ),
    "edges by tokens and pooled, max": replace(SMALL, words=True, edges=True, pooling="max"),
    "the same, reversed": replace(SMALL, words=True, edges=True, pooling="max", reversed=True),
    "the same, question": replace(
        SMALL, words=True, edges=True, pooling="max", reversed=True, question=True, likeness=True
    ),
}
NAMES = [*ROWS, *ALIGNED]
Parts = tuple[Sequence[Example], ...]


def begin(name: str, seed: int, parts: Parts, folder: Path, degree: int = 0) -> GraphLanguageModel:
    """Return the untrained model of a row, or the one that an aligner begins."""
    if name in ALIGNED:
        return aligned(name, seed, folder / f"{name}-{seed}-{degree}", parts, degree)
    torch.manual_seed(seed)
    settings = replace(AFTER, encode=ROWS[name])
    return new_model(settings, remembered(open_embedder(settings.embedder)))


def train(model: GraphLanguageModel, parts: Parts, given: argparse.Namespace) -> dict[str, float]:
    """Train one row; return the accuracies after the epoch that was best on the second part."""
    heads = _heads(model)
    parameters = [p for p in model.parameters() if p.requires_grad]
    optimiser = torch.optim.AdamW(parameters, given.rate, (0.9, 0.95), weight_decay=0.05)
    best = {"chosen": 0.0, "accuracy": 0.0, "train": 0.0}
    for _ in range(given.epochs):
        model.train()
        for batch in _batches(parts[0], given.batch):
            loss = torch.nn.functional.cross_entropy(_scores(model, heads, batch), _gold(batch))
            optimiser.zero_grad()
            torch.autograd.backward(loss)
            torch.nn.utils.clip_grad_norm_(parameters, 1.0)
            optimiser.step()
        chosen = _accuracy(model, heads, parts[1])
        if chosen > best["chosen"]:
            best = {
                "chosen": chosen,
                "accuracy": _accuracy(model, heads, parts[2]),
                "train": _accuracy(model, heads, parts[0][:200]),
            }
    return best


def _heads(model: GraphLanguageModel) -> torch.Tensor:
    """Return what the model's output layer has of the labels' first tokens, float[2, hidden]."""
    firsts = [model.ids.label((label,))[0] for label in LABELS]
    weight: torch.Tensor = model.llm.get_output_embeddings().weight[firsts].detach().float()
    return weight


def _scores(
    model: GraphLanguageModel, heads: torch.Tensor, examples: Sequence[Example]
) -> torch.Tensor:
    return model.soft_tokens(examples).float().mean(1) @ heads.T


def _gold(examples: Sequence[Example]) -> torch.Tensor:
    return torch.tensor([LABELS.index(example.answers[0]) for example in examples])


def _batches(examples: Sequence[Example], size: int) -> list[list[Example]]:
    order = torch.randperm(len(examples)).tolist()
    return [[examples[i] for i in order[k : k + size]] for k in range(0, len(order), size)]


@torch.no_grad()
def _accuracy(model: GraphLanguageModel, heads: torch.Tensor, examples: Sequence[Example]) -> float:
    model.eval()
    return float((_scores(model, heads, examples).argmax(1) == _gold(examples)).float().mean())


def show(rows: Sequence[Mapping[str, object]]) -> None:
    """Print mean and standard deviation of each row."""
    table = Table("row", "accuracy", "chosen on", "train", "seeds")
    for name in dict.fromkeys(str(row["row"]) for row in rows):
        own = [row for row in rows if row["row"] == name]
        cells = []
        for key in ("accuracy", "chosen", "train"):
            values = torch.tensor([float(str(row[key])) for row in own])
            cells.append(f"{values.mean():.3f} ± {values.std(correction=len(own) > 1):.3f}")
        table.add_row(name, *cells, str(len(own)))
    Console().print(table)


def draw(rows: Sequence[Mapping[str, object]], path: Path) -> None:
    """Draw the mean accuracy of each aligned row over the degree of alignment."""
    figure = Figure(figsize=(6, 4), layout="constrained")
    axes = figure.add_subplot(xlabel="steps of the aligner", ylabel="accuracy", xscale="symlog")
    for name in dict.fromkeys(row["row"] for row in rows):
        own: dict[int, list[float]] = defaultdict(list)
        for row in rows:
            if row["row"] == name:
                own[int(str(row["degree"]))].append(float(str(row["accuracy"])))
        axes.plot([*own], [fmean(each) for each in own.values()], "o-", label=name)
    figure.legend(loc="outside lower center")
    figure.savefig(path, dpi=120)


def main() -> None:
    """Run the rows asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--rows", nargs="*", choices=NAMES, default=NAMES)
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1, 2])
    parser.add_argument("--degrees", type=int, nargs="+", default=[0])
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--rate", type=float, default=1e-3)
    given = parser.parse_args()
    given.output.mkdir(parents=True, exist_ok=True)
    parts, rows = prepare(), []
    for name, degree, seed in product(given.rows, given.degrees, given.seeds):
        begun = monotonic()
        figures = train(begin(name, seed, parts, given.output, degree), parts, given)
        row = {"row": name, "degree": degree, "seed": seed, **figures}
        rows.append({**row, "seconds": round(monotonic() - begun)})
        print(json.dumps(rows[-1]), flush=True)
        (given.output / "graph_encoders.json").write_text(json.dumps(rows, indent=1))
    if len(given.degrees) > 1:
        draw(rows, given.output / "degrees.png")
    else:
        show(rows)


if __name__ == "__main__":
    main()

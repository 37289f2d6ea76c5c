"""What representation alignment does, step by step (Align-GRAG, section 5.7 and figure 4).

    python benchmarks/alignment.py --output DIR [--train 800] [--steps 0 1 2 4 8 20 40 80]
                                   [--preset published [--llm MODEL]]

Trains aligners on ExplaGraphs, whose graphs come with their questions, and after each number of
optimiser steps compares, on the validation questions, a graph's vector with those of its question,
of a chain that was never trained on (question, facts, answer) and of its text, all through the
shared MLP: the mean cosine of pairs that belong together, and how often the own one is the nearest
of 16. `unaligned`: the same encoder with a contrast of weight 0. The aligner is the small one of
ExplaGraphs, or the system's `published` one, at its rate, with the words of --llm. Writes
DIR/alignment.json, .png.
"""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch
from expla_graphs import ALIGNER, chain, prepare
from matplotlib.figure import Figure
from shown import show

from steiner.embed import Embedder, named_embedder
from steiner.evaluate.graphs import remembered
from steiner.model_settings import AlignerSettings
from steiner.textualise.table import table
from steiner.train.data.chained_graphs import AlignExample
from steiner.train.objectives.dual_alignment import Alignment, new_alignment
from steiner.train.parts.aligned_answers import ALIGNERS

TEXTS: dict[str, Callable[[AlignExample], str]] = {
    "question": lambda example: example.question,
    "chain": lambda example: example.chain,
    "text of the graph": lambda example: table(example.graph),
}
_BATCH = 16
_RATE = 1e-3
"""Of the small aligner."""


@torch.no_grad()
def compared(model: Alignment, examples: Sequence[AlignExample]) -> dict[str, float]:
    """Return the mean cosine, and the share of nearest of 16, for each of TEXTS."""
    model.eval()
    figures: dict[str, list[torch.Tensor]] = {}
    for begin in range(0, len(examples) - _BATCH + 1, _BATCH):
        batch = examples[begin : begin + _BATCH]
        graphs = model.aligner([e.graph for e in batch], [e.question for e in batch]).graphs
        for name, text in TEXTS.items():
            vectors = model.aligner.vectors.vectors([text(e) for e in batch])
            other = model.aligner.shared(torch.from_numpy(vectors))
            cosines = _unit(graphs) @ _unit(other).T
            figures.setdefault(name, []).append(cosines.diag())
            nearest = cosines.argmax(1) == torch.arange(_BATCH)
            figures.setdefault(f"{name}, nearest", []).append(nearest.float())
    return {name: round(float(torch.cat(rows).mean()), 3) for name, rows in figures.items()}


def _unit(vectors: torch.Tensor) -> torch.Tensor:
    return torch.nn.functional.normalize(vectors, dim=1)


def trained(
    model: Alignment, examples: Sequence[AlignExample], steps: Sequence[int], rate: float = _RATE
) -> Iterator[tuple[int, Alignment]]:
    """Yield the model after each number of optimiser steps."""
    parameters = list(model.parameters())
    optimiser = torch.optim.AdamW(parameters, rate)
    batches = itertools.cycle(range(0, len(examples) - _BATCH + 1, _BATCH))
    for step in range(max(steps) + 1):
        if step in steps:
            yield step, model
        model.train()
        begin = next(batches)
        loss = model(examples[begin : begin + _BATCH]).mean()
        optimiser.zero_grad()
        torch.autograd.backward(loss)
        optimiser.step()


def chosen(preset: str, llm: str | None) -> tuple[AlignerSettings, float]:
    """Return the aligner's settings and its learning rate."""
    if preset == "small":
        return ALIGNER, _RATE
    own = ALIGNERS[preset]
    return replace(own.model, llm=llm or own.model.llm), own.training.rate


def rows(given: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Yield the figures of both aligners by step."""
    train, _, reported = ([chain(e) for e in part] for part in prepare())
    settings, rate = chosen(given.preset, given.llm)
    embedder: Embedder = remembered(named_embedder(settings.embedder))
    for name, weight in (("aligned", 1.0), ("unaligned", 0.0)):
        torch.manual_seed(0)
        model = new_alignment(replace(settings, graph_weight=weight), embedder)
        for step, after in trained(model, train[: given.train], given.steps, rate):
            yield {"row": name, "steps": step, **compared(after, reported)}


def report(found: list[dict[str, Any]], output: Path) -> None:
    """Print the table, write it as JSON and draw the cosines by step."""
    show(found, output / "alignment.json")
    figure = Figure(figsize=(10, 3.5), layout="constrained")
    for place, name in enumerate(TEXTS, 1):
        axes = figure.add_subplot(1, len(TEXTS), place, xlabel="optimiser steps", title=name)
        for row in ("aligned", "unaligned"):
            own = [each for each in found if each["row"] == row]
            axes.plot([e["steps"] for e in own], [e[name] for e in own], "o-", label=row)
        axes.legend(fontsize="small")
    figure.savefig(output / "alignment.png", dpi=120)


def main() -> None:
    """Read the command line, train, compare and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--train", type=int, default=800)
    parser.add_argument("--steps", type=int, nargs="+", default=[0, 1, 2, 4, 8, 20, 40, 80])
    parser.add_argument("--preset", choices=["small", "published"], default="small")
    parser.add_argument("--llm", help="Of the published aligner, whose words it sees [Llama-2-7b]")
    given = parser.parse_args()
    given.output.mkdir(parents=True, exist_ok=True)
    report(list(rows(given)), given.output)


if __name__ == "__main__":
    main()

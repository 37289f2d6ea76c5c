"""What does the soft prompt cost a training step, and what do cached prefixes save?

    python benchmarks/training_step.py [--batch 4] [--steps 6] [--threads 1]

Forward and backward of the frozen default model over ExplaGraphs questions: `bare` goes through
the language model alone, on embeddings of the same length, back to these; `before` and `after` are
G-Retriever with the soft token there; `cached` keeps the prefixes of `after` (filled beforehand,
timed apart). All in turns on the same batches. Seconds of processor time a batch, medians; then
the peak memory of each in a process of its own. Prints JSON; targets: before / bare at most 1.1,
after / cached at least 8.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

os.environ.setdefault("OMP_NUM_THREADS", "2")

import torch
from expla_graphs import AFTER, prepare

from steiner.model_settings import EncodeSettings
from steiner.models.graph_artefact import new_model
from steiner.models.language_model.graph_language_model import GraphLanguageModel
from steiner.models.language_model.prefixes import Prefixes
from steiner.models.language_model.rows import losses, padded
from steiner.textual_graph import Example

NAMES = ("bare", "before", "after", "cached")
Batch = Sequence[Example]
Step = Callable[[Batch], Any]


def steps() -> tuple[dict[str, Step], Prefixes]:
    """Return what each rival does with a batch; the published encoder, one language model."""
    settings = replace(AFTER, encode=EncodeSettings())
    after = new_model(settings).train()
    before = GraphLanguageModel(
        after.llm, after.tokenizer, replace(settings, position="before"), after.vectors
    ).train()
    prefixes = Prefixes(after.llm, settings)
    cached = GraphLanguageModel(after.llm, after.tokenizer, settings, after.vectors).train()
    cached.prefixes = prefixes
    return {
        "bare": lambda batch: torch.autograd.backward(_bare(before, batch)),
        "before": lambda batch: torch.autograd.backward(before(batch).mean()),
        "after": lambda batch: torch.autograd.backward(after(batch).mean()),
        "cached": lambda batch: torch.autograd.backward(cached(batch).mean()),
    }, prefixes


def _bare(model: GraphLanguageModel, batch: Batch) -> torch.Tensor:
    rows, labels = [], [model.ids.label(example.answers) for example in batch]
    for example, ids in zip(batch, labels, strict=True):
        pieces = model.ids.pieces(example.question, example.graph)
        # As many tokens as with the soft prompt: the first one stands in for it.
        whole = [pieces.before[0], *pieces.before, *pieces.after, *ids[:-1]]
        rows.append(model.embedded(whole).detach().requires_grad_())
    embeddings, mask = padded(rows)
    keep = max(map(len, labels))
    out = model.llm(inputs_embeds=embeddings, attention_mask=mask, logits_to_keep=keep)
    return losses(out.logits, labels).mean()


def seconds(step: Step, batch: Batch) -> float:
    """Return the processor time of a step."""
    begun = time.process_time()
    step(batch)
    return time.process_time() - begun


def peak(name: str, arguments: argparse.Namespace) -> float:
    """Return the peak memory in GB of a process that does nothing but this rival's steps."""
    command = [sys.executable, "-W", "ignore", __file__, "--only", name]
    command += ["--batch", str(arguments.batch), "--threads", str(arguments.threads)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return float(done.stdout.split()[-1])


def main() -> None:
    """Measure all rivals in turns, then the memory of each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--batch", type=int, default=4)
    parser.add_argument("--steps", type=int, default=6)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--only", choices=NAMES)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    train, _, _ = prepare()
    size = arguments.batch
    batches = [train[i * size : (i + 1) * size] for i in range(arguments.steps + 1)]
    rivals, _ = steps()
    if arguments.only:
        for batch in batches[:2]:
            rivals[arguments.only](batch)
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6)
        return
    filled = [seconds(rivals["cached"], batch) for batch in batches]
    times = {name: [seconds(rivals[name], b) for b in batches][1:] for name in NAMES}
    medians = {name: statistics.median(values) for name, values in times.items()}
    found = {
        "seconds a batch": {name: round(value, 3) for name, value in medians.items()},
        "first time, with the prefixes": round(statistics.median(filled), 3),
        "before / bare": round(medians["before"] / medians["bare"], 3),
        "after / cached": round(medians["after"] / medians["cached"], 2),
        "peak memory, GB": {name: round(peak(name, arguments), 2) for name in NAMES},
    }
    print(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()

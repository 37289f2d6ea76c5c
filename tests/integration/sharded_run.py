"""Trains all weights of a model three times, and lets each process of a training be killed.

    python sharded_run.py LLM FOLDER

FOLDER/alone: one process; FOLDER/sharded: two, each with a part of the model; FOLDER/resumed: the
same, both killed at the fourth of six steps and begun again. Prints as JSON how they ended, and how
many weights each part of the checkpoint had. Processes are forks of this one, which has imported
what they need.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import traceback
from dataclasses import replace
from pathlib import Path

from model_doubles import EXAMPLES, HashEmbedder

from steiner.model_settings import Preset
from steiner.models.tensor_files import read_tensors
from steiner.systems.retrieval_and_reasoning import RETRIEVAL_AND_REASONING
from steiner.train import loop, run  # noqa: F401 - Imported once, before it forks.

KILLED_AT = 4
PUBLISHED = RETRIEVAL_AND_REASONING.stage("documents").preset("published")
TRAINING = replace(
    PUBLISHED.training,
    epochs=2,
    accumulate=2,
    rate=1e-3,  # At which a step is seen.
    checkpoint=1,
    sharded=True,
)
"""Twelve examples: three steps an epoch, a checkpoint at each."""


def train(llm: str, folder: Path, killed: bool = False) -> None:
    """Train the part that learns documents."""
    model = replace(PUBLISHED.model, llm=llm, max_text=200, max_label=200)
    batches = 0

    def report(stage: str, _done: int, _total: int) -> None:
        nonlocal batches
        batches += stage.startswith("epoch")
        if killed and batches == KILLED_AT * TRAINING.accumulate:
            os.kill(os.getpid(), signal.SIGKILL)

    RETRIEVAL_AND_REASONING.train(
        Preset(model, TRAINING),
        ([*EXAMPLES * 4], [*EXAMPLES]),
        folder,
        report,
        HashEmbedder(),
        part="documents",
    )


def together(port: int, llm: str, folder: Path, killed: bool = False) -> list[int]:
    """Train in two processes and return their exit codes; below 0 is the signal."""
    children = []
    for rank in range(2):
        child = os.fork()
        if child == 0:
            known = {"RANK": rank, "LOCAL_RANK": rank, "WORLD_SIZE": 2, "MASTER_PORT": port}
            os.environ |= {name: str(value) for name, value in known.items()}
            os.environ["MASTER_ADDR"] = "127.0.0.1"
            try:
                train(llm, folder, killed)
            except BaseException:
                traceback.print_exc()
                os._exit(1)
            os._exit(0)
        children.append(child)
    return [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]


def weights_of(part: Path) -> int:
    """Return how many weights a file of a checkpoint has, without their moments."""
    own = {name: w for name, w in read_tensors(part).items() if name.startswith("llm.")}
    return sum(weight.numel() for name, weight in own.items() if "/" not in name)


def main(llm: str, output: str, port: str) -> None:
    """Train as the module says; a process that ends otherwise than it should is an error."""
    folder, first = Path(output), int(port)
    codes = [together(first, llm, folder / "sharded")]
    codes += [together(first + 1, llm, folder / "resumed", killed=True)]
    parts = (folder / "resumed" / "checkpoint").glob("*.safetensors")
    weights = {part.name: weights_of(part) for part in parts}
    codes += [together(first + 2, llm, folder / "resumed")]
    train(llm, folder / "alone")
    print(json.dumps({"codes": codes, "weights": weights}))


if __name__ == "__main__":
    main(*sys.argv[1:])

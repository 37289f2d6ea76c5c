"""The record of a training: metrics as JSONL and a plot."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path

from steiner.whole_files import append, write_whole

METRICS, PLOT = "metrics.jsonl", "loss.png"


class Metrics:
    """Appends to a folder's metrics."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / METRICS

    def cut(self, step: int) -> None:
        """Drop the lines of steps after `step`, which belong to a run cut short."""
        kept = [line for line in self.lines() if line["step"] <= step]
        write_whole(self.path, "".join(f"{json.dumps(line)}\n" for line in kept))

    def add(self, **values: float) -> None:
        """Append a line."""
        append(self.path, json.dumps(values) + "\n")

    def lines(self) -> list[dict[str, float]]:
        """Return the lines; one that was cut off is dropped."""
        if not self.path.is_file():
            return []
        whole = self.path.read_text(encoding="utf-8").split("\n")[:-1]
        return [json.loads(line) for line in whole]

    def plot(self, place: Path) -> None:
        """Draw training and validation loss over the steps, where matplotlib is installed."""
        if find_spec("matplotlib") is None:
            return
        from matplotlib.figure import Figure

        figure = Figure(figsize=(7, 4), layout="constrained")
        axes = figure.add_subplot(xlabel="optimiser step", ylabel="loss")
        for name in ("loss", "validation"):
            points = [(line["step"], line[name]) for line in self.lines() if name in line]
            if points:
                axes.plot(*zip(*points, strict=True), label=name, marker="o" * (name != "loss"))
        axes.legend(loc="upper right")  # To look for the best place takes long.
        figure.savefig(place, dpi=120)

"""One run in figures: means, by kind, against another run, the worst questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from steiner.errors import InvalidInput
from steiner.evaluate.figures import Measures, Row, all_measures, means, milliseconds
from steiner.evaluate.metrics.significance import Difference, Interval, paired
from steiner.evaluate.runner import read_run

BUDGETS = (256, 512, 1024)
_WORST = 10


@dataclass(frozen=True, slots=True)
class Summary:
    """A run: how it was run, its rows and the measures of each, in the same order."""

    folder: Path
    settings: Mapping[str, Any]
    rows: Sequence[Row]
    measured: Sequence[Measures]

    @property
    def name(self) -> str:
        """The system, with prompt and model where answers were written."""
        model, prompt = self.settings.get("model"), self.settings["prompt"]
        written = [str(model), *([prompt] if prompt != "plain" else [])] if model else []
        return " ".join([self.settings["system"], *written])

    @property
    def dataset(self) -> str:
        """Data set and split."""
        return f"{self.settings['dataset']} {self.settings['split']}"

    def kinds(self) -> list[str]:
        """Return the kinds of questions, sorted; none where they have no kind."""
        return sorted({str(row["kind"]) for row in self.rows} - {""})

    def means(self, kind: str | None = None) -> dict[str, Interval]:
        """Return the mean of each metric over the questions of `kind`, or all."""
        return means([measured for _, measured in self.of(kind)])

    def milliseconds(self, kind: str | None = None) -> dict[str, tuple[float, float]]:
        """Return median and 95th percentile of each stage over the questions of `kind`, or all."""
        return {"total": (0.0, 0.0)} | milliseconds([row for row, _ in self.of(kind)])

    def of(self, kind: str | None) -> list[tuple[Row, Measures]]:
        """Return rows and measures of the questions of `kind`, or all."""
        pairs = zip(self.rows, self.measured, strict=True)
        return [(row, measured) for row, measured in pairs if kind in (None, row["kind"])]

    def against(self, other: Summary, metric: str) -> Difference | None:
        """Compare with another run over the same questions; None where they differ."""
        known = {row["id"]: m for row, m in zip(other.rows, other.measured, strict=True)}
        pairs = [
            (measured[metric], known[row["id"]][metric])
            for row, measured in zip(self.rows, self.measured, strict=True)
            if metric in measured and metric in known.get(row["id"], {})
        ]
        if not pairs or len(self.rows) != len(other.rows):
            return None
        return paired([mine for mine, _ in pairs], [theirs for _, theirs in pairs])

    def main_metric(self) -> str:
        """Return what the run is judged by first."""
        return "accuracy" if self.settings["labels"] else f"coverage@{self.settings['budget']}"

    def worst(self) -> list[tuple[Row, Measures]]:
        """Return the questions of lowest main metric, first those with most text in vain."""
        metric = self.main_metric()
        pairs = [(row, measured) for row, measured in self.of(None) if measured.get(metric, 1) < 1]
        return sorted(pairs, key=lambda p: (p[1][metric], -p[0]["tokens"]))[:_WORST]


def read_summary(folder: Path) -> Summary:
    """Read a run and compute its figures. Raises InvalidInput where it has no row."""
    settings, rows = read_run(folder)
    if not rows:
        raise InvalidInput(f"{folder} holds no answered question yet. Run `steiner evaluate` on.")
    labels = settings["labels"]
    measured = all_measures(rows, budgets(settings), labels)
    return Summary(folder, settings, rows, measured)


def budgets(settings: Mapping[str, Any]) -> list[int]:
    """Return the budgets at which coverage is shown: up to what the run asked for."""
    most = int(settings["budget"])
    return sorted({b for b in BUDGETS if b < most} | {most})

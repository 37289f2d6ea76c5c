"""The report as one page of HTML that needs no other file."""

from __future__ import annotations

import io
from collections.abc import Sequence
from importlib.resources import files
from importlib.util import find_spec
from typing import Any

from steiner.errors import MissingExtra
from steiner.evaluate.report.levels import levels
from steiner.evaluate.report.summary import Summary, budgets
from steiner.evaluate.report.tables import by_dataset, cells, compared, stages

_MARKERS = "osD^v<>PX*"


def page(summaries: Sequence[Summary]) -> str:
    """Return the page: for each data set plot, tables, comparisons and the worst questions."""
    for package in ("jinja2", "matplotlib"):
        if find_spec(package) is None:
            raise MissingExtra.named(package, "evaluate")
    from jinja2 import Environment

    text = files("steiner.evaluate.report").joinpath("page.html").read_text(encoding="utf-8")
    template = Environment(autoescape=True, trim_blocks=True).from_string(text)
    return template.render(sections=[_section(*s) for s in by_dataset(summaries).items()])


def _section(dataset: str, runs: Sequence[Summary]) -> dict[str, Any]:
    kinds, how_right = [None, *runs[0].kinds()], levels(runs)
    return {
        "dataset": dataset,
        "plot": "" if runs[0].settings["labels"] else _plot(runs),
        "tables": [
            *((kind or "all questions", *cells(runs, kind)) for kind in kinds),
            ("milliseconds a stage, median / 95th percentile", *stages(runs)),
            *([("how right answers are", *how_right)] if how_right[1] else []),
        ],
        "compared": list(compared(runs)),
        "worst": [(run.name, run.main_metric(), run.worst()) for run in runs],
        "runs": [(run.folder.name, dict(run.settings)) for run in runs],
    }


def _plot(runs: Sequence[Summary]) -> str:
    """Return the answers covered over the budget, with intervals, as inline SVG."""
    from matplotlib import colormaps
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 4), layout="constrained")
    axes = figure.add_subplot(xlabel="tokens of context", ylabel="share of answers covered")
    colours = colormaps["tab20"]
    for number, run in enumerate(runs):
        known, at = run.means(), budgets(run.settings)
        measured = [known[f"coverage@{budget}"] for budget in at]
        spread = [[m.mean - m.low for m in measured], [m.high - m.mean for m in measured]]
        axes.errorbar(
            at,
            [m.mean for m in measured],
            spread,
            label=run.name,
            color=colours(number % colours.N),
            marker=_MARKERS[number % len(_MARKERS)],
            capsize=3,
        )
    axes.set_xticks(budgets(runs[0].settings))
    axes.set_ylim(0, 1.02)
    axes.grid(alpha=0.3)
    axes.legend(fontsize="small", loc="center left", bbox_to_anchor=(1, 0.5))
    written = io.StringIO()
    figure.savefig(written, format="svg")
    return written.getvalue()[written.getvalue().index("<svg") :]

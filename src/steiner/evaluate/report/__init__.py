"""A report over runs: Markdown, and one self-contained page with plots and the worst questions."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from steiner.evaluate.report.page import page
from steiner.evaluate.report.summary import read_summary
from steiner.evaluate.report.tables import markdown


def write_report(runs: Sequence[Path], folder: Path) -> tuple[Path, Path]:
    """Write `report.md` and `report.html` over the runs' folders and return their paths.

    Runs of the same data set stand in one table, and each is compared with its first. Raises
    InvalidInput for a folder that holds no run, MissingExtra without matplotlib or jinja2.
    """
    summaries = [read_summary(run) for run in runs]
    folder.mkdir(parents=True, exist_ok=True)
    text, html = folder / "report.md", folder / "report.html"
    text.write_text(markdown(summaries), encoding="utf-8")
    html.write_text(page(summaries), encoding="utf-8")
    return text, html

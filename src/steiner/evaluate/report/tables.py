"""The report as Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from steiner.evaluate.metrics.significance import Interval
from steiner.evaluate.report.summary import Summary

_WHOLE = ("ms", "nodes", "tokens")


def markdown(summaries: Sequence[Summary]) -> str:
    """Return the tables of all data sets, and how each run was run."""
    lines = ["# Evaluation", "", _READ, ""]
    for dataset, runs in by_dataset(summaries).items():
        lines += [f"## {dataset}", "", *table(runs), "", *compared(runs), ""]
        for kind in runs[0].kinds():
            lines += [f"### {kind}", "", *table(runs, kind), ""]
    lines += ["## Runs", "", *(_run(summary) for summary in summaries), ""]
    return "\n".join(lines)


_READ = (
    "Means with 95% bootstrap intervals. `coverage@b`: share of the gold answers in the first b "
    "tokens of the context; `hits@1`: the first answer is gold (strict); `lax hit`: any gold text "
    "anywhere in the output. Definitions: docs/reference/metrics.md."
)


def by_dataset(summaries: Sequence[Summary]) -> dict[str, list[Summary]]:
    """Return the runs of each data set, in the order given."""
    found: dict[str, list[Summary]] = {}
    for summary in summaries:
        found.setdefault(summary.dataset, []).append(summary)
    return found


def cells(runs: Sequence[Summary], kind: str | None = None) -> tuple[list[str], list[list[str]]]:
    """Return the head and the rows of a table: a run a row, a metric a column."""
    known = [run.means(kind) for run in runs]
    metrics = list(dict.fromkeys(name for means in known for name in means))
    head = ["system", "questions", *metrics]
    rows = [
        [run.name, _count(run, kind), *(_cell(name, means.get(name)) for name in metrics)]
        for run, means in zip(runs, known, strict=True)
    ]
    return head, rows


def table(runs: Sequence[Summary], kind: str | None = None) -> Iterator[str]:
    """Yield the lines of a Markdown table."""
    head, rows = cells(runs, kind)
    yield f"| {' | '.join(head)} |"
    yield "|" + "---|" * len(head)
    for row in rows:
        yield f"| {' | '.join(row)} |"


def compared(runs: Sequence[Summary]) -> Iterator[str]:
    """Yield, for each run after the first, how it differs from the first."""
    first, metric = runs[0], runs[0].main_metric()
    for run in runs[1:]:
        found = run.against(first, metric)
        if found is not None:
            yield (
                f"- {run.name} against {first.name}, {metric}: {found.mean:+.3f} "
                f"(p = {found.p:.3f}, paired randomisation)"
            )


def _count(run: Summary, kind: str | None) -> str:
    return str(sum(kind in (None, row["kind"]) for row in run.rows))


def _cell(metric: str, found: Interval | None) -> str:
    if found is None:
        return ""
    if metric.startswith(_WHOLE):
        return f"{found.mean:,.0f}"
    return f"{found.mean:.3f} [{found.low:.3f}, {found.high:.3f}]"


def _run(summary: Summary) -> str:
    told = ", ".join(f"{k} {v}" for k, v in summary.settings.items() if v not in (None, [], ""))
    return f"- `{summary.folder.name}`: {told}"

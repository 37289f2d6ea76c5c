"""The report as Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from steiner.evaluate.metrics.significance import Interval
from steiner.evaluate.report.levels import levels
from steiner.evaluate.report.summary import Summary

_WHOLE = ("nodes", "tokens", "model tokens")


def markdown(summaries: Sequence[Summary]) -> str:
    """Return the tables of all data sets, and how each run was run."""
    lines = ["# Evaluation", "", _READ, ""]
    for dataset, runs in by_dataset(summaries).items():
        lines += [f"## {dataset}", "", *table(runs), "", *compared(runs), ""]
        lines += [*_lines(*stages(runs)), ""]
        head, rows = levels(runs)
        lines += [*_lines(head, rows), ""] if rows else []
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
    runs: dict[str, list[Summary]] = {}
    for summary in summaries:
        runs.setdefault(summary.dataset, []).append(summary)
    return runs


def cells(runs: Sequence[Summary], kind: str | None = None) -> tuple[list[str], list[list[str]]]:
    """Return the head and the rows of a table: a run a row, a metric a column."""
    known = [run.means(kind) for run in runs]
    metrics = list(dict.fromkeys(name for means in known for name in means))
    head = ["system", "questions", *metrics, "ms p50", "ms p95"]
    rows = [
        [run.name, str(len(run.of(kind))), *(_cell(name, means.get(name)) for name in metrics), *ms]
        for run, means in zip(runs, known, strict=True)
        for ms in [[f"{value:,.0f}" for value in run.milliseconds(kind)["total"]]]
    ]
    return head, rows


def table(runs: Sequence[Summary], kind: str | None = None) -> Iterator[str]:
    """Yield the lines of a Markdown table."""
    yield from _lines(*cells(runs, kind))


def _lines(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield "|" + "---|" * len(head)
    for row in rows:
        yield f"| {' | '.join(row)} |"


def compared(runs: Sequence[Summary]) -> Iterator[str]:
    """Yield, for each run after the first, how it differs from the first."""
    first, metric = runs[0], runs[0].main_metric()
    for run in runs[1:]:
        difference = run.against(first, metric)
        if difference is not None:
            yield (
                f"- {run.name} against {first.name}, {metric}: {difference.mean:+.3f} "
                f"(p {_p(difference.p)}, paired randomisation)"
            )


def stages(runs: Sequence[Summary]) -> tuple[list[str], list[list[str]]]:
    """Return head and rows of the milliseconds a stage: median / 95th percentile."""
    known = [run.milliseconds() for run in runs]
    names = list(dict.fromkeys(stage for times in known for stage in times))
    rows = [
        [run.name, *("{:,.0f} / {:,.0f}".format(*times[n]) if n in times else "" for n in names)]
        for run, times in zip(runs, known, strict=True)
    ]
    return ["milliseconds", *names], rows


def _cell(metric: str, interval: Interval | None) -> str:
    if interval is None:
        return ""
    if metric.startswith(_WHOLE):
        return f"{interval.mean:,.0f}"
    return f"{interval.mean:.3f} [{interval.low:.3f}, {interval.high:.3f}]"


def _run(summary: Summary) -> str:
    settings = ", ".join(f"{k} {v}" for k, v in summary.settings.items() if v not in (None, [], ""))
    return f"- `{summary.folder.name}`: {settings}"


def _p(p: float) -> str:
    return "< 0.001" if p < 0.001 else f"= {p:.3f}"

"""The rates of a run's answers, as several chat models judge them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from papers.measures.answer_judge import OFF_FORM, rates, verdicts
from steiner.evaluate.runner import read_run
from steiner.generate.writer import TextModel, Writer


def judged_run(run: Path, judges: Sequence[TextModel], output: Path) -> dict[str, dict[str, float]]:
    """Return the rates of a run: of all questions ("") and of each kind of them.

    With the number of `questions` and of replies that are `off the form`. Replies are kept in
    `output`.
    """
    _, rows = read_run(run)
    said = [verdicts(rows, Writer(judge, output / "replies.jsonl").write) for judge in judges]
    judged = {}
    for kind in ("", *sorted({row["kind"] for row in rows} - {""})):
        places = [i for i, row in enumerate(rows) if kind in ("", row["kind"])]
        own = [[each[i] for i in places] for each in said]
        off = sum(each.count(OFF_FORM) for each in own)
        judged[kind] = {"questions": len(places), OFF_FORM: off, **rates(own)}
    return judged

"""Adapts the default system to a graph without labelled questions, and measures what it brings."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

from steiner import gathering
from steiner.chosen import Chosen
from steiner.evaluate.bench import Bench, evaluate
from steiner.evaluate.figures import all_measures
from steiner.evaluate.metrics.significance import Difference, paired
from steiner.evaluate.runner import read_run
from steiner.model_settings import Preset
from steiner.progress import Report, silent
from steiner.settings import ConnectionSettings
from steiner.systems import DEFAULT_SYSTEM, find_system
from steiner.train.data.collection import split
from steiner.train.data.synthetic.made_questions import QuestionSettings
from steiner.train.data.synthetic.making import synthesise_questions

SCORER, REPORT = "scorer", "adaptation.json"
_REJECTED = "rejected"
_METRIC = "hits@1"
_TRUST = 0.5
"""Half: people word and ask what no made question does (benchmarks/adaptation.py)."""
_EPOCHS = 3
"""Half of what a few hundred questions need: more learn the made wording by heart (MetaQA dev)."""


class Adapted(NamedTuple):
    """Hits@1 of `asked` questions before and after, the difference, and the scorer's folder.

    `scorer` is None where the adapted scorer is worse, and so is not kept.
    """

    asked: int
    before: float
    after: float
    difference: Difference
    scorer: Path | None


def adapt(
    connection: ConnectionSettings,
    output: Path,
    settings: QuestionSettings,
    model: str | None = None,
    check: Path | None = None,
    report: Report = silent,
) -> Adapted:
    """Make questions, train the path scorer on them, and ask the held-out ones with and without.

    `model` rewords the questions; `check`: questions with answers of the user's own to ask in
    place of held-out ones. A run that was stopped goes on.
    """
    made, held_out = synthesise_questions(connection, output, settings, model, report)
    asked, scorer = check or held_out, output / SCORER
    if not scorer.exists() and (output / _REJECTED).exists():
        (output / _REJECTED).rename(scorer)
    _train(connection, made, scorer, report)
    before = _ask(connection, Chosen(system=DEFAULT_SYSTEM), asked, output / "zero-shot", report)
    after = _ask(connection, Chosen(model=str(scorer)), asked, output / "adapted", report)
    difference = paired(after, before)
    mean_before, mean_after = (sum(hits) / len(hits) for hits in (before, after))
    worse = mean_after < mean_before
    if worse:
        shutil.rmtree(output / _REJECTED, ignore_errors=True)
        scorer.rename(output / _REJECTED)
    adapted = Adapted(len(after), mean_before, mean_after, difference, None if worse else scorer)
    (output / REPORT).write_text(json.dumps(_shown(adapted, asked), indent=1) + "\n")
    return adapted


def _train(connection: ConnectionSettings, made: Path, scorer: Path, report: Report) -> None:
    system = find_system(DEFAULT_SYSTEM)
    preset = system.needs_training().preset("from-nothing")
    training = replace(preset.training, epochs=_EPOCHS)
    preset = Preset(replace(preset.model, trust=_TRUST), training)
    examples = gathering.examples(
        connection, Chosen(system=DEFAULT_SYSTEM), made, scorer / "train.jsonl", report
    )
    system.train(preset, split(examples, preset.training.seed), scorer, report)


def _ask(
    connection: ConnectionSettings, chosen: Chosen, questions: Path, run: Path, report: Report
) -> list[float]:
    """Return the Hits@1 of each question; what is not answered counts 0."""
    bench = Bench("questions", questions, version=version("steiner"))
    evaluate(connection, chosen, bench, run, report)
    _, rows = read_run(run)
    return [measured.get(_METRIC, 0.0) for measured in all_measures(rows, (512,))]


def _shown(adapted: Adapted, asked: Path) -> dict[str, Any]:
    return {
        "questions": asked.name,
        "asked": adapted.asked,
        "zero_shot_hits_at_1": round(adapted.before, 4),
        "adapted_hits_at_1": round(adapted.after, 4),
        "p": round(adapted.difference.p, 4),
        "kept": adapted.scorer is not None,
    }

"""What is measured of a row: its answers, what judges say of them, what they cite."""

from __future__ import annotations

import tomllib
from pathlib import Path

from papers import commands
from papers.layout import Figures
from papers.measures.cited_answers import cited_answers
from papers.measures.judged_runs import judged_run
from papers.measures.run_figures import measured, minutes
from papers.trial import Trial
from steiner.chosen import Chosen
from steiner.evaluate.datasets import load_dataset
from steiner.generate.chat import is_chat_model
from steiner.generate.writer import open_text_model
from steiner.models.language_model.language_model_files import load
from steiner.settings import RetrieverSettings
from steiner.text import CountTokens, quarter_characters


def of_answers(trial: Trial) -> Figures:
    """Return the means of the report's measures of the row's run.

    With what the judges say of the answers, where there are judges and a frozen model wrote them.
    """
    figures = measured(trial.answers_folder / "run", _count_tokens(trial))
    figures |= minutes(trial.model_folder, figures)
    return figures | (_judged(trial) if trial.plan.written and trial.judges else {})


def of_citations(trial: Trial) -> Figures:
    """Return how much of what the trained model cites is in the questions' graphs."""
    _, loader, _, source = trial.place.options()
    data = load_dataset(loader, Path(source), trial.place.splits[2], [])
    settings = tomllib.loads(commands.with_prizes(trial, trial.own_settings))
    chosen = Chosen(
        system=trial.plan.system,
        embedder="".join(commands.encoder(trial)[1:]) or None,
        model=str(trial.answering),
        retrieval=RetrieverSettings.from_dict(settings),
    )
    return cited_answers(chosen, data, trial.plan.cited, trial.answers_folder / "cited.jsonl")


def _judged(trial: Trial) -> Figures:
    judges = [open_text_model(name) for name in trial.judges]
    rates = judged_run(trial.answers_folder / "run", judges, trial.answers_folder)
    return {
        f"{name} of {kind}" if kind else name: value
        for kind, shares in rates.items()
        for name, value in shares.items()
    }


def _count_tokens(trial: Trial) -> CountTokens:
    """Return the count of the row's language model, characters / 4 where none is named."""
    if not trial.base_llm or is_chat_model(trial.base_llm):
        return quarter_characters
    tokenizer = load("AutoTokenizer", trial.base_llm)
    return lambda text: len(tokenizer.encode(text, add_special_tokens=False))

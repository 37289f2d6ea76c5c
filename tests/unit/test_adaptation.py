"""Adapting to a graph: what is better is kept, what is worse is not, and a stopped run goes on."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from steiner.errors import InvalidInput
from steiner.evaluate import adaptation
from steiner.evaluate.adaptation import REPORT, SCORER, Adapted, adapt
from steiner.model_settings import PathModelSettings
from steiner.settings import ConnectionSettings
from steiner.train.data.synthetic.made_questions import QuestionSettings


@pytest.fixture
def hits(monkeypatch: pytest.MonkeyPatch) -> dict[str, Sequence[float]]:
    """Put figures in place of graph, training and questions."""
    figures: dict[str, Sequence[float]] = {"zero-shot": (1, 0, 0, 0), "adapted": (1, 1, 0, 0)}

    def made(_: object, folder: Path, *__: object) -> tuple[Path, Path]:
        return folder / "questions.jsonl", folder / "held-out.jsonl"

    def trained(_: object, __: Path, scorer: Path, ___: object) -> None:
        scorer.mkdir(parents=True, exist_ok=True)

    def asked(_: object, __: object, ___: Path, run: Path, ____: object) -> list[float]:
        return list(figures[run.name])

    monkeypatch.setattr(adaptation, "synthesise_questions", made)
    monkeypatch.setattr(adaptation, "_train", trained)
    monkeypatch.setattr(adaptation, "_ask", asked)
    return figures


def run(folder: Path, check: Path | None = None) -> Adapted:
    return adapt(ConnectionSettings(), folder, QuestionSettings(), check=check)


def test_a_better_scorer_is_kept_and_measured(
    hits: dict[str, Sequence[float]], tmp_path: Path
) -> None:
    adapted = run(tmp_path)
    assert (adapted.before, adapted.after, adapted.asked) == (0.25, 0.5, 4)
    assert adapted.scorer == tmp_path / SCORER
    assert (tmp_path / SCORER).is_dir()
    report = json.loads((tmp_path / REPORT).read_text())
    assert (report["zero_shot_hits_at_1"], report["adapted_hits_at_1"]) == (0.25, 0.5)
    assert report["kept"]
    assert hits


def test_a_worse_scorer_is_not_kept(hits: dict[str, Sequence[float]], tmp_path: Path) -> None:
    hits["adapted"] = (0, 0, 0, 0)
    for _ in range(2):
        assert run(tmp_path).scorer is None
        assert not (tmp_path / SCORER).exists()
        assert (tmp_path / "rejected").is_dir()
    assert not json.loads((tmp_path / REPORT).read_text())["kept"]


def test_questions_of_the_user_are_asked_in_place_of_made_ones(
    hits: dict[str, Sequence[float]], tmp_path: Path
) -> None:
    run(tmp_path, tmp_path / "own.jsonl")
    assert json.loads((tmp_path / REPORT).read_text())["questions"] == "own.jsonl"
    assert hits


@pytest.mark.parametrize("trust", [0.0, 1.5])
def test_a_trust_out_of_range_is_refused(trust: float) -> None:
    with pytest.raises(InvalidInput, match="trust"):
        PathModelSettings(trust=trust)

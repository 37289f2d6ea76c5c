"""The trained path scorer: what it sees, what it learns, and what it refuses."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="needs the extra train")
pytest.importorskip("accelerate", reason="needs the extra train")

from model_doubles import HashEmbedder  # noqa: E402
from word_doubles import WordEmbedder  # noqa: E402

from steiner.artefact import SETTINGS, read_artefact  # noqa: E402
from steiner.chosen import Chosen  # noqa: E402
from steiner.embed import Matrix  # noqa: E402
from steiner.errors import InvalidInput  # noqa: E402
from steiner.model_settings import PathModelSettings, Preset, TrainSettings  # noqa: E402
from steiner.models.paths.candidates import Candidate, DescribedStep, PathExample  # noqa: E402
from steiner.models.paths.kept_readings import KeptReadings  # noqa: E402
from steiner.models.paths.learned_scorer import LearnedPathScorer  # noqa: E402
from steiner.models.paths.path_artefact import PATH_SCORER, new_model  # noqa: E402
from steiner.models.paths.path_scorer import PathModel  # noqa: E402
from steiner.progress import Report, silent  # noqa: E402
from steiner.systems.steiner import STEINER  # noqa: E402
from steiner.train.data.paths import RelationPaths  # noqa: E402
from steiner.train.metrics import METRICS  # noqa: E402

SMALL = PathModelSettings(width=32, dropout=0.0)
QUICK = TrainSettings(epochs=12, batch=4, rate=1e-2, clip=1.0, warmup=1.0, patience=12)
TYPES = {"directed": "directed by", "wrote": "written by", "starred": "acted in"}


class TokenWords(WordEmbedder):
    """Also gives a vector for each word."""

    def embed_tokens(self, texts: list[str]) -> list[Matrix]:
        return [self.embed(text.split()) for text in texts]


def candidate(asked: str, *steps: DescribedStep, score: float = 0.0, ends: int = 1) -> Candidate:
    return Candidate(asked, "movie", steps, score, ends, 1.0)


def example(word: str) -> PathExample:
    """`word` asks for the step that it means; zero-shot scores all alike."""
    paths = tuple(
        candidate(f"who {word} it", DescribedStep(t, True, "person")) for t in TYPES.values()
    )
    return PathExample(paths, tuple(float(TYPES[word] == t) for t in TYPES.values()))


LEARN = [example(word) for word in TYPES] * 4


def trained(
    folder: Path,
    settings: TrainSettings = QUICK,
    examples: Sequence[PathExample] = LEARN,
    report: Report = silent,
) -> PathModel:
    preset, halves = Preset(SMALL, settings), (examples, LEARN[:3])
    model = STEINER.train(preset, halves, folder, report, TokenWords())
    assert isinstance(model, PathModel)
    return model


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("scorer")
    trained(made)
    return made


def best(scorer: PathModel, paths: tuple[Candidate, ...]) -> Candidate:
    rated = scorer.score(paths).tolist()
    return paths[rated.index(max(rated))]


def test_it_learns_which_words_mean_which_relationship(folder: Path) -> None:
    model = PATH_SCORER.load(folder, TokenWords())
    for word, meant in TYPES.items():
        assert best(model, example(word).candidates).steps[0].text == meant
    card = (folder / "README.md").read_text()
    assert "12 questions" in card
    assert "steiner ask --model FOLDER" in card


def test_what_is_learnt_of_a_type_counts_against_its_direction_too(folder: Path) -> None:
    model = PATH_SCORER.load(folder, TokenWords())
    for word, meant in TYPES.items():
        turned = [
            path._replace(steps=tuple(step._replace(forward=False) for step in path.steps))
            for path in example(word).candidates
        ]
        assert best(model, tuple(turned)).steps[0].text == meant


def test_a_path_has_the_same_score_alone_and_among_others(folder: Path) -> None:
    model = PATH_SCORER.load(folder, TokenWords())
    paths = (
        candidate("who wrote it"),
        candidate("who directed that of it", DescribedStep("written by", False, ""), ends=30),
        candidate("who wrote it", *[DescribedStep("acted in", True, "person")] * 6, score=2.0),
    )
    with torch.no_grad():
        together = model.score(paths).tolist()
        alone = [model.score([path]).item() for path in paths]
    assert alone == pytest.approx(together, abs=1e-4)


def test_what_is_kept_of_questions_and_paths_changes_no_score(folder: Path) -> None:
    model = PATH_SCORER.load(folder, TokenWords())
    kept = KeptReadings(model)
    paths = [path for word in TYPES for path in example(word).candidates]
    paths.append(candidate("who acted in it", DescribedStep("acted in", False, "person"), ends=9))
    with torch.no_grad():
        own = model.score(paths)
        assert torch.allclose(model.score(paths, kept), own, atol=1e-5)
        assert torch.allclose(model.score(paths[::-1], kept).flip(0), own, atol=1e-5)
    assert kept.read_questions(["who wrote it"]).words.shape == (1, 3, SMALL.width)


def test_untrained_it_follows_the_zero_shot_score() -> None:
    torch.manual_seed(0)
    model = new_model(SMALL, TokenWords()).eval()
    asked, step = "who wrote it", DescribedStep("edited by", True, "person")
    paths = (candidate(asked, step, score=0.2), candidate(asked, step, score=1.0))
    assert best(model, paths) == paths[1]


def test_only_paths_of_some_gain_are_learnt_from() -> None:
    model = new_model(SMALL, TokenWords())
    a, b = example("wrote").candidates[:2]
    pairs = [PathExample((a, b), gains) for gains in ((0.5, 0.0), (0.25, 0.25))]
    loss = model(pairs).detach()
    assert float(loss[0]) == pytest.approx(0.69, abs=0.3)
    assert float(loss[1]) == pytest.approx(0.0, abs=1e-5)


def test_questions_without_an_answer_in_the_graph_teach_nothing(tmp_path: Path) -> None:
    empty = PathExample(LEARN[0].candidates, (0.0, 0.0, 0.0))
    settings = replace(QUICK, epochs=1)
    trained(tmp_path / "a", settings, [*LEARN, empty])
    assert read_artefact(tmp_path / "a").facts["training"]["examples"] == len(LEARN)
    with pytest.raises(InvalidInput, match="training examples are empty, or none has an answer"):
        trained(tmp_path / "b", settings, [empty])


def test_a_stopped_training_goes_on_with_the_same_losses(folder: Path, tmp_path: Path) -> None:
    class Stop(Exception):
        pass

    def report(name: str, *_: int) -> None:
        if name == "epoch 5":
            raise Stop

    with pytest.raises(Stop):
        trained(tmp_path, report=report)
    trained(tmp_path)

    def losses(place: Path) -> list[float]:
        told = map(json.loads, (place / METRICS).read_text().splitlines())
        return [line.get("validation", line.get("loss")) for line in told]

    assert losses(tmp_path) == losses(folder)


def test_an_artefact_is_refused_where_it_does_not_belong(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"trained for the system 'steiner', expected one for"):
        Chosen("g-retriever", model=str(folder)).trained()
    with pytest.raises(InvalidInput, match="is not a model that steiner trained"):
        PATH_SCORER.load(tmp_path, TokenWords())
    with pytest.raises(InvalidInput, match="the embedder letters has no `embed_tokens`"):
        PATH_SCORER.load(folder, HashEmbedder())


def test_a_scorer_of_an_older_form_is_refused_with_the_way_to_a_new_one(
    folder: Path, tmp_path: Path
) -> None:
    older = tmp_path / "older"
    shutil.copytree(folder, older)
    described = json.loads((older / SETTINGS).read_text())
    del described["form"], described["share"]
    (older / SETTINGS).write_text(json.dumps(described))
    with pytest.raises(InvalidInput, match=r"form 1, .* reads form \d.*steiner train --questions"):
        PATH_SCORER.load(older, TokenWords())
    with pytest.raises(InvalidInput, match=r"form 1, .* benchmarks/pretrain"):
        new_model(replace(SMALL, start=str(older)), TokenWords())


def test_examples_are_read_as_they_were_written(tmp_path: Path) -> None:
    file = tmp_path / "paths.jsonl"
    packed = {
        "texts": ["who wrote it", "movie"],
        "steps": [["written by", False, "person"]],
        "paths": [[0, 1, [0, 0], 1.5, 3, 0.85], [0, 1, [], 0.1, 1, 0.85]],
    }
    file.write_text(json.dumps({"question": "q", "paths": packed, "gains": [0.5, 0]}) + "\n")
    (read,) = RelationPaths().read(file)
    step = DescribedStep("written by", False, "person")
    assert read.candidates[0] == Candidate("who wrote it", "movie", (step, step), 1.5, 3, 0.85)
    assert read.gains == (0.5, 0.0)
    file.write_text('{"question": "q", "paths": {}}\n')
    with pytest.raises(InvalidInput, match="line 1: expected paths with gains"):
        RelationPaths().read(file)


def test_on_a_strange_graph_the_zero_shot_score_counts(folder: Path) -> None:
    rater = LearnedPathScorer(PATH_SCORER.load(folder, TokenWords()))
    assert rater.familiarity(["directed by", "written by"]) == pytest.approx(1)
    assert rater.familiarity(["ships via", "located"]) == pytest.approx(0)
    asked = "who wrote it"
    paths = [candidate(asked, DescribedStep("ships via", True, ""), score=x) for x in (0.2, 0.9)]
    assert rater.rate(paths) == pytest.approx([2, 9])


def test_the_trained_score_counts_as_far_as_kept_back_questions_gain(folder: Path) -> None:
    model = PATH_SCORER.load(folder, TokenWords())
    assert model.share > 0
    paths = [path._replace(score=0.1 * i) for i, path in enumerate(example("wrote").candidates)]
    plain = torch.tensor([0.0, 1.0, 2.0])
    with torch.no_grad():
        own = model.score(paths)
    for share in (0.0, 0.25, 1.0):
        model.share = share
        rated = torch.tensor(LearnedPathScorer(model).rate(paths))
        assert torch.allclose(rated, share * own + (1 - share) * plain, atol=1e-4)

"""The table of systems; what a new trained one costs: a system, a model, and this test."""

from __future__ import annotations

import ast
import json
import shutil
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="needs the extra train")
pytest.importorskip("accelerate", reason="needs the extra train")

from click.testing import CliRunner, Result  # noqa: E402
from toy_model import ToyModel  # noqa: E402
from toy_system import TOY  # noqa: E402
from word_doubles import WordEmbedder  # noqa: E402

import steiner  # noqa: E402
from steiner.artefact import SETTINGS, read_artefact  # noqa: E402
from steiner.chosen import Chosen  # noqa: E402
from steiner.cli import cli  # noqa: E402
from steiner.cli.train import training  # noqa: E402
from steiner.errors import InvalidInput  # noqa: E402
from steiner.evaluate.bench import Bench, evaluate  # noqa: E402
from steiner.evaluate.graphs import memory_store  # noqa: E402
from steiner.evaluate.runner import read_run  # noqa: E402
from steiner.model_settings import DEFAULT_MODEL, EncodeSettings  # noqa: E402
from steiner.session import open_generator  # noqa: E402
from steiner.settings import (  # noqa: E402
    DEFAULT_OPTIONS,
    ConnectionSettings,
    RetrieverSettings,
)
from steiner.systems import SYSTEMS, find_system, trained_system  # noqa: E402
from steiner.textual_graph import TextGraph  # noqa: E402
from steiner.train.data.collection import collect  # noqa: E402
from steiner.train.encoder_tuning import TUNING_PRESETS  # noqa: E402

NAMES = ("Ann", "Bob", "Cid", "Dora", "Eve")
TRIPLES = [[a, "knows", b] for a, b in pairwise(NAMES)]
GRAPH = TextGraph.from_triples((a, b, c) for a, b, c in TRIPLES)
ASKED = {"first letter": "Ann", "second letter": "Bob", "third letter": "Cid"}
ROWS = [{"question": question, "answers": [name]} for question, name in ASKED.items()] * 4


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SYSTEMS, TOY.name, TOY)


@pytest.fixture(scope="module")
def questions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the toy system learns from, collected over a graph in memory."""
    folder = tmp_path_factory.mktemp("toy")
    (folder / "questions.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in ROWS))
    embedder = WordEmbedder()
    plain = TOY.retriever(memory_store(GRAPH, embedder), embedder, RetrieverSettings())
    source, file = TOY.needs_training().data, folder / "train.jsonl"
    collect(source, plain, folder / "questions.jsonl", file, DEFAULT_OPTIONS, {})
    return file


def train(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["train", *arguments], catch_exceptions=False)


@pytest.fixture(scope="module")
def folder(questions: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `steiner train` made of it."""
    folder = tmp_path_factory.mktemp("toy") / "model"
    with pytest.MonkeyPatch.context() as patched:
        patched.setitem(SYSTEMS, TOY.name, TOY)
        told = train("--system", "toy", "--questions", str(questions), "--output", str(folder))
    assert f"Trained: steiner ask --model {folder}" in told.output
    return folder


def test_a_toy_system_is_trained_kept_and_asked(folder: Path) -> None:
    artefact, chosen = read_artefact(folder), Chosen(model=str(folder))
    assert (artefact.system, artefact.model) == ("toy", {"sharpness": 5.0})
    assert chosen.system_name() == "toy"
    embedder = WordEmbedder()
    model = chosen.scorer(embedder)
    assert isinstance(model, ToyModel)
    store = memory_store(GRAPH, embedder)
    trained = find_system("toy").retriever(store, embedder, chosen.settings(), model)
    assert [trained.retrieve(question).ranking[0] for question in ASKED] == list(ASKED.values())
    assert "Sharpness 5.0." in (folder / "README.md").read_text()


def test_it_is_evaluated_by_its_folder_alone(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("steiner.evaluate.own_graphs.open_embedder", lambda _: WordEmbedder())
    row = {"id": "1", "question": "third letter", "answer": ["Cid"], "q_entity": []}
    (tmp_path / "dev.jsonl").write_text(json.dumps({**row, "graph": TRIPLES}) + "\n")
    chosen = Chosen(model=(str(folder),))
    evaluate(ConnectionSettings(), chosen, Bench("rog", tmp_path), tmp_path / "run")
    settings, rows = read_run(tmp_path / "run")
    assert settings["system"] == "toy"
    assert rows[0]["ranking"][0] == "Cid"


def test_a_run_does_not_go_on_with_another_model_of_the_same_name(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("steiner.evaluate.own_graphs.open_embedder", lambda _: WordEmbedder())
    row = {"id": "1", "question": "third letter", "answer": ["Cid"], "q_entity": []}
    (tmp_path / "dev.jsonl").write_text(json.dumps({**row, "graph": TRIPLES}) + "\n")
    model = tmp_path / "model"
    shutil.copytree(folder, model)
    asked = Chosen(model=str(model)), Bench("rog", tmp_path), tmp_path / "run"
    evaluate(ConnectionSettings(), *asked)
    evaluate(ConnectionSettings(), *asked)
    described = json.loads((model / SETTINGS).read_text())
    (model / SETTINGS).write_text(json.dumps({**described, "digest": "trained anew"}))
    with pytest.raises(InvalidInput, match="a run with another content of models and files"):
        evaluate(ConnectionSettings(), *asked)


def test_a_finished_training_says_that_it_was_done_before(folder: Path, questions: Path) -> None:
    arguments = ("--system", "toy", "--questions", str(questions), "--output", str(folder))
    told = train(*arguments).output
    assert "Trained:" not in told
    assert "Nothing to do, it was trained before with these settings" in told
    with pytest.raises(InvalidInput, match="trained with other settings or examples"):
        train(*arguments, "--epochs", "2")


def test_a_scorer_goes_with_a_language_model(folder: Path) -> None:
    both = Chosen(model=(str(folder), "none"))
    assert both.trained() is not None
    assert both.language_model() == "none"
    assert open_generator(both)
    assert not Chosen(model=str(folder)).writes()
    assert both.writes()


def changed(folder: Path, **fields: Any) -> str:
    """Write a folder that says something else of itself."""
    described = json.loads((folder / SETTINGS).read_text())
    other = folder.parent / "-".join(fields)
    other.mkdir(exist_ok=True)
    (other / SETTINGS).write_text(json.dumps({**described, **fields}))
    return str(other)


def test_folders_that_cannot_be_used_are_refused(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"is not a model that steiner trained: expected a fol"):
        read_artefact(tmp_path)
    with pytest.raises(InvalidInput, match="written by a newer steiner: format 9, this one reads"):
        Chosen(model=changed(folder, format=9)).trained()
    with pytest.raises(InvalidInput, match=r"system 'unheard', which this steiner does not have"):
        Chosen(model=changed(folder, system="unheard")).trained()
    with pytest.raises(InvalidInput, match=r"for the system 'toy', expected one for 'steiner'\. L"):
        Chosen("steiner", model=str(folder)).trained()
    with pytest.raises(InvalidInput, match="One trained model is used at a time, got 2"):
        Chosen(model=(str(folder), changed(folder, more=1))).trained()
    with pytest.raises(InvalidInput, match="One language model is used at a time, got one, other"):
        Chosen(model=("one", "other")).language_model()


def test_a_training_that_was_stopped_is_no_language_model(tmp_path: Path) -> None:
    (tmp_path / "metrics.jsonl").write_text('{"step": 1, "loss": 2.0}\n')
    with pytest.raises(InvalidInput, match=r"stopped before its end\. The command .* goes on"):
        Chosen(model=str(tmp_path)).system_name()
    (tmp_path / "config.json").write_text("{}")
    assert Chosen(model=str(tmp_path)).language_model() == str(tmp_path)


def test_unknown_systems_and_presets_are_named() -> None:
    with pytest.raises(InvalidInput, match=r"no system 'ste'; .*Did you mean 'steiner'"):
        find_system("ste")
    with pytest.raises(InvalidInput, match="'bm25' has no model to train"):
        trained_system("bm25")
    with pytest.raises(InvalidInput, match="no preset 'large'; the system has small, published"):
        SYSTEMS["g-retriever"].needs_training().preset("large")


def test_what_is_called_published_is_the_papers_and_small_is_the_default() -> None:
    trained = SYSTEMS["g-retriever"].needs_training()
    small, published = trained.preset(), trained.preset("published")
    assert small is trained.preset("small")
    assert (published.model.position, published.training.rate) == ("before", 1e-5)
    assert (small.model.position, small.training.rate) == ("after", 1e-3)
    assert published.model.encode == EncodeSettings(layers=4, heads=4, width=1024)
    # G-Retriever's own row is the frozen model, Align-GRAG's generator has adapters.
    generator = SYSTEMS["align-grag"].stage("generator")
    assert (published.model.lora, generator.preset("published").model.lora) == (False, True)
    assert not generator.preset().model.lora
    assert (generator.preset("published").model.labelled, published.model.labelled) == (True, False)


@pytest.mark.parametrize(
    ("system", "llm", "embedder", "floor"),
    [
        ("g-retriever", "Llama-2-7b-hf", "all-roberta-large-v1", 5e-6),
        ("align-grag", "Llama-2-7b-hf", "all-roberta-large-v1", 5e-6),
        ("retrieval-and-reasoning", "Llama-2-7b-chat-hf", "all-MiniLM-L6-v2", 0.0),
    ],
)
def test_every_part_that_is_called_published_has_the_papers_model(
    system: str, llm: str, embedder: str, floor: float
) -> None:
    for stage in SYSTEMS[system].needs_training().stages():
        published, small = stage.preset("published"), stage.preset()
        assert published.model.llm.endswith(llm)
        assert published.model.embedder.endswith(embedder)
        assert small.model.llm == DEFAULT_MODEL
        if stage.part != "generator" and system != "retrieval-and-reasoning":
            assert published.training.floor == floor
    assert TUNING_PRESETS["published"].encoder == "BAAI/bge-base-en-v1.5"


def test_only_the_table_names_systems() -> None:
    source = Path(steiner.__file__).parent
    names = {name for name in SYSTEMS if name != "toy"} - {"steiner"}
    users = {
        path.relative_to(source).as_posix()
        for path in source.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and node.value in names
    }
    own = (
        *("align_grag", "g_retriever", "retrieval_and_reasoning", "walk_and_retrieve"),
        "search_on_graph",
    )
    assert users == {f"systems/{name}.py" for name in own}


def test_what_the_papers_vary_is_an_option_of_the_command() -> None:
    varied = {
        *("textual", "virtual_tokens", "max_new_tokens", "lora", "rank", "alpha", "lora_rate"),
        *("kind", "layers", "heads", "width", "projector", "llm", "embedder", "rate", "floor"),
        *("warmup", "weight_decay", "clip", "epochs", "patience", "steps", "max_text", "tokens"),
    }
    assert varied <= {option.name for option in training.train.params}

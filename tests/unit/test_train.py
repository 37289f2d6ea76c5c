"""Training: learns, goes on where it was, and ends in clear errors."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="needs the extra train")
pytest.importorskip("torch_geometric.nn", reason="needs the extra train")
pytest.importorskip("accelerate", reason="needs the extra train")

from model_doubles import EXAMPLES, HashEmbedder, save_tiny_model  # noqa: E402

from steiner.errors import InvalidInput, TrainingFailed  # noqa: E402
from steiner.model_settings import (  # noqa: E402
    EncodeSettings,
    GraphModelSettings,
    Preset,
    TrainSettings,
)
from steiner.models.graph_artefact import (  # noqa: E402
    GRAPH_LANGUAGE_MODEL,
    embeddings_only,
    from_pretrained,
    new_model,
)
from steiner.models.language_model.graph_language_model import GraphLanguageModel  # noqa: E402
from steiner.progress import silent  # noqa: E402
from steiner.systems.g_retriever import G_RETRIEVER  # noqa: E402
from steiner.textual_graph import Example, TextGraph  # noqa: E402
from steiner.train import checkpoint  # noqa: E402
from steiner.train.cards import CARD, SOFT_PROMPT  # noqa: E402
from steiner.train.guards import memory_errors  # noqa: E402
from steiner.train.metrics import METRICS, PLOT  # noqa: E402
from steiner.train.processes import shared_batch  # noqa: E402
from steiner.train.run import OtherTrainings, Training  # noqa: E402
from steiner.train.schedule import Order, rate_at, rate_share  # noqa: E402
from steiner.train.sharding import Keeper  # noqa: E402

QUICK = TrainSettings(epochs=3, batch=2, rate=3e-3, clip=1.0, warmup=0.5, checkpoint=2, patience=9)
TRAIN = EXAMPLES * 3


class Stop(Exception):
    """The process was killed here."""


@pytest.fixture(scope="module")
def chosen(tmp_path_factory: pytest.TempPathFactory) -> GraphModelSettings:
    llm = save_tiny_model(tmp_path_factory.mktemp("llm"))
    encode = EncodeSettings(layers=1, heads=2, width=16, projector=24, dropout=0.1)
    return GraphModelSettings(llm=llm, encode=encode, max_new_tokens=8)


def trained(
    chosen: GraphModelSettings, folder: Path, settings: TrainSettings = QUICK, **options: Any
) -> GraphLanguageModel:
    examples = options.pop("examples", (TRAIN, EXAMPLES))
    preset = Preset(chosen, settings)
    model = G_RETRIEVER.train(preset, examples, folder, embedder=HashEmbedder(), **options)
    assert isinstance(model, GraphLanguageModel)
    return model


def metrics(folder: Path) -> list[dict[str, float]]:
    lines = [json.loads(line) for line in (folder / METRICS).read_text().splitlines()]
    return [{k: v for k, v in line.items() if k != "seconds"} for line in lines]


def test_training_lowers_the_loss_and_leaves_one_folder(
    chosen: GraphModelSettings, tmp_path: Path
) -> None:
    model = trained(chosen, tmp_path)
    told = [line["validation"] for line in metrics(tmp_path) if "validation" in line]
    assert told[-1] < told[0]
    with torch.no_grad():
        assert float(model(EXAMPLES).mean()) == pytest.approx(min(told), abs=1e-4)
    held = {path.name for path in tmp_path.iterdir()}
    assert {"steiner.json", "soft_prompt.safetensors", CARD, METRICS} <= held <= {
        "steiner.json", "soft_prompt.safetensors", CARD, METRICS, PLOT
    }  # fmt: skip
    card = (tmp_path / CARD).read_text()
    assert "9 questions" in card
    assert "| rate | 0.003 |" in card


@pytest.mark.parametrize("lora", [False, True])
def test_a_stopped_training_goes_on_with_the_same_losses(
    chosen: GraphModelSettings, tmp_path: Path, lora: bool
) -> None:
    pytest.importorskip("peft")
    chosen = replace(chosen, lora=lora)
    whole = trained(chosen, tmp_path / "whole")
    for stop in (3, 8):

        def report(_: str, __: int, ___: int, stop: int = stop) -> None:
            if len(metrics(tmp_path / "cut")) >= stop:
                raise Stop

        with pytest.raises(Stop):
            trained(chosen, tmp_path / "cut", report=report)
    again = trained(chosen, tmp_path / "cut")
    assert metrics(tmp_path / "cut") == metrics(tmp_path / "whole")
    with torch.no_grad():
        torch.testing.assert_close(again(EXAMPLES), whole(EXAMPLES), rtol=0, atol=0)


def test_a_kill_in_the_middle_of_a_checkpoint_costs_only_that_one(
    chosen: GraphModelSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trained(chosen, tmp_path / "whole")
    written = 0

    def killed(self: Path, *arguments: Any, **options: Any) -> int:
        nonlocal written
        written += self.name == "state.json"
        if written == 3:
            raise Stop
        return write(self, *arguments, **options)

    write = Path.write_text
    monkeypatch.setattr(Path, "write_text", killed)
    with pytest.raises(Stop):
        trained(chosen, tmp_path / "cut")
    monkeypatch.undo()
    assert (tmp_path / "cut" / "checkpoint.draft").is_dir()
    trained(chosen, tmp_path / "cut")
    assert metrics(tmp_path / "cut") == metrics(tmp_path / "whole")


def test_accumulated_batches_are_one_large_batch(
    chosen: GraphModelSettings, tmp_path: Path
) -> None:
    still = replace(chosen, encode=replace(chosen.encode, dropout=0.0))
    same = EXAMPLES * 4
    small = replace(QUICK, batch=2, accumulate=3, epochs=2)
    large = replace(QUICK, batch=6, accumulate=1, epochs=2)
    steps = []
    for name, settings in (("small", small), ("large", large)):
        model = trained(still, tmp_path / name, settings, examples=(same, EXAMPLES))
        with torch.no_grad():
            steps.append(model(EXAMPLES))
    torch.testing.assert_close(steps[0], steps[1], rtol=0, atol=1e-4)
    assert len([m for m in metrics(tmp_path / "small") if "loss" in m]) == 4


def test_cached_training_has_the_same_losses(chosen: GraphModelSettings, tmp_path: Path) -> None:
    after = replace(chosen, position="after")
    trained(after, tmp_path / "whole")
    trained(after, tmp_path / "cached", replace(QUICK, cached=True))
    # On a GPU in bfloat16, whose rounding depends on how many tokens are read at once.
    close = 1e-3 if torch.cuda.is_available() else 1e-4
    for one, other in zip(metrics(tmp_path / "whole"), metrics(tmp_path / "cached"), strict=True):
        assert one == pytest.approx(other, abs=close)


def test_it_stops_when_validation_does_not_get_better(
    chosen: GraphModelSettings, tmp_path: Path
) -> None:
    wrong = [Example(e.question, ("no yes",), e.graph) for e in EXAMPLES]
    settings = replace(QUICK, epochs=30, patience=1, rate=0.05)
    trained(chosen, tmp_path, settings, examples=(TRAIN, wrong))
    told = [line["validation"] for line in metrics(tmp_path) if "validation" in line]
    assert len(told) < 30
    assert told[-1] > min(told)


def test_a_finished_training_is_loaded_and_another_is_refused(
    chosen: GraphModelSettings, tmp_path: Path
) -> None:
    once = replace(QUICK, epochs=1)
    model = trained(chosen, tmp_path, once)
    with torch.no_grad():
        torch.testing.assert_close(trained(chosen, tmp_path, once)(EXAMPLES), model(EXAMPLES))
    with pytest.raises(InvalidInput, match="other settings or examples"):
        trained(chosen, tmp_path, replace(once, seed=5))


def test_an_unfinished_training_of_other_settings_is_refused(
    chosen: GraphModelSettings, tmp_path: Path
) -> None:
    def report(_: str, done: int, __: int) -> None:
        if done > 3:
            raise Stop

    with pytest.raises(Stop):
        trained(chosen, tmp_path, report=report)
    with pytest.raises(InvalidInput, match="unfinished training with other settings"):
        trained(chosen, tmp_path, replace(QUICK, rate=1e-4))


def test_a_loss_that_is_no_number_ends_clearly(
    chosen: GraphModelSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nothing = torch.full((2,), torch.nan)
    monkeypatch.setattr(GraphLanguageModel, "forward", lambda *_: nothing)
    with pytest.raises(TrainingFailed, match=r"no number \(epoch 1, step 0, learning rate"):
        trained(chosen, tmp_path)


def test_a_validation_loss_that_is_no_number_ends_clearly(
    chosen: GraphModelSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("steiner.train.loop.Trainer.loss", lambda *_: float("nan"))
    with pytest.raises(TrainingFailed, match=r"validation loss is no number .* with a lower rate"):
        trained(chosen, tmp_path)


@pytest.mark.parametrize("error", [MemoryError(), RuntimeError("can't allocate memory: 9 bytes")])
def test_too_little_memory_ends_clearly(
    chosen: GraphModelSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fail(*_: Any) -> None:
        raise error

    monkeypatch.setattr(GraphLanguageModel, "forward", fail)
    with pytest.raises(TrainingFailed, match=r"batches of 2.*smaller batch, --batch 1 --ac"):
        trained(chosen, tmp_path)


def test_what_takes_less_memory_is_what_is_not_set_yet() -> None:
    def told(**settings: Any) -> str:
        error = MemoryError()
        with pytest.raises(TrainingFailed) as raised, memory_errors(TrainSettings(**settings)):
            raise error
        return str(raised.value).partition("another folder with ")[2]

    begun = "a smaller batch, --batch 5 --accumulate 9, or --recompute (a third more time), or "
    assert told(batch=15, accumulate=3).startswith(begun)
    assert told(batch=1, recompute=True) == "a lower --max-text, or --lora --quantised."
    assert "--no-cached" in told(cached=True)


@pytest.mark.parametrize(
    "examples", [([], EXAMPLES), (TRAIN, []), ([Example("?", (), TextGraph())], EXAMPLES)]
)
def test_nothing_to_learn_from_is_refused(
    chosen: GraphModelSettings,
    tmp_path: Path,
    examples: tuple[Sequence[Example], Sequence[Example]],
) -> None:
    with pytest.raises(InvalidInput, match="examples are empty, or none has an answer"):
        trained(chosen, tmp_path, examples=examples)


def test_nothing_to_train_is_refused(chosen: GraphModelSettings, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="zero-shot"):
        trained(replace(chosen, form="text"), tmp_path)


def test_the_rate_warms_up_then_falls_by_half_a_cosine() -> None:
    settings = TrainSettings(epochs=10, warmup=1.0)
    shares = [rate_share(epoch, settings) for epoch in (0.0, 0.5, 1.0, 5.5, 10.0)]
    assert shares == pytest.approx([0.001, 0.501, 1.0, 0.5, 0.0], abs=1e-3)


@pytest.mark.parametrize(
    "wrong", [{"epochs": 0}, {"batch": 0}, {"rate": 0.0}, {"patience": 0}, {"clip": -1.0}]
)
def test_impossible_settings_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(InvalidInput, match=f"TrainSettings.{next(iter(wrong))} must be above 0"):
        TrainSettings(**wrong)


def test_no_checkpoint_means_a_new_beginning(tmp_path: Path) -> None:
    layer = torch.nn.Linear(2, 2)
    optimiser = torch.optim.AdamW(layer.parameters())
    resumed = checkpoint.resume(tmp_path, "x", layer, optimiser, Keeper())
    assert resumed == checkpoint.TrainingState("x")


def test_a_warm_start_points_the_soft_token_at_the_answers(
    chosen: GraphModelSettings, tmp_path: Path
) -> None:
    model = trained(chosen, tmp_path / "cold", replace(QUICK, epochs=1, rate=1e-9))
    warm = trained(chosen, tmp_path / "warm", replace(QUICK, epochs=1, rate=3e-3, warm=20))
    heads = model.llm.get_output_embeddings().weight

    def share(of: GraphLanguageModel) -> float:
        firsts = [of.ids.label(example.answers)[0] for example in EXAMPLES]
        likely = of.soft_tokens(EXAMPLES).mean(dim=1) @ heads[sorted(set(firsts))].T
        told = [sorted(set(firsts))[i] for i in likely.argmax(dim=1).tolist()]
        right = [a == b for a, b in zip(told, firsts, strict=True)]
        return right.count(True) / len(right)

    assert share(warm) == 1 > share(model)


def test_each_stage_is_told_to_its_end(chosen: GraphModelSettings, tmp_path: Path) -> None:
    seen: dict[str, tuple[int, int]] = {}

    def report(stage: str, done: int, total: int) -> None:
        seen[stage] = done, total

    trained(chosen, tmp_path, replace(QUICK, epochs=1, warm=2), report=report)
    assert seen == {"warm start": (18, 18), "epoch 1": (5, 5)}


def test_adapters_alone_train_without_a_soft_prompt(
    chosen: GraphModelSettings, tmp_path: Path
) -> None:
    pytest.importorskip("peft", reason="needs the extra train")
    text = replace(chosen, form="text", lora=True)
    trained(text, tmp_path, replace(QUICK, epochs=1, warm=1))
    assert metrics(tmp_path)[0]["loss"] > 0


def test_a_single_training_is_not_averaged_with_itself(
    chosen: GraphModelSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def copied(*_: Any) -> None:
        raise AssertionError("the weights were copied")

    monkeypatch.setattr(OtherTrainings, "_trained", copied)
    model = new_model(chosen, HashEmbedder(), "cpu")
    monkeypatch.setattr(checkpoint, "restore", copied)
    training = Training(
        "g-retriever", Preset(chosen, QUICK), (TRAIN, EXAMPLES), tmp_path, SOFT_PROMPT
    )
    OtherTrainings(GRAPH_LANGUAGE_MODEL, training, silent, HashEmbedder()).average(model)


def test_a_batch_is_that_of_all_processes_together() -> None:
    data_loader = pytest.importorskip("accelerate.data_loader")
    loader: Any = torch.utils.data.DataLoader(
        list(range(12)),
        batch_size=4,
        sampler=Order(12, 0, 0),
        collate_fn=list,
    )
    halves = [
        list(
            data_loader.prepare_data_loader(
                loader, num_processes=2, process_index=i, split_batches=True, put_on_device=False
            )
        )
        for i in range(2)
    ]
    together = [[*one, *other] for one, other in zip(*halves, strict=True)]
    assert together == list(loader)
    assert shared_batch(64, 4) == 16
    with pytest.raises(
        InvalidInput, match=r"batch of 4 .*shared evenly by 3\. Take a multiple of 3"
    ):
        shared_batch(4, 3)


def test_a_folder_says_how_it_was_trained_and_answers_so(
    chosen: GraphModelSettings, tmp_path: Path
) -> None:
    trained(chosen, tmp_path, replace(QUICK, epochs=1))
    file = tmp_path / "steiner.json"
    described = json.loads(file.read_text())
    how = {name: described["training"][name] for name in ("processes", "batch_per_process")}
    assert how == {"processes": 1, "batch_per_process": 2}
    assert described["training"]["precision"] == "no"
    described["training"]["precision"] = "bf16"
    file.write_text(json.dumps(described))
    with from_pretrained(tmp_path, HashEmbedder(), "cpu").answering():
        assert torch.is_autocast_enabled("cpu")
        assert torch.get_autocast_dtype("cpu") == torch.bfloat16


def test_a_whole_model_is_served_with_its_own_token_embeddings(
    chosen: GraphModelSettings, tmp_path: Path
) -> None:
    whole = replace(chosen, form="text", whole=True)
    model = trained(whole, tmp_path, replace(QUICK, epochs=1, rate=1e-1))
    served = embeddings_only(tmp_path, HashEmbedder())
    own = model.llm.get_input_embeddings().weight
    torch.testing.assert_close(served.llm.get_input_embeddings().weight, own)


def test_the_rate_falls_to_the_authors_floor() -> None:
    settings = TrainSettings(epochs=10, warmup=1.0, rate=1e-5, floor=5e-6)
    rates = [rate_at(epoch, 1e-5, settings) for epoch in (0.5, 1.0, 5.5, 10.0)]
    # lr = 5e-6 + (1e-5 - 5e-6) * (1 + cos) / 2 behind the warm-up.
    assert rates == pytest.approx([0.5e-5, 1e-5, 7.5e-6, 5e-6], rel=3e-3)
    assert rate_at(7.0, 2e-6, settings) == pytest.approx(2e-6)

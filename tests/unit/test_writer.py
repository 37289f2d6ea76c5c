"""Texts for prompts: each is written once, kept when stopped, and its cost shown beforehand."""

from __future__ import annotations

import io
import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

from steiner.errors import MissingExtra, ModelFailed
from steiner.evidence import Usage
from steiner.generate import GenerateSettings
from steiner.generate.chat import is_chat_model
from steiner.generate.model_identity import local_identity
from steiner.generate.writer import ChatTexts, LocalTexts, Writer, open_text_model
from steiner.settings import RetrieverSettings
from steiner.systems import retrieval_and_reasoning


class Shouts:
    """Writes the prompt in capitals; stopped by Ctrl-C after `calls` batches."""

    def __init__(self, name: str = "shouts", calls: int = 99) -> None:
        self.name, self._left = name, calls
        self.asked: list[list[str]] = []

    def count_tokens(self, text: str) -> int:
        return len(text.split())

    def write(self, prompts: Sequence[str]) -> list[str]:
        if not self._left:
            raise KeyboardInterrupt
        self._left -= 1
        self.asked.append(list(prompts))
        return [prompt.upper() for prompt in prompts]


def writer(file: Path, model: Shouts, out: io.StringIO | None = None) -> Writer:
    return Writer(model, file, batch=2, console=Console(file=out or io.StringIO()))


def test_each_prompt_is_written_once_in_batches(tmp_path: Path) -> None:
    model, file = Shouts(), tmp_path / "new" / "texts.jsonl"
    prompts = ["one", "two", "one", "drei\u2028ü"]
    assert writer(file, model).write(prompts) == ["ONE", "TWO", "ONE", "DREI\u2028Ü"]
    assert model.asked == [["one", "two"], ["drei\u2028ü"]]
    again = Shouts()
    assert writer(file, again).write(["two", "drei\u2028ü"]) == ["TWO", "DREI\u2028Ü"]
    assert again.asked == []


def test_another_model_writes_its_own(tmp_path: Path) -> None:
    writer(tmp_path / "t.jsonl", Shouts()).write(["one"])
    other = Shouts("another")
    writer(tmp_path / "t.jsonl", other).write(["one"])
    assert other.asked == [["one"]]


def test_a_model_trained_on_in_its_place_writes_its_own(tmp_path: Path) -> None:
    folder = tmp_path / "model"
    folder.mkdir()
    (folder / "config.json").write_text("{}")
    weights = folder / "model.safetensors"
    weights.write_bytes(b"\0" * 100)
    greedy = GenerateSettings()
    before = local_identity(str(folder), greedy)
    assert local_identity(str(folder), greedy) == before
    weights.write_bytes(b"\0" * 99 + b"\1")
    os.utime(weights, ns=(1, 1))
    assert local_identity(str(folder), greedy) != before
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    assert local_identity(str(copy), greedy) == local_identity(str(folder), greedy)


def test_each_seed_of_a_sampling_model_writes_its_own(tmp_path: Path) -> None:
    seeds = [GenerateSettings(temperature=0.8, top_p=0.9, seed=seed) for seed in (0, 1)]
    asked = []
    for settings in (*seeds, seeds[0]):
        model = Shouts()
        model.identity = local_identity("org/name", settings)  # type: ignore[attr-defined]
        writer(tmp_path / "t.jsonl", model).write(["one"])
        asked.append(len(model.asked))
    assert asked == [1, 1, 0]
    cold = [GenerateSettings(seed=seed) for seed in (0, 1)]
    assert len({local_identity("org/name", settings) for settings in cold}) == 1


def test_a_chat_model_of_other_settings_writes_its_own() -> None:
    pytest.importorskip("langchain_core", reason="needs the extra langchain")
    from langchain_core.language_models.fake_chat_models import FakeListChatModel

    identities = [
        ChatTexts(FakeListChatModel(responses=answers), "fake:list").identity
        for answers in (["a"], ["b"], ["a"])
    ]
    assert identities[0] == identities[2] != identities[1]


def test_what_is_told_beforehand_is_a_message_of_its_own_and_tells_texts_apart() -> None:
    asked: list[Any] = []

    class Chat:
        def batch(self, messages: list[Any]) -> list[Any]:
            asked.extend(messages)
            return [SimpleNamespace(text="yes") for _ in messages]

    class Local:
        model, settings = "org/name", GenerateSettings()

        def count_tokens(self, _: str) -> int:
            return 0

        def complete(self, messages: Any) -> str:
            asked.append([(each["role"], each["content"]) for each in messages])
            return "yes"

    local: Any = Local()
    told: list[Any] = [ChatTexts(Chat(), "a:b", "Be brief."), LocalTexts(local, "Be brief.")]
    plain: list[Any] = [ChatTexts(Chat(), "a:b"), LocalTexts(local)]
    assert [each.write(["Who?"]) for each in (*told, *plain)] == [["yes"]] * 4
    assert asked == [[("system", "Be brief."), ("user", "Who?")]] * 2 + [[("user", "Who?")]] * 2
    assert all(a.identity != b.identity for a, b in zip(told, plain, strict=True))


def test_the_seed_is_a_setting_of_planner_and_reasoner(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[GenerateSettings] = []

    def text_model(name: str, settings: GenerateSettings) -> Shouts:
        opened.append(settings)
        return Shouts(name)

    monkeypatch.setattr(retrieval_and_reasoning, "open_text_model", text_model)
    said = {"triples": {"seed": 5, "planner": "org/name"}}
    settings = RetrieverSettings.from_dict(said)
    retrieval_and_reasoning.plan(None, None, settings)  # type: ignore[arg-type]
    retrieval_and_reasoning.reason("org/name", settings)
    assert [(each.seed, each.temperature, each.top_p) for each in opened] == [(5, 0.85, 0.9)] * 2


def test_what_was_written_before_ctrl_c_is_kept(tmp_path: Path) -> None:
    file, prompts = tmp_path / "t.jsonl", ["one", "two", "three"]
    with pytest.raises(KeyboardInterrupt):
        writer(file, Shouts(calls=1)).write(prompts)
    with file.open("a", encoding="utf-8") as half:
        half.write('{"key": "ab", "te')
    again = Shouts()
    assert writer(file, again).write(prompts) == ["ONE", "TWO", "THREE"]
    assert again.asked == [["three"]]
    assert writer(file, Shouts(calls=0)).write(prompts) == ["ONE", "TWO", "THREE"]


def test_prompts_and_tokens_are_shown_beforehand(tmp_path: Path) -> None:
    file, out = tmp_path / "t.jsonl", io.StringIO()
    writer(file, Shouts()).write(["one"])
    told: list[tuple[str, int, int]] = []
    prompts = ["one", "two words", "three words now"]
    writer(file, Shouts(), out).write(prompts, lambda *report: told.append(report))
    text = "3 texts by shouts: 1 written before, 2 to write from 5 tokens."
    assert text in out.getvalue().replace("\n", " ")
    assert told == [("texts", 0, 2), ("texts", 2, 2)]


def test_any_chat_model_writes(tmp_path: Path) -> None:
    pytest.importorskip("langchain_core", reason="needs the extra langchain")
    from langchain_core.language_models.fake_chat_models import FakeListChatModel

    model = ChatTexts(FakeListChatModel(responses=["first", "second"]), "fake:list")
    assert sorted(Writer(model, tmp_path / "t.jsonl").write(["a", "b"])) == ["first", "second"]


def test_a_name_says_whose_model_it_is() -> None:
    assert [n for n in ("openai:gpt-5", "C:\\model", "org/name", "none") if is_chat_model(n)] == [
        "openai:gpt-5"
    ]
    assert isinstance(open_text_model("org/name"), LocalTexts)


def test_a_providers_model_names_the_packages_that_it_needs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("steiner.generate.chat.importlib.util.find_spec", lambda _: None)
    with pytest.raises(MissingExtra, match="pip install langchain langchain-openai"):
        open_text_model("openai:gpt-5")


class Filling:
    """A chat model that can be held to a schema, or refuses to be with a status."""

    def __init__(self, raw: Any, status: int = 0) -> None:
        self.raw, self.status, self.calls = raw, status, list[str]()

    def with_structured_output(self, schema: Any, **_: Any) -> Any:
        def invoke(_: list[Any]) -> dict[str, Any]:
            self.calls.append("filled")
            if self.status:
                error = RuntimeError("no such output")
                error.status_code = self.status  # type: ignore[attr-defined]
                raise error
            return {"raw": self.raw}

        return SimpleNamespace(invoke=invoke)

    def invoke(self, _: list[Any]) -> Any:
        self.calls.append("plain")
        return SimpleNamespace(text="{}")


def test_a_form_is_the_text_or_the_arguments_of_a_tool() -> None:
    text = SimpleNamespace(text='<think>a</think>{"find": "a"}', tool_calls=[])
    tool = SimpleNamespace(text="", tool_calls=[{"args": {"find": "b"}}])
    replies = [ChatTexts(Filling(raw), "x").fill("p", {}).text for raw in (text, tool)]
    assert replies == ['{"find": "a"}', '{"find": "b"}']


def test_tokens_are_those_that_the_provider_counts_where_it_says_them() -> None:
    said = SimpleNamespace(text="{}", usage_metadata={"input_tokens": 900, "output_tokens": 3})
    unsaid = SimpleNamespace(text="{}")
    usage = [ChatTexts(Filling(raw), "x").fill("four char", {}).usage for raw in (said, unsaid)]
    assert usage == [Usage(1, 900, 3), Usage(1, 3, 1)]


def test_a_provider_that_takes_no_schema_is_asked_without_one_from_then_on() -> None:
    model = Filling(None, 400)
    writes = ChatTexts(model, "x")
    assert [writes.fill("p", {}).text, writes.fill("p", {}).text] == ["{}", "{}"]
    assert model.calls == ["filled", "plain", "plain"]


def test_any_other_failure_of_a_provider_is_one_of_the_model() -> None:
    with pytest.raises(ModelFailed, match=r"The model x failed: RuntimeError$"):
        ChatTexts(Filling(None, 429), "x").fill("p", {})

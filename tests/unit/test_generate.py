"""Prompts, the closed vocabulary, answers without a model, chat models: no network, no weights."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from langchain_core.callbacks import BaseCallbackHandler
from langchain_core.language_models.fake_chat_models import FakeListChatModel

from steiner.display.sentences import ENGLISH
from steiner.embed import open_embedder
from steiner.embed.cache_folder import cache_folder
from steiner.errors import InvalidInput, MissingExtra
from steiner.evidence import Evidence, Fact
from steiner.generate import GenerateSettings, prompt
from steiner.generate.chat import ChatGenerator
from steiner.generate.evidence_only import EvidenceOnly
from steiner.generate.grounding.vocabulary import allowed_tokens, trie, words_of
from steiner.generate.local import LocalGenerator
from steiner.graph import Node, Relationship, Subgraph
from steiner.model_settings import DEFAULT_MODEL
from steiner.models.language_model import language_model_files
from steiner.text import Messages, quarter_characters

QUESTION = "Who directed Cast Away?"
NODES = (
    Node(1, "4:x:1", ("Person",), {}, "Robert Zemeckis"),
    Node(2, "4:x:2", ("Movie",), {}, "Cast Away"),
)
FACTS = (
    Fact("F1", "Robert Zemeckis directed Cast Away", (1, 2), (7,), 1.0),
    Fact("F2", "Cast Away (Movie)", (2,), (), 0.5),
)
GRAPH = Subgraph(NODES, (Relationship(7, "5:x:7", "DIRECTED", 1, 2),))
EVIDENCE = Evidence(QUESTION, GRAPH, "\n".join(f.text for f in FACTS), FACTS)
NOTHING = Evidence(QUESTION, Subgraph(), "")


def words_in(messages: Messages) -> int:
    return sum(len(message["content"].split()) for message in messages)


def test_the_tagged_prompt_shows_tags_and_ends_with_the_question() -> None:
    system, user = prompt.tagged(QUESTION, FACTS)
    assert "[F1]" in system["content"]
    assert ENGLISH.not_held in system["content"]
    assert user["content"].startswith(
        "Facts:\n<facts>\n[F1] Robert Zemeckis directed Cast Away\n[F2] "
    )
    assert user["content"].endswith(f"Question: {QUESTION}")


def test_the_closed_prompt_gives_answers_already_found() -> None:
    asked, begun = prompt.closed(QUESTION, FACTS, ["Robert Zemeckis", "Ann"])[-2:]
    assert "The answer is Robert Zemeckis, Ann" in asked["content"]
    assert begun == {"role": "assistant", "content": "Robert Zemeckis, Ann"}
    assert asked["content"].endswith(f"Question: {QUESTION}")


def test_whole_facts_are_cut_from_the_end_and_the_question_never() -> None:
    def build(facts: Sequence[Fact]) -> Messages:
        return prompt.tagged(QUESTION, facts)

    one = words_in(build(FACTS[:1]))
    assert prompt.fit(FACTS, build, words_in, one) == build(FACTS[:1])
    assert prompt.fit(FACTS, build, words_in, 10_000) == build(FACTS)
    assert prompt.fit(FACTS, build, words_in, 0) == build(())
    assert QUESTION in build(())[-1]["content"]


def test_characters_count_as_quarters_rounded_up() -> None:
    assert [quarter_characters(text) for text in ("", "a", "abcd", "abcde")] == [0, 1, 1, 2]


def written(vocabulary: set[str], choose: Callable[[list[int]], int]) -> str:
    root, ids = trie(vocabulary, lambda word: [ord(c) for c in word]), list[int]()
    while (token := choose(allowed_tokens(root, ids, 0))) and len(ids) < 20:
        ids.append(token)
    return "".join(map(chr, ids))


def test_only_words_of_the_vocabulary_can_be_written() -> None:
    assert written({"cat", "cats"}, max).startswith("cats")
    assert written({"cat"}, lambda allowed: allowed[0]) == " cat"
    assert 0 not in allowed_tokens(trie({"cat"}, lambda w: [ord(c) for c in w]), [ord("c")], 0)


def test_ambiguous_splits_do_not_blow_up() -> None:
    root = trie({"a", "aa", "aaa"}, lambda word: [ord(c) for c in word])
    assert ord("a") in allowed_tokens(root, [ord("a")] * 500, 0)


def test_the_vocabulary_keeps_values_as_they_are_written() -> None:
    found = words_of(["C# (P-17): from: 2024-03-02; mail: a@b.example, 50%"])
    assert {"C#", "P-17", "2024-03-02", "a@b.example", "50%"} <= found


def test_without_a_model_the_best_facts_are_the_answer() -> None:
    answer = EvidenceOnly(facts=1).answer(QUESTION, EVIDENCE)
    assert answer.text == "Robert Zemeckis directed Cast Away [F1]"
    assert [citation.tag for citation in answer.citations] == ["F1"]
    assert answer.ungrounded == ()


def test_without_a_model_a_ranking_comes_first() -> None:
    ranked = Evidence(QUESTION, GRAPH, EVIDENCE.text, FACTS, answers=("Robert Zemeckis",))
    answer = EvidenceOnly().answer(QUESTION, ranked)
    assert answer.text == "Robert Zemeckis"
    assert [citation.tag for citation in answer.citations] == ["F1"]


def test_without_evidence_the_answer_says_so() -> None:
    answer = EvidenceOnly().answer(QUESTION, NOTHING)
    assert answer.text == "The graph does not hold this."
    assert answer.citations == ()


class Recorder(BaseCallbackHandler):
    """Keeps the prompts that a chat model was started with."""

    def __init__(self) -> None:
        self.prompts: list[str] = []

    def on_chat_model_start(self, *given: Any, **_: Any) -> None:
        self.prompts.append(str(given[1]))


def test_a_chat_model_answers_with_citations_and_callbacks() -> None:
    recorder = Recorder()
    model = FakeListChatModel(responses=["Robert Zemeckis [F1], says Ann Poe."])
    answer = ChatGenerator(model, {"callbacks": [recorder]}).answer(QUESTION, EVIDENCE)
    assert [citation.tag for citation in answer.citations] == ["F1"]
    assert answer.ungrounded == ("Ann Poe",)
    assert "[F1] Robert Zemeckis directed Cast Away" in recorder.prompts[0]
    assert answer.usage.calls == 1
    assert answer.usage.prompt > answer.usage.reply == 9


def test_a_chat_model_streams() -> None:
    model = FakeListChatModel(responses=["Robert [F1]"])
    pieces = list(ChatGenerator(model).stream(QUESTION, EVIDENCE))
    assert len(pieces) > 1
    assert "".join(pieces) == "Robert [F1]"


def test_what_is_no_chat_model_is_named() -> None:
    generator = ChatGenerator("gpt")  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match=r"chat model .* got str"):
        generator.answer(QUESTION, EVIDENCE)


@pytest.mark.parametrize("bad", [{"max_new_tokens": 0}, {"facts": -1}, {"form": "loud"}])
def test_settings_that_cannot_be_are_refused(bad: dict[str, object]) -> None:
    with pytest.raises(InvalidInput, match=next(iter(bad))):
        GenerateSettings(**bad)  # type: ignore[arg-type]


def test_a_model_that_cannot_be_loaded_is_named(tmp_path: Path) -> None:
    generator = LocalGenerator(str(tmp_path))
    with pytest.raises(InvalidInput, match=r"could not be loaded: .*config\.json.*leave the model"):
        generator.count_tokens("x")


@pytest.mark.parametrize("kind", ["GPT2", "Qwen2", "Gemma"])
def test_a_folder_without_a_tokenizer_is_no_model_of_empty_prompts(
    tmp_path: Path, kind: str
) -> None:
    transformers: Any = pytest.importorskip("transformers", reason="needs the extra local")
    getattr(transformers, f"{kind}Config")().save_pretrained(tmp_path)
    with pytest.raises(InvalidInput, match=r"could not be loaded: .*tokenizer"):
        LocalGenerator(str(tmp_path)).count_tokens("x")
    with pytest.raises(InvalidInput, match=r"could not be loaded.*tokenizer"):
        open_embedder(f"llm:{tmp_path}").embed(["x"])


def test_without_transformers_the_pip_line_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    with pytest.raises(MissingExtra, match=r"pip install 'steiner\[local\]'"):
        LocalGenerator("anything").count_tokens("x")


@pytest.fixture
def gguf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("STEINER_CACHE", str(tmp_path / "cache"))
    path = tmp_path / "model.gguf"
    path.write_bytes(b"weights")
    return path


def test_a_gguf_is_converted_once(gguf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[Path] = []

    def convert(source: Path, target: Path) -> None:
        calls.append(source)
        (target / "done").touch()

    monkeypatch.setattr(language_model_files, "_convert", convert)
    folder = language_model_files.converted(gguf)
    assert (folder / "done").exists()
    assert language_model_files.converted(gguf) == folder
    assert calls == [gguf]
    assert list(folder.parent.iterdir()) == [folder]


def test_a_broken_conversion_leaves_nothing(gguf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def convert(source: Path, target: Path) -> None:  # noqa: ARG001
        (target / "half").touch()
        raise KeyboardInterrupt

    monkeypatch.setattr(language_model_files, "_convert", convert)
    with pytest.raises(KeyboardInterrupt):
        language_model_files.converted(gguf)
    assert list((cache_folder() / "models").iterdir()) == []


def test_of_two_conversions_at_once_one_stays(gguf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def convert(source: Path, target: Path) -> None:  # noqa: ARG001
        (target / "mine").touch()
        other = target.parent / f"{DEFAULT_MODEL}-{gguf.stat().st_size}"
        other.mkdir()
        (other / "theirs").touch()

    monkeypatch.setattr(language_model_files, "_convert", convert)
    folder = language_model_files.converted(gguf)
    assert [path.name for path in folder.iterdir()] == ["theirs"]


def test_without_the_package_the_default_is_the_hubs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language_model_files, "packaged", lambda: None)
    assert language_model_files.resolve(DEFAULT_MODEL) == "HuggingFaceTB/SmolLM2-135M-Instruct"
    assert language_model_files.resolve("a/b") == "a/b"

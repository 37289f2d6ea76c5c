"""From a live graph to a trained artefact and back to answers: command line and LangChain."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="needs the extra train")
pytest.importorskip("torch_geometric.nn", reason="needs the extra train")

from click.testing import CliRunner  # noqa: E402
from conftest import EVERY, run  # noqa: E402
from langchain_core.callbacks import BaseCallbackHandler  # noqa: E402
from langchain_core.language_models import BaseChatModel  # noqa: E402
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel  # noqa: E402
from langchain_core.messages import AIMessage  # noqa: E402
from langchain_tests.integration_tests import ChatModelIntegrationTests  # noqa: E402
from langchain_tests.unit_tests import ChatModelUnitTests  # noqa: E402
from model_doubles import EXAMPLES, save_tiny_model  # noqa: E402

from steiner import session  # noqa: E402
from steiner.answer import Answer  # noqa: E402
from steiner.chosen import Chosen  # noqa: E402
from steiner.cli import cli  # noqa: E402
from steiner.errors import InvalidInput  # noqa: E402
from steiner.generate.graph_generator import GraphGenerator  # noqa: E402
from steiner.integrations.langchain import ChatSteiner, SteinerChain  # noqa: E402
from steiner.models.graph_artefact import from_pretrained  # noqa: E402
from steiner.retrieve.pipeline import Retriever  # noqa: E402
from steiner.settings import ConnectionSettings  # noqa: E402
from steiner.systems import find_system  # noqa: E402
from steiner.textual_graph import write_examples  # noqa: E402

QUESTIONS = Path(__file__).parents[2] / "demo" / "more-questions.jsonl"
CHOSEN = Chosen(system="g-retriever")
ASKED = None if EVERY else 10
"""How many of the questions the scorer learns from; all where STEINER_EVERY is set."""
ORDERS = () if EVERY else ("--averaged", "2")
"""How many trainings the scorer's are averaged of; the preset's where STEINER_EVERY is set."""


@pytest.fixture(scope="module")
def questions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    rows = [json.loads(line) for line in QUESTIONS.read_text(encoding="utf-8").splitlines()][:6]
    path = tmp_path_factory.mktemp("questions") / "train.jsonl"
    path.write_text("".join(f"{json.dumps({**row, 'answers': ['ann']})}\n" for row in rows))
    return path


@pytest.fixture(scope="module")
def trained(
    sample: ConnectionSettings, questions: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """The folder that `steiner train` made of the sample graph."""
    folder = tmp_path_factory.mktemp("trained") / "model"
    llm = save_tiny_model(tmp_path_factory.mktemp("llm"))
    told = run(sample, "train", "--questions", str(questions), "--output", str(folder),
               "--llm", llm, "--layers", "1", "--width", "32", "--epochs", "2", "--rate", "1e-3",
               "--max-text", "200", "--system", "g-retriever")  # fmt: skip
    assert f"--model {folder}" in told.replace("\n", "")
    return folder


@pytest.fixture(scope="module")
def retriever(sample: ConnectionSettings) -> Iterator[Retriever]:
    with session.retriever(sample, CHOSEN) as opened:
        yield opened


@pytest.fixture(scope="module")
def generator(trained: Path) -> GraphGenerator:
    return GraphGenerator(from_pretrained(trained))


def asked(questions: Path) -> str:
    question: str = json.loads(questions.read_text().splitlines()[0])["question"]
    return question


def test_the_command_line_answers_what_the_chain_answers(
    sample: ConnectionSettings,
    trained: Path,
    questions: Path,
    retriever: Retriever,
    generator: GraphGenerator,
) -> None:
    question = asked(questions)
    told = run(sample, "ask", question, "--model", str(trained), "--json")
    answer = json.loads(told)
    assert answer["evidence"]["nodes"]
    assert answer["answer"] == SteinerChain(retriever, generator).invoke(question)["answer"]


def test_the_graphs_that_were_retrieved_are_kept(trained: Path) -> None:
    lines = [json.loads(line) for line in (trained / "train.jsonl").read_text().splitlines()]
    assert len(lines) == 6
    assert all(line["graph"]["nodes"] for line in lines)


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ({"question": "who?"}, 'question 1: expected a list "answers"'),
        ({"question": "who?", "answers": []}, 'question 1: expected a list "answers"'),
    ],
)
def test_questions_without_answers_are_refused(
    sample: ConnectionSettings, tmp_path: Path, row: dict[str, Any], told: str
) -> None:
    (tmp_path / "q.jsonl").write_text(json.dumps(row) + "\n")
    with pytest.raises(InvalidInput, match=told):
        run(sample, "train", "--questions", str(tmp_path / "q.jsonl"),
            "--output", str(tmp_path / "out"), "--system", "g-retriever")  # fmt: skip


def test_a_system_without_a_model_says_which_has_one(
    sample: ConnectionSettings, questions: Path, tmp_path: Path
) -> None:
    with pytest.raises(InvalidInput, match=r"'kaping' has no model to train.*steiner, g-retr"):
        run(sample, "train", "--questions", str(questions), "--output", str(tmp_path),
            "--system", "kaping")  # fmt: skip


@pytest.fixture(scope="module")
def scorer(sample: ConnectionSettings, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder, asked = tmp_path_factory.mktemp("scorer"), tmp_path_factory.mktemp("asked")
    lines = QUESTIONS.read_text(encoding="utf-8").splitlines()[:ASKED]
    (asked / "questions.jsonl").write_text("\n".join(lines), encoding="utf-8")
    run(sample, "train", "--questions", str(asked / "questions.jsonl"), "--output", str(folder),
        "--epochs", "2", *ORDERS)  # fmt: skip
    return folder


class TestPathScorer:
    """The scorer of the default system, trained on what the live graph has around the questions."""

    def test_it_learns_from_questions_and_answers_alone(self, scorer: Path) -> None:
        lines = [json.loads(line) for line in (scorer / "train.jsonl").read_text().splitlines()]
        asked = [json.loads(line) for line in QUESTIONS.read_text().splitlines()[:ASKED]]
        assert [line["question"] for line in lines] == [row["question"] for row in asked]
        assert sum(any(line["gains"]) for line in lines) > 0.8 * len(lines)
        texts = {step[0] for line in lines for step in line["paths"]["steps"]}
        assert "managed by" in texts
        assert (scorer / "path_scorer.safetensors").is_file()

    def test_it_ranks_what_is_retrieved(self, sample: ConnectionSettings, scorer: Path) -> None:
        question = "In which country is the supplier of the Orbis shaft seal located?"
        plain = json.loads(run(sample, "retrieve", question, "--json"))
        told = json.loads(run(sample, "retrieve", question, "--json", "--model", str(scorer)))
        assert told["ranking"]
        assert told["paths"][0]["score"] != plain["paths"][0]["score"]
        assert 0 <= told["confidence"] <= 1

    def test_it_goes_on_from_the_paths_that_were_read(
        self, sample: ConnectionSettings, scorer: Path, tmp_path: Path
    ) -> None:
        """A file of collected paths needs no server."""
        CliRunner().invoke(
            cli,
            ["train", "--uri", "bolt://localhost:1", "--questions", str(scorer / "train.jsonl"),
             "--output", str(tmp_path / "again"), "--epochs", "1", "--averaged", "1"],
            catch_exceptions=False,
        )  # fmt: skip
        assert (tmp_path / "again" / "path_scorer.safetensors").is_file()

    @pytest.mark.parametrize(
        ("arguments", "told"),
        [
            (["--system", "g-retriever"], "was trained for the system 'steiner', expected one for"),
            (["--model", "one", "--model", "other"], "One language model is used at a time, got"),
        ],
    )
    def test_it_is_refused_elsewhere(
        self, sample: ConnectionSettings, scorer: Path, arguments: list[str], told: str
    ) -> None:
        with pytest.raises(InvalidInput, match=told):
            run(sample, "ask", "Who manages it?", *arguments, "--model", str(scorer))

    def test_a_language_model_answers_beside_it(
        self, sample: ConnectionSettings, scorer: Path
    ) -> None:
        question = "In which country is the supplier of the Orbis shaft seal located?"
        models = ("--model", str(scorer), "--model", "none")
        told = json.loads(run(sample, "ask", question, "--json", *models))
        alone = json.loads(run(sample, "retrieve", question, "--json", "--model", str(scorer)))
        assert told["evidence"]["paths"] == alone["paths"]

    def test_settings_of_another_system_are_refused(
        self, sample: ConnectionSettings, tmp_path: Path
    ) -> None:
        with pytest.raises(InvalidInput, match="'steiner' has no setting llm"):
            run(sample, "train", "--questions", str(QUESTIONS), "--output", str(tmp_path),
                "--llm", "any")  # fmt: skip

    def test_a_single_question_is_too_few(self, sample: ConnectionSettings, tmp_path: Path) -> None:
        (tmp_path / "q.jsonl").write_text(QUESTIONS.read_text().splitlines()[0] + "\n")
        with pytest.raises(InvalidInput, match="at least two questions"):
            run(sample, "train", "--questions", str(tmp_path / "q.jsonl"),
                "--output", str(tmp_path / "out"))  # fmt: skip


class TestChain:
    """SteinerChain over a live graph."""

    def test_invoke_batch_and_stream_agree(
        self, retriever: Retriever, generator: GraphGenerator, questions: Path
    ) -> None:
        chain, question = SteinerChain(retriever, generator), asked(questions)
        found = chain.invoke(question)
        assert isinstance(found["result"], Answer)
        assert found["answer"] == found["result"].text
        assert found["context"][0].metadata["element_ids"]
        parts = list(chain.stream({"question": question}))
        assert "".join(part.get("answer", "") for part in parts) == found["answer"]
        assert [row["answer"] for row in chain.batch([question] * 2)] == [found["answer"]] * 2

    async def test_async_faces_give_the_same(
        self, retriever: Retriever, generator: GraphGenerator, questions: Path
    ) -> None:
        chain, question = SteinerChain(retriever, generator), asked(questions)
        found = await chain.ainvoke(question)
        parts = [part async for part in chain.astream(question)]
        assert "".join(part.get("answer", "") for part in parts) == found["answer"]

    def test_config_and_callbacks_reach_the_chat_model(
        self, retriever: Retriever, questions: Path
    ) -> None:
        seen = Seen()
        chat: BaseChatModel = GenericFakeChatModel(messages=iter([AIMessage("Because [F1].")]))
        chain = SteinerChain(retriever, chat)
        config: Any = {"callbacks": [seen], "tags": ["mine"], "metadata": {"user": "ann"}}
        found = chain.invoke(asked(questions), config)
        assert found["result"].citations[0].tag == "F1"
        assert seen.chains == ["SteinerChain"]
        assert seen.models == [(True, "ann")]

    @pytest.mark.parametrize("wrong", [{"input": "?"}, 7, {"question": "?", "k": 3}])
    def test_other_input_is_refused(
        self, retriever: Retriever, generator: GraphGenerator, wrong: Any
    ) -> None:
        with pytest.raises(InvalidInput, match="SteinerChain"):
            SteinerChain(retriever, generator).invoke(wrong)


class Seen(BaseCallbackHandler):
    """Notes which runs began, with what tags and metadata."""

    def __init__(self) -> None:
        self.chains: list[str] = []
        self.models: list[tuple[bool, str]] = []

    def on_chain_start(self, *_: Any, **told: Any) -> None:
        self.chains.append(told["name"])

    def on_chat_model_start(self, *_: Any, **told: Any) -> None:
        self.models.append(("mine" in told["tags"], told["metadata"]["user"]))


class TestChatStandard(ChatModelIntegrationTests):
    """The suite of langchain-tests; tools, images and structured output are not offered."""

    @pytest.fixture(autouse=True)
    def _model(self, generator: GraphGenerator, retriever: Retriever) -> None:
        type(self).given = {"generator": generator, "retriever": retriever, "max_tokens": 8}

    given: dict[str, Any]

    @property
    def chat_model_class(self) -> type[BaseChatModel]:
        return ChatSteiner

    @property
    def chat_model_params(self) -> dict[str, Any]:
        return self.given


class TestChatUnit(ChatModelUnitTests):
    """The unit suite of langchain-tests."""

    @pytest.fixture(autouse=True)
    def _model(self, generator: GraphGenerator) -> None:
        type(self).given = {"generator": generator}

    given: dict[str, Any]

    @property
    def chat_model_class(self) -> type[BaseChatModel]:
        return ChatSteiner

    @property
    def chat_model_params(self) -> dict[str, Any]:
        return self.given


def test_a_chat_reads_the_graph_and_earlier_messages(
    generator: GraphGenerator, retriever: Retriever, questions: Path
) -> None:
    chat = ChatSteiner(generator=generator, retriever=retriever)
    question = asked(questions)
    evidence = retriever.retrieve(question)
    assert chat.invoke(question).text.strip() == generator.answer(question, evidence).text
    talk = [("human", "who"), ("ai", "ann"), ("human", question)]
    assert chat.invoke(talk).usage_metadata["input_tokens"] > 0  # type: ignore[index]


def test_a_chat_stops_at_a_word_spread_over_pieces() -> None:
    from steiner.integrations.langchain.chat_model import until

    pieces = ["an", "n li", "kes ", "bob"]
    assert "".join(until(iter(pieces), ["likes", "bob"])) == "ann "
    assert "".join(until(iter(pieces), [])) == "ann likes bob"


def test_a_chat_without_a_human_at_the_end_is_refused(generator: GraphGenerator) -> None:
    with pytest.raises(InvalidInput, match="human message at the end"):
        ChatSteiner(generator=generator).invoke([("ai", "hello")])


def test_the_system_is_known() -> None:
    assert find_system("g-retriever").paper.startswith("He et al. 2024")


def trained_by(processes: int, llm: str, questions: Path, output: Path) -> list[dict[str, float]]:
    """Train with so many processes (gloo) and return the lines of metrics.jsonl."""
    command = [sys.executable, "-W", "ignore", "-m", "torch.distributed.run", "--standalone"]
    command += ["--nproc_per_node", str(processes), "-m", "steiner", "train"]
    command += ["--system", "g-retriever", "--questions", str(questions), "--output", str(output)]
    command += ["--llm", llm, "--layers", "1", "--width", "32", "--epochs", "1", "--batch", "2"]
    command += ["--recompute", "--no-cached"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return [json.loads(line) for line in (output / "metrics.jsonl").read_text().splitlines()]


def test_two_processes_share_the_batches_and_learn_as_one_does(tmp_path: Path) -> None:
    llm = save_tiny_model(tmp_path / "llm")
    # Twelve of thirteen are learnt: a last batch of one could not be shared, and is filled up.
    write_examples(tmp_path / "q.jsonl", [*EXAMPLES * 4, EXAMPLES[0]])
    lines = trained_by(2, llm, tmp_path / "q.jsonl", tmp_path / "out")
    assert [line["step"] for line in lines] == [1, 2, 3, 4, 5, 6, 6]
    alone = trained_by(1, llm, tmp_path / "q.jsonl", tmp_path / "alone")
    for name in ("loss", "validation"):
        both = [[line[name] for line in run if name in line] for run in (lines, alone)]
        assert both[0] == pytest.approx(both[1], abs=1e-3), name
    described = json.loads((tmp_path / "out" / "steiner.json").read_text())
    how = described["training"]
    # The batch is that of both together.
    assert (how["processes"], how["batch_per_process"]) == (2, 1)
    assert from_pretrained(tmp_path / "out")

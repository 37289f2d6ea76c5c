"""`steiner train --system retrieval-and-reasoning`: instructions, documents, reasoning."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

torch = pytest.importorskip("torch", reason="needs the extra train")
pytest.importorskip("accelerate", reason="needs the extra train")
pytest.importorskip("peft", reason="needs the extra train")

from model_doubles import HashEmbedder, save_tiny_model, save_tiny_phi  # noqa: E402

from steiner.artefact import read_artefact  # noqa: E402
from steiner.chosen import Chosen  # noqa: E402
from steiner.cli import cli  # noqa: E402
from steiner.errors import InvalidInput  # noqa: E402
from steiner.evidence import Evidence, Fact  # noqa: E402
from steiner.graph import Node, Relationship, Subgraph  # noqa: E402
from steiner.model_settings import GraphModelSettings  # noqa: E402
from steiner.models import graph_artefact  # noqa: E402
from steiner.session import open_generator  # noqa: E402
from steiner.settings import RetrieverSettings  # noqa: E402
from steiner.systems import find_system  # noqa: E402
from steiner.train.data.reasoning_texts import ReasoningTexts  # noqa: E402
from steiner.train.data.synthetic.instructions import NO_GRAPH  # noqa: E402

FAST = ("--epochs", "1", "--batch", "2", "--threads", "1", "--max-text", "200")
PARTS = ("instructions", "documents", "reasoning")

WHOLE = ("--whole", "--no-lora")


@pytest.fixture(autouse=True)
def letters(monkeypatch: pytest.MonkeyPatch) -> None:
    """Texts are embedded by their letters."""
    monkeypatch.setattr(graph_artefact, "named_embedder", lambda _: HashEmbedder())


@pytest.fixture(scope="module")
def llm(tmp_path_factory: pytest.TempPathFactory) -> str:
    return save_tiny_model(tmp_path_factory.mktemp("llm"))


def lines(path: Path, rows: list[dict[str, Any]]) -> None:
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")


def write(folder: Path, *parts: str) -> Path:
    """Write what the parts named learn from, as `synthesise` and `chains` do."""
    made = folder / "made"
    made.mkdir(exist_ok=True)
    for part in parts:
        rows = [
            {"question": f"who {part} {i}", "answers": ["ann"], "graph": NO_GRAPH} for i in range(4)
        ]
        chained = [{**r, "chain": "ann likes bob", "hints": "ann:\n  likes: [bob]"} for r in rows]
        lines(made / f"{part}.jsonl", chained if part == "reasoning" else rows)
    return made


def run(llm: str, folder: Path, *options: str) -> Result:
    made = ["train", "--system", "retrieval-and-reasoning", "--output", str(folder / "out")]
    return CliRunner().invoke(cli, [*made, "--llm", llm, *FAST, *options])


@pytest.mark.parametrize("preset", ["published", "small"])
def test_three_parts_are_trained_one_after_the_other(llm: str, tmp_path: Path, preset: str) -> None:
    made = write(tmp_path, *PARTS)
    files = ("--questions", str(made), "--chains", str(made / "reasoning.jsonl"))
    done = run(llm, tmp_path, *files, "--preset", preset)
    assert done.exit_code == 0, done.output
    out = tmp_path / "out"
    assert done.output.count("Trained") == 3
    assert read_artefact(out / "documents").facts["part"] == "documents"
    chosen = Chosen(model=str(out))
    assert chosen.writes()
    assert chosen.scorer(HashEmbedder()) is None
    assert open_generator(chosen).answer("who", Evidence("who", Subgraph(), "")).question == "who"
    again = run(llm, tmp_path, *files, "--preset", preset)
    assert again.output.count("Nothing to do") == 3


@pytest.mark.parametrize("preset", ["published", "small"])
def test_another_base_of_another_family_is_trained(tmp_path: Path, preset: str) -> None:
    """Section 5.4: Phi2 has other modules than Llama, and no chat template."""
    phi, made = save_tiny_phi(tmp_path / "phi"), write(tmp_path, *PARTS)
    files = ("--questions", str(made), "--chains", str(made / "reasoning.jsonl"))
    done = run(phi, tmp_path, *files, "--preset", preset)
    assert done.exit_code == 0, done.output
    assert done.output.count("Trained") == 3
    answer = open_generator(Chosen(model=str(tmp_path / "out")))
    assert answer.answer("who", Evidence("who", Subgraph(), "")).question == "who"


def test_a_later_part_goes_on_with_the_weights_of_the_earlier(llm: str, tmp_path: Path) -> None:
    made = write(tmp_path, "instructions", "documents")
    for part in ("instructions", "documents"):
        file = str(made / f"{part}.jsonl")
        done = run(llm, tmp_path, "--only", part, "--questions", file, "--rate", "0.01", *WHOLE)
        assert done.exit_code == 0, done.output
    base, first, second = (
        graph_artefact.new_model(GraphModelSettings(llm=llm, form="text")),
        graph_artefact.from_pretrained(tmp_path / "out" / "instructions"),
        graph_artefact.from_pretrained(tmp_path / "out" / "documents"),
    )
    weights = [dict(model.llm.named_parameters()) for model in (base, first, second)]
    name = "model.layers.0.mlp.up_proj.weight"
    begun, after, last = (each[name] for each in weights)
    assert not torch.equal(begun, after)
    assert torch.norm(last - after) < torch.norm(last - begun) + torch.norm(after - begun)
    assert not torch.equal(after, last)


def test_no_triple_of_the_whole_graph_is_kept_back_from_its_documents() -> None:
    reasoning = find_system("retrieval-and-reasoning")
    train, validation = reasoning.stage("documents").halves(range(20), 0)
    assert (sorted(train), len(validation)) == (list(range(20)), 2)
    train, validation = reasoning.stage("instructions").halves(range(20), 0)
    assert (len(train), len(validation)) == (18, 2)


def test_parts_without_a_file_are_left_out(llm: str, tmp_path: Path) -> None:
    made = write(tmp_path, "reasoning")
    done = run(llm, tmp_path, "--chains", str(made / "reasoning.jsonl"), "--preset", "small")
    assert done.exit_code == 0, done.output
    assert done.output.count("Trained") == 1
    assert not (tmp_path / "out" / "instructions").exists()


def test_one_file_for_several_parts_is_refused(llm: str, tmp_path: Path) -> None:
    made = write(tmp_path, *PARTS)
    file, chains = str(made / "documents.jsonl"), str(made / "reasoning.jsonl")
    done = run(llm, tmp_path, "--questions", file, "--chains", chains)
    assert "learn from a file each. Name one of them with --only" in str(done.exception)
    missing = run(llm, tmp_path, "--questions", str(made))
    assert "learns its reasoning from chains: give --chains FILE" in str(missing.exception)


def test_parts_of_different_kinds_do_not_follow_each_other(llm: str, tmp_path: Path) -> None:
    made = write(tmp_path, *PARTS)
    first = ("--only", "instructions", "--questions", str(made), "--preset", "small")
    assert run(llm, tmp_path, *first).exit_code == 0
    second = run(llm, tmp_path, "--only", "documents", "--questions", str(made), *WHOLE)
    assert "Give all parts the same settings" in str(second.exception)
    both = run(llm, tmp_path, *first, "--whole")
    assert "trains adapters (lora) or all weights (whole), not both" in str(both.exception)


class OneTriple:
    """Retrieves the same triple for every question."""

    def retrieve(self, question: str, options: Any) -> Evidence:
        nodes = tuple(Node(i, str(i), (), {}, name) for i, name in enumerate(("ann", "bob")))
        graph = Subgraph(nodes, (Relationship(7, "7", "LIKES", 0, 1),))
        return Evidence(question, graph, "…", facts=(Fact("F1", "…", (0, 1), (7,), 1.0),))


def test_a_trained_reasoner_samples_as_published_by_the_seed(llm: str) -> None:
    settings = GraphModelSettings(llm=llm, form="text", max_new_tokens=12)
    model, used = graph_artefact.new_model(settings, HashEmbedder()), list[dict[str, Any]]()

    def generated(**options: Any) -> Any:
        used.append(options)
        return torch.tensor([[5]])

    model.llm.generate = generated
    for said in ({"seed": 3}, {"temperature": 0}):
        own = RetrieverSettings.from_dict({"triples": said})
        generator = find_system("retrieval-and-reasoning").needs_training().generator
        assert generator is not None
        generator(model, own).answer("who?", Evidence("who?", Subgraph(), ""))
    sampled, greedy = used
    assert (sampled["do_sample"], sampled["temperature"], sampled["top_p"]) == (True, 0.85, 0.9)
    assert sampled["max_new_tokens"] == 12
    assert not greedy["do_sample"]


def test_a_reasoner_learns_to_write_the_chain_and_the_list_of_answers(tmp_path: Path) -> None:
    source, row = ReasoningTexts(), {"question": "who?", "answers": ["bob", "cy"]}
    hints = source.collect(OneTriple(), row, None)  # type: ignore[arg-type]
    assert hints == {"hints": "ann:\n  likes:\n    - bob"}
    lines(tmp_path / "c", [{**row, **hints, "chain": "Ann likes Bob."}, {**row, "chain": " "}])
    first, second = source.read(tmp_path / "c")
    assert first.answers == ("Ann likes Bob.\n### Output: ['bob', 'cy']",)
    assert first.question.endswith(
        "Input: who?\nHints:\nann:\n  likes:\n    - bob\nCoT: Let's think step by step.\n"
    )
    assert "Papageno" not in first.question
    assert not second.answers
    lines(tmp_path / "c", [{"question": "who?", "chain": "…"}])
    with pytest.raises(InvalidInput, match='question 1: expected a list "answers"'):
        source.read(tmp_path / "c")

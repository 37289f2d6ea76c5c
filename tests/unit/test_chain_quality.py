"""The judge of reasoning chains: exact labels, empty chains, a judge that fails in the middle."""

from __future__ import annotations

from collections.abc import Sequence
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

from steiner.generate.writer import Writer
from steiner.textual_graph import Example, TextGraph

GRAPH = TextGraph.from_triples([("Ann Lee", "leads", "Aurora")])
CHAINED = [(Example(f"Who leads {i}?", ("Ann Lee",), GRAPH), f"Chain {i}.") for i in range(20)]
RELEVANCE, FAITHFULNESS = ASPECTS


class Judge:
    """Says `reply` to each prompt, and fails at the batch number `fails`."""

    name = "judge"

    def __init__(self, reply: str, fails: int = 99) -> None:
        self.reply, self._left = reply, fails
        self.asked = 0

    def count_tokens(self, text: str) -> int:
        return len(text.split())

    def write(self, prompts: Sequence[str]) -> list[str]:
        if not self._left:
            raise ConnectionError("the provider is away")
        self._left -= 1
        self.asked += len(prompts)
        return [self.reply for _ in prompts]


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
    for part in ("Question: Who leads 0?", "0,leads,1", "Text: Chain 0.", "`Not Faithful`"):
        assert part in prompt
    assert "Answer:" not in prompt


def test_an_empty_chain_is_not_asked_about(tmp_path: Path) -> None:
    model = Judge("Relevant")
    chained = [CHAINED[0], (CHAINED[1][0], " \n")]
    labels = judge(RELEVANCE, chained, model, Writer(model, tmp_path / "replies.jsonl"))
    assert labels == [True, False]
    assert model.asked == 1


def test_a_judge_that_fails_in_the_middle_goes_on(tmp_path: Path) -> None:
    file, first, second = tmp_path / "replies.jsonl", Judge("Relevant", 1), Judge("Relevant")
    with pytest.raises(ConnectionError):
        judge(RELEVANCE, CHAINED, first, Writer(first, file))
    assert judge(RELEVANCE, CHAINED, second, Writer(second, file)) == [True] * 20
    assert second.asked == 4


def test_a_sample_is_the_same_for_the_same_seed() -> None:
    examples = [example for example, _ in CHAINED]
    assert sample(examples, 5, 1) == sample(examples, 5, 1)
    assert len(sample(examples, 100, 1)) == 20

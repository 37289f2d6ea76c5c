"""No answer where the graph hardly holds one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from steiner.answer import Answer
from steiner.errors import InvalidInput
from steiner.evidence import Evidence
from steiner.generate.grounding.citations import cite
from steiner.generate.grounding.decline import DECLINED, declined
from steiner.graph import Subgraph
from steiner.integrations.langchain.chain import SteinerChain
from steiner.settings import DEFAULT_OPTIONS, Options


def evidence(confidence: float | None) -> Evidence:
    return Evidence("Who?", Subgraph((), ()), "", (), confidence=confidence)


class Finds:
    """Finds evidence of one confidence."""

    def __init__(self, confidence: float | None) -> None:
        self.found = evidence(confidence)

    def retrieve(self, question: str, options: Options = DEFAULT_OPTIONS) -> Evidence:
        assert (question, options) == ("Who?", DEFAULT_OPTIONS)
        return self.found


class Writes:
    """Writes the same always."""

    def answer(self, question: str, evidence: Evidence) -> Answer:
        return cite(question, "Ann.", evidence)

    def stream(self, question: str, evidence: Evidence) -> Iterator[str]:
        yield self.answer(question, evidence).text


@pytest.mark.parametrize(
    ("confidence", "below", "written"),
    [
        (0.3, 0.5, DECLINED),
        (0.0, 0.01, DECLINED),
        (0.5, 0.5, "Ann."),
        (0.3, 0.0, "Ann."),
        (None, 1.0, "Ann."),
    ],
)
def test_the_chain_answers_only_what_the_graph_may_hold(
    confidence: float | None, below: float, written: str
) -> None:
    chain = SteinerChain(Finds(confidence), Writes(), decline_below=below)
    found = chain.invoke("Who?")
    assert found["answer"] == found["result"].text == written
    assert found["result"].evidence.confidence == confidence
    assert "".join(part.get("answer", "") for part in chain.stream("Who?")) == written


def test_an_answer_that_there_is_none_claims_nothing() -> None:
    none = declined("Who?", evidence(0.1), 0.5)
    assert none is not None
    assert not none.citations
    assert not none.ungrounded


@pytest.mark.parametrize("below", [-0.1, 1.1])
def test_a_share_is_asked_for(below: float) -> None:
    with pytest.raises(InvalidInput, match=r"must be 0 \(never\) to 1"):
        SteinerChain(Finds(0.3), Writes(), decline_below=below)

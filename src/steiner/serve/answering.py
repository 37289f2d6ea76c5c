"""A question's answer part by part: the evidence, the text as it is written, the whole."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from steiner.errors import ModelFailed
from steiner.filters import EVERYTHING, Filter
from steiner.generate import Generator
from steiner.generate.citations import cite
from steiner.generate.decline import declined
from steiner.integrations.agents.actions import StoreRetriever
from steiner.render import answer_json, evidence_json
from steiner.settings import Options
from steiner.text import quarter_characters


class AnswerPart(NamedTuple):
    """`kind` is "evidence", "text", "answer" or "error"; `data` is JSON."""

    kind: str
    data: dict[str, Any]


@dataclass(frozen=True)
class Answering:
    """Answers over one retriever by one generator; `where` limits what is seen."""

    retriever: StoreRetriever
    generator: Generator
    where: Filter = EVERYTHING
    decline_below: float = 0.0

    def retrieve(self, question: str, budget: int | None = None) -> dict[str, Any]:
        """Evidence for a question: facts, subgraph, table, scores and times; no model is called.

        The fields are those of `steiner retrieve --json`. At most `budget` tokens of facts.
        """
        return evidence_json(self.retriever.retrieve(question, self._options(budget)))

    def ask(self, question: str, budget: int | None = None) -> dict[str, Any]:
        """Answer a question, with citations and the evidence that proves it.

        The fields are those of `steiner ask --json`. With `Accept: text/event-stream` parts come
        as events: `evidence`, `text` piece by piece, then `answer`; or `error`, evidence kept.
        """
        for kind, data in self.parts(question, budget):
            if kind == "error":
                raise ModelFailed(data["message"])
            if kind == "answer":
                return data
        raise AssertionError("the last part is an answer or an error")

    def parts(self, question: str, budget: int | None = None) -> Iterator[AnswerPart]:
        """Yield the evidence, pieces of the text, and the answer; or an error of the model's."""
        evidence = self.retriever.retrieve(question, self._options(budget))
        yield AnswerPart("evidence", evidence_json(evidence))
        if none := declined(question, evidence, self.decline_below):
            yield AnswerPart("answer", answer_json(none))
            return
        pieces = []
        try:
            for piece in self.generator.stream(question, evidence):
                pieces.append(piece)
                yield AnswerPart("text", {"text": piece})
        except Exception as error:
            # Whatever a provider's package raises: the evidence is there and stays of use.
            yield AnswerPart("error", {"type": "ModelFailed", "message": _failed(error)})
            return
        yield AnswerPart("answer", answer_json(cite(question, "".join(pieces), evidence)))

    def _options(self, budget: int | None) -> Options:
        # The budget is the generator's, so its own tokenizer counts.
        counts = getattr(self.generator, "count_tokens", quarter_characters)
        return Options(filter=self.where, budget=budget, count_tokens=counts)


def _failed(error: Exception) -> str:
    return f"The model failed while it wrote: {type(error).__name__}: {error}. The evidence stands."

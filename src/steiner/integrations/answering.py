"""A question answered part by part, in a conversation: evidence, text, the whole."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from steiner.answer import Answer
from steiner.calls.stopping import check_wanted, in_time_of
from steiner.calls.stopwatch import tell
from steiner.calls.tracing import current, operation
from steiner.errors import InvalidInput
from steiner.evidence import Evidence
from steiner.filters import EVERYTHING, Filter
from steiner.generate import Generator
from steiner.generate.evidence_only import EvidenceOnly
from steiner.generate.grounding.citations import cited_by
from steiner.generate.grounding.decline import declined
from steiner.generate.rewriting import made_to_stand_alone
from steiner.generate.until_failure import failing_with, until_failure
from steiner.generate.writer import TextModel
from steiner.integrations.agents.actions import MOST_TOKENS, StoreRetriever, bounded
from steiner.question.history import StandsAlone, Turn, unlikely
from steiner.settings import DOUBT, Options
from steiner.text import quarter_characters

AnswerPart = Evidence | str | Answer
"""The evidence, then pieces of the text, then the answer."""


@dataclass(frozen=True)
class Answering:
    """Answers over one retriever by one generator; `where` limits what is seen.

    Without a `generator` the likeliest answer is worded by rule; no model is called.

    Where the confidence is less than `decline_below` it says that there seems to be no answer.
    `rewriter` makes follow-up questions stand alone, at one call each; without it rules do.
    `systems`: the retrievers that a question may ask for by name, the first unless it says so.
    """

    retriever: StoreRetriever
    generator: Generator = field(default_factory=EvidenceOnly)
    where: Filter = EVERYTHING
    decline_below: float = DOUBT
    rewriter: TextModel | None = None
    systems: Mapping[str, StoreRetriever] = field(default_factory=dict)

    def by(self, system: str) -> Answering:
        """Return the same by the system of this name ("": its own). Raises InvalidInput."""
        if system and system not in self.systems:
            served = ", ".join(self.systems) or "its own alone"
            raise InvalidInput(f"This server has no system {system!r}; it has {served}.")
        return replace(self, retriever=self.systems[system]) if system else self

    def within(self, labels: Sequence[str], types: Sequence[str]) -> Answering:
        """Return the same, which sees only nodes and relationships of these (empty: all it may).

        Raises InvalidInput where it may see none of them.
        """
        return replace(self, where=self.where.narrowed(labels, types))

    def retrieve(
        self,
        question: str,
        budget: int | None = None,
        history: Sequence[Turn] = (),
        choose: int = 0,
    ) -> Evidence:
        """Return the evidence; its `question` stands alone, and `cuts` says how it was read.

        `choose`: which of the readings that it was answered with before is meant. Raises
        QueryTimedOut where that takes longer than the store gives a question.
        """
        # The budget is the generator's, so its own tokenizer counts.
        counts = getattr(self.generator, "count_tokens", quarter_characters)
        if budget is not None:
            bounded("budget", budget, MOST_TOKENS)
        options = Options((), self.where, budget, counts, choose=choose)
        with in_time_of(self.retriever.store):
            alone = self._alone(question, history)
            evidence = self.retriever.retrieve(alone.text, options)
        read = (alone.reading,) if alone.reading else ()
        return replace(evidence, cuts=(*read, *evidence.cuts))

    def _alone(self, question: str, history: Sequence[Turn]) -> StandsAlone:
        """Return the question as it stands without what was said before."""
        store = self.retriever.store
        seen = store.filtered(self.where) if self.where else store
        likely = getattr(self.retriever, "reads_on", unlikely)
        return made_to_stand_alone(question, history, self.rewriter, seen, likely)

    def ask(
        self,
        question: str,
        budget: int | None = None,
        history: Sequence[Turn] = (),
        choose: int = 0,
    ) -> Answer:
        """Return the whole answer. Raises ModelFailed where the model does not end its text."""
        *_, answer = self.parts(question, budget, history, choose)
        assert isinstance(answer, Answer)
        return answer

    def parts(
        self,
        question: str,
        budget: int | None = None,
        history: Sequence[Turn] = (),
        choose: int = 0,
    ) -> Iterator[AnswerPart]:
        """Yield the evidence, the text piece by piece, and the answer.

        Raises ModelFailed where the model goes away meanwhile; the evidence is out by then.
        """
        with operation("steiner.ask") as asked:
            with current(asked):
                evidence = self.retrieve(question, budget, history, choose)
            yield evidence
            yield from self._answered(evidence, asked)

    def _answered(self, evidence: Evidence, asked: Any) -> Iterator[str | Answer]:
        if none := declined(evidence.question, evidence, self.decline_below):
            yield none
            return
        pieces = []
        tell("write")
        with operation("steiner.write", within=asked):
            write = partial(self.generator.stream, evidence.question, evidence)
            for piece in until_failure(write, evidence):
                check_wanted()
                pieces.append(piece)
                yield piece
        with failing_with(evidence):
            answer = cited_by(self.generator, evidence.question, "".join(pieces), evidence)
        yield answer


def turn_of(answer: Answer) -> Turn:
    """Return what later questions need of an answer."""
    return Turn(answer.question, answer.text, answer.evidence.answers)

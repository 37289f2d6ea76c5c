"""Answers without a model: the best facts as they stand, each with its citation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from steiner.generate.citations import cite
from steiner.generate.prompt import NOT_HELD
from steiner.graph import Answer, Evidence
from steiner.settings import positive


@dataclass(frozen=True, slots=True)
class EvidenceOnly:
    """Writes up to `answers` of the ranked answers, else the `facts` best facts."""

    facts: int = 5
    answers: int = 5

    def __post_init__(self) -> None:
        positive(self, facts=self.facts, answers=self.answers)

    def answer(self, question: str, evidence: Evidence) -> Answer:
        """Return the answer; with no evidence it says that the graph does not hold one."""
        return cite(question, "".join(self.stream(question, evidence)), evidence)

    def stream(self, question: str, evidence: Evidence) -> Iterator[str]:  # noqa: ARG002
        """Yield the answer line by line."""
        lines = self._lines(evidence) or [NOT_HELD]
        for place, line in enumerate(lines):
            yield f"\n{line}" if place else line

    def _lines(self, evidence: Evidence) -> list[str]:
        if evidence.answers:
            return [", ".join(evidence.answers[: self.answers])]
        return [f"{fact.text} [{fact.tag}]" for fact in evidence.facts[: self.facts]]

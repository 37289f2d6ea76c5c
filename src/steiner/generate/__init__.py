"""From evidence to an answer: what a generator is, and its settings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from steiner.answer import Answer
from steiner.errors import InvalidInput
from steiner.evidence import Evidence
from steiner.keywords import known_keywords
from steiner.settings import positive

FORMS = ("auto", "tagged", "closed")


class Generator(Protocol):
    """Writes the answer to a question from its evidence.

    One that has a tokenizer of its own also offers `count_tokens(text) -> int`, with which the
    evidence's budget is counted; otherwise `quarter_characters` counts. One whose text says more
    than the evidence holds offers `cited(question, text, evidence) -> Answer`.
    """

    def answer(self, question: str, evidence: Evidence) -> Answer:
        """Return the whole answer with its citations."""

    def stream(self, question: str, evidence: Evidence) -> Iterator[str]:
        """Yield the answer's text in pieces; joined they are the text of `answer`."""


@known_keywords
@dataclass(frozen=True, slots=True)
class GenerateSettings:
    """How a model writes.

    `max_new_tokens` bounds the answer. `facts` is the number of facts that the closed form shows,
    best first. `threads` of the processor; `device` as torch names it (None: the first GPU, or
    the processor). `form`: "tagged" shows the tagged facts and asks for the tags; "closed" is for
    small models, which invent otherwise: few facts, worked examples, and only words that stand in
    them or in the question; "auto" takes "closed" below a billion parameters.
    `temperature` above 0 samples, among the words of the share `top_p`, by `seed`.
    """

    max_new_tokens: int = 128
    facts: int = 6
    form: str = "auto"
    threads: int = 2
    device: str | None = None
    temperature: float = 0.0
    top_p: float = 1.0
    seed: int = 0

    def __post_init__(self) -> None:
        positive(self, max_new_tokens=self.max_new_tokens, facts=self.facts, threads=self.threads)
        if self.form not in FORMS:
            raise InvalidInput(
                f"GenerateSettings.form must be one of {', '.join(FORMS)}, got {self.form!r}. "
                f"Leave it out to use 'auto'."
            )

"""What goes with one question."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from steiner.errors import InvalidInput
from steiner.filters import EVERYTHING, Filter
from steiner.keywords import known_keywords, require_type
from steiner.settings.checks import not_negative, positive
from steiner.text import CountTokens, quarter_characters

DOUBT = 0.5
"""Confidence below which an answer is more likely not in the evidence than in it."""


@known_keywords
@dataclass(frozen=True, slots=True)
class Options:
    """What goes with one question, so that one retriever serves many callers at once.

    `seeds`: names or keys of nodes that the caller knows; `filter`: what it does not accept is not
    there; `budget`: tokens of the text (None: the retriever's own); `count_tokens`: counts them.
    `today`: the day that "last year" is relative to (None: the machine's). `choose`: which of the
    readings that a doubtful question offers is meant, from 1 on (0: none was chosen). `waits`: for
    second opinions as long as they take, whatever `exact.patience` is, as a run of many questions
    does: nobody waits for its single answers, and it says the same twice on a busy machine.
    """

    seeds: Sequence[str] = ()
    filter: Filter = EVERYTHING
    budget: int | None = None
    count_tokens: CountTokens = quarter_characters
    today: date | None = None
    choose: int = 0
    waits: bool = False

    def __post_init__(self) -> None:
        not_negative(self, choose=self.choose)
        if self.budget is not None:
            require_type("Options.budget", self.budget, 512)
            positive(self, budget=self.budget)

    def without_choice(self) -> Options:
        """Return these options, for what offers no readings. Raises InvalidInput for a choice."""
        if self.choose:
            raise InvalidInput(
                f"This question offers no readings to choose among, got choose={self.choose}. "
                "Leave it out: it goes with a question that was answered by several readings."
            )
        return self


DEFAULT_OPTIONS = Options()

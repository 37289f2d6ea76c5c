"""When the database computes the answer."""

from __future__ import annotations

from dataclasses import dataclass

from steiner.errors import InvalidInput
from steiner.keywords import known_keywords
from steiner.settings.checks import positive


@known_keywords
@dataclass(frozen=True, slots=True)
class ExactSettings:
    """Questions that the database computes.

    `mode`: "auto" takes the computed answer where its reading is sure, "only" always, "off" never;
    `sure`: the least probability of a reading whose rows are the answer: calibrated, so that
    nineteen in twenty are right (docs/exact-answers.md); `tried`: the least of one that is run at
    all. `reader`: a language model, `provider:name` or a local one, that reads where these rules
    are not sure; none where empty. `ask_reader`: "unsure" asks it there alone, "always" of every
    question, so that what rules and model agree on is surer. `reader_tokens`: the most that it may
    read and write for a question; a prompt has some 2,000, and so has the one that asks it to mend
    its form. `examples`: a JSONL of the user's own questions with the Cypher that answers them, of
    which that model is shown the three nearest to a question; none where empty. `patience`: seconds
    that a second opinion may keep an answer waiting that is there already: a table whose reading is
    not sure, and the look for why a table is empty. A second is what people wait for without losing
    their thought (Nielsen, Usability Engineering, 1993). Whatever comes within it is always taken;
    a table that does not is named in the evidence's cuts.
    """

    mode: str = "auto"
    sure: float = 0.95
    tried: float = 0.05
    reader: str = ""
    ask_reader: str = "unsure"
    reader_tokens: int = 20_000
    examples: str = ""
    patience: float = 1.0

    def __post_init__(self) -> None:
        if self.mode not in ("auto", "only", "off"):
            raise InvalidInput(f"ExactSettings.mode must be auto, only or off, got {self.mode!r}.")
        if self.ask_reader not in ("unsure", "always"):
            raise InvalidInput(
                f"ExactSettings.ask_reader must be unsure or always, got {self.ask_reader!r}."
            )
        positive(self, patience=self.patience, reader_tokens=self.reader_tokens)
        for name in ("sure", "tried"):
            if not 0 <= getattr(self, name) <= 1:
                raise InvalidInput(
                    f"ExactSettings.{name} must be 0 to 1, got {getattr(self, name)}."
                )

    def trusts(self, probability: float) -> bool:
        """Say whether rows of a reading of such a probability may be the answer."""
        return probability >= self.sure

"""Three solved questions that prompts show (section 4.1; the paper's own come from WebQSP).

They stand here as written for steiner: training data of what is measured is not shipped.
"""

from __future__ import annotations

from typing import NamedTuple

THINK = "Let's think step by step."
EXAMPLES = "Here are some examples:"
"""What stands before them in Prompts 1 to 3."""


class Demonstration(NamedTuple):
    """A question, the triples that answer it, the steps of thinking, and all answers."""

    question: str
    triples: tuple[tuple[str, str, str], ...]
    steps: tuple[str, ...]
    answers: tuple[str, ...]

    def chain(self) -> str:
        """Return thinking and answers as a model is to write them."""
        return "\n".join([THINK, self.thought(), f"### Output: {list(self.answers)}"])

    def thought(self) -> str:
        """Return the thinking alone, a step a line."""
        return "\n".join(f"Step {number}: {step}" for number, step in enumerate(self.steps, 1))


DEMONSTRATIONS = (
    Demonstration(
        "Which rivers flow through the capital of Austria?",
        (
            ("Austria", "capital", "Vienna"),
            ("Danube", "flows through", "Vienna"),
            ("Danube", "flows through", "Budapest"),
            ("Wien", "flows through", "Vienna"),
        ),
        (
            "Find the capital of Austria. The capital of Austria is Vienna.",
            "Find the rivers that flow through Vienna. The Danube and the Wien do.",
        ),
        ("Danube", "Wien"),
    ),
    Demonstration(
        "Who wrote the opera in which Papageno sings?",
        (
            ("The Magic Flute", "has character", "Papageno"),
            ("The Magic Flute", "composed by", "Wolfgang Amadeus Mozart"),
            ("The Magic Flute", "premiered in", "Vienna"),
        ),
        (
            "Find the opera with the character Papageno. It is The Magic Flute.",
            "Find the composer of The Magic Flute. He is Wolfgang Amadeus Mozart.",
        ),
        ("Wolfgang Amadeus Mozart",),
    ),
    Demonstration(
        "What language is spoken where the river Tagus ends?",
        (
            ("Tagus", "ends at", "Lisbon"),
            ("Lisbon", "located in", "Portugal"),
            ("Portugal", "official language", "Portuguese"),
        ),
        (
            "Find the place where the Tagus ends. The Tagus ends at Lisbon.",
            "Find the country of Lisbon. Lisbon is in Portugal.",
            "Find the language that is spoken in Portugal. It is Portuguese.",
        ),
        ("Portuguese",),
    ),
)

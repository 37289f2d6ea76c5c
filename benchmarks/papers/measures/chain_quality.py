"""How good reasoning chains are, as a judge sees them (Align-GRAG, section 5.10.1, figure 10).

Two calls of a chat model for each chain, relevance and faithfulness, each with two exact labels.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

from steiner.generate.writer import TextModel, Writer
from steiner.progress import Report, silent
from steiner.textual_graph import Example
from steiner.textualise.table import fitted, table
from steiner.train.data.chains import LONGEST_GRAPH

Line = TypeVar("Line")


class Aspect(NamedTuple):
    """What is judged: the question to the judge, the label that counts and the other."""

    name: str
    asked: str
    positive: str
    negative: str


class Judged(NamedTuple):
    """Share of the positive label among readable replies (0 of none), their number, the others."""

    share: float
    readable: int
    unreadable: int


ASPECTS = (
    Aspect(
        "relevance",
        "Evaluate the relevance of the Reasoning Chain in answering the QUESTION. A relevant "
        "Reasoning Chain contains information that helps answer the question, even if partially.",
        "Relevant",
        "Irrelevant",
    ),
    Aspect(
        "faithfulness",
        "Evaluate the following Reasoning Chain for faithfulness in answering the QUESTION. A "
        "faithful response should include information that helps answer the question, even if "
        "partially, avoid inventing new details, and not contradict the context.",
        "Faithful",
        "Not Faithful",
    ),
)


def sample(lines: Sequence[Line], count: int, seed: int) -> list[Line]:
    """Draw up to `count` lines of a file, the same for the same seed."""
    return random.Random(seed).sample(list(lines), min(count, len(lines)))


def judge_prompt(aspect: Aspect, example: Example, chain: str, fits: Callable[[str], bool]) -> str:
    """Return the prompt of one call; the graph's best rows that fit are the context."""
    return "\n".join(
        [
            f"{aspect.asked} Return one of the following labels: '{aspect.positive}' or "
            f"'{aspect.negative}' without any additional response.",
            f"QUESTION: {example.question}",
            f"Context: {table(fitted(example.graph, fits))}",
            f"Reasoning Chain: {chain}",
        ]
    )


def label(aspect: Aspect, reply: str) -> bool | None:
    """Return whether the reply is the positive label; None where it is neither of the two.

    White space around it is passed over; "relevant." or a sentence is no label.
    """
    return {aspect.positive: True, aspect.negative: False}.get(reply.strip())


def judged(labels: Sequence[bool | None]) -> Judged:
    """Count labels: [True, False, None] gives a share of .5, 2 readable and 1 not."""
    readable = [value for value in labels if value is not None]
    share = sum(readable) / len(readable) if readable else 0.0
    return Judged(share, len(readable), len(labels) - len(readable))


def agreement(first: Sequence[bool | None], second: Sequence[bool | None]) -> float:
    """Return the share of chains of which two judges say the same, where both say something."""
    both = [(a, b) for a, b in zip(first, second, strict=True) if a is not None and b is not None]
    return sum(a == b for a, b in both) / len(both) if both else 0.0


def judge(
    aspect: Aspect,
    chained: Sequence[tuple[Example, str]],
    model: TextModel,
    writer: Writer,
    report: Report = silent,
) -> list[bool | None]:
    """Return the judge's label of each chain; an empty chain is the negative, and nobody is asked.

    Replies are kept by `writer`: a judge that fails in the middle goes on there.
    """

    def fits(text: str) -> bool:
        return model.count_tokens(text) <= LONGEST_GRAPH

    asked = {
        i: judge_prompt(aspect, *pair, fits) for i, pair in enumerate(chained) if pair[1].strip()
    }
    replies = dict(zip(asked, writer.write(list(asked.values()), report), strict=True))
    return [label(aspect, replies[i]) if i in replies else False for i in range(len(chained))]

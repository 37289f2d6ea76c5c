"""Chains of thought that retrieval follows: a model's, step by step with evidence, or none.

A plan is made before anything is retrieved, as published (Prompt 1), or asks after each step what
the steps so far lead to (ours), or is the best relation path (ours).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from steiner.evidence import PlanStep
from steiner.retrieve.pipeline import Retriever
from steiner.retrieve.triples.demonstrations import (
    DEMONSTRATIONS,
    EXAMPLES,
    THINK,
    Demonstration,
)
from steiner.settings import Options
from steiner.textualise.data_text import as_data, fenced

Look = Callable[[Sequence[str]], Sequence[str]]
"""Returns the triples in words that a question with these steps leads to, best first."""
Write = Callable[[Sequence[str]], Sequence[str]]
"""Lets a model write a text for each prompt."""

_TASK = "Please think step by step and then answer the given question."
_NEXT = (
    "A question is to be answered from a knowledge graph, one step at a time. Write only the next "
    "step, one sentence that says what to look up next, with the names met so far. Where the facts "
    "hold the answer already, write: Done."
)
_OUTPUT = re.compile(
    r"(?<!#)#+\s*output\b|^[^\S\n]*(?:output|answer)\s*:", re.IGNORECASE | re.MULTILINE
)
_STEP = re.compile(r"\bstep\s+\d+\s*[:.)]|^[^\S\n]*\d+\s*[.)]\s", re.IGNORECASE | re.MULTILINE)
_DONE = re.compile(r"\s*(?:step\s+\d+\s*:)?\s*done\b", re.IGNORECASE)


class Plan(Protocol):
    """Makes the steps for a question; `look` shows what they lead to."""

    def __call__(self, question: str, options: Options, look: Look) -> Sequence[PlanStep]:
        """Return the steps; none is a plan, too."""


def no_steps(question: str, options: Options, look: Look) -> Sequence[PlanStep]:  # noqa: ARG001
    """Plan nothing: the question alone is the query."""
    return ()


@dataclass(frozen=True, slots=True)
class Chain:
    """What a model thinks without evidence (Prompt 1), at most `most` steps."""

    write: Write
    most: int
    shown: Sequence[Demonstration] = DEMONSTRATIONS

    def __call__(self, question: str, options: Options, look: Look) -> Sequence[PlanStep]:  # noqa: ARG002
        """Return the steps of the model's chain."""
        (text,) = self.write([chain_prompt(question, self.shown)])
        return [PlanStep(step) for step in steps_of(text)[: self.most]]


@dataclass(frozen=True, slots=True)
class Iterative:
    """Steps that a model writes one by one, each after the triples of those before it.

    It ends where the model says so or writes no step, where a step says again what one before
    said, where a step leads to no new triple, and after `most` steps.
    """

    write: Write
    most: int

    def __call__(self, question: str, options: Options, look: Look) -> Sequence[PlanStep]:  # noqa: ARG002
        """Return the steps with what each of them led to: the transcript."""
        done: list[PlanStep] = []
        known = dict.fromkeys(look([]))
        while len(done) < self.most:
            texts = [step.text for step in done]
            (written,) = self.write([next_prompt(question, texts, list(known))])
            step = "" if _DONE.match(written) else next(iter(steps_of(written)), "")
            if not step or step in texts:
                break
            new = [triple for triple in look([*texts, step]) if triple not in known]
            done.append(PlanStep(step, tuple(new)))
            known.update(dict.fromkeys(new))
            if not new:
                break
        return done


@dataclass(frozen=True, slots=True)
class PathPlan:
    """The steps of the best relation path of a retriever by paths, in words (ours, no model)."""

    by_paths: Retriever

    def __call__(self, question: str, options: Options, look: Look) -> list[PlanStep]:  # noqa: ARG002
        """Return the path's steps; none where the question names nothing of the graph."""
        paths = self.by_paths.retrieve(question, options).paths
        return [PlanStep(path.text) for path in paths[:1] if path.text]


def chain_prompt(question: str, shown: Sequence[Demonstration] = DEMONSTRATIONS) -> str:
    """Return Prompt 1: the task, three examples, the question, no hints."""
    examples = "\n\n".join(f"Input: {d.question}\nCoT: {d.chain()}" for d in shown)
    return f"{_TASK}\n\n{EXAMPLES}\n\n{examples}\n\nInput: {question}\nCoT: {THINK}\n"


def next_prompt(question: str, steps: Sequence[str], triples: Sequence[str]) -> str:
    """Return what a model is asked for one further step."""
    facts = fenced(list(map(as_data, triples))).text
    written = "\n".join(f"Step {number}: {step}" for number, step in enumerate(steps, 1))
    return (
        f"{_NEXT}\n\nFacts:\n{facts}\n\nQuestion: {question}\n"
        f"{written and written + chr(10)}Step {len(steps) + 1}:"
    )


def steps_of(text: str) -> list[str]:
    """Return the steps of a chain, each once: after `Step n:` or `n.`, else its lines.

    What follows `### Output` is the guessed answer and no step.
    """
    chain = _OUTPUT.split(text, maxsplit=1)[0].replace(THINK, "")
    chain = re.sub(r"^\s*CoT\s*:", "", chain)
    marked = _STEP.split(chain)
    steps = marked[1:] if len(marked) > 1 else chain.split("\n")
    return list(dict.fromkeys(said for step in steps if (said := " ".join(step.split()))))

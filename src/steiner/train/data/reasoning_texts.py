"""What a reasoner learns from: question, triples and chain (Retrieval & Reasoning, section 3.4).

The triples are those of the untuned encoder, noisy on purpose: some that are needed are missing,
some tell nothing. A chain holds the answer; only training rows have one.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from steiner.errors import InvalidInput
from steiner.generate.reasoner import evidence_triples, reasoning_prompt
from steiner.jobs import Row, read_questions
from steiner.settings import Options
from steiner.textual_graph import Example, TextGraph
from steiner.textualise.triple_texts import yaml
from steiner.train.data.chains import read_chains


class ReasoningTexts:
    """Makes of each line of `steiner chains` Prompt 2 with retrieved hints, and what to write."""

    field = "hints"

    def collect(self, retriever: Any, row: Row, options: Options) -> Row:
        """Return the triples that `retriever` finds, as YAML."""
        return {"hints": yaml(evidence_triples(retriever.retrieve(row["question"], options)))}

    def empty(self) -> Row:
        """Return no hints: the model is to answer from what it learnt."""
        return {"hints": ""}

    def read(self, file: Path) -> list[Example]:
        """Return the examples; one without a chain teaches nothing.

        Raises InvalidInput with the number of a line without a chain or answers.
        """
        read_chains(file)
        examples = []
        for number, row in enumerate(read_questions(file), 1):
            answers = row.get("answers")
            if not isinstance(answers, list):
                raise InvalidInput(
                    f'{file}, question {number}: expected a list "answers" to learn from, got '
                    f"{answers!r}."
                )
            prompt = reasoning_prompt(row["question"], str(row.get("hints", "")))
            chain = row["chain"].strip()
            written = (f"{chain}\n### Output: {list(map(str, answers))}",) if chain else ()
            examples.append(Example(prompt, written, TextGraph()))
        return examples

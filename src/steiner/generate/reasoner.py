"""Answers by a chain of thought over triples in YAML (Retrieval & Reasoning, Prompt 2)."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from steiner.answer import Answer
from steiner.evidence import Evidence
from steiner.generate.grounding.citations import cite
from steiner.generate.writer import TextModel
from steiner.graph import Node
from steiner.retrieve.triples.demonstrations import (
    DEMONSTRATIONS,
    EXAMPLES,
    THINK,
    Demonstration,
)
from steiner.text import plain_words
from steiner.textualise.data_text import as_data
from steiner.textualise.triple_texts import Triples, yaml
from steiner.textualise.written_values import written

_TASK = (
    "Please think step by step and then answer the given question. Please keep the answer as "
    "simple as possible and return all the possible answers as a list. If there are hints, please "
    "combine this information to answer."
)
_OUTPUT = re.compile(r"(?:(?<!#)#+\s*)?output\s*:", re.IGNORECASE)
_LIST = re.compile(r"\[.*?\](?=\s*(?:\n|$))|\[.*?\]", re.DOTALL)
_LONGEST = 10_000
"""Characters of an answer that are read: a model that goes on and on answers nothing more."""


_LONGEST_VALUE = 200
"""Characters of a property in the hints, as of what is embedded of a node."""


class Reasoner:
    """Lets `model` think over the evidence's triples and returns the answers that it lists.

    `hints` writes the triples; `demonstrations` stand before the question (a model that was trained
    on the prompt needs none). An answer that is no list is empty, and so can be counted.
    """

    def __init__(
        self,
        model: TextModel,
        hints: Callable[[Triples], str] = yaml,
        demonstrations: Sequence[Demonstration] = DEMONSTRATIONS,
    ) -> None:
        self._model, self._hints, self._demonstrations = model, hints, demonstrations

    def count_tokens(self, text: str) -> int:
        """Count the tokens of `text` as the model does."""
        return self._model.count_tokens(text)

    def answer(self, question: str, evidence: Evidence) -> Answer:
        """Return the answers, one a line, with the facts that prove them."""
        (written,) = self._model.write([self.prompt(question, evidence)])
        listed = answers_of(written)
        text = "\n".join(listed)
        answer = cite(question, text, evidence) if text else Answer(question, text, evidence)
        return replace(answer, thought=written, listed=listed)

    def stream(self, question: str, evidence: Evidence) -> Iterator[str]:
        """Yield the answers at once: they stand after the thinking."""
        yield self.answer(question, evidence).text

    def prompt(self, question: str, evidence: Evidence) -> str:
        """Return Prompt 2: the task, the examples with hints, the question with its own."""
        examples = [
            f"{_asked(each.question, self._hints(each.triples))}\nCoT: {each.chain()}"
            for each in self._demonstrations
        ]
        return reasoning_prompt(
            question, self._hints(_as_data(evidence_triples(evidence))), examples
        )


def reasoning_prompt(question: str, hints: str, examples: Sequence[str] = ()) -> str:
    """Return what a model is asked: the task, the examples, the question with its hints."""
    own = f"{_asked(question, hints)}\nCoT: {THINK}\n"
    return "\n\n".join([_TASK, *([EXAMPLES, *examples] if examples else []), own])


def _as_data(triples: Triples) -> list[tuple[str, str, str]]:
    return [(as_data(head), as_data(type), as_data(tail)) for head, type, tail in triples]


def evidence_triples(evidence: Evidence) -> list[tuple[str, str, str]]:
    """Return the facts in words, in their order: relationships, and each property of a node that a
    fact is about alone, (Heat, released, 1995).
    """
    nodes = {node.id: node for node in evidence.subgraph.nodes}
    edges = {r.id: r for r in evidence.subgraph.relationships}
    triples: dict[tuple[str, str, str], None] = {}
    for fact in evidence.facts:
        for r in (edges[id] for id in fact.relationships if id in edges):
            names = nodes[r.source].name, nodes[r.target].name
            triples[names[0], plain_words(r.type), names[1]] = None
        for id in () if fact.relationships else fact.nodes:
            triples.update(dict.fromkeys(_properties(nodes[id])))
    return list(triples)


def _properties(node: Node) -> Iterator[tuple[str, str, str]]:
    for property, value in node.properties.items():
        text = written(value, _LONGEST_VALUE).text
        if text and text != node.name:
            yield node.name, plain_words(property), text


def answers_of(written: str) -> tuple[str, ...]:
    """Return the answers after the last `### Output:`, each once; none where there is no list.

    A Python or JSON list is read as it stands, by the parser of literals and never run; anything
    else is parted at commas: "['a', 'b']" and "a, b" are the same.
    """
    marked = list(_OUTPUT.finditer(written))
    text = written[marked[-1].end() :] if marked else written
    text = text[:_LONGEST]
    # Of brackets that nothing closes each would be looked at to the end.
    listed = _LIST.search(text) if text.rfind("]") > text.find("[") >= 0 else None
    if listed:
        return _distinct(_literals(listed.group()) or listed.group()[1:-1].split(","))
    line = text.strip().split("\n")[0] if marked else ""
    return _distinct(line.split(","))


def _literals(text: str) -> list[str]:
    """Return the items of a written list; none where it is not one of plain values."""
    try:
        read = ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return []
    plain = all(isinstance(item, str | int | float) for item in read)
    return [str(item) for item in read] if plain else []


def _distinct(answers: list[str]) -> tuple[str, ...]:
    trimmed = (" ".join(answer.split()).strip("'\"[]").strip() for answer in answers)
    return tuple(dict.fromkeys(filter(None, trimmed)))


def _asked(question: str, hints: str) -> str:
    return f"Input: {question}\nHints:\n{hints or '(none)'}"

"""A language model reads a question into the algebra: JSON that is checked, never Cypher.

It is shown the part of the schema that the question needs and fills a form; what it fills in is
checked against the graph's schema, and mended once with the error. The statement is the compiler's.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence

from steiner.algebra.graph_schema import GraphSchema, PropertySchema
from steiner.errors import InvalidInput
from steiner.lexicon.noted_lines import noted_lines
from steiner.query.query_form import FORM, query_from
from steiner.query.query_reading import Reading

Write = Callable[[Sequence[str]], list[str]]
"""A text for each prompt."""
_LABELS = 30
"""Labels that a prompt shows, those nearest to the question."""
_TASK = """You turn a question about a property graph into one JSON object. Write the JSON alone.

The form:
{form}

The graph:
{schema}

Question: {question}
JSON:"""
_MEND = """{prompt}
{answer}

That was refused: {error}
The whole JSON again, mended:"""


def model_reading(
    question: str, schema: GraphSchema, near: Sequence[str], write: Write, sure: float
) -> Reading | None:
    """Return what a model reads, with confidence `sure`; None where it fills no valid form twice.

    `near` are the labels of `schema`, those nearest to the question first.
    """
    shown = schema_text(schema, near[:_LABELS])
    prompt = _TASK.format(form=FORM, schema=shown, question=question)
    (answer,) = write([prompt])
    try:
        return _reading(answer, schema, sure)
    except InvalidInput as error:
        (again,) = write([_MEND.format(prompt=prompt, answer=answer, error=error)])
    try:
        return _reading(again, schema, sure)
    except InvalidInput:
        return None


def _reading(answer: str, schema: GraphSchema, sure: float) -> Reading:
    query = query_from(_object(answer), schema)
    computes = bool(query.measure or query.group or query.order or query.limit)
    return Reading(query, (), sure, computes)


def _object(answer: str) -> object:
    """Return the JSON object in a text, which may stand in a fence or between words."""
    written = re.search(r"\{.*\}", answer, re.DOTALL)
    try:
        return json.loads(written.group() if written else answer)
    except json.JSONDecodeError as error:
        raise InvalidInput(
            f"Expected one JSON object, got {answer[:80]!r}: {error}. Write the JSON alone."
        ) from error


def schema_text(schema: GraphSchema, labels: Sequence[str]) -> str:
    """Write labels and the types between them, each with its properties and their kinds.

    Then what the notes say of these.
    """
    kept = set(labels)
    lines = [_line(f"(:{label})", schema.labels[label]) for label in labels]
    for type, pairs in schema.ends.items():
        for source, target in pairs:
            if {source, target} <= kept:
                lines.append(_line(f"(:{source})-[:{type}]->(:{target})", schema.types[type]))
    types = (type for type, pairs in schema.ends.items() if any({*pair} <= kept for pair in pairs))
    lines += noted_lines(schema.notes, {*kept, *types})
    return "\n".join(lines)


def _line(pattern: str, properties: Mapping[str, PropertySchema]) -> str:
    listed = ", ".join(f"{name}: {own.kind}" for name, own in properties.items())
    return f"{pattern} {{{listed}}}" if listed else pattern

"""Whether an answer by relation paths is of the kind that is asked for: a number is no node."""

from __future__ import annotations

import re
from dataclasses import replace

from steiner.evidence import Evidence, Table
from steiner.graph import Node
from steiner.query.english.light_words import WHETHER
from steiner.text import plain_words, stems, words

_NUMBER = re.compile(
    r"\bhow\s+(?:many|much|long|often|old|far|tall|high|big|large|heavy)\b"
    r"|^\W*(?:what\W+(?:is|was|are|were)\W+)?(?:the\W+)?(?:total\W+)?(?:number|count|percentage|"
    r"average)\W+(?:of\b|\w+)",
    re.IGNORECASE,
)
_WHO = re.compile(r"\W*whom?\b", re.IGNORECASE)
_MOST = 0.45
"""Confidence of an answer of another kind: less than what is said without doubt."""


def doubted(evidence: Evidence) -> Evidence:
    """Return evidence that is less sure where nodes answer what asks for a number, or yes or no."""
    question = evidence.question
    if evidence.exact or evidence.connection or not evidence.answers:
        return evidence
    names = {node.name for node in evidence.subgraph.nodes}
    others = [answer for answer in evidence.answers if answer not in names]
    number = any(re.match(r"\W?\d", answer) for answer in others)
    said = any(answer in ("yes", "no") for answer in others)
    fits = number if _NUMBER.search(question) else said or not WHETHER.match(question)
    return evidence if fits else less_sure(evidence)


def doubted_beside(evidence: Evidence, table: Table) -> Evidence:
    """Return evidence that is less sure where it answers with nothing of the label of a table.

    Who is asked for of "which firm defends Ann?" is a firm, though the rows are no sure answer, and
    neither a person nor a number; "who is managed by Ann?" may be a firm, too.
    """
    asked = [row[table.answers_in] for row in table.rows]
    wanted = {label for cell in asked if isinstance(cell, Node) for label in cell.labels}
    if _WHO.match(evidence.question):
        said = stems(words(evidence.question))
        wanted = {label for label in wanted if stems(plain_words(label).split()) <= said}
    nodes = [node for node in evidence.subgraph.nodes if node.name in evidence.answers]
    fits = any(wanted & {*node.labels} for node in nodes)
    return less_sure(evidence) if wanted and evidence.answers and not fits else evidence


def less_sure(evidence: Evidence) -> Evidence:
    """Return evidence whose confidence is less than what is said without doubt."""
    sure = evidence.confidence
    return evidence if sure is None else replace(evidence, confidence=min(sure, _MOST))

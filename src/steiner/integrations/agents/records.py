"""What an agent gets from the graph: records of JSON values, and what a model reads of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from steiner.answer import Answer
from steiner.display.offered import numbered
from steiner.display.render_table import table_json
from steiner.evidence import Evidence
from steiner.generate.grounding.citations import citation
from steiner.graph import Node
from steiner.settings import DOUBT
from steiner.text import plain_words, readable
from steiner.textualise.data_text import as_data

_PROPERTIES, _LONGEST = 6, 120
"""Properties that tell an entity apart, and characters of each."""
_ROWS = 25
"""Rows of a table that a model reads; the record has all."""


@dataclass(frozen=True, slots=True)
class EntityRecord:
    """A node: what it is called, its labels, its element id, properties that tell it apart."""

    name: str
    labels: list[str]
    element_id: str
    properties: dict[str, str]

    def text(self) -> str:
        """Return one line."""
        apart = "; ".join(f"{name}: {value}" for name, value in self.properties.items())
        line = f"{self.name} ({', '.join(self.labels)})" + (f" - {apart}" if apart else "")
        return as_data(line)


@dataclass(frozen=True, slots=True)
class EntitiesFound:
    """Entities that a name may mean, likeliest first."""

    entities: list[EntityRecord]

    def text(self) -> str:
        """Return a line an entity, with its element id."""
        lines = [f"{entity.text()} [{entity.element_id}]" for entity in self.entities]
        return "\n".join(lines) or "No entity of the graph is called so."


@dataclass(frozen=True, slots=True)
class Neighbour:
    """An entity at the other end of a relationship; `outgoing`: the relationship leads to it."""

    relation: str
    outgoing: bool
    entity: EntityRecord


@dataclass(frozen=True, slots=True)
class NeighbourPage:
    """A page of an entity's neighbours, counted from 1; `at_least`: a hub has more than `total`."""

    entity: EntityRecord
    neighbours: list[Neighbour]
    page: int
    pages: int
    total: int
    at_least: bool

    def text(self) -> str:
        """Return a line a neighbour, and what is not shown."""
        lines = [
            as_data(
                f"{self.entity.name} {plain_words(n.relation)} {n.entity.name}"
                if n.outgoing
                else f"{n.entity.name} {plain_words(n.relation)} {self.entity.name}"
            )
            for n in self.neighbours
        ]
        many = f"at least {self.total}" if self.at_least else str(self.total)
        lines.append(f"(page {self.page} of {self.pages}; {many} relationships)")
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class FactRecord:
    """A line of evidence and the element ids that prove it."""

    tag: str
    text: str
    element_ids: list[str]

    def line(self) -> str:
        """Return the fact behind its tag, in one line in which no other tag is."""
        return f"[{self.tag}] {as_data(self.text)}"


@dataclass(frozen=True, slots=True)
class TableRecord:
    """What the database computed: rows of JSON values, the Cypher that was run, what it means.

    `total` rows before the limit of what is returned; `tied`: rows left out by the limit that are
    as good as the last; `emptied_by`: conditions without one of which there would be rows.
    """

    columns: list[str]
    rows: list[list[Any]]
    tied: list[list[Any]]
    total: int
    cypher: str
    parameters: dict[str, Any]
    reading: str
    emptied_by: list[str]

    def text(self) -> str:
        """Return a line a row, the first rows alone, then how it was computed."""
        lines = [as_data(" | ".join(map(_cell, row))) for row in self.rows[:_ROWS]]
        more = self.total - len(lines)
        left = [f"(and {more} more rows)"] if more > 0 else []
        left += [f"(empty because of {' or '.join(self.emptied_by)})"] if self.emptied_by else []
        head = " | ".join(self.columns)
        return "\n".join(
            [head, *lines, *left, f"Reading: {self.reading}", f"Cypher: {self.cypher}"]
        )


@dataclass(frozen=True, slots=True)
class Computed:
    """The table of a question that reads as a query, else null; `exact`: its rows answer it.

    `readings`: what a doubtful question may mean, each behind the number that `choose` takes.
    """

    question: str
    exact: bool
    table: TableRecord | None
    readings: list[str]

    def text(self) -> str:
        """Return the table, and whether it is the answer."""
        if self.table is None:
            return "The question does not read as a computation: use `evidence`."
        sure = "" if self.exact else "The reading is not sure: compare it with the question.\n"
        return "\n".join([sure + self.table.text(), *_offered(self.readings)])


@dataclass(frozen=True, slots=True)
class EvidenceRecord:
    """The facts for a question, the answers they lead to, and how likely they hold one (0 to 1).

    `table`: what the database computed, where the question reads as a query; `exact`: its rows are
    the answer; `readings`: as in `Computed`.
    """

    question: str
    answers: list[str]
    confidence: float | None
    facts: list[FactRecord]
    left_out: list[str]
    table: TableRecord | None
    exact: bool
    readings: list[str]

    def text(self) -> str:
        """Return the tagged facts, and the answers that relation paths lead to, or come nearest."""
        lines = [fact.line() for fact in self.facts]
        is_doubtful = self.confidence is not None and self.confidence < DOUBT
        head = (
            "The graph may not hold an answer. Nearest to one" if is_doubtful else "Likely answer"
        )
        likely = [f"{head}: {as_data(', '.join(self.answers))}"] if self.answers else []
        parts = [*likely, *lines, *_offered(self.readings)]
        return "\n".join(parts) or "The graph holds nothing on this."


@dataclass(frozen=True, slots=True)
class AnswerRecord:
    """An answer, the facts that it cites, and what of it stands in no fact.

    `confidence` (0 to 1): how likely the evidence holds an answer; `readings`: as in `Computed`.
    """

    question: str
    answer: str
    citations: list[FactRecord]
    ungrounded: list[str]
    confidence: float | None
    readings: list[str]

    def text(self) -> str:
        """Return the answer and its facts."""
        cited = [fact.line() for fact in self.citations]
        loose = [f"(not in the evidence: {text})" for text in self.ungrounded]
        return "\n".join([self.answer, *cited, *loose, *_offered(self.readings)])


@dataclass(frozen=True, slots=True)
class SchemaRecord:
    """Labels with the property that names their nodes ("": none), and relationship types.

    `notes`: lines that people have noted on these and their properties.
    """

    labels: dict[str, str]
    relations: list[str]
    left_out: int
    notes: list[str] = field(default_factory=list)

    def text(self) -> str:
        """Return two lines, and what is not shown; then the notes."""
        more = f" (and {self.left_out} more)" if self.left_out else ""
        named = {label: f" (named by {name})" for label, name in self.labels.items() if name}
        labels = ", ".join(f"{label}{named.get(label, '')}" for label in self.labels)
        types = f"{', '.join(self.relations)}{more}"
        both = (f"Labels: {as_data(labels)}", f"Relationship types: {as_data(types)}")
        return "\n".join([*both, *map(as_data, self.notes)])


def evidence_record(evidence: Evidence) -> EvidenceRecord:
    """Return what an agent needs of the evidence."""
    facts = [
        FactRecord(fact.tag, fact.text, list(citation(fact, evidence).element_ids))
        for fact in evidence.facts
    ]
    return EvidenceRecord(
        evidence.question,
        list(evidence.answers),
        evidence.confidence,
        facts,
        list(evidence.cuts),
        table_record(evidence),
        evidence.exact,
        numbered(evidence.offered, evidence.question),
    )


def computed_record(question: str, evidence: Evidence) -> Computed:
    """Return what was computed for a question."""
    readings = numbered(evidence.offered, question)
    return Computed(question, evidence.exact, table_record(evidence), readings)


def answer_record(answer: Answer) -> AnswerRecord:
    """Return what an agent needs of an answer."""
    cited = [FactRecord(c.tag, c.text, list(c.element_ids)) for c in answer.citations]
    loose, sure = list(answer.ungrounded), answer.evidence.confidence
    readings = numbered(answer.evidence.offered, answer.question)
    return AnswerRecord(answer.question, answer.text, cited, loose, sure, readings)


def table_record(evidence: Evidence) -> TableRecord | None:
    """Return the table of the evidence; None where the question does not read as a query."""
    return TableRecord(**table_json(evidence.table)) if evidence.table else None


def entity_record(node: Node) -> EntityRecord:
    others = {k: v for k, v in node.properties.items() if v != node.name}
    if node.key and node.key[1] != node.name:
        others = {node.key[0]: node.key[1], **others}
    texts = {name: readable(value)[:_LONGEST] for name, value in others.items()}
    kept = dict(list(texts.items())[:_PROPERTIES])
    return EntityRecord(node.name, list(node.labels), node.element_id, kept)


def _offered(readings: list[str]) -> list[str]:
    """Write what a doubtful question may mean, for a model that asks again."""
    asked = "The question may mean one of these; ask again with the number of one as `choose`:"
    return [asked, *map(as_data, readings)] if readings else []


def _cell(value: Any) -> str:
    """Write a cell of JSON for a model: a node by its name."""
    return str(value["name"]) if isinstance(value, dict) and "name" in value else readable(value)

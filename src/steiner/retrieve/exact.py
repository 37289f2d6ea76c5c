"""Exact answers: a question that reads as a query is computed by the database.

Where the reading is sure, the rows are the answer, and what relation paths lead to stands behind
them; where it is not, the evidence stays as it was and brings the table as a second opinion.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Protocol, runtime_checkable

import numpy as np

from steiner.algebra import Query
from steiner.cells import cell_text
from steiner.embed import TextVectors
from steiner.errors import SteinerError
from steiner.graph import Evidence, Fact, Node, Subgraph, Table
from steiner.graph_schema import GraphSchema
from steiner.progress import Stopwatch
from steiner.query.model_reading import Write, model_reading
from steiner.query.query_reading import Reading, read_query
from steiner.query.schema_mentions import Floats
from steiner.retrieve.pipeline import StagedRetriever
from steiner.settings import DEFAULT_OPTIONS, ExactSettings, Options, TextSettings
from steiner.text import plain_words, readable
from steiner.textualise.facts import FactWriter
from steiner.textualise.pack import FactQueue, Line, Offer, fill, tagged

_SET = 0.95
"""Confidence of a bare set, which relation paths answer well, too: nothing unread or guessed."""
_SCHEMA_WORDS = 20_000
"""Vectors of words that are kept."""


@runtime_checkable
class ComputingStore(Protocol):
    """A store that computes: one whose schema can be read, and which runs queries."""

    def graph_schema(self) -> GraphSchema:
        """Return what the graph's schema holds."""

    def run(self, query: Query) -> Table:
        """Return the rows of a query."""


class ExactRetriever(StagedRetriever):
    """The stages of the default system, and before their text what the database computes."""

    def __init__(
        self, *given: Any, exact: ExactSettings | None = None, write: Write | None = None
    ) -> None:
        super().__init__(*given)
        self._write = write
        self._exact = exact or ExactSettings()
        self._vectors = TextVectors(self.embedder, _SCHEMA_WORDS)

    def retrieve(self, question: str, options: Options = DEFAULT_OPTIONS) -> Evidence:
        """Return the evidence; with a table where the question reads as a query.

        Raises what `StagedRetriever.retrieve` raises.
        """
        evidence = super().retrieve(question, options)
        off = self._exact.mode == "off" or options.seeds or not self.settings.expand.hops
        if off or not isinstance(self.store, ComputingStore):
            return evidence
        watch = Stopwatch()
        with watch.stage("exact"):
            store = self.store.filtered(options.filter) if options.filter else self.store
            computed = self._computed(evidence.question, store)
        if computed is not None:
            reading, table = computed
            sure = self._is_sure(reading) and bool(table.rows)
            if sure or self._exact.mode == "only":
                evidence = with_rows(evidence, table, reading, options)
            evidence = replace(evidence, table=table, exact=sure)
        spent = watch.stages()["exact"]
        times = {**evidence.milliseconds, "exact": spent}
        times["total"] = evidence.milliseconds.get("total", 0.0) + spent
        return replace(evidence, milliseconds=times)

    def _is_sure(self, reading: Reading) -> bool:
        """Say whether the rows may be the answer: a bare set only where all is read as is."""
        least = self._exact.sure if reading.computes else max(self._exact.sure, _SET)
        return reading.confidence >= least

    def _computed(self, question: str, store: Any) -> tuple[Reading, Table] | None:
        schema = store.graph_schema()
        reading = read_query(question, schema, store, self._alike)
        if self._write and schema.labels and not (reading and self._is_sure(reading)):
            near = self._nearest(question, list(schema.labels))
            said = model_reading(question, schema, near, self._write, max(self._exact.sure, _SET))
            reading = said or reading
        if reading is None or reading.confidence < self._exact.tried:
            return None
        try:
            return reading, store.run(reading.query)
        except SteinerError:  # A statement that takes too long is no answer; the paths are one.
            return None

    def _nearest(self, question: str, labels: list[str]) -> list[str]:
        cosines = self._alike([question], [plain_words(label) for label in labels])[0]
        return [labels[i] for i in np.argsort(-cosines, kind="stable").tolist()]

    def _alike(self, left: Sequence[str], right: Sequence[str]) -> Floats:
        vectors = self._vectors
        cosines = vectors.vectors(list(left)) @ vectors.vectors(list(right)).T
        return np.asarray(cosines, dtype=np.float64)


def with_rows(evidence: Evidence, table: Table, reading: Reading, options: Options) -> Evidence:
    """Return the evidence with the rows of a table and their proof first, rows as its answers."""
    budget, count = evidence.budget, options.count_tokens
    lines = [*_rows_first(table, evidence, reading)]
    chosen, tokens, missed = fill(lines, budget, count)
    graph = _joined(evidence.subgraph, table, chosen)
    answers = _answers(table)
    added = {node for line in chosen for node in line.nodes}
    left = f"{missed} facts or rows are left out to keep the budget"
    return replace(
        evidence,
        subgraph=graph,
        node_scores={**dict.fromkeys(added, 1.0), **evidence.node_scores},
        facts=tagged(chosen),
        text="\n".join(line.text for line in chosen),
        tokens=tokens,
        ranking=tuple(dict.fromkeys(cell_text(row[0]) for row in table.rows)),
        answers=answers,
        confidence=reading.confidence,
        cuts=(*evidence.cuts, *([left] if missed else [])),
    )


def _joined(graph: Subgraph, table: Table, chosen: Sequence[Line]) -> Subgraph:
    """Return a subgraph with what the chosen lines say of a table's proof, its rows first."""
    links = {r.id for r in graph.relationships}
    said = {id for line in chosen for id in line.relationships} - links
    edges = [r for r in table.proof.relationships if r.id in said]
    shown = {id for line in chosen for id in line.nodes}
    shown.update(*((r.source, r.target) for r in edges))
    rows = {c.id: c for row in table.rows for c in row if isinstance(c, Node) and c.id in shown}
    own = {node.id: node for node in graph.nodes}
    added = {node.id: node for node in table.proof.nodes if node.id in shown}
    nodes = tuple({**rows, **own, **added}.values())
    return Subgraph(nodes, (*graph.relationships, *edges))


def _rows_first(table: Table, evidence: Evidence, reading: Reading) -> list[Line]:
    """Return the rows as lines, then the facts; a fact that says a whole row stands for it.

    The row (Ann, Aurora) of "who commanded Aurora?" is said by "Ann commanded Aurora".
    """
    types = {type for link in reading.query.links for type in link.types}
    meant = {r.id for r in evidence.subgraph.relationships if r.type in types}
    facts = list(_as_lines(evidence.facts))
    rows, saying = [], []
    for row in table.rows:
        nodes = dict.fromkeys(cell.id for cell in row if isinstance(cell, Node))
        whole = not reading.computes and len(nodes) == len(row) > 1
        said = [f for f in facts if whole and {*nodes} <= {*f.nodes} and meant & {*f.relationships}]
        saying += said
        rows += [] if said else [Line(1.0, _row_text(table, row), tuple(nodes))]
    first = list(dict.fromkeys(saying))
    proof = _proved(table.proof, {id for line in first for id in line.relationships}, evidence)
    new = {id for line in proof for id in line.relationships}
    rest = [
        f for f in facts if f not in first and not (f.relationships and new >= {*f.relationships})
    ]
    return [*first, *rows, *proof, *rest]


def _proved(proof: Subgraph, said: set[int], evidence: Evidence) -> list[Line]:
    """Return the facts of what the rows were computed from, those that are said left out."""
    writer = FactWriter(proof, evidence.question, TextSettings().longest_value)
    scores = {r.id: 1.0 for r in proof.relationships if r.id not in said}
    shown = Subgraph(proof.nodes, tuple(r for r in proof.relationships if r.id in scores))
    ends = {end: None for r in shown.relationships for end in (r.source, r.target)}
    queue = FactQueue(writer, Offer(shown, (), {}, scores), ends)
    return [line for line in queue if line.relationships]


def _row_text(table: Table, row: Sequence[Any]) -> str:
    """Write a row: "Exotic Liquids (Supplier); count: 12"."""
    parts = []
    for column, cell in zip(table.columns, row, strict=True):
        if isinstance(cell, Node):
            key = _own_key(cell)
            parts.append(f"{cell_text(cell)} ({', '.join(cell.labels)})")
            parts += [f"{key[0]}: {key[1]}"] if key else []
        elif cell is not None:
            parts.append(f"{column}: {cell_text(cell)}")
    return "; ".join(parts)


def _own_key(node: Node) -> tuple[str, str] | None:
    """Return the key of a node and its property, where the name does not say it."""
    if node.key is None or not node.name or readable(node.key[1]) in node.name:
        return None
    return node.key[0], readable(node.key[1])


def _answers(table: Table) -> tuple[str, ...]:
    """Return what the rows begin with; nodes of the same name by their key, too."""
    cells = [row[0] for row in table.rows]
    firsts = {cell.id if isinstance(cell, Node) else cell_text(cell): cell for cell in cells}
    shared = Counter(map(cell_text, firsts.values()))
    return tuple(
        f"{cell_text(cell)} [{key[1]}]"
        if shared[cell_text(cell)] > 1 and isinstance(cell, Node) and (key := _own_key(cell))
        else cell_text(cell)
        for cell in firsts.values()
    )


def _as_lines(facts: Sequence[Fact]) -> Iterator[Line]:
    for fact in facts:
        yield Line(fact.score, fact.text, fact.nodes, fact.relationships)

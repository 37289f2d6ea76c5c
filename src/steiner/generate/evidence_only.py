"""Answers without a model: the answer set as it stands, each part with its citation."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterator, Sequence, Set
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, NamedTuple

from steiner.algebra import MOST_ROWS
from steiner.answer import Answer
from steiner.display.cells import cell_text
from steiner.display.sentences import Sentences, sentences_for
from steiner.evidence import Evidence, Fact, Table
from steiner.generate.grounding.citations import cite
from steiner.graph import Node
from steiner.keywords import known_keywords
from steiner.query.english.light_words import WHETHER
from steiner.settings import positive


class _Lines(NamedTuple):
    """What is answered, and remarks on a table, which no fact of the evidence makes.

    `own`: sentences of the answer that are ours, too.
    """

    answer: Sequence[str]
    remarks: Sequence[str] = ()
    own: Sequence[str] = ()


@known_keywords
@dataclass(frozen=True, slots=True)
class EvidenceOnly:
    """Writes what was computed, at most `rows` of it; else the ranked `answers` or best `facts`.

    Where a question asks how things are connected, the facts between them, at most `rows`.
    """

    facts: int = 5
    answers: int = 5
    rows: int = 20

    def __post_init__(self) -> None:
        positive(self, facts=self.facts, answers=self.answers, rows=self.rows)

    def answer(self, question: str, evidence: Evidence) -> Answer:
        """Return the answer; with no evidence it says that the graph does not hold one."""
        return self.cited(question, "".join(self.stream(question, evidence)), evidence)

    def cited(self, question: str, text: str, evidence: Evidence) -> Answer:
        """Return the answer of its own text: what it remarks on a table stands in no fact."""
        said = self._lines(evidence)
        return cite(question, text, evidence, [*said.remarks, *said.own])

    def stream(self, question: str, evidence: Evidence) -> Iterator[str]:  # noqa: ARG002
        """Yield the answer line by line."""
        said = self._lines(evidence)
        for place, line in enumerate([*said.answer, *said.remarks]):
            yield f"\n{line}" if place else line

    def _lines(self, evidence: Evidence) -> _Lines:
        own = sentences_for(evidence.question)
        if evidence.computed and evidence.table:
            return self._computed(evidence.table, evidence, own)
        between = [f for f in evidence.facts if {*f.relationships} & {*evidence.connection}]
        ranked = [] if between else evidence.answers[: self.answers]
        lines = [f"{name}{_cited(_way(name, evidence))}" for name in ranked]
        best = between[: self.rows] or evidence.facts[: self.facts]
        facts = [f"{fact.text} [{fact.tag}]" for fact in best]
        yes = [f"{own.yes}:"] if between and WHETHER.match(evidence.question) else []
        none = [] if lines or facts else [own.not_held]
        return _Lines([*yes, *(lines or facts), *none], own=[*yes, *none])

    def _computed(self, table: Table, evidence: Evidence, own: Sentences) -> _Lines:
        unsure = _how_sure(evidence, own)
        if table.whether:
            return _Lines([_yes_or_no(table, evidence, own)], unsure, [own.yes, own.no])
        said: dict[str, list[Fact]] = {}
        shown = _nodes_in(table.rows)
        for row in table.rows:
            text = _said(table, row)
            if text in said or len(said) < self.rows:
                said.setdefault(text, []).extend(_behind(row, shown, table, evidence.facts))
        lines = [f"{text}{_cited(dict.fromkeys(facts))}" for text, facts in said.items()]
        lines += _around(table, evidence)[: self.facts] if table.whole else []
        none = [] if table.rows else [own.none]
        unsaid = len({_said(table, row) for row in table.rows} - {*said})
        # What the budget has no fact for was computed all the same: the table says it.
        computed = [text for text, facts in said.items() if not facts]
        remarks = [*self._remarks(table, unsaid, own), *unsure]
        return _Lines([*none, *lines], remarks, [*none, *computed])

    def _remarks(self, table: Table, unsaid: int, own: Sentences) -> list[str]:
        """Return a line on what is left out and what is as good, and one on why there is none."""
        more = [_left(table, unsaid, own)]
        if table.tied:
            others = "; ".join(_said(table, row) for row in table.tied[: self.answers])
            more.append(own.tied.format(len(table.tied), others))
        said = "; ".join(filter(None, more))
        reasons = own.either.join(table.emptied_by)
        why = [own.because.format(reasons)] if reasons else []
        return [*([f"… {said}"] if said else []), *why]


def _how_sure(evidence: Evidence, own: Sentences) -> list[str]:
    """Return a line on the reading that rows come of, where it is not sure."""
    if evidence.exact or not evidence.table or evidence.confidence is None:
        return []
    below = math.floor(100 * evidence.confidence) / 100  # .949 is not the .95 that is sure.
    return [own.unsure.format(below, evidence.table.reading)]


def _left(table: Table, unsaid: int, own: Sentences) -> str:
    """Return how many rows are not said: beyond the limit that was asked for, or of the rest."""
    asked = table.parameters.get("limit", MOST_ROWS)
    shown = len(table.rows)  # More than asked, where several are as good as the last.
    if table.total > shown >= asked and asked < MOST_ROWS and not unsaid:
        several = own.first if shown == asked else own.first_tied
        return several.format(shown, table.total) if shown > 1 else own.single.format(table.total)
    more = table.total - len(table.rows) + unsaid
    return own.more.format(more) if more > 0 else ""


def _yes_or_no(table: Table, evidence: Evidence, own: Sentences) -> str:
    if not table.rows:
        return own.no
    shown, rows = _nodes_in(table.rows), table.rows[:3]
    facts = [fact for row in rows for fact in _behind(row, shown, table, evidence.facts)]
    return f"{own.yes}{_cited(dict.fromkeys(facts))}"


def _said(table: Table, row: Sequence[Any]) -> str:
    """Write a row: "Exotic Liquids: count 12"; a number alone with its column: "count: 12".

    A count of other things alone has no name: "Oslo: 20", not "Oslo: number of Product 20". Of
    other nodes those whose property is shown ("Birch Hangar: Riga Airport city Riga"); the rest
    are in the facts that it cites.
    """
    cells = list(zip(table.columns, row, strict=True))
    first = cells.pop(table.answers_in)
    rest = cells[table.answers_in :]
    if not isinstance(first[1], Node) and not rest:
        return f"{first[0]}: {cell_text(first[1])}"
    values = [(name, cell) for name, cell in rest if cell is not None]
    if [name[:10] for name, cell in values if not isinstance(cell, Node)] == ["number of "]:
        values = [("", cell) for _, cell in values]
    others = [
        f"{_owner(name, cell, rest, first[1])}{name} {cell_text(cell)}".lstrip()
        for name, cell in values
        if not isinstance(cell, Node)
    ]
    return ": ".join([cell_text(first[1]), *([", ".join(others)] if others else [])])


def _owner(name: str, value: Any, cells: Sequence[tuple[str, Any]], first: Any) -> str:
    """Return the node beside the first whose property `name` this is, and a space; else ""."""
    nodes = [cell for _, cell in cells if isinstance(cell, Node)]
    if isinstance(first, Node) and first.properties.get(name) == value:
        return ""
    return next((f"{cell_text(n)} " for n in nodes if n.properties.get(name) == value), "")


def _around(table: Table, evidence: Evidence) -> list[str]:
    """Return the facts on what the rows are connected with, one of each type come first."""
    own, said = _nodes_in(table.rows), Counter[str]()
    types = {r.id: r.type for r in evidence.subgraph.relationships}
    placed: list[tuple[int, str]] = []
    for fact in evidence.facts:
        if fact.relationships and own & {*fact.nodes}:
            kind = types.get(fact.relationships[0], "")
            placed.append((said[kind], f"{fact.text} [{fact.tag}]"))
            said[kind] += 1
    return [line for _, line in sorted(placed, key=itemgetter(0))]


def _nodes_in(rows: Sequence[Sequence[Any]]) -> set[int]:
    """Return the store ids of the nodes that rows show."""
    return {cell.id for row in rows for cell in row if isinstance(cell, Node)}


def _behind(row: Sequence[Any], shown: Set[int], table: Table, facts: Sequence[Fact]) -> list[Fact]:
    """Return the facts that say a row or prove it; `shown` are the nodes of all rows."""
    nodes = _nodes_in([row])
    texts = [cell_text(cell) for cell in row if cell is not None]
    saying = next(
        (f for f in facts if nodes <= {*f.nodes} and (nodes or all(t in f.text for t in texts))),
        None,
    )
    proof = _proof_of(nodes, shown - nodes, table)
    proving = [f for f in facts if proof & {*f.relationships}]
    return list(dict.fromkeys([*([saying] if saying else []), *proving]))


def _proof_of(nodes: Set[int], others: Set[int], table: Table) -> set[int]:
    """Return the relationships that prove the row of these nodes (store ids).

    What joins them, and what leads from them to nodes of no row, such as a condition's. What
    leads from one node of several to the `others`, of other rows, is theirs. Which is whose of
    several rows without a node is not told.
    """
    if not nodes:
        return {r.id for r in table.proof.relationships} if len(table.rows) == 1 else set()
    proof = [(r.id, {r.source, r.target}) for r in table.proof.relationships]
    return {id for id, ends in proof if ends & nodes and (len(nodes) == 1 or not ends & others)}


def _way(answer: str, evidence: Evidence) -> list[Fact]:
    """Return the facts on the way from an answer to what the question names, the best seed."""
    graph, seeds = evidence.subgraph, [seed.node for seed in evidence.seeds]
    ends = [node.id for node in graph.nodes if cell_text(node) == answer][:1]
    starts = [id for id in seeds if id in {node.id for node in graph.nodes}][:1]
    if not (ends and starts):
        return []
    way = {r.id for r in graph.connecting([*ends, *starts], ()).relationships}
    return [fact for fact in evidence.facts if way & {*fact.relationships}]


def _cited(facts: Collection[Fact]) -> str:
    return f" [{', '.join(fact.tag for fact in facts)}]" if facts else ""

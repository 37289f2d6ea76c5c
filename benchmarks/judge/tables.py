"""Sets that are judged by rows: asked through the default system over a graph in memory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

from data import SHARED
from data.memory_graphs import KEPT, LEARNT, MADE, indexed
from exact_answers import cell, scorer

from judge.kept_vectors import KeptEmbedder
from judge.lines import Line, rows_of
from judge.strict_tables import strictly_right
from judge.timed_reading import TimedReader
from steiner.algebra import in_words
from steiner.evidence import Evidence, Table
from steiner.query.query_reading import Reading
from steiner.settings import RetrieverSettings
from steiner.systems.steiner import retriever

_DOUBT = 0.5
"""The confidence below which an answer is declined."""
_ALWAYS = 1e6
"""Seconds that a second opinion is waited for: what is judged must not depend on a busy machine."""
AU = ("art", "biology", "company", "soccer")


class AskedGraph:
    """A graph in memory, asked as a user asks it."""

    def __init__(
        self, name: str, embedder: KeptEmbedder, changed: Callable[[Any], Any] | None = None
    ) -> None:
        settings = RetrieverSettings()
        settings = replace(settings, exact=replace(settings.exact, patience=_ALWAYS))
        self.store, self._reader = indexed(name, embedder), TimedReader(embedder)
        made: Any = retriever(self.store, embedder, settings)
        self.retriever = changed(made) if changed else made

    def line(self, gold: dict[str, Any], part: str, judge: Callable[[Evidence], bool]) -> Line:
        """Ask a question; `judge` says whether its evidence is right."""
        evidence = self.retriever.retrieve(gold["question"])
        reading, ms = self._reader.read(gold["question"], self.store.graph_schema(), self.store)
        confidence = evidence.confidence or 0.0
        return Line(
            part=part,
            id=gold["id"],
            question=gold["question"],
            right=judge(evidence),
            exact=evidence.exact,
            confidence=confidence,
            probability=confidence if evidence.exact else _own(reading),
            reading=_said(evidence, reading),
            gold=[g["cypher"] for g in gold["golds"] if "cypher" in g] or gold.get("gold") or [],
            milliseconds=ms,
            rows=cells(evidence.table)[:5],
            gold_rows=[g["rows"][:5] for g in gold["golds"] if "rows" in g],
            expects_none=not gold["golds"],
            offered=bool(getattr(evidence, "alternatives", ())),
            more={
                "calls": evidence.usage.calls,
                "tokens": evidence.usage.prompt,
                **({"why": gold["why"]} if "why" in gold else {}),
            },
        )


def _said(evidence: Evidence, reading: Reading | None) -> str:
    """Return in words what the rows were computed by, which decided between readings."""
    if evidence.table:
        return evidence.table.reading
    return in_words(reading.query) if reading else ""


def _own(reading: Reading | None) -> float:
    return reading.confidence if reading else 0.0


def cells(table: Table | None) -> list[list[Any]]:
    """Return the rows of a table as JSON has them."""
    return [[cell(value) for value in row] for row in table.rows] if table else []


@lru_cache
def scoring() -> Any:
    """Return the scoring tool, loaded once."""
    return scorer()


def example(name: str, embedder: KeptEmbedder, _: bool) -> list[Line]:
    """Ask Neo4j's questions over one of its example graphs; those that have a gold to judge by."""
    asked = AskedGraph(name, embedder)
    return [asked.line(gold, part, example_judge(gold)) for gold, part in examples(name)]


def examples(name: str) -> list[tuple[dict[str, Any], str]]:
    """Return the questions over an example graph that have a gold to judge by, and their parts."""
    golds, tool = rows_of(SHARED / "text2cypher" / f"{name}.jsonl"), scoring()
    kept = [(gold, alternatives[0]) for gold in golds if (alternatives := tool.judgeable(gold))]
    return [(g, "look-ups" if "lookup" in first["ops"] else "computing") for g, first in kept]


def example_judge(gold: dict[str, Any]) -> Callable[[Evidence], bool]:
    """Return what says whether the evidence of a question over an example graph is right."""
    return partial(_scored, gold)


def _scored(gold: dict[str, Any], evidence: Evidence) -> bool:
    tool, rows = scoring(), cells(evidence.table)
    predicted = {"rows": [[tool.cell(value) for value in row] for row in rows]}
    golds = tool.judgeable(gold)
    return bool(rows) and any(tool.right(predicted, g, gold["question"]) for g in golds)


def made(name: str, embedder: KeptEmbedder, _: bool) -> list[Line]:
    """Ask the questions over a made graph."""
    asked, lines = AskedGraph(name, embedder), []
    for gold in rows_of(MADE[name] / f"{name}.jsonl"):
        lines.append(asked.line(gold, made_part(gold), made_judge(gold)))
    return lines


def made_part(gold: dict[str, Any]) -> str:
    """Return the part of a made set that a question belongs to."""
    parts = {"unanswerable": "unanswerable", "language": "other languages"}
    return parts.get(gold["kind"], "English")


def made_judge(gold: dict[str, Any]) -> Callable[[Evidence], bool]:
    """Return what says whether the evidence of a question over a made graph is right."""
    return partial(_scored, gold) if gold["golds"] else _declined


def _declined(evidence: Evidence) -> bool:
    return not evidence.exact and (evidence.confidence or 0.0) < _DOUBT


def cypherbench(name: str, embedder: KeptEmbedder, _: bool) -> list[Line]:
    """Ask CypherBenchAU's questions over one of its graphs, judged strictly."""
    asked = AskedGraph(name, embedder)
    return [
        asked.line(gold, gold["kind"], cypherbench_judge(gold))
        for gold in rows_of(SHARED / "cypherbench_au" / "questions.jsonl")
        if gold["graph"] == name
    ]


def cypherbench_judge(gold: dict[str, Any]) -> Callable[[Evidence], bool]:
    """Return what says whether the evidence of one of CypherBenchAU's questions is right."""
    judges = {"clean": _strict, "ambiguous": _both, "unanswerable": lambda _, e: _declined(e)}
    return partial(judges[gold["kind"]], gold)


def _strict(gold: dict[str, Any], evidence: Evidence) -> bool:
    return any(_holds(evidence, table) for table in gold["golds"])


def _both(gold: dict[str, Any], evidence: Evidence) -> bool:
    """Say whether another reading is offered, or the rows are those of all readings."""
    return bool(getattr(evidence, "alternatives", ())) or _holds(evidence, gold["union"])


def _holds(evidence: Evidence, gold: dict[str, Any]) -> bool:
    columns = list(zip(*cells(evidence.table), strict=True))
    return evidence.table is not None and strictly_right(columns, gold, scoring().canon)


TABLES: dict[str, Callable[[KeptEmbedder, bool], list[Line]]] = {
    **{name: partial(example, name) for name in ("movies", "northwind")},
    **{f"made-{name}": partial(made, name) for name in ("hr", "shop")},
    **{f"written-{name}": partial(made, name) for name in KEPT},
    **{f"learnt-{name}": partial(made, name) for name in LEARNT},
    **{f"au-{name}": partial(cypherbench, name) for name in AU},
}

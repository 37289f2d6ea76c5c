"""Sets that are asked with a language model whose replies are kept: benchmarks/replies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from data import SHARED
from data.memory_graphs import MADE, indexed

from judge.kept_vectors import KeptEmbedder
from judge.lines import Line, rows_of
from judge.pole_rows import pole_judge
from judge.structures import HashedEmbedder
from judge.tables import (
    AU,
    AskedGraph,
    cells,
    cypherbench_judge,
    example_judge,
    examples,
    made_judge,
    made_part,
)
from judge.timed_reading import TimedReader
from steiner.algebra import in_words
from steiner.algebra.schema.graph_schema import GraphSchema
from steiner.errors import InvalidInput, SteinerError
from steiner.evidence import Evidence, Table, Usage
from steiner.lexicon.notes import read_notes
from steiner.query.composing.words.lattice import Lattice
from steiner.query.naming.schema.schema_mentions import Alike
from steiner.query.proposing.model_reading import Filled, Proposal, read_reply
from steiner.query.proposing.spelt_values import SpeltValues
from steiner.query.query_reading import Reading
from steiner.query.readings import Readings, judged, proposals
from steiner.query.widening.larger_forms import widened_readings
from steiner.retrieve.exact.computed_rows import tells
from steiner.retrieve.exact.readers import model_reader
from steiner.retrieve.pipeline import StagedRetriever
from steiner.settings import ExactSettings, RetrieverSettings
from steiner.systems.steiner import retriever
from steiner.text import quarter_characters

REPLIES = Path(__file__).parents[1] / "replies"
TAUGHT = ("hr", "shop", "au")
"""Sets whose replies teach the probability of what a model proposes: their golds were checked.

Of what was proposed over POLE most misses are quirks of its golds (docs/results/exact-answers.md).
"""
EXAMPLES = ("movies", "northwind")
"""Graphs of whose computing questions some are drawn."""
SETS = (
    *(*TAUGHT, "pole", "pole-notes", "football", "legal", "rental", "grants"),
    *("spaceflight", "trials", "crm", "clinic", "farm", "saga", *EXAMPLES),
)
TODAY = date(2026, 11, 28)
_NOTES = Path(__file__).parents[1] / "data" / "pole_notes.toml"
_POLE, _AU, _EXAMPLES = 30, 171, 60
"""Questions that are drawn: of POLE for each number of nodes (its shown ones have two or three)."""


@dataclass
class RepliedModel:
    """A model whose replies are known by question; it keeps its prompts, and mends nothing."""

    replies: Mapping[str, str] = field(default_factory=dict)
    prompts: dict[str, str] = field(default_factory=dict)
    refused: dict[str, str] = field(default_factory=dict)

    def fill(self, prompt: str, _: Mapping[str, Any] | None) -> Filled:
        """Return the kept reply, an empty one where there is none or a form was refused."""
        reply = self._reply(prompt)
        return Filled(reply, Usage(1, self.count_tokens(prompt), self.count_tokens(reply)))

    def count_tokens(self, text: str) -> int:
        """Count the tokens of a text, about."""
        return quarter_characters(text)

    def _reply(self, prompt: str) -> str:
        asked, _, refused = prompt.rpartition("\nQuestion: ")[2].partition("\nJSON:")
        if refused:
            self.refused[asked] = refused.partition("That was refused: ")[2][:300]
            return ""
        self.prompts[asked] = prompt
        return self.replies.get(asked, "")


Ask = Callable[[dict[str, Any]], Line]


def collect(name: str) -> Iterator[tuple[str, str]]:
    """Yield the questions of a set with the prompts for them."""
    model = RepliedModel()
    for gold, ask in _asked(name, model, "always"):
        ask(gold)
        if gold["question"] in model.prompts:
            yield gold["question"], model.prompts[gold["question"]]


def ask_set(name: str, ask_reader: str) -> list[Line]:
    """Ask a set's questions with the kept replies."""
    model = RepliedModel(kept_replies(name))
    return [_noted(ask(gold), model) for gold, ask in _asked(name, model, ask_reader)]


def kept_replies(name: str) -> dict[str, str]:
    """Return the replies of a set by question."""
    return {row["question"]: row["reply"] for row in rows_of(REPLIES / f"{name}.jsonl")}


def _noted(line: Line, model: RepliedModel) -> Line:
    line.more["repair"] = model.refused.get(line.question, "")
    line.more["reply"] = model.replies.get(line.question, "")
    return line


def drawn(name: str) -> list[dict[str, Any]]:
    """Return the questions of a set, drawn once."""
    if name.startswith("pole"):
        golds = rows_of(SHARED / "zograscope" / "questions.jsonl")
        parts = ([g for g in golds if g["nodes"] == n] for n in (2, 3))
        return [gold for part in parts for gold in Random(51).sample(part, _POLE)]
    if name == "au":
        golds = rows_of(SHARED / "cypherbench_au" / "questions.jsonl")
        return sorted(Random(51).sample(golds, _AU), key=lambda gold: AU.index(gold["graph"]))
    if name in EXAMPLES:
        computing = [gold for gold, part in examples(name) if part == "computing"]
        return Random(51).sample(computing, _EXAMPLES)
    return rows_of(MADE[name] / f"{name}.jsonl")


def _asked(name: str, model: RepliedModel, ask_reader: str) -> Iterator[tuple[dict[str, Any], Ask]]:
    """Yield the questions of a set, each with what asks it and judges."""
    exact = ExactSettings(ask_reader=ask_reader, patience=1e6)
    if name.startswith("pole"):
        pole = PoleReader(model, exact, name == "pole-notes")
        yield from ((gold, pole.line) for gold in drawn(name))
        return
    graphs: dict[str, AskedGraph] = {}
    for gold in drawn(name):
        graph = gold["graph"] if name == "au" else name
        if graph not in graphs:
            embedder = KeptEmbedder(_vectors(graph))
            graphs[graph] = AskedGraph(graph, embedder, partial(_with_model, model, exact))
        part, judge = _part_and_judge(name, gold)
        yield gold, partial(graphs[graph].line, part=part, judge=judge)


def _part_and_judge(name: str, gold: dict[str, Any]) -> tuple[str, Callable[[Evidence], bool]]:
    if name == "au":
        return gold["kind"], cypherbench_judge(gold)
    if name in EXAMPLES:
        return "computing", example_judge(gold)
    return made_part(gold), made_judge(gold)


def _with_model(model: RepliedModel, exact: ExactSettings, rules: Any) -> StagedRetriever:
    return retriever(rules.store, rules.embedder, RetrieverSettings(exact=exact), reader=model)


class PoleReader:
    """Reads questions over POLE and runs what is read; nothing is retrieved beside."""

    def __init__(self, model: RepliedModel, exact: ExactSettings, notes: bool) -> None:
        self.store, self.schema, self._exact = *_pole(notes), exact
        self._alike = TimedReader(KeptEmbedder(_vectors("pole"))).alike
        self._reader = model_reader(model, exact)

    def line(self, gold: dict[str, Any]) -> Line:
        """Ask a question and judge its rows."""
        looked, rules = _by_rules(gold["question"], self.schema, self.store, self._alike)
        assert looked is not None
        read = self._reader.read(gold["question"], looked, rules, self._alike, TODAY)
        best = read.readings.best if read.readings else None
        table = self._table(best)
        confidence = best.confidence if best else 0.0
        telling = table is not None and tells(table, gold["question"], best.asked if best else "")
        return Line(
            part=f"{gold['nodes']} nodes",
            id=gold["id"],
            question=gold["question"],
            right=pole_judge(gold, self.store)(table),
            exact=telling and confidence >= self._exact.sure,
            confidence=confidence,
            probability=confidence,
            reading=in_words(best.query) if best else "",
            gold=[gold["cypher"]],
            milliseconds=0.0,
            rows=cells(table)[:5],
            more={"calls": read.usage.calls, "tokens": read.usage.prompt},
        )

    def _table(self, reading: Reading | None) -> Table | None:
        try:
            table: Table | None = self.store.run(reading.query, 0.0) if reading else None
        except SteinerError:
            return None
        return table


class Replied(NamedTuple):
    """A question with what a model proposed for it, and what rules read."""

    gold: dict[str, Any]
    proposal: Proposal
    rules: Readings | None
    looked: Lattice
    store: Any


def replied_questions(name: str) -> Iterator[Replied]:
    """Yield the questions of a set whose kept reply is a form that holds of the schema."""
    replies, graphs = kept_replies(name), dict[str, tuple[Any, GraphSchema, Any]]()
    for gold in drawn(name):
        if gold["question"] not in replies:
            continue
        graph = gold["graph"] if name == "au" else name
        if graph not in graphs:
            store, schema = _pole(name == "pole-notes") if "pole" in name else _other(graph)
            kept = "pole" if "pole" in name else graph
            graphs[graph] = (store, schema, TimedReader(KeptEmbedder(_vectors(kept))).alike)
        store, schema, alike = graphs[graph]
        looked, rules = _by_rules(gold["question"], schema, store, alike)
        if looked is None:
            continue
        try:
            spelt = SpeltValues(store, schema.names).of
            proposal = read_reply(replies[gold["question"]], schema, spelt)
        except InvalidInput:
            continue
        yield Replied(gold, proposal, rules, looked, store)


def _by_rules(
    question: str, schema: GraphSchema, store: Any, alike: Alike
) -> tuple[Lattice | None, Readings | None]:
    """Return what a question's words may mean, and how rules read it, as a retriever asks them."""
    wide = widened_readings(question, schema, store, alike, TODAY)
    given = proposals(question, schema, store, alike)
    return (given.looked, wide or judged(given)) if given else (None, wide)


def _pole(notes: bool) -> tuple[Any, GraphSchema]:
    # What is embedded of nodes is not asked here, their keys are; words are really compared.
    store = indexed("pole", HashedEmbedder())
    schema = store.graph_schema()
    return store, schema.with_notes(read_notes(_NOTES)) if notes else schema


def _other(graph: str) -> tuple[Any, GraphSchema]:
    store = indexed(graph, KeptEmbedder(_vectors(graph)))
    return store, store.graph_schema()


def _vectors(graph: str) -> Path:
    return Path(".reading/vectors") / f"{graph}.npz"

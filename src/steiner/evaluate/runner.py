"""Runs a system over questions: one line of JSON each, in a folder that says how it was run."""

from __future__ import annotations

import hashlib
import json
import random
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from steiner.answer import Answer
from steiner.display.render_table import table_json
from steiner.errors import InvalidInput
from steiner.evaluate.datasets.files.on_demand import OnDemand
from steiner.evaluate.datasets.gold import GoldQuestion, Triple
from steiner.evaluate.metrics.answers import normalised
from steiner.evaluate.provenance import Provenance
from steiner.evidence import Evidence
from steiner.graph import Subgraph
from steiner.progress import Report, silent
from steiner.text import quarter_characters
from steiner.textualise.table import table as csv_table
from steiner.textualise.table import text_graph
from steiner.train.data.own_triple_pairs import own_path_triples
from steiner.whole_files import append, write_whole

SETTINGS, ROWS = "run.json", "questions.jsonl"

Ask = Callable[[GoldQuestion], Evidence]
Write = Callable[[str, Evidence], Answer]


def drawn(
    questions: Sequence[GoldQuestion], count: int | None, seed: int = 7
) -> Sequence[GoldQuestion]:
    """Return at most `count` questions of each kind, drawn by `seed`; all where it is None."""
    if count is None:
        return questions
    streamed = questions if isinstance(questions, OnDemand) else None
    kinds: dict[str, list[int]] = defaultdict(list)
    for number in range(len(questions)):
        kinds[streamed.kind if streamed else questions[number].kind].append(number)
    draw = random.Random(seed)
    places = [
        number
        for kind in sorted(kinds)
        for number in sorted(draw.sample(kinds[kind], min(count, len(kinds[kind]))))
    ]
    return streamed.picked(places) if streamed else [questions[place] for place in places]


def run(
    ask: Ask,
    questions: Sequence[GoldQuestion],
    folder: Path,
    settings: Mapping[str, Any],
    write: Write | None = None,
    report: Report = silent,
    provenance: Provenance | None = None,
) -> int:
    """Ask all questions and return how many could not be answered.

    `write` makes an answer of the evidence; without it the evidence's own ranking is the answer.
    `settings` (JSON types) say how it was run: a run that was stopped goes on after its last whole
    line. `provenance` compares statements on
    the server. Raises InvalidInput where `folder` holds a run of other settings or questions.
    """
    done = _begin(folder, settings, questions)
    failed = sum("error" in row for row in done)
    for number, question in enumerate(questions[len(done) :], len(done)):
        report("questions", number, len(questions))
        row = _row(question, ask, write, provenance)
        failed += "error" in row
        append(folder / ROWS, json.dumps(row, ensure_ascii=False) + "\n")
    report("questions", len(questions), len(questions))
    return failed


def read_run(folder: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return a run's settings and rows. Raises InvalidInput where `folder` holds none."""
    try:
        settings: dict[str, Any] = json.loads((folder / SETTINGS).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InvalidInput(
            f"{folder} is no run: expected a folder with {SETTINGS} and {ROWS}. Name the --output "
            f"of `steiner evaluate`."
        ) from error
    return settings, list(_rows(folder / ROWS))


def _begin(
    folder: Path, settings: Mapping[str, Any], questions: Sequence[GoldQuestion]
) -> list[dict[str, Any]]:
    counted = {"questions": len(questions), "digest": _digest(questions)}
    # As they stand in the file: a tuple that was written comes back as a list.
    described = json.loads(json.dumps({**settings, **counted}))
    path = folder / SETTINGS
    if path.is_file():
        earlier, rows = read_run(folder)
        other = sorted(k for k in {*earlier, *described} if earlier.get(k) != described.get(k))
        if other:
            raise InvalidInput(
                f"{folder} holds a run with another {', '.join(other)}. Name another --output, or "
                f"remove this one."
            )
        text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        write_whole(folder / ROWS, text)
        return rows
    folder.mkdir(parents=True, exist_ok=True)
    (folder / ROWS).unlink(missing_ok=True)
    write_whole(path, json.dumps(described, indent=1) + "\n")
    return []


def _digest(questions: Sequence[GoldQuestion]) -> str:
    """Return the hash of the questions as one JSON list, which is never in memory whole."""
    summed = hashlib.sha256(b"[")
    for number, question in enumerate(questions):
        summed.update(f"{', ' if number else ''}{json.dumps(asdict(question))}".encode())
    summed.update(b"]")
    return summed.hexdigest()


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    if path.is_file():
        yield from map(json.loads, path.read_text(encoding="utf-8").split("\n")[:-1])


def row_of(question: GoldQuestion, evidence: Evidence) -> dict[str, Any]:
    """Return question, gold and evidence in JSON types: what `figures.measures` reads."""
    names = {node.id: node.name for node in evidence.subgraph.nodes}
    return {
        "id": question.id,
        "question": question.text,
        "kind": question.kind,
        "gold": question.answers,
        "topics": question.topics,
        "gold_triples": question.triples or _on_paths(question),
        "graph_triples": len(question.graph.edges) if question.graph else None,
        "answers_in_graph": _in_graph(question),
        "context": evidence.text,
        "tokens": evidence.tokens,
        # Of all that was selected, which a graph encoder reads whatever the budget.
        "table_tokens": quarter_characters(csv_table(text_graph(evidence))),
        "nodes": len(names),
        "triples": [
            (names[r.source], r.type, names[r.target]) for r in evidence.subgraph.relationships
        ],
        "seeds": [seed.name for seed in evidence.seeds],
        "ranking": evidence.ranking,
        "first": evidence.answers,
        "milliseconds": {k: round(v, 3) for k, v in evidence.milliseconds.items()},
        "usage": asdict(evidence.usage),
        **_computed(question, evidence),
    }


def _in_graph(question: GoldQuestion) -> float | None:
    """Return the share of the gold answers that are nodes of the question's own graph."""
    if question.graph is None or not question.answers:
        return None
    nodes = set(map(normalised, question.graph.nodes))
    return sum(normalised(a) in nodes for a in question.answers) / len(question.answers)


def _on_paths(question: GoldQuestion) -> Sequence[Triple]:
    """Return the triples of the question's own graph that lead from its topics to the answers."""
    if question.graph is None:
        return ()
    return own_path_triples(question.graph, question.topics, question.answers)


def _computed(question: GoldQuestion, evidence: Evidence) -> dict[str, Any]:
    """Return gold tables, table and whether it is the answer, where the gold is a table."""
    if not question.tables:
        return {}
    table = table_json(evidence.table) if evidence.table else None
    return {"gold_tables": question.tables, "table": table, "exact": evidence.exact}


def _row(
    question: GoldQuestion, ask: Ask, write: Write | None, provenance: Provenance | None
) -> dict[str, Any]:
    try:
        evidence = ask(question)
    except InvalidInput as error:
        nothing = Evidence(question.text, Subgraph(), "")
        return {**row_of(question, nothing), "error": str(error)}
    row = row_of(question, evidence)
    if question.tables and evidence.table and provenance:
        golds = [str(table["cypher"]) for table in question.tables if "cypher" in table]
        table = evidence.table
        row["provenance"] = provenance.best(table.cypher, table.parameters, golds)
    if write is not None:
        begun = time.perf_counter()
        answer = write(question.text, evidence)
        # Beside the retrieval's own stages, whose sum stays the total.
        row["milliseconds"]["generate"] = round((time.perf_counter() - begun) * 1000, 3)
        row |= {"answer": answer.text, "ungrounded": answer.ungrounded}
        row |= {"thought": answer.thought} if answer.thought else {}
        row |= {} if answer.listed is None else {"listed": answer.listed}
        row["citations"] = [citation.text for citation in answer.citations]
        row["usage"] = asdict(evidence.usage + answer.usage)
    return row

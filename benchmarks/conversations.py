"""Two-turn conversations: is the second answer right, by what its reference is resolved?

    python benchmarks/conversations.py [--rewriter MODEL] [--homes DIR] [--misses]

Asks benchmarks/data/conversations.jsonl: a first question, a follow-up, the same written out by
hand, and the Cypher that answers it. Answers are the answer set, no model writes. Ways:

    alone       the follow-up without the conversation (what is lost without it)
    rules       as `steiner chat` reads it
    MODEL       rewritten by --rewriter
    by hand     written out (what retrieval alone misses)

Right: the same names or values as the Cypher's. Starts a server for each graph (kept in DIR).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from data.servers import indexed_server
from devserver import DevServer
from examples import homes
from neo4j import GraphDatabase
from rich.console import Console

from demo import prepare
from steiner.answer import Answer
from steiner.generate.evidence_only import EvidenceOnly
from steiner.integrations.answering import Answering, turn_of
from steiner.question.history import Turn
from steiner.session import open_retriever, open_rewriter
from steiner.settings import ConnectionSettings
from steiner.text import normalise, readable

QUESTIONS = Path(__file__).parent / "data" / "conversations.jsonl"
Way = tuple[Answering, bool, str]
"""What answers, whether it gets the conversation, and which question of the row it is asked."""


@contextmanager
def served(graph: str, folder: Path) -> Iterator[ConnectionSettings]:
    """Start the sample graph's server, or that of an example graph; index it at the first use."""
    if graph != "sample":
        with indexed_server(graph, folder) as settings:
            yield settings
        return
    ready = folder / f"{graph}.ready"
    with DevServer(folder / graph) as server:
        if not ready.exists():
            prepare(server, Console(stderr=True))
            ready.touch()
        yield ConnectionSettings(server.uri, "neo4j", server.password)


def gold(settings: ConnectionSettings, cypher: str) -> set[str]:
    """Return the names or values that the Cypher returns."""
    login = (settings.username, settings.password)
    with GraphDatabase.driver(settings.uri, auth=login) as driver:
        records, _, _ = driver.execute_query(cypher)
    return {normalise(readable(record[0])) for record in records}


def answers(answer: Answer) -> set[str]:
    """Return the names or values of an answer; of a property that is asked for its values."""
    return {normalise(name) for name in answer.evidence.answers}


def asked(row: dict[str, Any], way: Way, history: list[Turn]) -> Answer:
    """Ask the second question of a conversation in one way."""
    answering, remembers, field = way
    return answering.ask(row[field], history=history if remembers else [])


def run(graph: str, settings: ConnectionSettings, rewriter: str | None) -> Iterator[dict[str, Any]]:
    """Yield, for each conversation of a graph, in which ways the second answer is right."""
    retriever: Any = open_retriever(settings)
    plain = Answering(retriever, EvidenceOnly(), decline_below=0.0)
    ways: dict[str, Way] = {"alone": (plain, False, "second"), "rules": (plain, True, "second")}
    if rewriter:
        model = open_rewriter(rewriter)
        writing = Answering(retriever, EvidenceOnly(), decline_below=0.0, rewriter=model)
        ways[rewriter] = (writing, True, "second")
    ways["by hand"] = (plain, False, "alone")
    for line in QUESTIONS.read_text("utf-8").splitlines():
        row = json.loads(line)
        if row["graph"] != graph:
            continue
        wanted = gold(settings, row["cypher"])
        history = [turn_of(plain.ask(row["first"]))]
        got = {name: asked(row, way, history) for name, way in ways.items()}
        right = {name: answers(answer) == wanted for name, answer in got.items()}
        yield {**row, "right": right, "read": got["rules"].question, "gold": sorted(wanted)}


def main() -> None:
    """Read the command line, ask and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rewriter")
    parser.add_argument("--homes", type=Path)
    parser.add_argument("--misses", action="store_true")
    given = parser.parse_args()
    for graph in ("sample", "northwind"):
        with homes(given.homes) as folder, served(graph, folder) as settings:
            rows = list(run(graph, settings, given.rewriter))
        counts = {way: sum(row["right"][way] for row in rows) for way in rows[0]["right"]}
        print(graph, len(rows), json.dumps(counts))
        for row in rows if given.misses else []:
            if not row["right"]["rules"]:
                print(f"- {row['second']} -> {row['read']} {row['right']} {row['gold'][:4]}")


if __name__ == "__main__":
    main()

"""One language model, three ways: steiner's forms, and two tools in which it writes Cypher.

    python benchmarks/side_by_side.py [--sets opera parliament] [--folder .side]

Asks the questions over written graphs on a development server, of steiner (rules first, the model
where they are not sure), of neo4j-graphrag's Text2CypherRetriever and of langchain-neo4j's chain,
and prints a row a tool and part: right, tables that are wrong, calls, tokens of prompts and
replies, seconds beside the model. Tables are judged as benchmarks/reading.py does: rows that say
more than the question asks are right, so that whole nodes and names are both. A question without
an answer is declined where steiner is not sure, and where a statement returns nothing.

Replies stand in benchmarks/replies/side-by-side.jsonl by the hash of their prompt. A prompt without
one is written to FOLDER/prompts/ID.txt; write its reply to FOLDER/replies/ID.txt, from the prompt
alone, and run again until none is open. Needs ../shared/data; leaves out other languages.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import mean, median
from tempfile import TemporaryDirectory
from typing import Any

from data.memory_graphs import WRITTEN
from devserver import DevServer
from judge.kept_chat import KeptChat
from judge.kept_vectors import KeptEmbedder
from judge.lines import rows_of
from judge.tables import made_judge
from written_gold import load

from steiner.evaluate.baselines.cypher_writers import WRITERS, Text2CypherRetriever
from steiner.evidence import Evidence
from steiner.generate.writer import ChatTexts
from steiner.index.build import Indexer
from steiner.progress import silent
from steiner.settings import ConnectionSettings, ExactSettings, RetrieverSettings
from steiner.stores.neo4j.connection import Neo4jConnection
from steiner.stores.neo4j.indexing.index import Neo4jIndexStore
from steiner.stores.neo4j.store import Neo4jStore
from steiner.systems.steiner import retriever

KEPT = Path(__file__).parent / "replies" / "side-by-side.jsonl"
Row = dict[str, Any]
SETTINGS = RetrieverSettings(exact=replace(ExactSettings(), patience=1e6))


def tools(store: Neo4jStore, embedder: Any, chat: KeptChat) -> dict[str, Any]:
    """Return what asks: steiner and the tools in which the model writes Cypher."""
    writers = {
        name: Text2CypherRetriever(open_writer, store, embedder, SETTINGS, chat)
        for name, open_writer in WRITERS.items()
    }
    reader = ChatTexts(chat, "a large language model")
    return {"steiner": retriever(store, embedder, SETTINGS, reader=reader), **writers}


def asked(name: str, connection: ConnectionSettings, chat: KeptChat, folder: Path) -> Iterator[Row]:
    """Yield a row for each question over a graph and tool."""
    load(connection, WRITTEN / f"{name}.cypher")
    embedder = KeptEmbedder(folder / "vectors" / f"{name}.npz")
    opened = Neo4jConnection(connection)
    Indexer(Neo4jIndexStore(opened), embedder).run(silent)
    store = Neo4jStore(opened)
    golds = [g for g in rows_of(WRITTEN / f"{name}.jsonl") if g["language"] == "en"]
    for tool, asks in tools(store, embedder, chat).items():
        for gold in golds:
            yield {"set": name, "tool": tool, **_asked(asks, gold, chat)}
    embedder.keep()


def _asked(asks: Any, gold: Row, chat: KeptChat) -> Row:
    before, begun = len(chat.prompts), time.perf_counter()
    evidence: Evidence = asks.retrieve(gold["question"])
    seconds = time.perf_counter() - begun
    sent = chat.prompts[before:]
    claims = bool(evidence.table and evidence.table.rows and evidence.exact)
    answered = made_judge(gold)(evidence) if gold["golds"] else not claims
    return {
        "part": gold["kind"] if gold["kind"] in ("unanswerable", "ambiguous") else "clear",
        "question": gold["question"],
        "right": answered,
        "claims": claims,
        "calls": len(sent),
        "tokens": sum(len(prompt) // 4 for prompt in sent),
        "seconds": seconds,
    }


def shown(rows: Sequence[Row]) -> Iterator[Row]:
    """Yield a row for each part and tool."""
    parts = dict.fromkeys((row["part"], row["tool"]) for row in rows)
    for part, tool in sorted(parts):
        own = [row for row in rows if (row["part"], row["tool"]) == (part, tool)]
        claimed = [row for row in own if row["claims"]]
        yield {
            "questions": part,
            "tool": tool,
            "number": len(own),
            "right": round(mean(row["right"] for row in own), 3),
            "called exact": round(len(claimed) / len(own), 3),
            "of these wrong": sum(not row["right"] for row in claimed),
            "calls": round(mean(row["calls"] for row in own), 2),
            "tokens": round(mean(row["tokens"] for row in own)),
            "seconds": round(median(row["seconds"] for row in own), 2),
        }


def main() -> None:
    """Read the command line, ask, print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sets", nargs="+", default=["opera", "parliament"])
    parser.add_argument("--folder", type=Path, default=Path(".side"))
    given = parser.parse_args()
    chat = KeptChat(kept=KEPT, folder=given.folder).taken_in()
    rows: list[Row] = []
    with TemporaryDirectory() as home, DevServer(Path(home)) as server:
        connection = ConnectionSettings(uri=server.uri, password=server.password)
        for name in given.sets:
            rows += asked(name, connection, chat, given.folder)
    print(*map(dict.__str__, shown(rows)), sep="\n")
    print(f"{len(set(chat.waiting))} prompts are open in {given.folder / 'prompts'}")


if __name__ == "__main__":
    main()

"""The main job, end to end: a sample graph in a real Neo4j, indexed, three questions answered.

In a terminal it ends with the page on the sample graph.

python demo/demo.py [--line 2026]
"""

from __future__ import annotations

import argparse
import json
import secrets
import socket
import sys
import webbrowser
from collections.abc import Iterator
from pathlib import Path
from threading import Timer
from typing import Any, cast
from urllib.parse import quote

from neo4j import GraphDatabase
from rich.console import Console
from rich.rule import Rule

sys.path.insert(0, str(Path(__file__).parents[1] / "procedures"))

from check_graph import load
from devserver import DevServer
from devserver_build import DevServerError

from steiner import Answer, ConnectionSettings
from steiner.chosen import Chosen
from steiner.display.render import answer_tree
from steiner.errors import SteinerError
from steiner.generate.evidence_only import EvidenceOnly
from steiner.index.live_index import IndexBuild, build_index
from steiner.integrations.agents.actions import StoreRetriever
from steiner.integrations.answering import Answering
from steiner.integrations.doors.door_settings import ServeSettings
from steiner.serve.app import serve
from steiner.session import open_generator, open_retriever

ROOT = Path(__file__).parents[1]
DATABASE = "neo4j"
AFTERWARDS = """
Now your own graph. steiner adds a label, properties that start with steiner_ and its indexes;
`steiner unindex` takes all of it away again. Asking needs read rights only.

  export NEO4J_URI=neo4j://your-server:7687 NEO4J_USERNAME=... NEO4J_PASSWORD=...
  STEINER doctor
  STEINER index
  STEINER ask "Who ...?"

To ask this sample graph more:

  make neo4j DATA=.demo/neo4j-2026
  NEO4J_PASSWORD=steiner-dev STEINER ask "..."      (in another shell)
  NEO4J_PASSWORD=steiner-dev STEINER chat           (question after question)
  NEO4J_PASSWORD=steiner-dev STEINER serve          (a page that draws the proof)
"""


def questions() -> list[dict[str, Any]]:
    """The demo's questions with the answers that their gold Cypher returns."""
    text = (Path(__file__).parent / "questions.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def prepare(server: DevServer, console: Console) -> ConnectionSettings:
    """Load the sample graph and index it."""
    login = ("neo4j", server.password)
    # A busy machine plans the first question's queries for longer than a running server may take,
    # and what is not planned in time is thrown away: at a load of 20 on two cores 120 s were short.
    settings = ConnectionSettings(server.uri, *login, DATABASE, timeout=900)
    console.print("Loading the sample graph: Ostrevale Flow Systems, an invented pump maker.")
    with GraphDatabase.driver(server.uri, auth=login) as driver:
        load(driver, DATABASE)
    console.print("Indexing it.")
    build_index(settings, IndexBuild(), console)
    return settings


def answers(settings: ConnectionSettings) -> Iterator[Answer]:
    """Answer the demo's questions, worded by rule: no language model is needed."""
    retriever = open_retriever(settings, Chosen())
    generator = open_generator()
    for row in questions():
        question: str = row["question"]
        yield generator.answer(question, retriever.retrieve(question))


def main() -> None:
    """Start the server, prepare the graph, ask, and say how to go on."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--line", default="2026", help="Neo4j line: 2026 or 5.26")
    parser.add_argument("--port", type=int, default=0)
    given = parser.parse_args()
    try:
        show(given.line, given.port, Console(highlight=False))
    except (DevServerError, SteinerError) as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit(130)


def show(line: str, port: int, console: Console) -> None:
    """Show the main job on a server of a line."""
    console.print(f"Starting Neo4j {line} (no Docker; Maven fetches it once).")
    home = ROOT / ".demo" / f"neo4j-{line}"
    with DevServer(home, line=line, port=port) as server:
        settings = prepare(server, console)
        console.print("Asking; at the first question the server plans its queries.")
        for answer in answers(settings):
            console.print(Rule(answer.question))
            console.print(answer_tree(answer))
        installed = Path(sys.executable).with_name("steiner")
        console.print(AFTERWARDS.replace("STEINER", str(installed)), soft_wrap=True, markup=False)
        if sys.stdout.isatty():
            show_page(settings, console)


def show_page(settings: ConnectionSettings, console: Console) -> None:
    """Serve the page on the sample graph until Ctrl-C; a browser opens it where there is one."""
    retriever = cast(StoreRetriever, open_retriever(settings, Chosen()))
    key, first = secrets.token_urlsafe(), questions()[-1]["question"]
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    address = f"http://127.0.0.1:{port}/?q={quote(first)}#key={key}"
    console.print(f"The page, until Ctrl-C: {address}", soft_wrap=True, markup=False)
    Timer(1.0, webbrowser.open, (address,)).start()
    serve(Answering(retriever, EvidenceOnly()), ServeSettings(key, port=port))


if __name__ == "__main__":
    main()

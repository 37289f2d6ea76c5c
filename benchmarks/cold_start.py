"""How long is the first answer of a new process, and what of it does Neo4j need itself?

    python benchmarks/cold_start.py [--home DIR] [--sources SRC ...] [--rounds 5] [--starts 1]

Starts a server with the sample graph of `make demo`, which it loads and indexes if DIR has none,
and asks the demo's second question once, noting the statements. Then in turns: those statements by
the driver alone, one after another in this process, and a new process of each SRC (folders that
hold a package steiner: before and after a change), whose first answer is timed from its start.
Each with the server's plans kept, with its plans cleared, and, --starts times, with a server that
was just started. Prints JSON: milliseconds, each the median and the most; of a process all, its
imports, opening, the first answer, and the same question again. Says the load.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import neo4j
from data import PROCEDURES  # noqa: F401 - Lets import the server's start.
from devserver import DevServer

from steiner.session import open_retriever
from steiner.settings import ConnectionSettings

ROOT = Path(__file__).parents[1]
QUESTION = "Which company supplies the component that caused the acid mist in the dosing room?"
LONG = 300.0
"""Seconds: on a busy machine a new server plans for longer than a question has."""
_ASK = """
import json, sys, time
times = [time.time()]
def lap(): times.append(time.time())
from contextlib import nullcontext
try:
    from steiner.cli.lean_imports import lean_imports  # As the command line does.
except ImportError:
    lean_imports = nullcontext
with lean_imports():
    from steiner.session import open_generator, open_retriever
    import steiner.generate.evidence_only
from steiner.settings import ConnectionSettings
lap()
generator = open_generator()
retriever = open_retriever(ConnectionSettings(sys.argv[1], password=sys.argv[2], timeout=300.0))
lap()
question = sys.argv[3]
generator.answer(question, retriever.retrieve(question))
lap()
generator.answer(question, retriever.retrieve(question))
lap()
begun = float(sys.argv[4])
names = ("imports", "opening", "first answer", "again")
laps = {n: 1000 * (b - a) for n, a, b in zip(names, [begun, *times[1:]], times[1:])}
print(json.dumps({"all": 1000 * (times[3] - begun), **laps}))
"""
Statement = tuple[Any, dict[str, Any]]
Times = dict[str, dict[str, list[float]]]


def noted(settings: ConnectionSettings) -> list[Statement]:
    """Ask the question once, and return what is run for its first answer."""
    statements: list[Statement] = []
    run = neo4j.Session.run

    def noting(self: neo4j.Session, query: Any, parameters: Any = None, **more: Any) -> Any:
        statements.append((query, {**(parameters or {}), **more}))
        return run(self, query, parameters, **more)

    with patch.object(neo4j.Session, "run", noting):
        open_retriever(settings).retrieve(QUESTION)
    return statements


def alone(driver: neo4j.Driver, statements: Sequence[Statement]) -> dict[str, float]:
    """Run the statements by the driver alone, one after another."""
    begun = time.perf_counter()
    with driver.session(database="neo4j") as session:
        for query, parameters in statements:
            session.run(query, parameters).consume()
    return {"all": 1000 * (time.perf_counter() - begun)}


def asked(source: Path, settings: ConnectionSettings) -> dict[str, float]:
    """Ask in a new process of a source; return its milliseconds."""
    own = os.environ | {"PYTHONPATH": str(source)}
    given = [settings.uri, settings.password, QUESTION, str(time.time())]
    done = subprocess.run(
        [sys.executable, "-c", _ASK, *given], env=own, capture_output=True, text=True, check=True
    )
    times: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return times


def in_turns(
    server: DevServer,
    rivals: Mapping[str, Callable[[], dict[str, float]]],
    given: Any,
    times: Times,
) -> None:
    """Let each rival answer with plans kept, with plans cleared and after a start of the server."""
    forget: dict[str, Callable[[], object]] = {
        "plans kept": lambda: None,
        "plans cleared": partial(cleared, server),
        "just started": partial(restarted, server),
    }
    for state, before in forget.items():
        for _ in range(given.starts if state == "just started" else given.rounds):
            for name, work in rivals.items():
                before()
                for part, took in work().items():
                    times[f"{name}, {state}"][part].append(took)


def cleared(server: DevServer) -> None:
    """Let the server forget its plans."""
    with neo4j.GraphDatabase.driver(server.uri, auth=("neo4j", server.password)) as driver:
        driver.execute_query("CALL db.clearQueryCaches()")


def restarted(server: DevServer) -> None:
    """Start the server anew, at the same address."""
    server.stop()
    server.start()


def main() -> None:
    """Start the server, note the statements, measure in turns, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--home", type=Path, default=ROOT / ".demo" / "neo4j-2026")
    parser.add_argument("--sources", type=Path, nargs="+", default=[ROOT / "src"])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--starts", type=int, default=1)
    given = parser.parse_args()
    times: Times = defaultdict(lambda: defaultdict(list))
    with DevServer(given.home) as server:
        settings = ConnectionSettings(server.uri, password=server.password, timeout=LONG)
        statements = noted(settings)
        login = ("neo4j", server.password)
        with neo4j.GraphDatabase.driver(server.uri, auth=login) as driver:
            rivals = {str(source): partial(asked, source, settings) for source in given.sources}
            rivals = {"Neo4j alone": partial(alone, driver, statements), **rivals}
            in_turns(server, rivals, given, times)
    shown = {
        row: {part: [round(statistics.median(t)), round(max(t))] for part, t in parts.items()}
        for row, parts in times.items()
    }
    print(json.dumps({"statements": len(statements), "load": os.getloadavg(), **shown}, indent=1))


if __name__ == "__main__":
    main()

"""Gold tables of the questions over the written graphs, in the form of ../shared/data/made.

    python benchmarks/written_gold.py [GRAPH ...]

Loads each graph of benchmarks/data/written into a development server, runs its golds and writes
what they return beside them. Those in KEPT are kept back: nothing is mended from them.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import neo4j
from data.made_gold import gold_tables
from data.memory_graphs import KEPT, LEARNT, WRITTEN
from devserver import DevServer
from exact_answers import scorer

from steiner.settings import ConnectionSettings


def load(settings: ConnectionSettings, script: Path) -> None:
    """Replace what a database holds by the graph of a script."""
    login = (settings.username, settings.password)
    with neo4j.GraphDatabase.driver(settings.uri, auth=login) as driver:
        driver.execute_query("MATCH (n) DETACH DELETE n")
        for statement in script.read_text(encoding="utf-8").split(";\n"):
            if statement.strip():
                driver.execute_query(statement)


def main() -> None:
    """Run all golds."""
    with TemporaryDirectory() as home, DevServer(Path(home)) as server:
        settings = ConnectionSettings(uri=server.uri, password=server.password)
        for name in sys.argv[1:] or (*LEARNT, *KEPT):
            load(settings, WRITTEN / f"{name}.cypher")
            path = WRITTEN / f"{name}.jsonl"
            rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
            done = gold_tables(settings, rows, scorer().ident)
            lines = (json.dumps(row, ensure_ascii=False) for row in done)
            path.write_text("\n".join(lines) + "\n", encoding="utf-8")
            print(f"{name}: {len(done)} questions")


if __name__ == "__main__":
    main()

"""Load the sample graph into a Neo4j server and check its counts and every gold query."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from neo4j import Driver, GraphDatabase

FOLDER = Path(__file__).parent
QUESTION_FILES = ("questions.jsonl", "more-questions.jsonl")
NODES = 398
RELATIONSHIPS = 1193
HUB_MINIMUM = 150

COUNT_NODES = "MATCH (n) RETURN count(n) AS found"
COUNT_RELATIONSHIPS = "MATCH ()-[r]->() RETURN count(r) AS found"
COUNT_TYPES = "MATCH ()-[r]->() RETURN count(DISTINCT type(r)) AS found"
COUNT_SELF_LOOPS = "MATCH (n)-[r]->(n) RETURN count(r) AS found"
COUNT_LONELY = "MATCH (n) WHERE NOT (n)--() RETURN count(n) AS found"
COUNT_PARALLEL_PAIRS = """
MATCH (a)-[r]->(b) WITH a, b, type(r) AS kind, count(r) AS together
WHERE together > 1 RETURN count(*) AS found"""
COUNT_SHARED_NAMES = """
MATCH (p:Person) WITH p.name AS name, count(p) AS bearers
WHERE bearers > 1 RETURN count(*) AS found"""
COUNT_HUB = "MATCH (n) RETURN max(COUNT { (n)--() }) AS found"

EXPECTED = {
    COUNT_NODES: NODES,
    COUNT_RELATIONSHIPS: RELATIONSHIPS,
    COUNT_TYPES: 14,
    COUNT_SELF_LOOPS: 1,
    COUNT_LONELY: 0,
    COUNT_PARALLEL_PAIRS: 1,
    COUNT_SHARED_NAMES: 1,
}


def statements(script: str) -> Iterator[str]:
    """Cut a script at each line that ends with a semicolon."""
    lines: list[str] = []
    for line in script.splitlines():
        lines.append(line.removesuffix(";"))
        if line.endswith(";"):
            yield "\n".join(lines)
            lines = []
    if any(line.strip() for line in lines):
        raise ValueError("expected a semicolon at the end of the last statement")


def read_questions() -> list[dict[str, Any]]:
    """The demo questions, then the development questions.

    `hops` counts the relationships from the farthest named entity to the answer.
    """
    texts = [(FOLDER / name).read_text(encoding="utf-8") for name in QUESTION_FILES]
    return [json.loads(line) for text in texts for line in text.splitlines()]


def values(driver: Driver, database: str, statement: str) -> list[Any]:
    """The first column of a statement's rows."""
    records, _, _ = driver.execute_query(statement, database_=database)
    return [record[0] for record in records]


def load(driver: Driver, database: str) -> None:
    """Run the script statement by statement, as `make demo` does."""
    script = (FOLDER / "graph.cypher").read_text(encoding="utf-8")
    for statement in statements(script):
        values(driver, database, statement)


def check_counts(driver: Driver, database: str) -> None:
    """Compare what the server holds with what the script should have made."""
    for statement, expected in EXPECTED.items():
        (found,) = values(driver, database, statement)
        if found != expected:
            raise AssertionError(f"expected {expected}, found {found}: {statement.strip()}")
    (hub,) = values(driver, database, COUNT_HUB)
    if hub < HUB_MINIMUM:
        raise AssertionError(f"expected a hub of {HUB_MINIMUM} relationships, found {hub}")


def check_question(driver: Driver, database: str, question: dict[str, Any]) -> None:
    """Compare the rows of the gold query with the answers, repeated rows included."""
    found = sorted(values(driver, database, question["cypher"]))
    if found != sorted(question["answers"]):
        raise AssertionError(f"{question['question']} expected {question['answers']}: {found}")


def check(driver: Driver, database: str) -> int:
    """Load twice, because a second `make demo` must change nothing; return the questions asked."""
    (already,) = values(driver, database, COUNT_NODES)
    if already not in (0, NODES):
        raise SystemExit(f"expected an empty database or the sample graph, found {already} nodes")
    for _ in range(2):
        load(driver, database)
        check_counts(driver, database)
    questions = read_questions()
    for question in questions:
        check_question(driver, database, question)
    return len(questions)


def read_arguments() -> argparse.Namespace:
    """Where the server is."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--uri", default="bolt://localhost:7687")
    parser.add_argument("--username", default="neo4j")
    parser.add_argument("--password", required=True)
    parser.add_argument("--database", default="neo4j")
    return parser.parse_args()


def main() -> None:
    """Check one server and say what was seen."""
    given = read_arguments()
    with GraphDatabase.driver(given.uri, auth=(given.username, given.password)) as driver:
        asked = check(driver, given.database)
    print(f"{NODES} nodes, {RELATIONSHIPS} relationships and {asked} gold queries are as expected.")


if __name__ == "__main__":
    main()

"""`steiner train --questions` on a live graph: what is learnt, said, kept, shown and forgotten."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="needs the extra train")

from conftest import run

from steiner.settings import ConnectionSettings
from steiner.stores.neo4j.connection import Neo4jConnection

_BOSSES = "MATCH (:Person)-[:REPORTS_TO]->(b:Person) RETURN DISTINCT b.name AS name ORDER BY name"


@pytest.fixture
def questions(sample: ConnectionSettings, tmp_path: Path) -> Path:
    """Questions whose verb the schema has not, one of them with a statement that fails."""
    with closing(Neo4jConnection(sample)) as opened:
        names = [row["name"] for row in opened.read_text(_BOSSES, {})]
    lines = [
        {
            "question": f"Whom does {name} shepherd?",
            "cypher": f"MATCH (p:Person)-[:REPORTS_TO]->(:Person {{name: {name!r}}}) RETURN p",
        }
        for name in names[:14]
    ]
    lines.append({"question": "Who?", "cypher": "RETRUN 1"})
    file = tmp_path / "questions.jsonl"
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return file


def test_words_are_learnt_from_gold_statements_and_forgotten(
    sample: ConnectionSettings, questions: Path
) -> None:
    said = run(sample, "train", "--questions", str(questions))
    assert "each kept back from learning in turn" in said
    assert "It is kept with the index" in said
    assert "learnt  words, of" in run(sample, "status")
    learnt = json.loads(run(sample, "status", "--json"))["learnt"]
    assert learnt["after"] > learnt["before"]
    assert "forgotten" in run(sample, "train", "--forget")
    assert "learnt" not in run(sample, "status")

"""Gold tables of the made graphs' questions, in the form of ../shared/data/text2cypher.

A question of made_questions.jsonl has `cypher`, and `also`: what is as right. Nothing is compared
by luck: a gold without rows is refused, and one whose LIMIT cuts between equal sort keys.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import neo4j
from neo4j.graph import Node

from steiner.settings import ConnectionSettings

QUESTIONS = Path(__file__).parent / "made_questions.jsonl"
_LAST = re.compile(
    r"RETURN (DISTINCT )?(.+?) ORDER BY (.+?)( DESC| ASC)?(?: SKIP (\d+))? LIMIT (\d+)$"
)
_NAMES = ("name", "title", "displayName", "fullName", "code")


def questions(graph: str, part: str | None = None) -> list[dict[str, Any]]:
    """Return the questions of a graph, of a part of them (`develop`, `held`) or all."""
    rows = [json.loads(line) for line in QUESTIONS.read_text(encoding="utf-8").splitlines()]
    return [row for row in rows if row["graph"] == graph and part in (None, row["part"])]


def gold_tables(
    connection: ConnectionSettings, rows: list[dict[str, Any]], ident: Any
) -> list[dict[str, Any]]:
    """Run the golds; `ident` is the scoring tool's identity of a node's properties.

    Raises ValueError where a gold has no rows, or a tie at the border of its LIMIT.
    """
    login = (connection.username, connection.password)
    with (
        neo4j.GraphDatabase.driver(connection.uri, auth=login) as driver,
        driver.session(default_access_mode=neo4j.READ_ACCESS) as session,
    ):
        return [
            {**row, "golds": [_gold(session, row, cypher, ident) for cypher in _cyphers(row)]}
            for row in rows
        ]


def _cyphers(row: dict[str, Any]) -> list[str]:
    if "golds" in row:
        return [gold["cypher"] for gold in row["golds"]]
    return [row["cypher"], *([row["also"]] if "also" in row else [])]


def _gold(session: neo4j.Session, row: dict[str, Any], cypher: str, ident: Any) -> dict[str, Any]:
    result = session.run(cypher)
    columns = list(result.keys())
    table = [[_cell(value, ident) for value in record.values()] for record in result]
    if not table or all(value is None for value in table[0]):
        raise ValueError(f"{row['id']}: the gold has no rows: {cypher}")
    if _tied(session, cypher):
        raise ValueError(f"{row['id']}: expected no tie at the border of LIMIT: {cypher}")
    ordered = "ORDER BY" in cypher
    return {
        "source": "made",
        "cypher": cypher,
        "ops": row["ops"],
        "false_schema": "",
        "columns": columns,
        "judge": "exact",
        "rows": table,
        **({"keys": [[place] for place in range(len(table))]} if ordered else {}),
    }


def _tied(session: neo4j.Session, cypher: str) -> bool:
    last = _LAST.search(cypher)
    if not last:
        return False
    distinct, items, key, descending, skipped, limit = last.groups()
    shown = int(skipped or 0) + int(limit)
    names = [item.split(" AS ")[-1].strip() for item in items.split(",")]
    column = "" if key in names else f", {key} AS sort_key"
    key = key if key in names else "sort_key"
    returned = f"RETURN {distinct or ''}{items}{column} ORDER BY {key}{descending or ''}"
    rows = session.run(f"{cypher[: last.start()]}{returned} LIMIT {shown + 1}").data()
    return len(rows) > shown and rows[-1][key] == rows[-2][key]


def _cell(value: Any, ident: Any) -> Any:
    if isinstance(value, list):
        return [_cell(item, ident) for item in value]
    if isinstance(value, Node):
        plain = _plain(dict(value))
        key = next((plain[name] for name in _NAMES if name in plain), None)
        return {"_id": ident(plain), "key": key, "props": {}}
    return _plain(value)


def _plain(value: Any) -> Any:
    return json.loads(json.dumps(value, default=str))

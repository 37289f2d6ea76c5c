"""What people ask of databases, with the path that their Cypher walks (text2cypher)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from start_weights.source_files import source_lines
from steiner.errors import InvalidInput
from steiner.text import plain_words, words

_NODE = re.compile(r"\((\w*)\s*(?::\s*(\w+))?\s*(\{[^}]*\})?\s*\)")
_STEP = re.compile(r"\s*(<?)-\[\w*\s*:\s*(\w+)[^\]]*\]-(>?)\s*")
_CHAIN = re.compile(r"MATCH\s+(?:\w+\s*=\s*)?(\(.*?\))\s*(?:WHERE|RETURN|WITH)", re.S)
_RETURNED = re.compile(r"RETURN\s+(?:DISTINCT\s+)?(\w+)")
_VALUE = re.compile(r"\{\s*\w+\s*:\s*(['\"])(.+?)\1\s*\}")
_LONGEST = 3
T = TypeVar("T")

Relations = Sequence[tuple[str, str, str]]
"""Start kind, type, end kind."""
Walk = tuple[tuple[str, bool], ...]
"""Types in plain words, and whether each is walked along its direction."""


class PathQuestion(NamedTuple):
    """A question of the node of a `kind` that it calls `name`, and the walk that it means."""

    text: str
    name: str
    kind: str
    walk: Walk


def read_schemas(folder: Path) -> dict[str, Relations]:
    """Return the relationships of each database.

    Raises InvalidInput where the file is missing, and with the number of a line that is broken.
    """
    return dict(_rows(folder / "schemas.jsonl", _schema))


def read_questions(folder: Path) -> Iterator[tuple[str, PathQuestion]]:
    """Yield database and question where the Cypher is one path that begins at a named value.

    MATCH (s:Stream)-[:PLAYS]->(:Game {name: 'Rust'}) RETURN s: from the Game Rust, PLAYS backwards.
    """
    for database, question, cypher in _rows(folder / "questions.jsonl", _asked):
        path = _path_question(question, cypher)
        if path is not None:
            yield database, path


def _rows(file: Path, build: Callable[[Any], T]) -> Iterator[T]:
    for number, line in enumerate(source_lines(file, "text2cypher"), 1):
        try:
            row = build(json.loads(line))
        except (KeyError, TypeError, ValueError, RecursionError) as error:
            raise InvalidInput(
                f"{file}, line {number}: expected a JSON object with the fields of text2cypher, "
                f"got {line[:80]!r}. Mend the line, or download the file again."
            ) from error
        yield row


def _schema(row: Any) -> tuple[str, Relations]:
    relations = [(str(r["start"]), str(r["type"]), str(r["end"])) for r in row["relationships"]]
    return str(row["database"]), relations


def _asked(row: Any) -> tuple[str, str, str]:
    return str(row["database"]), str(row["question"]), str(row["cypher"])


def _path_question(question: str, cypher: str) -> PathQuestion | None:
    chain, returned = _CHAIN.search(cypher), _RETURNED.search(cypher)
    if cypher.count("MATCH") != 1 or chain is None or returned is None:
        return None
    nodes, steps = _parsed(chain.group(1))
    values = [(i, m) for i, node in enumerate(nodes) if (m := _VALUE.search(node[2]))]
    ends = [i for i, node in enumerate(nodes) if node[0] == returned.group(1)]
    if len(values) != 1 or len(ends) != 1 or values[0][0] == ends[0]:
        return None
    (start, value), (end,) = values[0], ends
    name = " ".join(words(value.group(2)))
    if not name or f" {name} " not in f" {' '.join(words(question))} ":
        return None
    walk = steps[start:end] if start < end else [(t, not on) for t, on in steps[end:start][::-1]]
    if len(walk) > _LONGEST:
        return None
    plain = tuple((plain_words(type), along) for type, along in walk)
    return PathQuestion(question, name, nodes[start][1], plain)


def _parsed(chain: str) -> tuple[list[tuple[str, str, str]], list[tuple[str, bool]]]:
    """Return the nodes (variable, label, properties) and the steps between; nothing of others."""
    nodes: list[tuple[str, str, str]] = []
    steps: list[tuple[str, bool]] = []
    at = 0
    while node := _NODE.match(chain, at):
        nodes.append((node.group(1), node.group(2) or "", node.group(3) or ""))
        at = node.end()
        step = _STEP.match(chain, at)
        if step is None:
            break
        steps.append((step.group(2), bool(step.group(3))))
        at = step.end()
    whole = at == len(chain) and len(nodes) == len(steps) + 1
    return (nodes, steps) if whole else ([], [])

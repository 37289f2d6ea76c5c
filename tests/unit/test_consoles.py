"""Whatever letters a console has, coloured or not: programs read JSON, people text."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

pytest.importorskip("neo4j")

NAME = "Őrség 黒澤明 😀 Москва"
ASKED = f"""
import sys
from steiner import session
from steiner.cli import main
from steiner.errors import InvalidInput
from steiner.answer import Answer
from steiner.evidence import Evidence
from steiner.graph import Node, Subgraph

def ask(connection, question, *rest):
    if question == "Fail?":
        raise InvalidInput({NAME!r})
    graph = Subgraph((Node(0, "e", ("Person",), {{"name": {NAME!r}}}, {NAME!r}),), ())
    text = "word " * 60 if question == "Long?" else {NAME!r}
    return Answer(question, text, Evidence(question, graph, "[F1] " + {NAME!r}))

session.ask = ask
main()
"""


def asked(console: str, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """Run `steiner ask` in a process whose console has the letters of an encoding, coloured."""
    own = {**os.environ, "PYTHONIOENCODING": console, "PYTHONUTF8": "0", "FORCE_COLOR": "1"}
    return subprocess.run(
        [sys.executable, "-c", ASKED, "ask", *arguments], env=own, capture_output=True, check=False
    )


@pytest.mark.parametrize("console", ["utf-8", "cp1252", "ascii"])
def test_json_is_read_by_programs_on_any_console(console: str) -> None:
    done = asked(console, "Who?", "--json")
    assert done.returncode == 0, done.stderr
    assert b"\x1b" not in done.stdout
    assert json.loads(done.stdout.decode(console))["answer"] == NAME


@pytest.mark.parametrize("console", ["utf-8", "cp1252", "ascii"])
def test_people_read_what_the_console_lacks_by_its_number(console: str) -> None:
    done = asked(console, "Who?")
    assert done.returncode == 0, done.stderr
    assert NAME.encode(console, "backslashreplace") in done.stdout
    refused = asked(console, "Fail?")
    assert refused.returncode == 1
    assert NAME.encode(console, "backslashreplace") in refused.stderr
    assert b"Traceback" not in refused.stderr


def test_a_file_or_another_program_gets_whole_lines() -> None:
    assert b"word " * 59 in asked("utf-8", "Long?").stdout

"""The command line of steiner in processes that can be killed, which index in small pages.

So a small graph takes as many transactions as a large one, and can be broken off between any two.
A process is forked from one that has imported all of steiner: a second less each.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import NamedTuple

PAGE = 20
SMALL = "[walks]\nlength = 1\n\n[triples]\nneighbours = 0\n"
"""Settings by which few walks and triples are indexed."""


class Ended(NamedTuple):
    """How a command ended: its exit status, minus the signal's number, and what it wrote."""

    status: int
    out: str
    err: str


class Commands:
    """A process that runs commands of steiner's, each in a fork of its own."""

    def __init__(self, folder: Path) -> None:
        self._written = [folder / "out", folder / "err"]
        files = map(str, self._written)
        self._process = subprocess.Popen(
            [sys.executable, str(Path(__file__)), *files],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._child = 0

    def start(self, arguments: list[str]) -> None:
        """Start a command."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(arguments) + "\n")
        self._process.stdin.flush()
        self._child = self._number()

    def send(self, sent: signal.Signals) -> None:
        """Send a signal to the command that runs."""
        os.kill(self._child, sent)

    def kill(self) -> None:
        """End it at once, as `kill -9` does."""
        self.send(signal.SIGKILL)

    def ended(self) -> Ended:
        """Wait until it has ended."""
        status = self._number()
        return Ended(status, *(path.read_text(encoding="utf-8") for path in self._written))

    def run(self, arguments: list[str]) -> Ended:
        """Run a command to its end."""
        self.start(arguments)
        return self.ended()

    def _number(self) -> int:
        assert self._process.stdout is not None
        return int(self._process.stdout.readline())

    def __enter__(self) -> Commands:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.communicate()


def in_small_pages() -> None:
    """Let this process index in small pages, with no sign of life that counts as a round trip."""
    from steiner.cli.index import index_options
    from steiner.index.triples import triple_index
    from steiner.index.walks import walk_index
    from steiner.settings import IndexSettings
    from steiner.stores.neo4j.indexing import lock

    lock.BEAT = 3_600.0
    vars(index_options)["IndexSettings"] = partial(IndexSettings, page=PAGE)
    walk_index._PAGE = triple_index._PAGE = PAGE


def serve(files: list[str]) -> None:
    """Run a command for each line of standard input; write its process's number, then its end."""
    import steiner.cli.asking
    import steiner.cli.index.indexing
    import steiner.doctor
    import steiner.exports
    import steiner.systems  # noqa: F401

    in_small_pages()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for line in sys.stdin:
        child = os.fork()
        if not child:
            _become(json.loads(line), files)
        print(child, flush=True)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


def _become(arguments: list[str], files: list[str]) -> None:
    from steiner.cli import main

    for number, path in zip((1, 2), files, strict=True):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
    sys.argv = ["steiner", *arguments]
    main()
    sys.exit(0)


if __name__ == "__main__":
    serve(sys.argv[1:])

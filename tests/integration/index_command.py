"""The command line of steiner as a process, which reads and writes a graph in small pages.

So a small graph takes as many transactions as a large one, and can be broken off between any two.
"""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from pathlib import Path

from steiner.cli import index_options, main
from steiner.index.triples import triple_index
from steiner.index.walks import walk_index
from steiner.settings import ConnectionSettings, IndexSettings

PAGE = 20
SMALL = "[walks]\nlength = 1\n\n[triples]\nneighbours = 0\n"
"""Settings by which few walks and triples are indexed."""


def in_small_pages() -> None:
    """Let this process index in small pages."""
    index_options.IndexSettings = partial(IndexSettings, page=PAGE)  # type: ignore[misc,assignment]
    walk_index._PAGE = triple_index._PAGE = PAGE


def command(reached: ConnectionSettings, name: str, *more: str) -> list[str]:
    """Return the arguments of a command on a server."""
    return [name, "--uri", reached.uri, "--password", reached.password, *more]


def started(arguments: list[str]) -> subprocess.Popen[str]:
    """Start the command line in a process of its own."""
    pipe = subprocess.PIPE
    given = [sys.executable, str(Path(__file__)), *arguments]
    return subprocess.Popen(given, stdout=pipe, stderr=pipe, text=True)


if __name__ == "__main__":
    in_small_pages()
    main()

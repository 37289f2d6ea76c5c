# SPDX-License-Identifier: GPL-3.0-or-later
"""Builds the server plugin with Maven and prints where the jar lies."""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path

from devserver_build import (
    LINES,
    PROCEDURES,
    DevServerError,
    find_jdk,
    is_older,
    one_maven,
    run_maven,
)

# One jar for every line: the oldest Neo4j to compile against is the one that all later ones honour.
LINE = "5.26"
PLUGIN = PROCEDURES / "plugin"
NAME = "steiner-plugin-0.3.0.jar"
# A folder with nothing but the jar, so that a server can take it as its folder of plugins.
FOLDER = PLUGIN / "target" / "plugins"


def plugin_jar() -> Path:
    """The plugin's jar, built where it is missing or older than its sources."""
    jar = FOLDER / NAME
    with one_maven():
        if not jar.exists() or is_older(jar, sources()):
            build(jar)
    return jar


def sources() -> list[Path]:
    """The files that decide what the jar holds."""
    poms = [PROCEDURES / "pom.xml", PLUGIN / "pom.xml"]
    return [*poms, *(PLUGIN / "src" / "main").rglob("*")]


def build(jar: Path) -> None:
    """Compile, package and put the jar into its folder."""
    run_maven(LINE, find_jdk(LINE), "-pl", "plugin", "-am", "-DskipTests", "package")
    FOLDER.mkdir(parents=True, exist_ok=True)
    # A running server may have the old jar open: it keeps its file, which writing would spoil.
    new = FOLDER / "new"
    shutil.copyfile(PLUGIN / "target" / LINE / NAME, new)
    new.replace(jar)
    for older in set(FOLDER.glob("*.jar")) - {jar}:
        older.unlink()


def test(line: str) -> None:
    """Run the plugin's own tests on the harness of a line."""
    with one_maven():
        run_maven(line, find_jdk(line), "-pl", "plugin", "-am", "test")


def main() -> int:
    """Build and print the path, or run the tests of the lines named by --test."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--test", nargs="+", choices=LINES, metavar="LINE", default=())
    try:
        for line in parser.parse_args().test:
            test(line)
        print(plugin_jar())
    except DevServerError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Loads a graph of the benchmarks into an empty database: movies, northwind or metaqa.

    python benchmarks/load.py metaqa && steiner index

The connection comes from NEO4J_URI, NEO4J_USERNAME, NEO4J_PASSWORD and NEO4J_DATABASE.
"""

from __future__ import annotations

import argparse

from data.servers import LOADERS, load

from steiner.settings import ConnectionSettings


def main() -> None:
    """Read the command line and load."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("graph", choices=list(LOADERS))
    load(parser.parse_args().graph, ConnectionSettings.from_environment())


if __name__ == "__main__":
    main()

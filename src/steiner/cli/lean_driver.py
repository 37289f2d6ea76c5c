"""Imports Neo4j's driver without what it takes along where that is installed."""

from __future__ import annotations

import sys
from importlib import import_module

_TABLES = ("pandas", "pyarrow")
"""The driver imports them at its start, for results as tables that no command asks for: 0.5 s."""


def import_driver() -> None:
    """Import the driver, and what asks it, as if there were no pandas.

    For a process of steiner's own only: in another's the driver would make no tables any more.
    """
    absent = [name for name in _TABLES if name not in sys.modules]
    sys.modules.update(dict.fromkeys(absent))  # type: ignore[arg-type]  # None: not importable.
    try:
        import_module("steiner.stores.neo4j.connection")
    finally:
        for name in absent:
            del sys.modules[name]

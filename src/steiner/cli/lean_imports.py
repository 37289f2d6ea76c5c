"""Imports what a command needs and nothing else, in a process of steiner's own."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module

_TABLES = ("pandas", "pyarrow")
"""Neo4j's driver imports them where they are installed, for results as tables that no command asks
for: half a second."""


@contextmanager
def lean_imports() -> Iterator[None]:
    """Let the block import without collections, which find nothing: what is imported stays.

    The driver is imported first, as if there were no pandas: in a process of somebody else's it
    would make no tables any more.
    """
    gc.disable()
    try:
        _import_driver()
        yield
    finally:
        gc.freeze()
        gc.enable()


def _import_driver() -> None:
    absent = [name for name in _TABLES if name not in sys.modules]
    sys.modules.update(dict.fromkeys(absent))  # type: ignore[arg-type]  # None: not importable.
    try:
        import_module("steiner.stores.neo4j.connection")
    finally:
        for name in absent:
            del sys.modules[name]

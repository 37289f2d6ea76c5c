"""Reads pickled dictionaries without running anything: only plain data is made of them."""

from __future__ import annotations

import io
import pickle
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from steiner.errors import InvalidInput

_DATA = {
    ("collections", "OrderedDict"),
    ("datetime", "date"),
    ("datetime", "datetime"),
    ("numpy", "dtype"),
    ("numpy.core.multiarray", "scalar"),
    ("numpy._core.multiarray", "scalar"),
}
"""What may be made beside texts, numbers, lists and dictionaries."""


class _PlainData(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if (module, name) not in _DATA:
            raise pickle.UnpicklingError(f"it would run {module}.{name}")
        return super().find_class(module, name)


def unpickled(packed: bytes, place: Path) -> Any:
    """Return the plain data of a pickle. Raises InvalidInput for code, and for a cut-off one."""
    try:
        return _PlainData(io.BytesIO(packed)).load()
    except (pickle.UnpicklingError, EOFError, ValueError, IndexError, TypeError) as error:
        raise InvalidInput(
            f"{place}: expected pickled texts, numbers, lists and dictionaries, {error}. If it is "
            f"a table of pandas, write it as a .csv beside it; if it breaks off, fetch it again."
        ) from error


def read_pickle(path: Path) -> Any:
    """Return the plain data of a file."""
    try:
        return unpickled(path.read_bytes(), path)
    except OSError as error:
        raise InvalidInput(f"{path} cannot be read: {error.strerror}.") from error


def read_rows(path: Path, statement: str) -> Iterator[tuple[Any, ...]]:
    """Yield what a statement returns of an SQLite file, which is only read."""
    _check_pages(path)
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
            yield from database.execute(statement)
    except sqlite3.Error as error:
        raise InvalidInput(f"{path} is no whole SQLite file of CRAG: {error}.") from error


def _check_pages(path: Path) -> None:
    """Raise InvalidInput for a file of fewer pages than its head counts: SQLite reads what is left.

    Bytes 16 and 17 are the size of a page, 1 for 65,536; 28 to 31 their number.
    """
    try:
        with path.open("rb") as file:
            head = file.read(32)
    except OSError as error:
        raise InvalidInput(f"{path} cannot be read: {error.strerror}.") from error
    page, pages = int.from_bytes(head[16:18]), int.from_bytes(head[28:32])
    if path.stat().st_size < (65_536 if page == 1 else page) * pages:
        raise InvalidInput(
            f"{path} is no whole SQLite file of CRAG: it has fewer than its {pages:,} pages."
        )


def read_sqlitedict(path: Path) -> Iterator[tuple[str, Any]]:
    """Yield key and plain data of a file that the package sqlitedict wrote."""
    for key, value in read_rows(path, "SELECT key, value FROM unnamed"):
        yield str(key), unpickled(value, path)

"""Text files that are written whole or not at all, so that a full disk loses nothing."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from steiner.errors import InvalidInput

FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
"""Numbers of an OSError that mean: no room is left for what is written."""


def write_whole(path: Path, text: str) -> None:
    """Write a file; what was there before is replaced only when all of this is on the disk.

    Raises InvalidInput where it cannot be written.
    """
    draft = path.with_name(f"{path.name}.{os.getpid()}.draft")
    with written(path):
        try:
            # Half a surrogate pair is no UTF-8; as `\\udxxx` it is JSON and keeps its meaning.
            draft.write_text(text, encoding="utf-8", errors="backslashreplace")
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)


def append(path: Path, text: str) -> None:
    """Add text to the end of a file; raises InvalidInput where it cannot be written."""
    with written(path), path.open("a", encoding="utf-8", errors="backslashreplace") as file:
        file.write(text)


@contextmanager
def written(path: Path) -> Iterator[None]:
    """Raise InvalidInput that names the file where the block cannot write it."""
    try:
        yield
    except OSError as error:
        raise InvalidInput(not_written(path, error)) from error


def not_written(path: object, error: OSError) -> str:
    """Return in words that a file was not written, and what to do."""
    said = f"{path} cannot be written: {error.strerror}."
    if error.errno in FULL:
        said += " Make room and run the same command again: it goes on where it was."
    return said

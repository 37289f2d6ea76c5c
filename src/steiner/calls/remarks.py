"""What went wrong while a question was asked and did not end it: said with the evidence."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_REMARKS: ContextVar[dict[str, None] | None] = ContextVar("remarks", default=None)


@contextmanager
def remarked() -> Iterator[dict[str, None]]:
    """Collect what is remarked in the block, in threads that it begins, too: each text once."""
    remarks: dict[str, None] = {}
    token = _REMARKS.set(remarks)
    try:
        yield remarks
    finally:
        _REMARKS.reset(token)


def collects() -> bool:
    """Say whether anybody collects remarks."""
    return _REMARKS.get() is not None


def remark(text: str) -> None:
    """Remark something where anybody collects it."""
    remarks = _REMARKS.get()
    if remarks is not None:
        remarks[text] = None

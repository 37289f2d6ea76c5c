"""A retriever that is closed, by a call or at the end of a `with` block."""

from __future__ import annotations

from types import TracebackType
from typing import Self


class ClosingRetriever:
    """Closes its store's connection, if it has one that steiner opened.

    A driver that a caller handed in stays open. Asked again, it opens its connection again.
    """

    def close(self) -> None:
        """Close what was opened for this retriever."""
        connection = getattr(getattr(self, "store", None), "connection", None)
        if connection is not None:
            connection.close()

    def __enter__(self) -> Self:
        """Return the retriever, which is closed at the end of the block."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it."""
        self.close()

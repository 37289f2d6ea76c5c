"""Rows of parquet files, a few in memory at a time."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

from steiner.errors import InvalidInput, MissingExtra

_AT_ONCE = 16
"""Rows in memory: a graph of Freebase has thousands of triples."""


class Group(NamedTuple):
    """One row group: its file (opened) and its number there."""

    path: Path
    file: Any
    number: int


class Batch(NamedTuple):
    """Some rows of a group: its place among the groups, the first row's number, the columns."""

    group: int
    first: int
    rows: Any


class ParquetRows:
    """The rows of several parquet files, one after the other, with the columns that are named.

    Read best in their order: a few are in memory, and one further back begins its group anew.
    Raises InvalidInput for a file that was cut off or lacks a column, MissingExtra without pyarrow.
    """

    def __init__(self, paths: Sequence[Path], columns: Sequence[str]) -> None:
        self._columns = list(columns)
        self._groups = [group for path in paths for group in _groups(path, columns)]
        sizes = [group.file.metadata.row_group(group.number).num_rows for group in self._groups]
        self._firsts: list[int] = [0, *accumulate(sizes)]
        self._batch: Batch | None = None
        self._further: Iterator[Batch] = iter(())

    def __len__(self) -> int:
        """Return how many rows there are."""
        return self._firsts[-1]

    def row(self, number: int) -> dict[str, Any]:
        """Return a row as Python's types; what is left empty is None."""
        place = bisect_right(self._firsts, number) - 1
        batch = self._batch
        if batch is None or batch.group != place or number < batch.first:
            self._further = self._batches(place, self._columns)
            batch = next(self._further)
        while number >= batch.first + len(batch.rows):
            batch = next(self._further)
        self._batch = batch
        row: dict[str, Any] = batch.rows.slice(number - batch.first, 1).to_pylist()[0]
        return row

    def lengths(self, *columns: str) -> Iterator[tuple[int, ...]]:
        """Yield for each row how many values its lists hold, without reading them into Python."""
        from pyarrow import compute

        for place in range(len(self._groups)):
            for batch in self._batches(place, columns):
                lists = [batch.rows.column(name) for name in columns]
                counts = [compute.list_value_length(each).to_pylist() for each in lists]
                for row in zip(*counts, strict=True):
                    yield tuple(count or 0 for count in row)

    def _batches(self, place: int, columns: Sequence[str]) -> Iterator[Batch]:
        """Yield the rows of a group, a few at a time."""
        group, first = self._groups[place], self._firsts[place]
        try:
            for rows in group.file.iter_batches(
                _AT_ONCE, row_groups=[group.number], columns=list(columns)
            ):
                yield Batch(place, first, rows)
                first += len(rows)
        except (OSError, ValueError) as error:
            raise InvalidInput(f"{group.path} cannot be read: {error}. Fetch it again.") from error


def _groups(path: Path, columns: Sequence[str]) -> list[Group]:
    MissingExtra.require("pyarrow", "papers")
    from pyarrow import ArrowInvalid
    from pyarrow.parquet import ParquetFile

    try:
        file: Any = ParquetFile(path)
    except (OSError, ArrowInvalid) as error:
        raise InvalidInput(
            f"{path} is no whole parquet file: {error}. It was cut off, or is the pointer of one: "
            f"fetch it again."
        ) from error
    lacking = sorted(set(columns) - set(file.schema_arrow.names))
    if lacking:
        raise InvalidInput(
            f"{path}: expected the columns {', '.join(columns)}; {', '.join(lacking)} "
            f"{'is' if len(lacking) == 1 else 'are'} missing."
        )
    return [Group(path, file, number) for number in range(file.num_row_groups)]

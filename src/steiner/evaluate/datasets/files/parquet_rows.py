"""Rows of parquet files, one row group in memory at a time, as columns."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from pathlib import Path
from typing import Any, NamedTuple

from steiner.errors import InvalidInput, MissingExtra


class Group(NamedTuple):
    """One row group: its file (opened) and its number there."""

    path: Path
    file: Any
    number: int


class ParquetRows:
    """The rows of several parquet files, one after the other, with the columns that are named.

    Raises InvalidInput for a file that was cut off or lacks a column, MissingExtra without pyarrow.
    """

    def __init__(self, paths: Sequence[Path], columns: Sequence[str]) -> None:
        self._columns = list(columns)
        self._groups = [group for path in paths for group in _groups(path, columns)]
        sizes = [group.file.metadata.row_group(group.number).num_rows for group in self._groups]
        self._firsts: list[int] = [0, *accumulate(sizes)]
        self._opened: tuple[int, Any] = (-1, None)

    def __len__(self) -> int:
        """Return how many rows there are."""
        return self._firsts[-1]

    def row(self, number: int) -> dict[str, Any]:
        """Return a row as Python's types; what is left empty is None."""
        place = bisect_right(self._firsts, number) - 1
        row: dict[str, Any] = (
            self._group(place).slice(number - self._firsts[place], 1).to_pylist()[0]
        )
        return row

    def lengths(self, *columns: str) -> Iterator[tuple[int, ...]]:
        """Yield for each row how many values its lists hold, without reading them into Python."""
        from pyarrow import compute

        for place in range(len(self._groups)):
            table = self._group(place, columns)
            counts = [compute.list_value_length(table[name]).to_pylist() for name in columns]
            for row in zip(*counts, strict=True):
                yield tuple(count or 0 for count in row)

    def _group(self, place: int, columns: Sequence[str] | None = None) -> Any:
        if columns is None and self._opened[0] == place:
            return self._opened[1]
        group = self._groups[place]
        try:
            names = list(columns or self._columns)
            table = group.file.read_row_group(group.number, columns=names)
        except (OSError, ValueError) as error:
            raise InvalidInput(f"{group.path} cannot be read: {error}. Fetch it again.") from error
        if columns is None:
            self._opened = (place, table)
        return table


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

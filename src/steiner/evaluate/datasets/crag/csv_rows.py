"""Tables: CSV files, and what to do where only the pickled table of pandas is there."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

from steiner.errors import InvalidInput
from steiner.evaluate.datasets.lines import check_end


def read_table(path: Path, pickled: Path | None = None) -> Iterator[dict[str, str]]:
    """Yield the rows of a CSV with a header; `pickled` is the file that it is made of."""
    if pickled is not None and not path.is_file():
        raise InvalidInput(
            f"{path} is not there: steiner opens no pickled table. Write it once with pandas: "
            f"pandas.read_pickle({str(pickled)!r}).to_csv({str(path)!r})."
        )
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            for row in csv.DictReader(file):
                yield {k: v.strip() for k, v in row.items() if k and isinstance(v, str)}
        check_end(path)
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise InvalidInput(f"{path} cannot be read: {error}.") from error

"""Listed companies: `company_name.dict` (a CSV of Name and Symbol) and four SQLite files.

Of `finance_price.sqlite` a day is one triple; `finance_detailed_price.sqlite` (a price a minute)
is not read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from steiner.evaluate.datasets.crag.csv_rows import read_table
from steiner.evaluate.datasets.crag.fields import field_triples, named
from steiner.evaluate.datasets.crag.plain_data import read_sqlitedict
from steiner.evaluate.datasets.gold import Triple


def triples(folder: Path) -> Iterator[Triple]:
    """Yield names and symbols, then what is known of each symbol, under the company's name."""
    listed = folder / "company_name.dict"
    names: dict[str, str] = {}
    with named(listed):
        for row in read_table(listed):
            names.setdefault(row["Symbol"], row["Name"])
            yield row["Name"], "ticker symbol", row["Symbol"]
    for symbol, fields in _entries(folder / "finance_info.sqlite"):
        yield from field_triples(names.get(symbol, symbol), fields, fields)
    for symbol, value in _entries(folder / "finance_marketcap.sqlite"):
        yield names.get(symbol, symbol), "market capitalization", str(value)
    for symbol, days in _entries(folder / "finance_dividend.sqlite"):
        for day, value in days.items():
            yield names.get(symbol, symbol), f"dividend on {day[:10]}", str(value)
    for symbol, days in _entries(folder / "finance_price.sqlite"):
        for day, prices in days.items():
            yield names.get(symbol, symbol), f"price on {day[:10]}", _prices(prices)


def _entries(path: Path) -> Iterator[tuple[str, Any]]:
    with named(path):
        yield from ((symbol, value) for symbol, value in read_sqlitedict(path) if value)


def _prices(prices: Mapping[str, float]) -> str:
    """Return a day's prices in words: `open 17.26, close 17.09, volume 45100`."""
    return ", ".join(f"{name.casefold()} {round(value, 2):g}" for name, value in prices.items())

"""The page of what to expect has the figures that follow from what was measured."""

from __future__ import annotations

from pathlib import Path

import pytest
from expectations import SIZES, by_logarithm, in_proportion, table

PAGE = Path(__file__).parents[2] / "docs" / "what-to-expect.md"


def test_the_page_has_the_table_of_the_measured_sizes() -> None:
    assert "\n".join(table()) in PAGE.read_text(encoding="utf-8")


def test_fits_meet_what_was_measured_without_error() -> None:
    cells = ["40 / 80", "50 / 90", "60 / 100", f"{60 + 10 * 0.4771212547} / 0"]
    assert [round(ms) for ms in by_logarithm(cells, 0)] == [40, 50, 60, 70, 80]
    sizes = [1e4, 1e5, 1e6]
    doubled = in_proportion(sizes, [2 * s for s in sizes], False)
    assert doubled == pytest.approx([2 * s for s in SIZES])

"""The page of results says what the files of figures say."""

import json
from pathlib import Path

import pytest
import render_results


def test_the_page_of_results_is_up_to_date() -> None:
    assert render_results.PAGE.read_text(encoding="utf-8") == render_results.page(), (
        "docs/results.md differs from benchmarks/results: run python benchmarks/render_results.py"
    )


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (0.5, 2, ".50"),
        (-0.0123, 3, "-.012"),
        (0, 2, ".00"),
        (1, 2, "1.00"),
        ([0.5, 1, None], 2, ".50 / 1.00 / -"),
        (12345, 0, "12,345"),
        ("about ten", 2, "about ten"),
        (None, 2, "-"),
    ],
)
def test_a_cell_as_it_is_written(value: object, digits: int, text: str) -> None:
    assert render_results.cell(value, digits) == text


def test_a_file_without_its_origin_or_a_cell_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "10_x.json"
    path.write_text(json.dumps({"title": "X"}))
    with pytest.raises(ValueError, match=r"10_x.json: expected the fields part, says, .* commit"):
        render_results.read(path)
    whole = dict.fromkeys(render_results.FIELDS, "") | {"columns": ["a", "b"], "rows": [["one"]]}
    path.write_text(json.dumps(whole))
    with pytest.raises(ValueError, match="expected 2 cells, got 1 in the row 'one'"):
        render_results.read(path)

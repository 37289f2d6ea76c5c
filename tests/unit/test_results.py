"""The pages of results say what the files of figures say."""

import json
import re
from pathlib import Path

import pytest
import render_results
import result_tables

FIGURE = re.compile(r"(?<![\d.])\d?\.\d\d\b")


def test_the_pages_of_results_are_up_to_date() -> None:
    pages = render_results.pages()
    for name, text in pages.items():
        assert (render_results.DOCS / name).read_text(encoding="utf-8") == text, (
            f"docs/{name} differs from benchmarks/results: run python benchmarks/render_results.py"
        )
    there = {f"results/{path.name}" for path in (render_results.DOCS / "results").glob("*.md")}
    assert {"results.md", *there} == set(pages)


def written(folder: Path, *, topic: str = "Answers", row: str = "steiner") -> dict[str, str]:
    """Return the pages of one file of figures and a front page that shows one of them."""
    file: dict[str, object] = {**dict.fromkeys(result_tables.FIELDS, ""), "title": "By size"}
    rows = [["steiner", [0.5, 1]], ["other", 0.25]]
    file |= {"part": "Answers", "columns": ["system", "share"], "rows": rows}
    figure = ["10_sizes", [row], "share", 1]
    front = {"topic": topic, "page": "answers", "says": "{} of all", "figures": [figure]}
    (folder / "10_sizes.json").write_text(json.dumps(file))
    (folder / "front.json").write_text(json.dumps([front]))
    return render_results.pages(folder)


def test_a_topic_has_a_page_and_a_row_with_a_figure_of_its_table(tmp_path: Path) -> None:
    pages = written(tmp_path)
    assert set(pages) == {"results.md", "results/answers.md"}
    assert pages["results.md"].endswith("| [Answers](results/answers.md) | 1.00 of all | 1 |\n")
    assert "- [By size](#by-size)\n\n## By size\n" in pages["results/answers.md"]


def test_a_topic_without_a_row_and_a_figure_that_is_none_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"\['Speed'\] without a file and \['Answers'\] without"):
        written(tmp_path, topic="Speed")
    with pytest.raises(ValueError, match=r"one row \['steinr'\] in 10_sizes.json, got 0"):
        written(tmp_path, row="steinr")


def test_the_readme_and_the_comparison_have_the_figures_of_the_results() -> None:
    rows = {
        name: dict(zip(table["columns"][1:], cells, strict=True))
        for table in [result_tables.read(render_results.RESULTS / "10_coverage.json")]
        for name, *cells in table["rows"]
    }
    in_512 = {
        (name, graph): result_tables.cell(rows[name][graph][1], 2)
        for name in rows
        for graph in rows[name]
        if rows[name][graph] != "-" and rows[name][graph] is not None
    }
    movies, northwind = "movies anchored", "northwind anchored"
    own = [in_512["steiner", graph] for graph in (movies, northwind, "WebQSP", "CWQ")]
    peers = [name for name in rows if name.startswith("neo4j-graphrag")]
    best = [max(in_512[name, graph] for name in peers) for graph in (movies, northwind)]
    readme = (render_results.DOCS.parent / "README.md").read_text(encoding="utf-8")
    (context,) = (line for line in readme.splitlines() if line.startswith("| context |"))
    assert FIGURE.findall(context) == [*own[:2], *best, *own[2:]]
    comparison = (render_results.DOCS / "comparison.md").read_text(encoding="utf-8")
    assert f"| steiner | {own[0]} | {own[1]} |" in comparison
    assert f"| neo4j-graphrag, its best of several set-ups | {best[0]} | {best[1]} |" in comparison


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
    assert result_tables.cell(value, digits) == text


def test_a_file_without_its_origin_or_a_cell_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "10_x.json"
    path.write_text(json.dumps({"title": "X"}))
    with pytest.raises(ValueError, match=r"10_x.json: expected the fields part, says, .* commit"):
        result_tables.read(path)
    whole = dict.fromkeys(result_tables.FIELDS, "") | {"columns": ["a", "b"], "rows": [["one"]]}
    path.write_text(json.dumps(whole))
    with pytest.raises(ValueError, match="expected 2 cells, got 1 in the row 'one'"):
        result_tables.read(path)

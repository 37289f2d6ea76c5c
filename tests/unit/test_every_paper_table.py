"""Every table and figure of the papers is run, from the data to the printed rows, by toy models."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("torch_geometric.nn", reason="needs the extra train")
pytest.importorskip("accelerate", reason="needs the extra train")

import paper_tables
from data import SHARED
from model_doubles import save_tiny_model
from paper_doubles import Replies, embed_by_letters
from papers import measuring
from papers.layout import Figures, PaperTable
from papers.scales import SCALES

from steiner.jobs import read_questions

TABLES = [entry for entry in paper_tables.ENTRIES.values() if isinstance(entry, PaperTable)]
pytestmark = [
    pytest.mark.skipif(not SHARED.is_dir(), reason=f"the shared data are not here: {SHARED}"),
    # A table trains up to fifty models, in seconds each on a busy machine.
    pytest.mark.timeout(900),
    # Align-GRAG's table 4 asks one aligner with several numbers of seeds.
    pytest.mark.filterwarnings("ignore:.*retrieved otherwise. prune.seeds:UserWarning"),
]


@pytest.fixture(scope="module")
def output(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One folder for all: rows of several tables that are trained alike are trained once."""
    return tmp_path_factory.mktemp("papers")


@pytest.fixture(autouse=True)
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    embed_by_letters(monkeypatch)
    monkeypatch.setattr(measuring, "open_text_model", lambda name: Replies(name, "accurate"))
    fewest = replace(SCALES["tiny"], counts=(2, 1, 1))
    monkeypatch.setitem(SCALES, "tiny", fewest)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.key)
def test_each_cell_of_a_table_gets_a_figure(
    table: PaperTable, output: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    llm = output / "llm"
    if not llm.is_dir():
        save_tiny_model(llm)
    judged = ["--judge", "a:judge"] if table.key.startswith("walk") else []
    paper_tables.main([table.key, "--output", str(output), "--llm", str(llm), *judged])
    lines = read_questions(output / f"{table.key}-tiny.jsonl")
    planned = paper_tables.planned(table, SCALES["tiny"], None)
    assert len(lines) == len(planned)
    for line in lines:
        columns = [c.measure for c in table.columns if c.dataset == line["dataset"]]
        if line["dataset"] == "webqsp":
            # No way leads from the topic of the one question that is asked to its answer.
            columns = [measure for measure in columns if "path triples" not in measure]
        assert _lacking(line["figures"], columns) == [], line["row"]
    shown = capsys.readouterr().out
    assert all(str(row.printed[0])[:4] in shown for row in table.rows)


def _lacking(figures: Figures, columns: list[str]) -> list[str]:
    """Return what has no figure; no model of chance gives answers of every level."""
    wanted = [c for c in columns if "perfect" not in c and "where" not in c]
    return [c for c in wanted if figures.get(c) is None]

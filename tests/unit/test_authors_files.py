"""The files of the papers' authors, as they are, in small copies; cut-off ones too."""

from __future__ import annotations

import csv
import json
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from steiner.errors import InvalidInput
from steiner.evaluate.datasets import load_dataset
from steiner.evaluate.datasets.files.authors_split import authors_split
from steiner.evaluate.datasets.files.json_members import members, read_member
from steiner.evaluate.datasets.files.on_demand import OnDemand
from steiner.evaluate.runner import drawn
from steiner.textual_graph import TextGraph

DATA = Path(__file__).parents[3] / "shared" / "data"
ROWS = [
    {
        "id": f"WebQTest-{i}",
        "question": f"Who led Ship {i}?",
        "answer": ["Ann", "Bo"] if i != 2 else [],
        "q_entity": [f"Ship {i}"],
        "a_entity": ["Ann"],
        "graph": [[f"Ship {i}", "led.by", "Ann"], ["Ann", "born.in", "Oslo"]],
        "choices": [],
    }
    for i in range(4)
]


def parquet(path: Path, rows: list[Any], group: int = 2) -> Path:
    """Write rows as RoG's files have them, so many a row group."""
    pytest.importorskip("pyarrow", reason="needs the extra papers")
    import pyarrow
    from pyarrow.parquet import write_table

    path.parent.mkdir(parents=True, exist_ok=True)
    write_table(pyarrow.Table.from_pylist(rows), path, row_group_size=group)
    return path


def test_rog_is_read_from_parquet_as_published(tmp_path: Path) -> None:
    parquet(tmp_path / "data" / "test-00000-of-00002-ab.parquet", ROWS[:3])
    parquet(tmp_path / "data" / "test-00001-of-00002-cd.parquet", ROWS[3:])
    parquet(tmp_path / "data" / "train-00000-of-00001-ef.parquet", ROWS[:1])
    found = load_dataset("rog", tmp_path, "test")
    assert [question.id for question in found.questions] == [row["id"] for row in ROWS]
    assert found.questions[3].graph == TextGraph.from_triples(
        [("Ship 3", "led.by", "Ann"), ("Ann", "born.in", "Oslo")]
    )
    assert found.questions[2].answers == ()
    assert found.unanswered == 1
    with pytest.raises(InvalidInput, match="no split 'dev'; there are test, train"):
        load_dataset("rog", tmp_path, "dev")


@pytest.mark.parametrize("write", ["parquet", "jsonl"])
def test_lower_case_is_that_of_g_retriever(tmp_path: Path, write: str) -> None:
    path = tmp_path / f"test.{write}"
    if write == "parquet":
        parquet(path, ROWS)
    else:
        path.write_text("".join(f"{json.dumps(row)}\n" for row in ROWS))
    found = load_dataset("rog-lower", tmp_path, "test")
    question = found.questions[1]
    assert question.graph == TextGraph.from_triples(
        [("ship 1", "led.by", "ann"), ("ann", "born.in", "oslo")]
    )
    assert (question.text, question.answers) == ("Who led Ship 1?", ("ann", "bo"))
    assert found.unanswered == 1


@pytest.mark.parametrize("write", ["parquet", "jsonl"])
def test_a_row_without_a_graph_is_named_or_left_out(tmp_path: Path, write: str) -> None:
    rows = [ROWS[0], {**ROWS[1], "graph": []}, ROWS[3]]
    path = tmp_path / f"test.{write}"
    if write == "parquet":
        parquet(path, rows)
    else:
        path.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    with pytest.raises(
        InvalidInput, match=r"(row 1|line 2): expected a graph, got no .*--skip-broken"
    ):
        load_dataset("rog", tmp_path, "test")
    broken: list[str] = []
    found = load_dataset("rog", tmp_path, "test", broken)
    assert [question.id for question in found.questions] == ["WebQTest-0", "WebQTest-3"]
    assert len(broken) == 1


def test_a_file_that_was_cut_off_is_named(tmp_path: Path) -> None:
    path = parquet(tmp_path / "test.parquet", ROWS)
    path.write_bytes(path.read_bytes()[:-200])
    with pytest.raises(InvalidInput, match=r"test\.parquet is no whole parquet file: .* fetch it"):
        load_dataset("rog", tmp_path, "test")
    lines = "".join(f"{json.dumps(row)}\n" for row in ROWS)
    (tmp_path / "train.jsonl").write_text(lines[:-40])
    with pytest.raises(InvalidInput, match=r"line 4: .* ends with this line: where it was cut off"):
        load_dataset("rog", tmp_path, "train")


def test_a_part_of_a_split_that_is_missing_is_named(tmp_path: Path) -> None:
    for number in (0, 2):
        rows = [{**row, "id": f"{number} {row['id']}"} for row in ROWS]
        parquet(tmp_path / f"test-{number:05d}-of-00003-abc.parquet", rows)
    with pytest.raises(InvalidInput, match=r"has 2 of 3 parts of the split, the first .* 00001"):
        load_dataset("rog", tmp_path, "test")
    parquet(tmp_path / "test-00001-of-00003-def.parquet", ROWS)
    assert len(load_dataset("rog", tmp_path, "test").questions) == 3 * len(ROWS)


def test_a_parquet_file_of_other_columns_is_refused(tmp_path: Path) -> None:
    parquet(tmp_path / "test.parquet", [{"id": "1", "question": "Who?"}])
    with pytest.raises(InvalidInput, match="answer, graph, q_entity are missing"):
        load_dataset("rog", tmp_path, "test")


def test_graphs_are_never_in_memory_together(tmp_path: Path) -> None:
    triples = [[f"node {i}", "next", f"node {i + 1}"] for i in range(400)]
    rows = [{**ROWS[0], "id": str(i), "graph": triples} for i in range(60)]
    (tmp_path / "test.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    tracemalloc.start()
    found = load_dataset("rog", tmp_path, "test")
    assert sum(len(question.graph.edges) for question in found.questions if question.graph)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    # Sixty graphs take 6 MB in Python.
    assert peak < 1_500_000
    picked = drawn(found.questions, 3)
    assert isinstance(picked, OnDemand)
    assert len(picked) == 3
    assert [question.id for question in picked[1:]] == [str(n - 1) for n in picked.numbers[1:]]


def test_the_split_is_that_of_the_authors_code() -> None:
    parts = authors_split(2_766)
    assert [len(part) for part in parts.values()] == [1_659, 553, 554]
    assert parts["train"][:5].tolist() == [1087, 394, 583, 1813, 1700]
    if (DATA / "expla_graphs").is_dir():
        for name in ("train", "val"):
            lines = (DATA / "expla_graphs" / f"{name}.tsv").read_text().splitlines()[1:]
            assert parts[name].tolist() == [int(line.split("\t")[0]) for line in lines]


ARGUMENTS = [f"one {i}\ttwo, too\tsupport\t(a; is a; b {i})(b {i}; not; c)" for i in range(10)]


@pytest.mark.parametrize("ending", ["tsv", "csv"])
@pytest.mark.parametrize("headed", [True, False])
def test_expla_graphs_with_and_without_a_header(tmp_path: Path, ending: str, headed: bool) -> None:
    rows = [["arg1", "arg2", "label", "graph"]] * headed + [line.split("\t") for line in ARGUMENTS]
    with (tmp_path / f"train_dev.{ending}").open("w", newline="") as file:
        csv.writer(file, delimiter="\t" if ending == "tsv" else ",").writerows(rows)
    whole = load_dataset("expla-graphs", tmp_path, "train_dev").questions
    assert [question.id for question in whole] == [str(i) for i in range(10)]
    assert "Argument 2: two, too" in whole[0].text
    parts = {
        name: load_dataset("expla-graphs", tmp_path, name) for name in ("train", "val", "test")
    }
    assert {name: len(part.questions) for name, part in parts.items()} == {
        "train": 6, "val": 2, "test": 2,
    }  # fmt: skip
    with pytest.raises(InvalidInput, match="into train, val, test; got the split 'dev'"):
        load_dataset("expla-graphs", tmp_path, "dev")


def test_expla_graphs_cut_off_in_the_middle(tmp_path: Path) -> None:
    for lost, reason in ((45, "expected 4 cells"), (4, "expected triples like")):
        (tmp_path / "train.tsv").write_text("\n".join(ARGUMENTS)[:-lost])
        with pytest.raises(InvalidInput, match=rf"line 10: {reason}.* fetch it again"):
            load_dataset("expla-graphs", tmp_path, "train")
    (tmp_path / "val.tsv").write_text("a\tb\n")
    with pytest.raises(InvalidInput, match="with a header or without one"):
        load_dataset("expla-graphs", tmp_path, "val")


def test_metaqa_cut_off_in_the_middle(tmp_path: Path) -> None:
    (tmp_path / "2-hop").mkdir()
    questions, graph = tmp_path / "2-hop" / "qa_test.txt", tmp_path / "kb.txt"
    graph.write_text("Big Fish|directed_by|Tim Burton\nBig Fish|starred_actors|Ann\n")
    whole = "who acts with [Ann]\tBo|Cy\nwho acts with [Bo]\tAnn\n"
    for lost, reason in ((4, "expected at least one gold answer"), (7, r"a \[topic\] question")):
        questions.write_text(whole[:-lost])
        with pytest.raises(InvalidInput, match=rf"qa_test\.txt, line 2: .*{reason}.* fetch it"):
            load_dataset("metaqa", tmp_path, "test")
    questions.write_text(whole[:-25])
    with pytest.raises(InvalidInput, match=r"ends in the middle of a line, .*Bo\|C': .*fetch it"):
        load_dataset("metaqa", tmp_path, "test")
    questions.write_text(whole)
    assert len(load_dataset("metaqa", tmp_path, "test").questions) == 2
    graph.write_text(graph.read_text()[:-2])
    with pytest.raises(InvalidInput, match=r"kb\.txt ends in the middle of a line"):
        load_dataset("metaqa", tmp_path, "test")
    graph.write_text(graph.read_text()[:-7])
    with pytest.raises(InvalidInput, match=r"kb\.txt, line 2: expected head.* fetch it again"):
        load_dataset("metaqa", tmp_path, "test")
    graph.unlink()
    with pytest.raises(InvalidInput, match=r"kb\.txt cannot be read"):
        load_dataset("metaqa", tmp_path, "test")


def scene_graphs(folder: Path, images: int = 10) -> None:
    """Write G-Retriever's files: two questions an image, their graphs beside in `gqa`."""
    box = {"x": 1, "y": 2, "w": 3, "h": 4}
    scenes = {
        str(i): {"objects": {"7": {"name": f"Hüt {i}", "attributes": [], "relations": [], **box}}}
        for i in range(images)
    }
    (folder / "gqa").mkdir(parents=True)
    text = json.dumps(scenes, ensure_ascii=False)
    (folder / "gqa" / "train_sceneGraphs.json").write_text(text, encoding="utf-8")
    (folder / "scene_graphs").mkdir()
    with (folder / "scene_graphs" / "questions.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["q_id", "image_id", "question", "answer", "full_answer"])
        for i in range(2 * images):
            writer.writerow([f"q{i}", i // 2, f"Which hut, number {i}?", "hut", "It is a hut."])


def test_scene_graphs_as_g_retriever_has_them_are_split_by_image(tmp_path: Path) -> None:
    scene_graphs(tmp_path)
    parts = {
        name: load_dataset("scene-graphs", tmp_path / "scene_graphs", name).questions
        for name in ("train", "val", "test")
    }
    assert [len(part) for part in parts.values()] == [12, 4, 4]
    ids = sorted(int(question.id) for part in parts.values() for question in part)
    assert ids == list(range(20))
    images = [{int(question.id) // 2 for question in part} for part in parts.values()]
    assert not images[0] & images[1]
    first = parts["val"][0]
    assert first.graph is not None
    assert first.graph.nodes == (f"name: Hüt {int(first.id) // 2}; (x,y,w,h): (1, 2, 3, 4)",)


def test_scene_graphs_that_break_off_are_named(tmp_path: Path) -> None:
    scene_graphs(tmp_path)
    place = tmp_path / "gqa" / "train_sceneGraphs.json"
    text = place.read_bytes()
    place.write_bytes(text[: len(text) // 2 + 3])
    with pytest.raises(InvalidInput, match=r"breaks off, in the middle.* members are whole"):
        load_dataset("scene-graphs", tmp_path / "scene_graphs", "val")
    place.write_text('{"0": {"objects": {}}}')
    with pytest.raises(
        InvalidInput, match=r"questions\.csv, row \d+: (expected objects|the scene)"
    ):
        load_dataset("scene-graphs", tmp_path / "scene_graphs", "train")
    place.write_bytes(text)
    questions = tmp_path / "scene_graphs" / "questions.csv"
    rows = questions.read_text()
    questions.write_text(rows[: rows.index("It is a hut", 400) + 4])
    with pytest.raises(InvalidInput, match=r"questions\.csv ends in the middle of a line"):
        load_dataset("scene-graphs", tmp_path / "scene_graphs", "val")
    questions.write_text(rows[:-40])
    with pytest.raises(InvalidInput, match=r"row 19: expected image_id, question and answer"):
        load_dataset("scene-graphs", tmp_path / "scene_graphs", "val")


def test_members_of_a_json_object_are_read_where_they_stand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "all.json"
    value = {"ä": [{"n": i, "text": "wörd, {brace}"} for i in range(5)]}
    path.write_text(json.dumps({"é": value, "b": {}, "c": value}, ensure_ascii=False), "utf-8")
    for chunk in (1, 7, 1_000):
        monkeypatch.setattr("steiner.evaluate.datasets.files.json_members._CHUNK", chunk)
        found = list(members(path))
        assert [name for name, _, _ in found] == ["é", "b", "c"]
        assert found[2][2] == read_member(path, found[2][1]) == value

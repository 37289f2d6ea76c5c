"""A full disk: what was done stays, one line says it, and the next run goes on where it was."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from steiner.cli import main
from steiner.errors import InvalidInput
from steiner.jobs import Job, Row
from steiner.train.metrics import Metrics
from steiner.whole_files import append, write_whole

resource = pytest.importorskip("resource", reason="bounds the size of files, which Windows cannot")

ROWS = [{"question": f"Question {number}?"} for number in range(40)]


@contextmanager
def room(size: int) -> Iterator[None]:
    """Let no file grow beyond `size` bytes in the block: the system itself refuses it."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_file_is_replaced_only_by_a_whole_one(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    write_whole(file, "before")
    with room(100), pytest.raises(InvalidInput, match=r"settings\.json cannot be written.*Make"):
        write_whole(file, "x" * 1_000)
    assert file.read_text() == "before"
    assert list(tmp_path.iterdir()) == [file]


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"no/lines cannot be written: No such file") as caught:
        append(tmp_path / "no" / "lines", "a line")
    assert "Make room" not in str(caught.value)


@pytest.mark.parametrize("size", [0, 100, 700, 1_500, 2_200])
def test_answers_on_a_full_disk_are_kept_and_gone_on_with(tmp_path: Path, size: int) -> None:
    asked = list[str]()

    def work(row: Row) -> Row:
        asked.append(row["question"])
        return {"answer": row["question"][::-1]}

    def job(name: str) -> Job:
        return Job(tmp_path / name, {"model": "a"}, work)

    job("unbroken").run(ROWS)
    del asked[:]
    for full in (size, size // 2):  # The second time less room than what is done takes.
        with room(full), pytest.raises(InvalidInput, match="cannot be written"):
            job("answers").run(ROWS)
    job("answers").run(ROWS)
    assert (tmp_path / "answers").read_bytes() == (tmp_path / "unbroken").read_bytes()
    # One question each time was answered when no room was left for it.
    assert len(asked) <= len(ROWS) + 2
    assert not list(tmp_path.glob("*.draft"))


def test_metrics_of_a_training_are_kept(tmp_path: Path) -> None:
    metrics = Metrics(tmp_path)
    for step in range(20):
        metrics.add(step=step, loss=1.0)
    with room(200), pytest.raises(InvalidInput, match="cannot be written"):
        metrics.cut(15)
    assert len(metrics.lines()) == 20


def test_tensors_are_replaced_only_by_whole_ones(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    from steiner.models.tensor_files import read_tensors, write_tensors

    file = tmp_path / "weights.safetensors"
    write_tensors(file, {"a": torch.ones(3)})
    with room(500), pytest.raises(InvalidInput, match=r"weights\.safetensors cannot be written"):
        write_tensors(file, {"a": torch.zeros(3_000)})
    assert read_tensors(file)["a"].tolist() == [1, 1, 1]
    assert list(tmp_path.iterdir()) == [file]


def test_a_command_says_it_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    from steiner.index import live_index

    def filled(*_: Any) -> None:
        with room(10), (tmp_path / "large").open("w") as file:
            file.write("x" * 100)

    monkeypatch.setattr(live_index, "index_status", filled)
    monkeypatch.setattr("sys.argv", ["steiner", "status"])
    with pytest.raises(SystemExit) as caught:
        main()
    assert caught.value.code == 1
    error = capsys.readouterr().err
    assert "cannot be written: File too large. Make room" in error
    assert error.count("\n") == 1


def test_collected_lines_say_what_they_were_made_of(tmp_path: Path) -> None:
    from steiner.settings import DEFAULT_OPTIONS
    from steiner.train.data.collection import collect

    class Source:
        field = "seen"

        def collect(self, _retriever: Any, _row: Row, _options: Any) -> Row:
            return {"seen": "x" * 100}

        def empty(self) -> Row:
            return {"seen": ""}

    questions, output = tmp_path / "questions.jsonl", tmp_path / "lines.jsonl"
    rows = [{**row, "answers": ["a"]} for row in ROWS]
    questions.write_text("".join(json.dumps(row) + "\n" for row in rows))
    given: Any = (Source(), None, questions, output, DEFAULT_OPTIONS, {"system": "a"})
    with room(50), pytest.raises(InvalidInput, match="cannot be written"):
        collect(*given)
    with room(2_000), pytest.raises(InvalidInput, match="cannot be written"):
        collect(*given)
    for _ in range(2):  # The second finds that they are made of the same.
        collect(*given)
    assert len(output.read_text().splitlines()) == len(ROWS)

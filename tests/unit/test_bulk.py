"""Many questions: JSONL in, JSONL out, stopped and continued."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from steiner.answer import Answer
from steiner.errors import ConnectionFailed, InvalidInput, SteinerError
from steiner.evidence import Evidence, Seed
from steiner.generate.grounding.citations import cite
from steiner.graph import Node, Relationship, Subgraph
from steiner.jobs import read_questions
from steiner.runs import ask_many, retrieve_many
from steiner.settings import DEFAULT_OPTIONS, Options

GRAPH = Subgraph(
    (Node(1, "n:1", ("Film",), {}, "Up"), Node(2, "n:2", ("Person",), {}, "Zoë")),
    (Relationship(7, "r:7", "DIRECTED", 2, 1),),
)
SAME = {"settings": "s"}
FIELDS = {
    "context", "tokens", "nodes", "relationships", "seeds", "ranking", "confidence", "table",
    "exact", "milliseconds",
}  # fmt: skip


class Scripted:
    """Answers every question; notes what it was asked; fails as told."""

    def __init__(self, failures: dict[str, SteinerError | KeyboardInterrupt] | None = None) -> None:
        self.asked: list[tuple[str, tuple[str, ...]]] = []
        self.failures = failures or {}

    def retrieve(self, question: str, options: Options = DEFAULT_OPTIONS) -> Evidence:
        self.asked.append((question, tuple(options.seeds)))
        if question in self.failures:
            raise self.failures[question]
        return Evidence(
            question,
            GRAPH,
            f"about {question}",
            seeds=(Seed(1, 0.5, ("name",), "up", "title", "Up", "n:1"),),
            tokens=3,
            budget=64,
            milliseconds={"seeds": 1.0, "total": 2.0},
        )


@pytest.fixture
def paths(tmp_path: Path) -> tuple[Path, Path]:
    return tmp_path / "in.jsonl", tmp_path / "out.jsonl"


def write(path: Path, *rows: dict[str, Any] | str) -> None:
    lines = (row if isinstance(row, str) else json.dumps(row, ensure_ascii=False) for row in rows)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n")[:-1]]


def test_every_line_keeps_its_fields_and_gets_the_evidence(paths: tuple[Path, Path]) -> None:
    given, written = paths
    rows: list[dict[str, Any]] = [
        {"question": "Who?", "id": 4, "answers": ["Ä", {"deep": None}], "seeds": ["Up", 7]},
        {"question": "What?"},
    ]
    write(given, *rows)
    retriever = Scripted()
    assert retrieve_many(retriever, given, written, {"budget": 1}) == 0
    found = read(written)
    assert retriever.asked == [("Who?", ("Up", "7")), ("What?", ())]
    assert all(set(line) >= FIELDS for line in found)
    assert found[0]["answers"] == rows[0]["answers"]
    assert found[0]["id"] == 4
    assert found[0]["context"] == "about Who?"
    assert found[0]["seeds"][0]["name"] == "Up"
    assert found[0]["relationships"][0]["type"] == "DIRECTED"
    assert found[0]["relationships"][0]["source_name"] == "Zoë"
    assert found[0]["ranking"] == []
    assert found[0]["milliseconds"]["total"] == 2.0
    assert not written.with_name("out.jsonl.part").exists()


def test_progress_is_reported_to_the_end(paths: tuple[Path, Path]) -> None:
    write(paths[0], {"question": "a"}, {"question": "b"})
    told: list[tuple[str, int, int]] = []
    retrieve_many(Scripted(), *paths, SAME, report=lambda *report: told.append(report))
    assert told == [("questions", 0, 2), ("questions", 1, 2), ("questions", 2, 2)]


@pytest.mark.parametrize(
    "broken", ['{"question": "b"', "[1]", '"text"', "{}", '{"question": 5}', "null", "[" * 100_000]
)
def test_a_broken_line_is_named_and_nothing_is_asked(paths: tuple[Path, Path], broken: str) -> None:
    write(paths[0], {"question": "a"}, "", broken, {"question": "c"})
    retriever = Scripted()
    with pytest.raises(InvalidInput, match=r'in\.jsonl, line 3: expected .* "question", got'):
        retrieve_many(retriever, *paths, SAME)
    assert retriever.asked == []


def test_seeds_that_are_no_list_are_refused_by_line(paths: tuple[Path, Path]) -> None:
    write(paths[0], {"question": "a", "seeds": "Up"})
    with pytest.raises(InvalidInput, match='line 1: "seeds" must be a list of names or keys'):
        read_questions(paths[0])


def test_a_missing_file_a_folder_and_another_encoding_are_told(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="cannot be read: No such file"):
        read_questions(tmp_path / "absent.jsonl")
    with pytest.raises(InvalidInput, match="cannot be read: Is a directory"):
        read_questions(tmp_path)
    latin = tmp_path / "latin.jsonl"
    latin.write_bytes('{"question": "é"}\n'.encode("latin-1"))
    with pytest.raises(InvalidInput, match="cannot be read: it is not UTF-8"):
        read_questions(latin)


def test_output_into_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    write(tmp_path / "in.jsonl", {"question": "a"})
    with pytest.raises(InvalidInput, match="cannot be written: No such file or directory"):
        retrieve_many(Scripted(), tmp_path / "in.jsonl", tmp_path / "no" / "out.jsonl", SAME)


def test_windows_lines_a_mark_of_order_and_odd_spaces_are_read(tmp_path: Path) -> None:
    path = tmp_path / "in.jsonl"
    odd = "one\u2028line\x0b\x85"
    text = json.dumps({"question": odd}, ensure_ascii=False)
    path.write_bytes(f'\ufeff{text}\r\n\r\n{{"question": "b"}}'.encode())
    assert [row["question"] for row in read_questions(path)] == [odd, "b"]


def test_a_question_that_cannot_be_used_gets_an_error_and_the_rest_go_on(
    paths: tuple[Path, Path],
) -> None:
    write(paths[0], {"question": "a"}, {"question": "", "id": 2}, {"question": "c"})
    retriever = Scripted({"": InvalidInput("The question is empty.")})
    assert retrieve_many(retriever, *paths, SAME) == 1
    found = read(paths[1])
    assert found[1]["error"] == "The question is empty."
    assert found[1]["id"] == 2
    assert set(found[1]) >= FIELDS
    assert "error" not in found[2]


def test_an_error_field_of_an_earlier_run_is_no_failure_of_this_one(
    paths: tuple[Path, Path],
) -> None:
    write(paths[0], {"question": "a", "error": "before"})
    assert retrieve_many(Scripted(), *paths, SAME) == 0
    assert "error" not in read(paths[1])[0]


def test_a_question_that_is_no_text_that_can_be_written_is_kept(paths: tuple[Path, Path]) -> None:
    write(paths[0], '{"question": "a", "half": "\\ud83d"}')
    retrieve_many(Scripted(), *paths, SAME)
    assert read(paths[1])[0]["half"] == "\ud83d"


def stopped(paths: tuple[Path, Path], rows: Sequence[dict[str, Any]], asked: str = "s") -> None:
    """Run until the second question, where the connection is lost."""
    write(paths[0], *rows)
    lost = Scripted({rows[1]["question"]: ConnectionFailed("lost")})
    with pytest.raises(ConnectionFailed):
        retrieve_many(lost, *paths, {"settings": asked})
    assert not paths[1].exists()


ROWS: list[dict[str, Any]] = [{"question": q, "n": i} for i, q in enumerate("abc")]


def test_a_stopped_run_goes_on_after_its_last_whole_line(paths: tuple[Path, Path]) -> None:
    stopped(paths, ROWS)
    part = paths[1].with_name("out.jsonl.part")
    with part.open("a", encoding="utf-8") as file:
        file.write('{"question": "b", "half a li')
    again = Scripted()
    retrieve_many(again, *paths, SAME)
    assert [question for question, _ in again.asked] == ["b", "c"]
    assert [line["n"] for line in read(paths[1])] == [0, 1, 2]
    assert not part.exists()


def test_failures_of_the_stopped_run_are_counted(paths: tuple[Path, Path]) -> None:
    write(paths[0], *ROWS)
    first = Scripted({"a": InvalidInput("no"), "b": ConnectionFailed("lost")})
    with pytest.raises(ConnectionFailed):
        retrieve_many(first, *paths, SAME)
    assert retrieve_many(Scripted(), *paths, SAME) == 1


@pytest.mark.parametrize(
    ("asked", "changed"),
    [("others", {}), ("s", {"question": "z"}), ("s", {"seeds": ["Up"]}), ("s", {"n": 9})],
)
def test_a_run_with_other_settings_or_questions_starts_anew(
    paths: tuple[Path, Path], asked: str, changed: dict[str, Any]
) -> None:
    stopped(paths, ROWS)
    write(paths[0], {**ROWS[0], **changed}, *ROWS[1:])
    again = Scripted()
    retrieve_many(again, *paths, {"settings": asked})
    assert len(again.asked) == 3
    assert len(read(paths[1])) == 3


def test_no_questions_give_an_empty_output(paths: tuple[Path, Path]) -> None:
    write(paths[0])
    assert retrieve_many(Scripted(), *paths, SAME) == 0
    assert paths[1].read_text() == ""


class Names:
    """Answers with the first node of the evidence."""

    def answer(self, question: str, evidence: Evidence) -> Answer:
        return cite(question, evidence.subgraph.nodes[0].name, evidence)

    def stream(self, question: str, evidence: Evidence) -> Iterator[str]:
        yield self.answer(question, evidence).text


def test_answers_are_written_beside_their_evidence(paths: tuple[Path, Path]) -> None:
    write(paths[0], {"question": "Who?", "id": 1}, {"question": ""})
    retriever = Scripted({"": InvalidInput("The question is empty.")})
    assert ask_many(retriever, Names(), *paths, SAME) == 1
    first, second = read(paths[1])
    assert (first["id"], first["answer"], first["grounded"]) == (1, "Up", {"Up": True})
    assert first["context"] == "about Who?"
    assert second["error"] == "The question is empty."

"""Loaders on small self-made files: counts, awkward texts, broken lines named by number."""

import bz2
import json
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from steiner.errors import InvalidInput
from steiner.evaluate.datasets import load_dataset
from steiner.evaluate.metrics.answers import exact_match, split_answers
from steiner.textual_graph import TextGraph

DATA = Path(__file__).parents[3] / "shared" / "data"


def jsonl(path: Path, *rows: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return path


def test_questions_keep_na_null_numbers_and_dates_as_text(tmp_path: Path) -> None:
    row = {"question": "Which?", "answers": ["NA", "null", 7, 2.50, "2020-01-01"], "kind": "filter"}
    found = load_dataset("questions", jsonl(tmp_path / "own.jsonl", row), "dev")
    assert found.name == "own"
    assert found.questions[0].answers == ("NA", "null", "7", "2.5", "2020-01-01")
    assert (found.questions[0].id, found.questions[0].kind) == ("1", "filter")


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ({"question": "Who?"}, "the field 'answers' is missing"),
        ({"question": "Who?", "answers": []}, "at least one gold answer"),
        ({"question": "Who?", "answers": "Ann"}, "expected a list, got 'Ann'"),
        ({"question": " ", "answers": ["Ann"]}, "expected a question"),
        ({"question": "Who?", "answers": ["Ann"], "id": "1"}, "the id '1' was used before"),
        ("Who?", "expected a JSON object"),
    ],
)
def test_a_broken_line_stops_or_is_left_out_as_asked(tmp_path: Path, row: Any, reason: str) -> None:
    whole = {"question": "Where?", "answers": ["Oslo"], "id": "1"}
    path = jsonl(tmp_path / "own.jsonl", whole, row, {**whole, "id": "3"})
    with pytest.raises(InvalidInput, match=rf"own\.jsonl, line 2: .*{reason}"):
        load_dataset("questions", path, "dev")
    broken: list[str] = []
    found = load_dataset("questions", path, "dev", broken)
    assert [question.id for question in found.questions] == ["1", "3"]
    assert len(broken) == 1
    assert "line 2" in broken[0]


def test_a_question_of_ones_own_may_bring_its_graph_and_labels(tmp_path: Path) -> None:
    graph = {"nodes": [[3, "a"], [8, "b"]], "edges": [[3, "likes", 8]]}
    row = {
        "question": "Do they agree?",
        "answers": ["yes"],
        "graph": graph,
        "labels": ["yes", "no"],
    }
    file = tmp_path / "dev.jsonl"
    file.write_text(f"{json.dumps(row)}\n", encoding="utf-8")
    data = load_dataset("questions", tmp_path, "dev")
    assert data.questions[0].graph == TextGraph((3, 8), ("a", "b"), ((3, "likes", 8),))
    assert data.labels == ("yes", "no")
    file.write_text(f"{json.dumps({**row, 'graph': [1]})}\n", encoding="utf-8")
    with pytest.raises(InvalidInput, match=r"line 1: .*expected"):
        load_dataset("questions", tmp_path, "dev")


def test_what_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="Did you mean 'metaqa'"):
        load_dataset("metqa", tmp_path, "dev")
    with pytest.raises(InvalidInput, match="is not there: expected the files"):
        load_dataset("rog", tmp_path / "gone", "dev")
    with pytest.raises(InvalidInput, match="holds no question of the split 'dev'"):
        load_dataset("questions", jsonl(tmp_path / "dev.jsonl"), "dev")


def test_metaqa_tells_the_topic_apart_from_the_question(tmp_path: Path) -> None:
    (tmp_path / "1-hop").mkdir()
    lines = "who directed [Big Fish]\tTim Burton\nwho acted in [NA]\tAnn|null\n"
    (tmp_path / "1-hop" / "qa_dev.txt").write_text(lines)
    (tmp_path / "kb.txt").write_text("Big Fish|directed_by|Tim Burton\nNA|starred_actors|Ann\n")
    found = load_dataset("metaqa", tmp_path, "dev")
    assert [q.text for q in found.questions] == ["who directed Big Fish", "who acted in NA"]
    assert found.questions[1].topics == ("NA",)
    assert found.questions[1].answers == ("Ann", "null")
    assert found.questions[1].kind == "1 hops"
    assert found.shared[1] == ("NA", "starred_actors", "Ann")
    (tmp_path / "kb.txt").write_text("a|b|c\nBig Fish|Tim Burton\n")
    with pytest.raises(InvalidInput, match=r"kb\.txt, line 2: expected head\|relation\|tail"):
        load_dataset("metaqa", tmp_path, "dev")


def test_rog_brings_a_graph_with_each_question(tmp_path: Path) -> None:
    row = {
        "id": "WebQTest-1",
        "question": "who?",
        "answer": ["Ann"],
        "q_entity": ["Aurora"],
        "a_entity": ["Ann"],
        "graph": [["Aurora", "led.by", "Ann"], ["Ann", "led.by", "Aurora"]],
    }
    found = load_dataset("rog", jsonl(tmp_path / "dev.jsonl", row), "dev")
    graph = TextGraph((0, 1), ("Aurora", "Ann"), ((0, "led.by", 1), (1, "led.by", 0)))
    assert found.questions[0].graph == graph
    row["graph"] = [["Aurora", "led.by"]]
    with pytest.raises(InvalidInput, match="line 1: not enough values"):
        load_dataset("rog", jsonl(tmp_path / "dev.jsonl", row), "dev")


def scenes(relations: list[dict[str, str]]) -> dict[str, Any]:
    box = {"x": 1, "y": 2, "w": 3, "h": 4}
    man = {"name": "man", "attributes": ["tall", "happy"], "relations": relations, **box}
    return {"9": {"objects": {"77": man, "78": {"name": "hat", "attributes": [], **box}}}}


def test_scene_graphs_are_written_as_the_paper_does(tmp_path: Path) -> None:
    asked = {"q1": {"imageId": "9", "question": "What is worn?", "answer": "hat"}}
    (tmp_path / "dev_questions.json").write_text(json.dumps(asked))
    path = tmp_path / "dev_sceneGraphs.json"
    path.write_text(json.dumps(scenes([{"object": "78", "name": "wearing"}])))
    found = load_dataset("scene-graphs", tmp_path, "dev")
    assert found.questions[0].graph == TextGraph(
        (0, 1),
        (
            "name: man; attribute: tall, happy; (x,y,w,h): (1, 2, 3, 4)",
            "name: hat; (x,y,w,h): (1, 2, 3, 4)",
        ),
        ((0, "wearing", 1),),
    )
    path.write_text(json.dumps(scenes([{"object": "99", "name": "near"}])))
    with pytest.raises(InvalidInput, match="question q1: object '77' is 'near' '99'"):
        load_dataset("scene-graphs", tmp_path, "dev")


def crag(place: Path) -> None:
    movie = place / "cragkg" / "movie"
    movie.mkdir(parents=True)
    award = {"category": "best picture", "year_ceremony": 1998, "winner": True}
    film = {
        "title": "Titanic",
        "id": 7,
        "release_date": "1997-11-18",
        "genres": [{"id": 1, "name": "drama"}],
        "cast": [{"name": "Kate Winslet", "character": "Rose"}],
        "crew": [{"name": "James Cameron", "job": "Director"}],
        "oscar_awards": [award],
    }
    person = {"name": "Kate Winslet", "birthday": "1975-10-05", "acted_movies": [7, 8]}
    (movie / "movie_db.json").write_text(json.dumps({"titanic": film}))
    (movie / "person_db.json").write_text(json.dumps({"kate winslet": person}))
    (place / "cragkg" / "open").mkdir()
    with bz2.open(place / "cragkg" / "open" / "kg.0.jsonl.bz2", "wt") as file:
        file.write(json.dumps(["Oslo", {"country": "Norway", "sister": ["Ås"]}]) + "\n")


def test_crag_reads_the_graph_of_its_mock_api(tmp_path: Path) -> None:
    crag(tmp_path)
    row = {
        "interaction_id": "a",
        "query": "who directed titanic?",
        "answer": "james cameron",
        "alt_ans": ["cameron"],
        "domain": "movie",
        "question_type": "simple",
        "split": 0,
    }
    other = {**row, "interaction_id": "b", "domain": "finance"}
    with bz2.open(tmp_path / "crag.jsonl.bz2", "wt") as file:
        file.writelines(f"{json.dumps(r)}\n" for r in (row, other, {**row, "split": 1}))
    with pytest.raises(InvalidInput, match="line 3: the id 'a' was used before"):
        load_dataset("crag", tmp_path, "dev")
    found = load_dataset("crag", tmp_path, "dev", [])
    assert [q.answers for q in found.questions] == [("james cameron", "cameron")]
    assert set(found.shared) == {
        ("Titanic", "release_date", "1997-11-18"),
        ("Titanic", "genre", "drama"),
        ("Titanic", "cast", "Kate Winslet"),
        ("Titanic", "director", "James Cameron"),
        ("Titanic", "won oscar", "best picture 1998"),
        ("Kate Winslet", "birthday", "1975-10-05"),
        ("Kate Winslet", "acted movies", "Titanic"),
        ("Oslo", "country", "Norway"),
        ("Oslo", "sister", "Ås"),
    }


@pytest.mark.skipif(not DATA.is_dir(), reason=f"the shared data are not here: {DATA}")
@pytest.mark.parametrize(
    ("name", "folder", "split", "questions", "triples", "broken"),
    [
        ("expla-graphs", "expla_graphs", "train", 1659, 0, 0),
        ("expla-graphs", "expla_graphs", "val", 553, 0, 0),
        ("metaqa", "metaqa", "dev", 9_992 + 14_872 + 14_274, 133_582, 0),
        ("freebase", "webqsp", "dev", 813, 16_226, 7),
        ("freebase", "cwq", "dev", 1_766, 16_226, 0),
        ("questions", "neo4j/questions", "movies", 76, 0, 0),
        ("questions", "neo4j/questions", "northwind", 68, 0, 0),
    ],
)
def test_the_real_files_have_the_counts_that_are_documented(
    name: str, folder: str, split: str, questions: int, triples: int, broken: int
) -> None:
    left_out: list[str] = []
    found = load_dataset(name, DATA / folder, split, left_out)
    counts = (len(found.questions), len(found.shared), len(left_out))
    assert counts == (questions, triples, broken)


@pytest.mark.skipif(not DATA.is_dir(), reason=f"the shared data are not here: {DATA}")
@pytest.mark.parametrize("name", ["webqsp", "cwq"])
@pytest.mark.parametrize("separator", ["\n", ", ", " and "])
def test_who_writes_the_gold_answers_is_right_on_nearly_every_question(
    name: str, separator: str
) -> None:
    """What parts a text knows the names that were retrieved, and never the gold answers."""
    bound, matches = {"webqsp": 0.94, "cwq": 0.98}[name], []
    for question in load_dataset("freebase", DATA / name, "dev", []).questions:
        names = [name for head, _, tail in question.triples for name in (head, tail)]
        written = split_answers(separator.join(question.answers), names)
        matches.append(exact_match(written, question.answers))
    assert fmean(matches) > bound

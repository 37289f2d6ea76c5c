"""Questions over drawn graphs: names masked, questions nested, wrong paths, and weights of them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

torch = pytest.importorskip("torch", reason="needs the extra train")
pytest.importorskip("accelerate", reason="needs the extra train")

from start_weights.cypher_paths import read_questions, read_schemas  # noqa: E402
from start_weights.database_questions import database_questions  # noqa: E402
from start_weights.drawn_graph import Move, draw_graph  # noqa: E402
from start_weights.nesting import nested, thing_asked  # noqa: E402
from start_weights.ontology import merged_kinds, read_ontology  # noqa: E402
from start_weights.path_questions import path_questions, people_words  # noqa: E402
from start_weights.people_words import read_people_words  # noqa: E402
from start_weights.pretraining import PRETRAINING, pretrain  # noqa: E402
from start_weights.wrong_paths import wrong_paths  # noqa: E402
from test_path_scorer import TokenWords  # noqa: E402

from steiner.artefact import read_artefact  # noqa: E402
from steiner.columns import Vector  # noqa: E402
from steiner.errors import InvalidInput  # noqa: E402
from steiner.model_settings import PathModelSettings  # noqa: E402
from steiner.models.paths.candidates import DescribedStep  # noqa: E402
from steiner.models.paths.path_artefact import new_model  # noqa: E402

ROLES = """
film.film film.film.directed_by film.director
film.director film.director.film film.film
film.film film.film.initial_release_date type.datetime
film.director film.director.place_of_birth location.city
location.city location.city.country location.country
two lines run together here
"""
ASKED = (
    ("film.film.directed_by", "who directed {}", "film{}", "director{}"),
    ("film.director.film", "which film did {} direct", "director{}", "film{}"),
    ("film.director.place_of_birth", "where was {} born", "director{}", "city{}"),
    ("location.city.country", "what country is the {} in", "city{}", "country{}"),
)

SCHEMAS = (
    {
        "database": "twitch",
        "relationships": [
            {"start": "Stream", "type": "PLAYS", "end": "Game"},
            {"start": "User", "type": "CHATTER", "end": "Stream"},
        ],
    },
)
DATABASE_ASKED = (
    ("Which streams play 'Rust'?", "MATCH (s:Stream)-[:PLAYS]->(:Game {name: 'Rust'}) RETURN s"),
    (
        "List the users who chat in streams of Rust.",
        "MATCH (u:User)-[:CHATTER]->(:Stream)-[:PLAYS]->(g:Game {name: 'Rust'}) RETURN u.name",
    ),
    ("Which user likes 'Rust'?", "MATCH (u:User)-[:LIKES]->(:Game {name: 'Rust'}) RETURN u"),
    ("How many streams are there?", "MATCH (s:Stream) RETURN count(s)"),
    ("Who plays 'Rust'?", "MATCH (s:Stream)-[:PLAYS]->(g:Game) WHERE g.name = 'Rust' RETURN s"),
)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    schema, simple = folder / "freebase_schema", folder / "simple_questions"
    schema.mkdir()
    simple.mkdir()
    (schema / "roles.txt").write_text(ROLES.lstrip())
    (schema / "reverse.tsv").write_text("film.film.directed_by\tfilm.director.film\n")
    lines = [
        "\t".join(
            f"www.freebase.com/{text}"
            for text in (start.format(n), relation.replace(".", "/"), end.format(n))
        )
        + f"\t{question.format(f'Zanzi{n} Bar{n}')}"
        for n in range(40)
        for relation, question, start, end in ASKED
    ]
    (simple / "valid.txt").write_text("\n".join(lines[:80]))
    (simple / "test.txt").write_text("\n".join(lines[80:]))
    databases = folder / "text2cypher"
    databases.mkdir()
    (databases / "schemas.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in SCHEMAS))
    rows = [{"database": "twitch", "question": q, "cypher": cypher} for q, cypher in DATABASE_ASKED]
    (databases / "questions.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return folder


def test_the_rarest_span_is_the_name(data: Path) -> None:
    asked = {" ".join(each.asked) for each in read_people_words(data / "simple_questions")}
    assert asked == {
        "who directed it",
        "which film did it direct",
        "where was it born",
        "what country is it in",
    }


def test_files_that_are_missing_or_of_another_form_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="expected a file of SimpleQuestions"):
        read_people_words(tmp_path)
    (tmp_path / "valid.txt").write_text("who directed it\n")
    with pytest.raises(InvalidInput, match="line 1: expected subject, relation, object"):
        read_people_words(tmp_path)
    with pytest.raises(InvalidInput, match="expected a file of GrailQA"):
        read_ontology(tmp_path, [])


@pytest.mark.parametrize(
    ("question", "thing"),
    [
        ("who directed it", "the director who directed it"),
        ("which film did it direct", "the film that it direct"),
        ("what is the capital of it", "the capital of it"),
        ("where was it born", "the place where it was born"),
        ("name a film by it", "a film by it"),
        ("how was it released", ""),
        ("who", ""),
    ],
)
def test_a_question_becomes_what_it_asks_for(question: str, thing: str) -> None:
    assert " ".join(thing_asked(question.split(), "director")) == thing


def test_what_is_asked_for_stands_for_a_name() -> None:
    asked = nested(["where", "was", "it", "born"], ["the", "director", "who", "directed", "it"])
    assert " ".join(asked) == "where was the director who directed it born"


def test_types_of_the_same_things_are_one_kind() -> None:
    things = {f"a{n}": {"director", "person"} for n in range(10)}
    others = {f"b{n}": {"person"} for n in range(10)} | {f"c{n}": {"film"} for n in range(9)}
    assert merged_kinds(things | others) == {"director": "person"}


def test_a_drawn_graph_is_connected_and_has_a_relation_once(data: Path) -> None:
    worded = read_people_words(data / "simple_questions")
    ontology = read_ontology(data / "freebase_schema", worded)
    graph = draw_graph(ontology, sorted({each.relation for each in worded}), Random(1))
    assert not {"film.film.directed_by", "film.director.film"} <= set(graph.relations)
    for kind, moves in graph.leaving.items():
        assert all(graph.start(move) == kind for move in moves)
        assert not kind.startswith("type.")


def test_the_same_seed_makes_the_same_questions_each_with_its_path(data: Path) -> None:
    worded = read_people_words(data / "simple_questions")
    people = people_words(read_ontology(data / "freebase_schema", worded), worded)
    made = list(path_questions(people, 60, 3))
    assert made == list(path_questions(people, 60, 3))
    assert len(made) == 60
    assert all(example.gains[0] == 1.0 for example in made)
    assert {len(example.candidates[0].steps) for example in made} == {1, 2, 3}


def test_wrong_paths_are_not_the_one_that_is_meant(data: Path) -> None:
    worded = read_people_words(data / "simple_questions")
    ontology = read_ontology(data / "freebase_schema", worded)
    names = sorted({each.relation for each in worded})
    drawn = (draw_graph(ontology, names, Random(seed)) for seed in range(50))
    start, moves, graph = next(
        (kind, moves, graph)
        for graph in drawn
        for kind, moves in graph.leaving.items()
        if len(moves) > 1
    )
    meant = (moves[0], Move(moves[0].relation, not moves[0].along))
    wrong = wrong_paths(graph, start, meant, 9, Random(0))
    assert meant not in wrong
    assert () in wrong
    assert (moves[0],) in wrong
    assert len(wrong) == len(set(wrong)) <= 9


def test_what_people_ask_of_databases_means_the_path_of_its_cypher(data: Path) -> None:
    asked = list(database_questions(data / "text2cypher", TokenWords(), made=0, seed=0))
    steps = {each.candidates[0].asked: each.candidates[0].steps for each in asked}
    plays = DescribedStep("plays", False, "stream")
    assert steps == {
        "which streams play it": (plays,),
        "list the users who chat in streams of it": (
            plays,
            DescribedStep("chatter", False, "user"),
        ),
    }
    assert all(each.gains[0] == 1.0 and len(each.candidates) > 1 for each in asked)


def test_templates_ask_for_paths_of_the_schema(data: Path) -> None:
    folder = data / "text2cypher"
    made = list(database_questions(folder, TokenWords(), made=20, seed=0))
    assert len(made) > len(DATABASE_ASKED)
    assert made == list(database_questions(folder, TokenWords(), made=20, seed=0))
    assert all(" it" in f" {each.candidates[0].asked}" for each in made)
    assert not list(database_questions(folder, TokenWords(), made=20, seed=0, without=["twitch"]))


def test_a_folder_without_text2cypher_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="expected a file of text2cypher"):
        read_schemas(tmp_path)


@pytest.mark.parametrize("broken", ['{"database": "twitch"', "7", "{}", "[" * 100_000])
def test_a_broken_line_of_text2cypher_is_named(tmp_path: Path, broken: str) -> None:
    for name, whole in (
        ("schemas", SCHEMAS[0]),
        ("questions", {"database": "twitch", "question": "Which?", "cypher": "MATCH (s) RETURN s"}),
    ):
        (tmp_path / f"{name}.jsonl").write_text(f"{json.dumps(whole)}\n{broken}\n")
    with pytest.raises(InvalidInput, match=r"schemas\.jsonl, line 2: expected a JSON object"):
        read_schemas(tmp_path)
    with pytest.raises(InvalidInput, match=r"questions\.jsonl, line 2: expected a JSON object"):
        list(read_questions(tmp_path))


def test_weights_are_made_and_begun_with_and_refused_for_another_encoder(
    data: Path, tmp_path: Path
) -> None:
    quick = replace(PRETRAINING, epochs=1, threads=1)
    made = pretrain(data, tmp_path / "start", "words", 40, quick, encoder=TokenWords())
    assert read_artefact(tmp_path / "start").facts["relations"] == []
    card = (tmp_path / "start" / "README.md").read_text()
    assert "SimpleQuestions" in card
    settings = PathModelSettings(embedder="words", start=str(tmp_path / "start"))
    begun = new_model(settings, TokenWords())
    for one, other in zip(made.cpu().parameters(), begun.parameters(), strict=True):
        assert torch.allclose(one, other, atol=1e-2)
    with pytest.raises(InvalidInput, match=r"of width 128 .* of 32"):
        new_model(replace(settings, width=32), TokenWords())
    with pytest.raises(InvalidInput, match=r"benchmarks/pretrain\.py"):
        new_model(settings, OtherWords())


class OtherWords(TokenWords):
    """Gives other vectors to the same words."""

    def embed_question(self, text: str) -> Vector:
        return -super().embed_question(text)

"""Questions made of a graph alone: gold answers, wording, held-out part, what cannot be used."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import numpy as np
import pytest
from index_doubles import FakeIndexStore, HashEmbedder, node

from steiner.errors import InvalidInput
from steiner.graph import Relationship
from steiner.index.build import Indexer
from steiner.jobs import Row
from steiner.settings import IndexSettings
from steiner.train.data.synthetic.lexicon import Lexicon
from steiner.train.data.synthetic.made_questions import (
    MadeQuestions,
    QuestionSettings,
    make_questions,
    skeleton,
)
from steiner.train.data.synthetic.making import is_made, write_all
from steiner.train.data.synthetic.relation_words import readings
from steiner.train.data.synthetic.rephrase import is_faithful, rephrase
from steiner.train.data.synthetic.typed_graph import PathShape, TypedGraph, read_typed_graph
from steiner.train.data.synthetic.verbs import agent_verb, plural, singular, verb_of
from steiner.train.data.synthetic.wording import Wording

WORDS = frozenset(
    [
        "direct",
        "director",
        "directed",
        "write",
        "writer",
        "wrote",
        "supply",
        "supplied",
        "act",
        "actor",
        "acted",
        "film",
        "films",
        "date",
        "dates",
        "city",
        "cities",
        "genre",
        "tag",
        "tagged",
        "plan",
        "planned",
    ]
)


class WordEmbedder(HashEmbedder):
    """One that tells its words."""

    def vocabulary(self) -> list[str]:
        return sorted(WORDS)


def graph(*triples: tuple[str, str, str], labels: Sequence[str] = ("Thing",)) -> TypedGraph:
    names = list(dict.fromkeys(name for head, _, tail in triples for name in (head, tail)))
    nodes = [node(i, [labels[i % len(labels)]], name=name) for i, name in enumerate(names)]
    edges = [
        Relationship(i, f"r:{i}", type, names.index(head), names.index(tail))
        for i, (head, type, tail) in enumerate(triples)
    ]
    store = FakeIndexStore(nodes, edges)
    Indexer(store, HashEmbedder(), IndexSettings()).run(lambda *_: None)
    return read_typed_graph(store)


FILMS = (
    ("Aurora", "DIRECTED_BY", "Ann Lee"),
    ("Borealis", "DIRECTED_BY", "Ann Lee"),
    ("Cirrus", "DIRECTED_BY", "Bo Chen"),
    ("Aurora", "HAS_GENRE", "Drama"),
    ("Borealis", "HAS_GENRE", "Comedy"),
    ("Cirrus", "HAS_GENRE", "Drama"),
    ("Cirrus", "REMAKE_OF", "Cirrus"),
)


def made(films: TypedGraph, **settings: object) -> MadeQuestions:
    schema = films.types.tolist(), sorted(films.members), films.properties
    wording = Wording(WordEmbedder(), *schema)
    return make_questions(films, wording, QuestionSettings(**{"count": 60, **settings}))  # type: ignore[arg-type]


def follow(row: Row) -> set[str]:
    """The ends of the gold path, by brute force over the triples."""
    ends = {row["topics"][0]}
    for hop in row["path"]:
        ways = [(h, t) if hop["forward"] else (t, h) for h, r, t in FILMS if r == hop["type"]]
        ends = {end for begin, end in ways if begin in ends and end != row["topics"][0]}
    return ends


def test_gold_answers_are_the_ends_of_the_gold_path() -> None:
    rows = [row for part in made(graph(*FILMS)) for row in part]
    assert {row["kind"] for row in rows} == {"1 hops", "2 hops", "3 hops"}
    for row in rows:
        assert set(row["answers"]) == follow(row)
        assert row["topics"][0] in row["question"]
        assert row["topics"][0] not in row["answers"]


def test_same_seed_same_questions_each_once() -> None:
    one, again, other = (made(graph(*FILMS), seed=seed) for seed in (3, 3, 4))
    assert one == again
    assert one != other
    texts = [row["question"] for part in one for row in part]
    assert len(texts) == len(set(texts))


def test_no_wording_stands_on_both_sides() -> None:
    train, held_out = made(graph(*FILMS), held_out=0.4)
    assert train
    assert held_out
    assert not {skeleton(row) for row in train} & {skeleton(row) for row in held_out}


def test_ends_of_a_label_are_of_that_label() -> None:
    people = graph(
        ("Ann", "KNOWS", "Bo"), ("Ann", "KNOWS", "Cy"), labels=("Person", "Robot", "Pet")
    )
    rows = [row for part in made(people, hops=1) for row in part]
    answers = {
        (row["path"][0]["label"], *row["answers"]) for row in rows if row["topics"] == ["Ann"]
    }
    assert answers <= {("Robot", "Bo"), ("Pet", "Cy")}


@pytest.mark.parametrize(
    "triples",
    [
        [("Zoë", "LIKES", "東京"), ("東京", "LIKES", "Москва"), ("Москва", "LIKES", "Zoë")],
        [("yes", "IS", "no"), ("- a: #b", "IS", "no")],
    ],
)
def test_one_type_cycles_and_awkward_names(triples: list[tuple[str, str, str]]) -> None:
    rows = [row for part in made(graph(*triples)) for row in part]
    assert rows
    assert all(row["topics"][0] not in row["answers"] for row in rows)


def test_a_graph_without_relationships_is_refused() -> None:
    alone = FakeIndexStore([node(0, ["Thing"], name="Ann")])
    Indexer(alone, HashEmbedder(), IndexSettings()).run(lambda *_: None)
    with pytest.raises(InvalidInput, match="no relationship"):
        read_typed_graph(alone)


def test_a_graph_of_self_loops_is_refused() -> None:
    with pytest.raises(InvalidInput, match="no relationship"):
        graph(("Ann", "KNOWS", "Ann"))


def test_a_graph_that_gives_no_question_says_so() -> None:
    crowd = graph(*((a, "KNOWS", b) for a in ("Ann", "Bo") for b in ("Cy", "Di")))
    with pytest.raises(InvalidInput, match="gives no question"):
        made(crowd, answers=1, hops=1)


def test_an_unindexed_graph_is_refused() -> None:
    with pytest.raises(InvalidInput, match="steiner index"):
        read_typed_graph(FakeIndexStore())


@pytest.mark.parametrize("wrong", [{"count": 0}, {"hops": 0}, {"held_out": 1.0}])
def test_settings_out_of_range_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(InvalidInput):
        QuestionSettings(**wrong)  # type: ignore[arg-type]


def test_verbs_are_known_by_their_forms() -> None:
    knows = WORDS.__contains__
    written = verb_of("written", knows)
    assert written is not None
    assert (written.base, written.past, written.agent) == ("write", "wrote", "writer")
    supplied, planned = verb_of("supplies", knows), verb_of("planned", knows)
    assert supplied is not None
    assert supplied.past == "supplied"
    assert planned is not None
    assert planned.base == "plan"
    assert verb_of("genre", knows) is None
    acting = agent_verb("actor", knows)
    assert acting is not None
    assert acting.base == "act"


def test_nouns_have_plurals() -> None:
    knows = WORDS.__contains__
    assert (plural("city", knows), singular("cities", knows)) == ("cities", "city")
    assert (singular("dates", knows), plural("films", knows)) == ("date", "films")


def test_a_type_is_read_as_verb_noun_or_predicate() -> None:
    lexicon = Lexicon(WordEmbedder(), ["directed by"])
    (by,) = readings("directed by", lexicon)
    assert by.verb is not None
    assert (by.verb.base, by.of_tail) == ("direct", True)
    (acted,) = readings("acted in", lexicon)
    assert acted.verb is not None
    assert (acted.verb.base, acted.after, acted.of_tail) == ("act", "in", False)
    assert [said.noun for said in readings("has genre", lexicon)] == ["genre"]
    (part,) = readings("part of", lexicon)
    assert (part.after, part.noun, part.verb) == ("part of", "", None)
    assert readings("of", lexicon)


ROW = {"question": "who directed Aurora", "topics": ["Aurora"], "answers": ["Ann Lee"]}


@pytest.mark.parametrize(
    ("text", "faithful"),
    [
        ("Who was the director of Aurora?", True),
        ("who was aurora directed by", True),
        ("Who directed it?", False),
        ("Ann Lee directed Aurora, who else?", False),
        ("Who directed Aurora and Borealis Two?", False),
        ("", False),
        ("Sure! Here it is:\nWho directed Aurora?", False),
        ("Aurora " * 40, False),
    ],
)
def test_a_rewording_is_kept_where_it_is_faithful(text: str, faithful: bool) -> None:
    assert is_faithful(text, ROW) is faithful


class _Model:
    name = "stand-in"

    def count_tokens(self, text: str) -> int:
        return len(text)

    def write(self, prompts: Sequence[str]) -> list[str]:
        return ["Who was the director of Aurora?" for _ in prompts]


def test_an_unfaithful_rewording_leaves_the_question_as_it_was(tmp_path: Path) -> None:
    other = {"question": "who leads Cirrus", "topics": ["Cirrus"], "answers": ["Bo"]}
    first, second = rephrase([ROW, other], _Model(), tmp_path / "texts.jsonl")
    assert (first["question"], first["rephrased"]) == ("Who was the director of Aurora?", True)
    assert (second["question"], second["rephrased"]) == ("who leads Cirrus", False)


def test_a_folder_of_other_data_is_refused(tmp_path: Path) -> None:
    record = tmp_path / "made.json"
    assert not is_made(record, {"seed": 1})
    write_all({tmp_path / "new" / "rows.jsonl": [ROW]}, record, {"seed": 1})
    assert is_made(record, {"seed": 1})
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["rows.jsonl"]
    with pytest.raises(InvalidInput, match="seed"):
        is_made(record, {"seed": 2})


def test_rare_types_come_too_and_frequent_ones_more() -> None:
    many = [(f"Film {i}", "HAS_GENRE", "Drama") for i in range(50)]
    films = graph(*many, ("Film 0", "DIRECTED_BY", "Ann"))
    draw = Random(0)
    paths = [films.sample(PathShape(1), draw, 100) for _ in range(400)]
    share = np.mean([path is not None and path.steps[0].type == "DIRECTED_BY" for path in paths])
    assert 0.15 < share < 0.35


def test_values_begin_and_end_questions() -> None:
    cast = [
        node(0, ["Person"], name="Ann", born=1964),
        node(1, ["Person"], name="Bo", born=1964),
        node(2, ["Film"], name="Aurora", released=1999),
        node(3, ["Film"], name="Cirrus", released=2004),
    ]
    acted = [(0, 2), (1, 3), (0, 3)]
    edges = [Relationship(i, f"r:{i}", "ACTED_IN", a, b) for i, (a, b) in enumerate(acted)]
    store = FakeIndexStore(cast, edges)
    Indexer(store, HashEmbedder(), IndexSettings()).run(lambda *_: None)
    rows = [row for part in made(read_typed_graph(store), count=200) for row in part]
    begun = [row for row in rows if row.get("property") == "born" and not row["path"]]
    assert {tuple(row["answers"]) for row in begun} == {("Ann", "Bo")}
    asked = {
        (row["topics"][0], *row["answers"])
        for row in rows
        if row.get("asked") == "released" and not row["path"]
    }
    assert asked <= {("Aurora", "1999"), ("Cirrus", "2004")}
    assert asked

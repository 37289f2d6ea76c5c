"""Linking: which names and values of the graph stand in a question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from index_doubles import HashEmbedder

from steiner.errors import InvalidInput
from steiner.graph import Node, Relationship, Subgraph
from steiner.index.build import Indexer
from steiner.question.linking import Link, link
from steiner.question.reading import check_question, read
from steiner.question.tokens import tokenised
from steiner.settings import RetrieverSettings, SeedSettings
from steiner.stores.memory import MemoryStore

PEOPLE = ("Keanu Reeves", "Reeves", "José Núñez", "O'Brien", "Who", "Will Smith", "黒澤明", "The")
FILMS = (
    ("The Matrix", "Action"),
    ("Matrix", "Drama"),
    ("The Matrix", "Science Fiction"),
    ("IT", "Horror"),
    ("1984", "Drama"),
    ("Grains/Cereals", "Action"),
    ("The Good, the Bad and the Ugly", "Western"),
)


def store(names: Mapping[str, Sequence[Mapping[str, Any]]]) -> MemoryStore:
    rows = [(label, given) for label, several in names.items() for given in several]
    nodes = tuple(Node(i, f"n:{i}", (label,), given) for i, (label, given) in enumerate(rows))
    edges = (Relationship(0, "r:0", "ACTED_IN", 0, len(nodes) - 1, {"role": "Thomas Anderson"}),)
    found = MemoryStore(Subgraph(nodes, edges))
    Indexer(found, HashEmbedder()).run()
    return found


@pytest.fixture(scope="module")
def films() -> MemoryStore:
    return store(
        {
            "Person": [{"name": name} for name in PEOPLE],
            "Film": [{"title": title, "genre": genre} for title, genre in FILMS],
        }
    )


def linked(films: MemoryStore, question: str) -> list[Link]:
    return link(tokenised(question), films).links


def keys(films: MemoryStore, question: str) -> list[str]:
    return [each.key for each in linked(films, question)]


def test_the_longest_match_hides_the_shorter_ones_inside(films: MemoryStore) -> None:
    assert keys(films, "Where was Keanu Reeves born?") == ["keanu reeves"]
    assert keys(films, "Where was Reeves born?") == ["reeves"]
    assert keys(films, "Who shot The Good, the Bad and the Ugly?")[0] == (
        "the good the bad and the ugly"
    )


def test_a_shorter_name_beside_the_longer_one_is_kept(films: MemoryStore) -> None:
    assert set(keys(films, "Did Keanu Reeves meet Will Smith?")) == {"keanu reeves", "will smith"}


@pytest.fixture(scope="module")
def spellings() -> MemoryStore:
    titles = ("Movie Movie", "Movie 43", "The Human Factor", "The 'Human' Factor", "In Country")
    return store({"Film": [{"title": title} for title in (*titles, "Country Life", "Ivy", "IVY")]})


def named(each: Link) -> set[str]:
    return {hit.name for hit in (*each.names, *each.values)}


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Who directed the movie Movie 43?", "movie 43"),
        ("Who also appears in Country Life?", "country life"),
        ("Who also appears In Country?", "in country"),
    ],
)
def test_of_names_that_overlap_the_one_as_it_is_written_counts(
    spellings: MemoryStore, question: str, expected: str
) -> None:
    assert keys(spellings, question) == [expected]


def test_a_name_spelt_otherwise_is_meant_less_surely(spellings: MemoryStore) -> None:
    exact, other = linked(spellings, "Who shot The 'Human' Factor?")
    assert (named(exact), named(other)) == ({"The 'Human' Factor"}, {"The Human Factor"})
    assert exact.weight > other.weight > 0.5
    exact, other = linked(spellings, "Who shot IVY?")
    assert (named(exact), named(other)) == ({"IVY"}, {"Ivy"})
    (both,) = linked(spellings, "who shot ivy?")
    assert named(both) == {"Ivy", "IVY"}


def test_stop_words_are_no_names_unless_capitalised_within_the_question(films: MemoryStore) -> None:
    assert keys(films, "who was it?") == []
    assert keys(films, "Who was it?") == []
    assert keys(films, "will the film win?") == []
    assert keys(films, "Who is afraid of IT?") == ["it"]
    assert keys(films, 'who shot "it"?') == ["it"]


def test_counts_are_no_names_and_years_are(films: MemoryStore) -> None:
    assert keys(films, "Which 3 films?") == []
    assert keys(films, "Who wrote 1984?") == ["1984"]


@pytest.mark.parametrize(
    "question", ["keanu reeves's films", "Keanu Reeves’ films", "[KEANU REEVES]"]
)
def test_case_possessives_and_brackets_do_not_matter(films: MemoryStore, question: str) -> None:
    assert keys(films, question) == ["keanu reeves"]


@pytest.mark.parametrize("name", ["José Núñez", "Jose Nunez", "Jose\u0301 Nu\u0301n\u0303ez"])
def test_accents_are_folded_however_they_are_written(films: MemoryStore, name: str) -> None:
    assert keys(films, f"Where does {name} live?") == ["jose nunez"]


def test_apostrophes_slashes_and_other_scripts_link(films: MemoryStore) -> None:
    assert keys(films, "What does O'Brien say?") == ["o brien"]
    assert keys(films, "What is in Grains/Cereals?") == ["grains cereals"]
    assert keys(films, "黒澤明 ?") == ["黒澤明"]


@pytest.mark.parametrize("question", ["", "?!", "\\", '"', "***", "AND OR NOT", "~ ^2 a:b {}"])
def test_syntax_links_nothing_and_breaks_nothing(films: MemoryStore, question: str) -> None:
    assert keys(films, question) == []


def test_nodes_that_share_a_name_are_kept_apart(films: MemoryStore) -> None:
    (found,) = linked(films, "Who is in The Matrix?")
    assert len((*found.names, *found.values)) == 2
    assert len({hit.nodes for hit in (*found.names, *found.values)}) == 2


def test_a_value_brings_the_property_that_it_stood_in_and_all_that_have_it(
    films: MemoryStore,
) -> None:
    (found,) = linked(films, "Which Drama is best?")
    assert {hit.properties for hit in (*found.names, *found.values)} == {("genre",)}
    assert len((*found.names, *found.values)) == 2


def test_a_value_of_a_relationship_brings_both_ends(films: MemoryStore) -> None:
    (found,) = linked(films, "Who is Thomas Anderson?")
    (hit,) = (*found.names, *found.values)
    assert hit.relationship == 0
    assert len(hit.nodes) == 2


def test_the_heaviest_link_comes_first(films: MemoryStore) -> None:
    assert keys(films, 'Is "Matrix" by Keanu Reeves or Reeves?') == [
        "matrix",
        "keanu reeves",
        "reeves",
    ]


@pytest.mark.parametrize(
    ("question", "name", "weight"),
    [
        ('Who shot "the matrix"?', "the matrix", 1.1),
        ("Who shot 'it'?", "it", 1.1),
        ("Who shot [the matrix]?", "the matrix", 1.1),
        ("Who shot The Matrix?", "The Matrix", 1.0),
        ("who shot the matrix?", "the matrix", 0.6),
        ("Who shot Matrix?", "Matrix", 0.85),
        ("Matrix was shot by whom?", "Matrix", 0.5),
        ("who shot matrix?", "matrix", 0.35),
        ("who shot it?", "it", 0.0),
        ("Who shot 1984?", "1984", 0.85),
        ("Who shot 12 films?", "12", 0.0),
        ("The what?", "The", 0.0),
    ],
)
def test_form_weights(question: str, name: str, weight: float) -> None:
    spans = {span.text: span.weight for span in tokenised(question).spans}
    assert spans.get(name, 0.0) == weight


def test_content_words_leave_out_stop_words_and_repetitions() -> None:
    assert tokenised("Who is the director of the Director's cut?").content_words() == (
        "director",
        "cut",
    )
    assert tokenised("who is it?").content_words() == ()


def test_seeds_put_the_named_before_what_only_holds_the_words(films: MemoryStore) -> None:
    question = "Which films has Keanu Reeves acted in?"
    vector = HashEmbedder().embed_question(question)
    found = read(question, lambda _: vector, films, (), RetrieverSettings())
    first = films.hydrate([found.seeds[0].node], []).nodes[0]
    assert first.name == "Keanu Reeves"
    assert found.seeds[0].channels[0] == "name"
    assert (found.seeds[0].matched, found.seeds[0].property) == ("keanu reeves", "name")
    assert [s.score for s in found.seeds] == sorted((s.score for s in found.seeds), reverse=True)


def test_no_more_seeds_than_asked_for_of_one_name() -> None:
    twins = store({"Film": [{"name": "The Matrix"} for _ in range(30)]})
    settings = RetrieverSettings(seeds=SeedSettings(shared=4))
    vector = HashEmbedder().embed_question("?")
    found = read("Who is in The Matrix?", lambda _: vector, twins, (), settings)
    assert sum("name" in seed.channels for seed in found.seeds) == 4


@pytest.mark.parametrize("unseen", ["\u200b", "\u200d", "\ufeff", "\u00ad", "\u2060", "\u200e"])
def test_characters_that_nobody_sees_part_no_name(films: MemoryStore, unseen: str) -> None:
    asked = f"{unseen}Where was Kea{unseen}nu {unseen}Reeves{unseen} born?"
    assert keys(films, asked) == keys(films, check_question(asked)) == ["keanu reeves"]
    assert check_question(asked) == "Where was Keanu Reeves born?"
    copied = store({"Person": [{"name": f"Li{unseen}sa Fr{unseen}anz"}]})
    assert keys(copied, "Where was Lisa Franz born?") == ["lisa franz"]
    with pytest.raises(InvalidInput, match="The question is empty"):
        check_question(f" {unseen} ")

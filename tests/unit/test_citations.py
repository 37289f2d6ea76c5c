"""What an answer's text is resolved to: facts that prove it, and what nothing proves."""

import pytest

from steiner.answer import Answer
from steiner.evidence import Evidence, Fact
from steiner.generate.grounding.citations import cite
from steiner.graph import Node, Relationship, Subgraph

TOM = Node(1, "4:x:1", ("Person",), {"name": "Tom Hanks", "born": 1956}, "Tom Hanks", ("id", 31))
FILM = Node(
    2, "4:x:2", ("Movie",), {"title": "Cast Away", "out": "2000-12-22"}, "Cast Away", ("isbn", "c")
)
BOB = Node(3, "4:x:3", ("Person",), {"name": "Robert Zemeckis"}, "Robert Zemeckis")
ACTED = Relationship(7, "5:x:7", "ACTED_IN", 1, 2, {"roles": ["Chuck Noland"]})
DIRECTED = Relationship(8, "5:x:8", "DIRECTED", 3, 2)
FACTS = (
    Fact("F1", "Tom Hanks acted in Cast Away (roles: Chuck Noland)", (1, 2), (7,), 1.0),
    Fact("F2", "Robert Zemeckis directed Cast Away", (3, 2), (8,), 0.5),
    Fact("F3", "Tom Hanks (Person): born: 1956", (1,), (), 0.3),
    Fact("F4", "Cast Away (Movie): out: 2000-12-22", (2,), (), 0.2),
)
EVIDENCE = Evidence(
    question="Who made it?",
    subgraph=Subgraph((TOM, FILM, BOB), (ACTED, DIRECTED)),
    text="\n".join(fact.text for fact in FACTS),
    facts=FACTS,
)


def answer(text: str, question: str = "Who made it?") -> Answer:
    return cite(question, text, EVIDENCE)


def tags(text: str, question: str = "Who made it?") -> list[str]:
    return [citation.tag for citation in answer(text, question).citations]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Yes [F3].", ["F3"]),
        ("Yes [F1, F4].", ["F1", "F4"]),
        ("Yes (F2).", ["F2"]),
        ("Yes, F4 says so.", ["F4"]),
        ("Yes [F4] and [F1] and [F4].", ["F4", "F1"]),
        ("Yes [F2-F4].", ["F2", "F3", "F4"]),
        ("Yes [f1; F2 and F3].", ["F1", "F2", "F3"]),
    ],
)
def test_tags_in_every_spelling_are_resolved_in_order(text: str, expected: list[str]) -> None:
    assert tags(text) == expected
    assert answer(text).ungrounded == ()


def test_a_citation_holds_element_ids_keys_and_names() -> None:
    (citation,) = answer("Yes [F1].").citations
    assert citation.text == FACTS[0].text
    assert citation.element_ids == ("4:x:1", "4:x:2", "5:x:7")
    assert citation.keys == (("id", 31), ("isbn", "c"))
    assert citation.names == ("Tom Hanks", "Cast Away")


def test_unknown_tags_are_reported() -> None:
    found = answer("Yes [F1, F9], see F12.")
    assert [citation.tag for citation in found.citations] == ["F1"]
    assert found.ungrounded == ("F9", "F12")


def test_an_endless_range_of_tags_stops_at_the_facts() -> None:
    found = answer("Yes [F3-F999999999].")
    assert [citation.tag for citation in found.citations] == ["F3", "F4"]
    assert found.ungrounded == ("F999999999",)


def test_a_bare_tag_that_the_question_names_is_a_name() -> None:
    evidence = Evidence("Who races in F1?", EVIDENCE.subgraph, EVIDENCE.text, FACTS)
    assert cite("Who races in F1?", "Nobody races in F1.", evidence).citations == ()


def test_without_tags_the_facts_between_the_named_nodes_are_cited() -> None:
    assert tags("Robert Zemeckis directed Cast Away.") == ["F2"]
    assert tags("It was ROBERT ZEMECKIS, with Cast  Away") == ["F2"]


def test_a_named_node_alone_is_cited_by_the_fact_nearest_to_the_question() -> None:
    assert tags("Robert Zemeckis.", "Who directed Cast Away?") == ["F2"]


def test_figures_and_property_values_are_cited() -> None:
    assert tags("In 1956.", "When was Tom Hanks born?") == ["F3"]
    assert tags("He was Chuck Noland.") == ["F1"]
    assert answer("He was Chuck Noland.").grounded == {"Chuck Noland": True}


def test_what_the_tags_leave_out_is_cited_too() -> None:
    assert tags("Tom Hanks was in Cast Away, born in 1956 [F1].") == ["F1", "F3"]


def test_names_that_the_evidence_does_not_hold_are_reported() -> None:
    found = answer('Steven Spielberg directed Cast Away in 1999, said "the last wave".')
    assert found.ungrounded == ("Steven Spielberg", "1999", "the last wave")
    assert found.grounded == {
        "Cast Away": True,
        "Steven Spielberg": False,
        "1999": False,
        "the last wave": False,
    }


def test_what_only_repeats_the_question_is_not_reported() -> None:
    assert answer("The capital of Peru is Lima.", "What is Peru's capital?").ungrounded == ("Lima",)


@pytest.mark.parametrize(
    "text",
    [
        "The graph does not hold this.",
        "It was directed by him. However, movies differ. Nothing else is known.",
        "Movies directed by him are rare.",
        "Based on the facts, Tom Hanks' film is a Movie.",
        "Tom Hanks is a Person who ACTED IN it.",
        "On Friday he may rest, in May or March.",
        "",
    ],
)
def test_common_words_and_sentence_starts_are_no_names(text: str) -> None:
    assert answer(text).ungrounded == ()


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Lima.", "Lima"),
        ("Lima is it.", "Lima"),
        ("Lima's mayor knows.", "Lima"),
        ("Lima, Quito", "Quito"),
        ("Spielberg directed it.", "Spielberg"),
        ("IBM makes it.", "IBM"),
        ("He met the Bank of England there.", "Bank of England"),
        ("They bought an iPhone there.", "iPhone"),
        ("Он жил в городе Москва.", "Москва"),
    ],
)
def test_single_names_are_recognised(text: str, name: str) -> None:
    assert name in answer(text).ungrounded


@pytest.mark.parametrize(
    "text", ["2000-12-22.", "On December 22, 2000.", "On 22 December 2000.", "In the year 1,956."]
)
def test_dates_and_numbers_are_the_same_in_other_spellings(text: str) -> None:
    assert answer(text).ungrounded == ()


def test_a_wrong_date_is_reported() -> None:
    assert answer("On March 23, 2000.").ungrounded == ("March", "23")


def test_nodes_that_share_a_name_are_all_meant() -> None:
    other = Node(9, "4:x:9", ("Ship",), {}, "Cast Away")
    facts = (*FACTS, Fact("F5", "Cast Away (Ship)", (9,), (), 0.1))
    evidence = Evidence("?", Subgraph((TOM, FILM, BOB, other), (ACTED,)), "", facts)
    assert cite("?", "Cast Away.", evidence).grounded == {"Cast Away": True}


def test_a_short_name_inside_a_longer_one_is_not_named() -> None:
    cast = Node(9, "4:x:9", ("Thing",), {}, "Cast")
    evidence = Evidence("?", Subgraph((FILM, cast)), "", FACTS[3:])
    assert cite("?", "Cast Away.", evidence).grounded == {"Cast Away": True}


@pytest.mark.parametrize(
    "text",
    ["Tom Hanks directed the movie Cast Away", "Cast Away was directed by Tom Hanks"],
)
def test_a_statement_that_joins_nodes_wrongly_is_reported(text: str) -> None:
    assert answer(f"{text}.").ungrounded == (text,)


def test_statements_that_the_evidence_holds_or_that_are_not_plain_pass() -> None:
    assert answer("Cast Away was directed by Robert Zemeckis.").ungrounded == ()
    assert answer("Tom Hanks praised who directed Cast Away.").ungrounded == ()


def test_of_a_line_that_tells_several_facts_only_those_of_the_answer_are_cited() -> None:
    nodes = tuple(Node(i, f"n:{i}", ("Person",), {}, n) for i, n in enumerate(("Ann", "Bo", "Cy")))
    edges = tuple(Relationship(i, f"r:{i}", "KNOWS", 0, i) for i in (1, 2))
    told = Fact("F1", "Ann knows Bo; Cy", (0, 1, 2), (1, 2), 1.0)
    evidence = Evidence("Whom does Ann know?", Subgraph(nodes, edges), told.text, (told,))
    assert cite(evidence.question, "Cy [F1]", evidence).citations[0].element_ids == (
        "n:0", "n:2", "r:2"
    )  # fmt: skip
    assert cite(evidence.question, "Ann knows Bo.", evidence).citations[0].element_ids == (
        "n:0", "n:1", "r:1"
    )  # fmt: skip
    assert len(cite(evidence.question, "Two [F1]", evidence).citations[0].element_ids) == 5

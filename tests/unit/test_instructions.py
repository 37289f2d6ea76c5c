"""Instruction data and documents of a graph: masks, no leaked edge, whole graph, held-out part."""

from __future__ import annotations

from random import Random

import pytest
from test_synthetic_questions import FILMS, graph

from steiner.errors import InvalidInput
from steiner.textual_graph import to_example
from steiner.textualise.triple_texts import read_yaml
from steiner.train.data.synthetic.documents import documents
from steiner.train.data.synthetic.instructions import (
    InstructionSettings,
    graph_instructions,
    text_instructions,
)
from steiner.train.data.synthetic.templates import MASK, TEMPLATES
from steiner.train.data.synthetic.triple_view import TripleView

TRIPLES = {(h, r.replace("_", " ").lower(), t) for h, r, t in FILMS if h != t}
MANY = [(f"Film {i}", "DIRECTED_BY", f"Person {i % 7}") for i in range(60)]
WEB = [
    {"triples": [["Aarhus_Airport", "cityServed", '"Aarhus, Denmark"']], "texts": ["It serves A."]},
    {"triples": [["yes", "is: a", "- no"]], "texts": ["Yes is no."]},
]


def rows(**settings: float) -> list[dict[str, object]]:
    chosen = InstructionSettings(**settings)  # type: ignore[arg-type]
    return list(graph_instructions(TripleView(graph(*MANY, *FILMS)), chosen))


def test_each_task_has_three_templates() -> None:
    assert len(TEMPLATES) == 4
    assert all(len(set(own)) == 3 for own in TEMPLATES.values())
    seen = {(row["task"], row["template"]) for row in rows()}
    assert seen == {(task, i) for task in ("entity", "relation") for i in range(3)}


def test_the_entity_is_hidden_everywhere() -> None:
    for row in rows():
        if row["task"] == "entity":
            answer = str(row["answers"][0])  # type: ignore[index]
            assert MASK in str(row["question"])
            names = {name for triple in read_yaml(_yaml(row)) for name in (triple[0], triple[2])}
            assert not names & set(answer.split(" | "))


def _yaml(row: dict[str, object]) -> str:
    lines = str(row["question"]).split("\n")
    return "\n".join(line for line in lines if line.endswith(":") or line.startswith("    - "))


def test_an_entity_that_others_share_all_facts_with_has_them_as_answers() -> None:
    view = TripleView(graph(("A", "IN", "X"), ("B", "IN", "X"), ("C", "IN", "X"), ("C", "IN", "Y")))
    made = list(graph_instructions(view, InstructionSettings()))
    answers = {row["answers"][0] for row in made if row["task"] == "entity"}
    assert "A | B | C" in answers
    assert "C" in answers
    assert "A" not in answers


def test_no_edge_between_the_two_entities_is_shown() -> None:
    view = TripleView(graph(*FILMS, ("Ann Lee", "PRODUCED", "Aurora")))
    for row in graph_instructions(view, InstructionSettings()):
        if row["task"] == "relation":
            shown = read_yaml(_yaml(row))
            pair = next({h, t} for h, r, t in TRIPLES if {h, t} <= {n.strip() for n in _pair(row)})
            assert not [t for t in shown if {t[0], t[2]} == pair]


def _pair(row: dict[str, object]) -> list[str]:
    text = str(row["question"])
    line = next(x for x in text.split("\n") if x.startswith("Input: "))
    return line.removeprefix("Input: ").split(",")


def test_nothing_stands_twice_and_the_seed_decides() -> None:
    one, again, other = rows(seed=1), rows(seed=1), rows(seed=2)
    assert one == again
    assert one != other
    texts = [row["question"] for row in one]
    assert len(texts) == len(set(texts))


def test_a_part_is_held_out() -> None:
    kept = [row["held_out"] for row in rows(held_out=0.3)]
    assert 0 < sum(map(bool, kept)) < len(kept)
    assert not any(row["held_out"] for row in rows(held_out=0))


def test_texts_go_both_ways_as_yaml() -> None:
    made = list(text_instructions(WEB, InstructionSettings(held_out=0)))
    assert [row["task"] for row in made] == ["graph-to-text"] * 2 + ["text-to-graph"] * 2
    assert "Aarhus Airport" in made[0]["question"]
    assert made[0]["answers"] == ["It serves A."]
    assert read_yaml(made[3]["answers"][0]) == [("yes", "is: a", "- no")]


@pytest.mark.parametrize("broken", [{}, {"triples": [["a"]], "texts": ["x"]}, {"triples": 3}, None])
def test_a_broken_line_of_texts_is_named(broken: object) -> None:
    with pytest.raises(InvalidInput, match="Line 1 of the texts"):
        list(text_instructions([broken], InstructionSettings()))  # type: ignore[list-item]


def test_documents_hold_every_triple_once() -> None:
    view = TripleView(graph(*FILMS, *MANY))
    every = [t for row in documents(view) for t in read_yaml(row["answers"][0])]
    assert len(every) == len(set(every))
    assert {t for t in every if not t[0].startswith("Film")} == TRIPLES


def test_a_long_document_is_split_with_its_head_repeated() -> None:
    many = [("Ann", "KNOWS", f"Person {i}") for i in range(30)]
    made = documents(TripleView(graph(*many)), longest=40)
    assert len(made) > 1
    assert all(row["answers"][0].startswith("Ann:\n") for row in made)
    assert sum(len(read_yaml(row["answers"][0])) for row in made) == 30


def test_lines_are_examples_of_the_trainer() -> None:
    every = [*rows(), *documents(TripleView(graph(*FILMS)))]
    examples = [to_example(row, "a line") for row in every]
    assert all(example.answers and not example.graph.ids for example in examples)


def test_one_type_and_cycles() -> None:
    view = TripleView(graph(("A", "NEXT", "B"), ("B", "NEXT", "C"), ("C", "NEXT", "A")))
    assert {row["task"] for row in graph_instructions(view, InstructionSettings())} == {
        "entity",
        "relation",
    }
    assert list(view.drawn_pairs(Random(0)))


def test_settings_out_of_range_are_refused() -> None:
    with pytest.raises(InvalidInput):
        InstructionSettings(held_out=1.0)

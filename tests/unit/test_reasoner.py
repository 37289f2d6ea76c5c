"""The reasoner: Prompt 2 holds the triples as YAML alone, and its list is read, never run."""

from __future__ import annotations

import pytest
from repeating_model import Repeats

from steiner.evidence import Evidence, Fact
from steiner.generate.reasoner import Reasoner, answers_of, evidence_triples
from steiner.graph import Node, Relationship, Subgraph
from steiner.textualise.triple_texts import linear

NODES = tuple(
    Node(i, str(i), (), {"name": name}, name) for i, name in enumerate(["Heat", "yes", "A: B"])
)
EDGES = (Relationship(7, "7", "DIRECTED_BY", 0, 2), Relationship(8, "8", "STARRED", 0, 1))
FACTS = (Fact("F1", "Heat starred yes", (0, 1), (8,), 0.9), Fact("F2", "…", (0, 2), (7,), 0.5))
EVIDENCE = Evidence("Who?", Subgraph(NODES, EDGES), "…", facts=FACTS)


def test_hints_are_the_triples_in_rank_order_as_yaml() -> None:
    model = Repeats("Step 1: Look.\n### Output: ['yes', 'A: B']")
    answer = Reasoner(model).answer("Who?", EVIDENCE)
    hints = 'Heat:\n  starred:\n    - "yes"\n  directed by:\n    - "A: B"'
    assert model.prompts[0].endswith(
        f"Input: Who?\nHints:\n{hints}\nCoT: Let's think step by step.\n"
    )
    assert model.prompts[0].count("### Output:") == 3
    assert answer.text == "yes\nA: B"
    assert answer.listed == ("yes", "A: B")
    assert answer.thought.startswith("Step 1")
    assert "".join(Reasoner(model).stream("Who?", EVIDENCE)) == answer.text
    assert evidence_triples(EVIDENCE)[0] == ("Heat", "starred", "yes")
    assert "(Heat, starred, yes)" in Reasoner(model, linear).prompt("Who?", EVIDENCE)


def test_an_answer_that_does_not_parse_is_empty() -> None:
    answer = Reasoner(Repeats("I think it is Heat.")).answer("Who?", EVIDENCE)
    assert (answer.text, answer.listed) == ("", ())
    nothing = Evidence("Who?", Subgraph(), "")
    assert "Hints:\n(none)" in Reasoner(Repeats("")).prompt("Who?", nothing)


@pytest.mark.parametrize(
    ("written", "answers"),
    [
        ("### Output: ['a', 'b']", ("a", "b")),
        ('Output: ["O\'Brien", "a, b"]', ("O'Brien", "a, b")),
        ("### Output: ['x']\nNo.\n### Output: ['y', 'y', ' z ']", ("y", "z")),
        ("### Output: [a, b]", ("a", "b")),
        ("### Output: a, b\nmore", ("a", "b")),
        ("### Output: [1999, 2.5]", ("1999", "2.5")),
        ("### Output: []", ()),
        ("### Output:", ()),
        ("", ()),
        ("I do not know.", ()),
        ("### Output: ['七人の侍', 'Солярис']", ("七人の侍", "Солярис")),
    ],
)
def test_the_list_after_the_last_output_is_read(written: str, answers: tuple[str, ...]) -> None:
    assert answers_of(written) == answers


def test_what_is_written_is_never_run() -> None:
    answers_of("### Output: [__import__('os').abort()]")
    answers_of("### Output: " + "[" * 100_000)
    answers_of("### Output: [" + "9" * 9_000 + "]")

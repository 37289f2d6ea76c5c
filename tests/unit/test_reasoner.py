"""The reasoner: Prompt 2 holds the triples as YAML alone, and its list is read, never run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from repeating_model import Repeats

from steiner.errors import InvalidInput
from steiner.evidence import Evidence, Fact
from steiner.generate.reasoner import Reasoner, answers_of, evidence_triples
from steiner.graph import Node, Relationship, Subgraph
from steiner.retrieve.triples.given_demonstrations import demonstrations
from steiner.retrieve.triples.plans import chain_prompt
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


def test_questions_of_ones_own_demonstrate(tmp_path: Path) -> None:
    file = tmp_path / "chains.jsonl"
    line = {"question": "Who starred in Heat?", "answers": ["Al Pacino"], "chain": "Step 1: Look."}
    line["hints"] = "Heat:\n  starred:\n    - Al Pacino"
    file.write_text(f"{json.dumps(line)}\n" * 5, encoding="utf-8")
    shown = demonstrations(str(file))
    prompt = Reasoner(Repeats(""), demonstrations=shown).prompt("Who?", EVIDENCE)
    own = (
        "Input: Who starred in Heat?\nHints:\nHeat:\n  starred:\n    - Al Pacino\n"
        "CoT: Let's think step by step.\nStep 1: Look.\n### Output: ['Al Pacino']\n\n"
    )
    assert prompt.count(own) == 3
    assert chain_prompt("Who?", shown).count("Step 1: Look.") == 3
    assert demonstrations("", otherwise=()) == ()
    file.write_text(json.dumps({**line, "hints": ""}), encoding="utf-8")
    with pytest.raises(InvalidInput, match="got no hints"):
        demonstrations(str(file))

"""How evidence and answers are shown."""

from __future__ import annotations

import datetime
import json
from dataclasses import replace

from rich.console import Console, RenderableType

from steiner.answer import Answer, Citation
from steiner.display.render import answer_json, answer_tree, evidence_json, evidence_tree
from steiner.evidence import Evidence, Fact, RelationPath, Seed, Table
from steiner.graph import Node, Relationship, Subgraph

ODD = "[bold]:cat: `x` \"y\" 'z'"
NODES = (
    Node(1, "n:1", ("Film", "Odd [label]"), {}, ODD, ("filmId", 7)),
    Node(2, "n:2", ("Person",), {}, "Zoë 黒澤"),
    Node(3, "n:3", (), {}, "", ("day", datetime.date(1996, 7, 4))),
    Node(4, "n:4", (), {}),
)
RELATIONSHIPS = (
    Relationship(1, "r:1", "ACTED_IN", 2, 1),
    Relationship(2, "r:2", "ACTED_IN", 2, 1),
    Relationship(3, "r:3", "REMAKE_OF", 1, 1),
    Relationship(4, "r:4", "관계 `類型`", 3, 1),
    Relationship(5, "r:5", "NEXT", 3, 4),
)
EVIDENCE = Evidence(
    question="Who?",
    subgraph=Subgraph(NODES, RELATIONSHIPS),
    text="Zoë 黒澤 acted in it",
    facts=(Fact("F1", "Zoë 黒澤 acted in it", (2, 1), (1,), 0.9),),
    seeds=(
        Seed(2, 0.25, ("name", "vector"), "zoë", "name", "Zoë 黒澤", "n:2"),
        Seed(99, 0.125, ("given",)),
    ),
    node_scores={1: 0.5, 2: 1.0},
    tokens=6,
    budget=64,
    cuts=("3 of 4 facts do not fit 64 tokens",),
    milliseconds={"seeds": 1.23456, "total": 12.5},
)
ANSWER = Answer(
    question="Who?",
    text="[F1] Zoë, or [b]so[/b]",
    evidence=EVIDENCE,
    citations=(Citation("F1", "Zoë acted", ("n:2", "r:1"), (("filmId", 7),), ("Zoë 黒澤",)),),
    grounded={"Zoë": True, "Bo": False},
    ungrounded=("Bo [unknown]",),
)


def shown(what: RenderableType) -> str:
    console = Console(width=200, color_system=None)
    with console.capture() as caught:
        console.print(what)
    return caught.get()


def test_evidence_json_has_the_documented_fields() -> None:
    found = evidence_json(EVIDENCE)
    assert json.loads(json.dumps(found)) == found
    assert list(found) == [
        "question",
        "context",
        "tokens",
        "budget",
        "facts",
        "nodes",
        "relationships",
        "seeds",
        "ranking",
        "confidence",
        "paths",
        "steps",
        "table",
        "exact",
        "probable",
        "alternatives",
        "readings",
        "asks_back",
        "cuts",
        "milliseconds",
        "usage",
    ]
    assert found["nodes"][0] == {
        "id": "n:1",
        "name": ODD,
        "labels": ["Film", "Odd [label]"],
        "key": {"property": "filmId", "value": "7"},
        "score": 0.5,
    }
    assert [node["key"] for node in found["nodes"]][1:] == [
        None,
        {"property": "day", "value": "1996-07-04"},
        None,
    ]
    assert found["relationships"][3] == {
        "id": "r:4",
        "type": "관계 `類型`",
        "source": "n:3",
        "target": "n:1",
        "source_name": "",
        "target_name": ODD,
    }
    assert found["milliseconds"] == {"seeds": 1.235, "total": 12.5}
    assert found["facts"] == [
        {"tag": "F1", "text": "Zoë 黒澤 acted in it", "score": 0.9, "ids": ["n:1", "n:2", "r:1"]}
    ]


def test_seeds_tell_why_they_are_seeds_also_outside_the_subgraph() -> None:
    inside, outside = evidence_json(EVIDENCE)["seeds"]
    assert inside == {
        "id": "n:2",
        "name": "Zoë 黒澤",
        "score": 0.25,
        "channels": ["name", "vector"],
        "matched": "zoë",
        "property": "name",
    }
    assert (outside["id"], outside["name"], outside["channels"]) == ("", "", ["given"])


def test_answer_json_has_citations_and_what_is_not_grounded() -> None:
    found = answer_json(ANSWER)
    assert json.loads(json.dumps(found)) == found
    assert found["answer"] == ANSWER.text
    assert found["citations"] == [
        {
            "tag": "F1",
            "text": "Zoë acted",
            "ids": ["n:2", "r:1"],
            "names": ["Zoë 黒澤"],
            "keys": [{"property": "filmId", "value": "7"}],
        }
    ]
    assert found["grounded"] == {"Zoë": True, "Bo": False}
    assert found["ungrounded"] == ["Bo [unknown]"]
    assert found["usage"] == {"calls": 0, "prompt": 0, "reply": 0, "cost": None}
    assert found["evidence"] == evidence_json(EVIDENCE)


def test_the_tree_shows_each_relationship_once_and_names_as_they_are() -> None:
    lines = shown(evidence_tree(EVIDENCE)).splitlines()
    assert lines[0] == f"{ODD} (Film, Odd [label])"
    arrows = [line for line in lines if "──▶" in line or "◀──" in line]
    assert len(arrows) == len(RELATIONSHIPS)
    assert sum("◀── acted in ── Zoë 黒澤 (Person)" in line for line in arrows) == 2
    assert sum("── remake of ──▶" in line for line in arrows) == 1
    assert any("◀── 관계 `類型` ── 1996-07-04" in line for line in arrows)
    assert any("── next ──▶ n:4" in line for line in arrows)


def test_the_tree_ends_with_counts_and_cuts() -> None:
    *_, counts, cuts = shown(evidence_tree(EVIDENCE)).splitlines()
    assert counts == "4 nodes, 5 relationships, 6 of 64 tokens, 12 ms; seeds in bold"
    assert cuts == "note: 3 of 4 facts do not fit 64 tokens"


def test_the_tree_tells_by_which_paths_and_how_surely() -> None:
    paths = (
        RelationPath("up <- directed <- person", 1.2, 0.85, ("who directed",), 2),
        RelationPath("up", 0.1, 0.02, (), 1),
    )
    sure = replace(EVIDENCE, paths=paths, confidence=0.9, cuts=())
    *_, path, confidence = shown(evidence_tree(sure)).splitlines()
    assert path == "85% by: up <- directed <- person (from “who directed”)"
    assert confidence == "confidence 0.90 that this holds an answer"
    *_, confidence = shown(evidence_tree(replace(sure, confidence=0.2))).splitlines()
    assert confidence.endswith(": the graph may not hold one")
    assert evidence_json(sure)["paths"][0]["matched"] == ["who directed"]


def test_a_path_from_several_nodes_is_told_once_with_what_it_has_in_all() -> None:
    shares = (("is", 0.3), ("up", 0.27), ("up", 0.26), ("at", 0.06), ("at", 0.05))
    paths = tuple(RelationPath(text, 1.0, share, (), 1) for text, share in shares)
    told = shown(evidence_tree(replace(EVIDENCE, paths=paths, cuts=()))).splitlines()
    assert told[-3:] == ["53% by: up", "30% by: is", "11% by: at"]


def test_one_is_no_plural_and_a_path_from_what_nothing_names_says_so() -> None:
    alike = RelationPath("", 1.0, 0.6, ("ward",), 1)
    paths = (alike, RelationPath(" <- heads <- person", 1.0, 0.4, (), 1))
    one = replace(EVIDENCE, subgraph=Subgraph(NODES[:1], RELATIONSHIPS[2:3]), paths=paths, cuts=())
    *_, counts, alone, further = shown(evidence_tree(one)).splitlines()
    assert counts.startswith("1 node, 1 relationship, ")
    assert alone == "60% by: nearest in meaning (from “ward”)"
    assert further == "40% by: nearest in meaning <- heads <- person"


def test_the_tree_of_nothing_is_its_counts() -> None:
    lines = shown(evidence_tree(Evidence("?", Subgraph(), ""))).splitlines()
    assert lines == ["0 nodes, 0 relationships, 0 of 0 tokens, 0 ms; seeds in bold"]


def test_a_long_chain_is_shown_whole() -> None:
    nodes = tuple(Node(i, f"n:{i}", (), {}, f"N{i}") for i in range(30))
    edges = tuple(Relationship(i, f"r:{i}", "NEXT", i, i + 1) for i in range(29))
    text = shown(evidence_tree(replace(EVIDENCE, subgraph=Subgraph(nodes, edges))))
    assert sum("── next ──▶" in line for line in text.splitlines()) == 29


def test_the_answer_stands_above_its_facts_and_what_they_do_not_hold() -> None:
    lines = shown(answer_tree(ANSWER)).splitlines()
    assert lines[0] == "[F1] Zoë, or [b]so[/b]"
    assert lines[2:4] == ["  [F1] Zoë acted", "  not in the evidence: Bo [unknown]"]


def test_an_answer_without_citations_says_so() -> None:
    text = shown(answer_tree(replace(ANSWER, citations=())))
    assert "The answer cites no fact of the evidence." in text


def test_where_nothing_is_so_there_is_no_fact_to_cite() -> None:
    table = Table(("film",), (), 0, "MATCH ...", {}, "Film; without Film MADE_AT Site")
    none = replace(EVIDENCE, table=table, exact=True)
    assert none.computed
    text = shown(answer_tree(replace(ANSWER, citations=(), evidence=none)))
    assert "cites no fact" not in text


def test_the_proof_tells_how_a_name_was_read_and_not_what_the_budget_left_out() -> None:
    read = "nothing is called 'Zoee': read as 'zoë'"
    evidence = replace(EVIDENCE, cuts=(*EVIDENCE.cuts, read))
    lines = shown(answer_tree(replace(ANSWER, evidence=evidence))).splitlines()
    assert f"note: {read}" in lines
    assert not [line for line in lines if "do not fit" in line]

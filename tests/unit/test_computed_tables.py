"""Tables judged as Neo4j's questions are: execution accuracy, provenance, a run's figures."""

from __future__ import annotations

import importlib.util
import json
import random
from pathlib import Path
from typing import Any

import pytest

from steiner.errors import InvalidInput
from steiner.evaluate.datasets import load_dataset
from steiner.evaluate.datasets.gold_tables import judgeable
from steiner.evaluate.figures import measures
from steiner.evaluate.metrics.execution import execution_accuracy
from steiner.evaluate.provenance import jaccard, matched_part
from steiner.evaluate.runner import row_of
from steiner.evidence import Evidence, Table
from steiner.graph import Subgraph

ANN: dict[str, Any] = {"_id": "", "key": "Ann", "props": {}}
BO: dict[str, Any] = {"_id": "", "key": "Bo", "props": {}}
TIED: dict[str, Any] = {"judge": "tie", "must": [["Ann"]], "pool": [["Bo"], ["Cy"]], "limit": 2}

QUOTED = "MATCH (n:A {x: 'RETURN'}) WHERE n.y STARTS WITH 'a' "
NESTED = "MATCH (n) WHERE EXISTS { MATCH (n)--() RETURN 1 } "


def gold(rows: list[list[Any]], **more: Any) -> dict[str, Any]:
    columns = [f"c{i}" for i in range(len(rows[0]))]
    base = {"cypher": "MATCH (n:Ship) RETURN n", "columns": columns, "rows": rows}
    return {**base, "judge": "exact", "ops": ["count"], "false_schema": "", **more}


def node(name: str, **more: Any) -> dict[str, Any]:
    return {"labels": ["Person"], "name": name, "properties": {"name": name, **more}}


@pytest.mark.parametrize(
    ("rows", "wanted", "right"),
    [
        ([["Ann", 3], ["Bo", 2]], gold([[2, "bo"], [3.0, "ANN"]]), True),
        ([["Ann", 3], ["Bo", 2]], gold([["Ann"], ["Bo"]]), True),
        ([["Ann"]], gold([["Ann"], ["Bo"]]), False),
        ([], gold([["Ann"]]), False),
        ([[node("Ann", born=3)]], gold([["Ann", 3]]), True),
        ([[node("Ann")], [node("Bo")]], gold([[ANN], [BO]]), True),
        ([["Ann", "x"], ["Ann", "y"]], gold([["Ann", ["y", "x"]]]), True),
        ([["1996-07-04"]], gold([["1996-07-04T00:00:00Z"]]), True),
        ([["Ann", 9], ["Cy", 7]], gold([["a"]], **TIED), True),
        ([["Ann", 9], ["Di", 7]], gold([["a"]], **TIED), False),
        ([["Bo"], ["Ann"]], gold([["Ann"], ["Bo"]], keys=[[1], [2]]), False),
    ],
)  # fmt: skip
def test_a_table_is_right_where_its_columns_can_be_those_of_gold(
    rows: list[list[Any]], wanted: dict[str, Any], right: bool
) -> None:
    assert execution_accuracy(rows, [wanted], "List them sorted by age") == right


def test_gold_that_cannot_be_judged_is_left_out() -> None:
    kept = gold([["Ann"]])
    odd = [gold([["a"]], judge="unknown"), gold([["a"]], error="no"), gold([["a"]], keys=[[None]])]
    assert judgeable([*odd, kept]) == [kept]


def test_the_data_set_and_a_run_have_the_figures_of_tables(tmp_path: Path) -> None:
    line = {"id": "1", "question": "How many ships?", "golds": [gold([[3]])]}
    other = {"id": "2", "question": "Which?", "golds": [gold([["a"]], judge="unknown")]}
    text = "\n".join(map(json.dumps, (line, other)))
    (tmp_path / "ships.jsonl").write_text(text, encoding="utf-8")
    (question,) = load_dataset("text2cypher", tmp_path, "ships").questions
    assert (question.kind, question.answers) == ("computing", ("3",))
    table = Table(("count",), ((3,),), 1, "MATCH (v0:Ship) RETURN count(v0)", {}, "Ship: count")
    evidence = Evidence(question.text, Subgraph(), "count: 3", table=table, exact=True)
    row = json.loads(json.dumps({**row_of(question, evidence), "provenance": 0.5}))
    measured = measures(row, [256])
    figures = ("execution accuracy", "exact", "precision where exact", "provenance Jaccard")
    assert [measured[name] for name in figures] == [1.0, 1.0, 1.0, 0.5]
    unsure = measures({**row, "exact": False, "table": None}, [256])
    assert unsure["execution accuracy"] == 0.0
    assert "precision where exact" not in unsure


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('{"id": 2, "question"', "expected a JSON object"),
        ({"golds": "a table"}, "expected a list, got 'a table'"),
        ({"golds": ["a table"]}, "expected a gold table as a JSON object, got 'a table'"),
        ({"golds": [gold([["a"]])], "more": None}, "expected a list, got None"),
        ({"golds": [gold([["a"]])], "more": [{"judge": "exact"}]}, "the field 'rows' is missing"),
        ({"golds": [gold([["a"]], keys=[[]])]}, r'lists with values in "keys", got \[\[\]\]'),
        ({"golds": [gold([["a"]], pool=["b"])]}, r'lists with values in "pool", got \[\'b\'\]'),
    ],
)  # fmt: skip
def test_a_line_of_tables_that_is_broken_is_named_or_left_out(
    tmp_path: Path, line: str | dict[str, Any], reason: str
) -> None:
    whole = {"id": "1", "question": "How many ships?", "golds": [gold([[3]])]}
    broken = line if isinstance(line, str) else json.dumps({"id": "2", "question": "Who?", **line})
    path = tmp_path / "ships.jsonl"
    path.write_text(f"{json.dumps(whole)}\n{broken}\n", encoding="utf-8")
    with pytest.raises(InvalidInput, match=rf"ships\.jsonl, line 2: .*{reason}"):
        load_dataset("text2cypher", path, "ships")
    left_out: list[str] = []
    (question,) = load_dataset("text2cypher", path, "ships", left_out).questions
    assert question.id == "1"
    assert len(left_out) == 1


@pytest.mark.parametrize(
    ("cypher", "first"),
    [
        (f"{QUOTED}RETURN n", QUOTED),
        (f"{NESTED}WITH n RETURN n", NESTED),
        ("UNWIND [1] AS x MATCH (n) RETURN n", ""),
        ("CREATE (n) RETURN n", ""),
    ],
)  # fmt: skip
def test_what_a_statement_looks_at_is_its_first_patterns(cypher: str, first: str) -> None:
    assert matched_part(cypher) == first


def test_the_jaccard_index_is_the_share_of_what_either_has() -> None:
    assert jaccard(frozenset({1, 2}), frozenset({2, 3})) == pytest.approx(1 / 3)
    assert jaccard(frozenset(), frozenset()) == 1.0


SHARED = Path(__file__).parents[3] / "shared"


@pytest.mark.skipif(not (SHARED / "tools").is_dir(), reason="needs the shared data and tool")
@pytest.mark.parametrize("graph", ["movies", "northwind"])
def test_the_figures_are_those_of_the_shared_tool(graph: str) -> None:
    spec = importlib.util.spec_from_file_location("tool", SHARED / "tools/score_tables.py")
    assert spec
    assert spec.loader
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    drawn, rights = random.Random(5), []
    lines = (SHARED / f"data/text2cypher/{graph}.jsonl").read_text(encoding="utf-8").splitlines()
    for line in map(json.loads, lines):
        golds = judgeable([*line["golds"], *line.get("more", [])])
        assert [g["cypher"] for g in golds] == [g.get("cypher") for g in tool.judgeable(line)]
        for own in golds:
            # Gold's own rows, shuffled, short by one, without nodes: right and wrong ones.
            rows = [[c.get("key") if isinstance(c, dict) else c for c in r] for r in own["rows"]]
            less = rows[: max(1, len(rows) - 1)] if drawn.random() < 0.4 else rows
            some = drawn.sample(less, len(less)) if drawn.random() < 0.5 else less
            predicted = {"rows": [[tool.cell(cell) for cell in row] for row in some]}
            wanted = any(tool.right(predicted, gold, line["question"]) for gold in golds)
            rights.append(wanted)
            assert execution_accuracy(some, golds, line["question"]) == wanted, line["question"]
    assert 0.3 < sum(rights) / len(rights) < 1

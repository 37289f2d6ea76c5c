"""Textual graphs: the published table byte for byte, whole rows only, examples as JSONL."""

from pathlib import Path

import pytest
from textual_forms import triples, yaml
from yaml import safe_load

from steiner.errors import InvalidInput
from steiner.evaluate.datasets.expla_graphs import read_expla_graphs
from steiner.evidence import Evidence
from steiner.graph import Node, Relationship, Subgraph
from steiner.textual_graph import Example, TextGraph, read_examples, write_examples
from steiner.textualise.table import fitted, table, text_graph

BELIEF = TextGraph((0, 1), ("entrapment", "being abused"), ((0, "capable of", 1),))
SCENE = TextGraph(
    (8, 63, 98),
    ("name: eye glasses; attribute: black; (x,y,w,h): (1, 2, 3, 4)", 'a "big" deer', "NA"),
    ((8, "to the left of", 63), (63, "near", 8), (8, "to the left of", 63)),
)


def test_the_published_table_byte_for_byte() -> None:
    """G-Retriever, Table 9: ExplaGraphs' row; SceneGraphs' node texts are quoted."""
    assert table(BELIEF) == (
        "node_id,node_attr\n0,entrapment\n1,being abused\nsrc,edge_attr,dst\n0,capable of,1\n"
    )
    assert table(SCENE) == (
        "node_id,node_attr\n"
        '8,"name: eye glasses; attribute: black; (x,y,w,h): (1, 2, 3, 4)"\n'
        '63,"a ""big"" deer"\n98,NA\n'
        "src,edge_attr,dst\n8,to the left of,63\n63,near,8\n8,to the left of,63\n"
    )


@pytest.mark.parametrize(
    ("rows", "ids", "edges"), [(9, (8, 63, 98), 3), (7, (8, 63), 3), (6, (8, 63), 2), (3, (), 0)]
)
def test_whole_rows_best_edges_first_keep_their_ids(
    rows: int, ids: tuple[int, ...], edges: int
) -> None:
    held = fitted(SCENE, lambda text: text.count("\n") <= rows)
    assert (held.ids, len(held.edges)) == (ids, edges)


def test_an_edge_to_an_unknown_node_and_a_repeated_id_are_refused() -> None:
    with pytest.raises(InvalidInput, match=r"edge \(1, 'to', 2\) names a node"):
        TextGraph((1,), ("a",), ((1, "to", 2),))
    with pytest.raises(InvalidInput, match="one id, used once"):
        TextGraph((1, 1), ("a", "b"))


def test_evidence_becomes_a_graph_best_first_with_store_ids() -> None:
    ann = Node(4, "4:x:4", ("Person",), {"name": "Ann", "born": 1970}, "Ann")
    aurora = Node(9, "4:x:9", ("Project",), {"name": "Aurora"}, "Aurora")
    leads = Relationship(7, "5:x:7", "LED_BY", 9, 4)
    evidence = Evidence("?", Subgraph((ann, aurora), (leads,)), "", node_scores={9: 1.0, 4: 0.2})
    graph = text_graph(evidence)
    assert graph.ids == (9, 4)
    assert graph.nodes == ("Aurora (Project)", "Ann (Person): born: 1970")
    assert graph.edges == ((9, "led by", 4),)


def test_examples_survive_the_file(tmp_path: Path) -> None:
    examples = [Example("who?", ("Ann", "NA"), SCENE), Example("für wen?", ("null",))]
    write_examples(tmp_path / "some.jsonl", examples)
    assert read_examples(tmp_path / "some.jsonl") == examples


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("{", "line 2: expected a JSON object"),
        ('{"question": "?"}', "line 2: expected a JSON object"),
        (
            '{"question": "?", "answers": ["a"], "graph": {"nodes": [], "edges": [[1, "a", 2]]}}',
            "line 2: The edge",
        ),
    ],
)
def test_a_broken_line_is_named_by_number(tmp_path: Path, line: str, told: str) -> None:
    path = tmp_path / "some.jsonl"
    path.write_text(f"{Example('?', ('a',)).to_json()}\n{line}\n")
    with pytest.raises(InvalidInput, match=told):
        read_examples(path)


HEAD = "id\targ1\targ2\tlabel\tgraph\n"


def test_expla_graphs_lines_become_examples(tmp_path: Path) -> None:
    path = tmp_path / "val.tsv"
    path.write_text(
        HEAD + "7\tCats purr\tCats bite\tcounter\t(cats; is a; null)(null; not a; NA)\n"
    )
    (example,) = read_expla_graphs(path)
    assert example.answers == ("counter",)
    assert "Argument 1: Cats purr\nArgument 2: Cats bite\n" in example.question
    assert example.graph == TextGraph(
        (0, 1, 2), ("cats", "null", "NA"), ((0, "is a", 1), (1, "not a", 2))
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a\tb\n", "expected the columns"),
        (HEAD + "7\ta\tb\tmaybe\t(a; b; c)\n", "line 2: expected 5 cells"),
        (HEAD + "7\ta\tb\tsupport\tnothing\n", "line 2: expected triples"),
    ],
)
def test_other_columns_and_broken_lines_are_told(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "val.tsv"
    path.write_text(text)
    with pytest.raises(InvalidInput, match=told):
        read_expla_graphs(path)


def test_triples_and_yaml_hold_the_same_graph_awkward_names_too() -> None:
    names = ["no", "a: b", "null", "2020-01-01", "- x", 'q"', "#1", "ß\u2028"]
    told = [("no", "is: of", name) for name in names[1:]] + [("null", "likes", "no")]
    graph = TextGraph.from_triples(told)
    assert triples(graph).split("\n")[0] == "(no, is: of, a: b)"
    read = safe_load(yaml(graph))
    assert read == {"no": {"is: of": names[1:]}, "null": {"likes": ["no"]}}
    assert triples(TextGraph((4,), ("alone",))) == "alone"
    assert safe_load(yaml(TextGraph((4,), ("alone",)))) == {"alone": None}

"""What is indexed, as people read it."""

from __future__ import annotations

import json
from typing import Any

from steiner.algebra.schema.learnt_words import LearntWords
from steiner.cli.index.status_lines import status_lines
from steiner.index import live_index
from steiner.settings import IndexSettings, LabelChoice

STATUS: dict[str, Any] = {
    "state": "ready",
    "model": "all-MiniLM-L6-v2",
    "dimensions": 384,
    "nodes": 1_479,
    "relationships": 740,
    "relations": 8,
    "names": {"Ward": "title"},
    "keys": {"Ward": "code"},
    "codes": {"Ward": {"phone": "long numbers", "site": "URLs"}, "ADMITS": {"token": "UUIDs"}},
    "settings": json.loads(IndexSettings().to_json()),
    "walks": None,
    "triples": None,
    "learnt": None,
    "version": 1,
    "updated": "2026-11-25T01:58:38+00:00",
    "telling": {"Ward": "title: 8 of 8 differ", "Drug": "name: 14 of 15 differ"},
    "graph_nodes": 1_500,
    "ready": True,
    "indexes": {"steiner_keys": "online 100%", "steiner_text": "online 100%"},
}


def lines(**changed: Any) -> list[str]:
    return list(status_lines({**STATUS, **changed}))


def test_a_ready_index_is_said_in_lines_without_python() -> None:
    assert lines() == [
        "     index  ready",
        "   encoder  all-MiniLM-L6-v2, 384 dimensions",
        "   indexed  1,479 of 1,500 nodes, 740 relationships with text, 8 relation texts",
        "     names  Ward by title: 8 of 8 differ",
        "            Drug by name: 14 of 15 differ",
        " looked up  Ward: phone (long numbers), site (URLs)",
        "            ADMITS: token (UUIDs)",
        "  database  2 of 2 indexes online",
        "   updated  2026-11-25T01:58:38+00:00",
    ]


def test_nothing_is_said_of_the_names_of_a_label_whose_last_node_was_deleted() -> None:
    class Store:
        def differing(self, _: Any) -> dict[tuple[str, str], tuple[int, int]]:
            return {("Ward", "title"): (8, 8), ("Gone", "name"): (0, 0)}

    store: Any = Store()
    assert live_index._telling(store, {"Ward": "title", "Gone": "name"}) == {
        "Ward": "title: 8 of 8 differ"
    }


def test_what_is_learnt_of_words_is_said_with_its_figure() -> None:
    figures = LearntWords({"bunk": {"type:KNOWS_LW": 0.9}}, {}, {}, (), 40, 0.3, 0.475).figures()
    assert (
        "    learnt  words, of 40 questions each kept back: right 0.30 before, 0.47 after"
        in lines(learnt=figures)
    )


def test_without_an_index_it_says_what_to_run() -> None:
    none = {"state": "none", "telling": {}, "graph_nodes": 479, "ready": False, "indexes": {}}
    assert list(status_lines(none)) == [
        "     index  none: run `steiner index`",
        "     graph  479 nodes",
    ]


def test_what_was_chosen_is_said_as_the_options_that_choose_it() -> None:
    chosen = IndexSettings(
        labels=("Ward",),
        choices={"Ward": LabelChoice("title", ("code",), None)},
        filters=("tenant",),
        longest_key=50,
    )
    said = "\n".join(lines(settings=json.loads(chosen.to_json())))
    for part in ("--label Ward", "--name Ward=title", "--alias Ward=code", "--filter tenant"):
        assert part in said
    assert "longest_key 50" in said
    assert "--property" not in said


def test_what_is_not_usable_yet_is_named() -> None:
    late = {"steiner_keys": "online 100%", "steiner_text": "populating 40%"}
    said = lines(indexes=late, state="building", walks={"hops": 2})
    assert said[0].endswith("run `steiner index` again, it goes on where it was")
    assert "  database  1 of 2 indexes online" in said
    assert "            steiner_text populating 40%" in said
    assert "     walks  hops 2" in said

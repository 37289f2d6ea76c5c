"""Metrics against cases counted by hand and, where a library has the metric, against it."""

from collections.abc import Sequence
from typing import Any

import pytest
from papers.measures.answer_judge import OFF_FORM, VERDICTS, rates, truthfulness, verdicts
from papers.measures.graph_citations import Cited, cited, validity

from steiner.errors import InvalidInput
from steiner.evaluate.metrics.answers import (
    accuracy,
    exact_match,
    hits_at_1,
    lax_hit,
    normalised,
    overlap,
    set_hits_at_1,
    split_answers,
)
from steiner.evaluate.metrics.coverage import coverage, cut, holds, triple_recall
from steiner.evaluate.metrics.significance import interval, paired
from steiner.textual_graph import TextGraph


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        ("Paris", ("Paris",)),
        ("Paris and Rome.", ("Paris", "Rome")),
        ("Paris, Rome, and Oslo [F1, F2].", ("Paris", "Rome", "Oslo")),
        ("1. Paris\n2) Rome\n- Oslo\n* Bern", ("Paris", "Rome", "Oslo", "Bern")),
        ("Paris | Paris | NA", ("Paris", "NA")),
        ("", ()),
        ("Saint Kitts and Nevis|Rome, Italy", ("Saint Kitts and Nevis", "Rome, Italy")),
        ("- Saint Kitts and Nevis\n- Rome, Italy", ("Saint Kitts and Nevis", "Rome, Italy")),
        ("Saint Kitts and Nevis", ("Saint Kitts", "Nevis")),
    ],
)
def test_a_text_is_parted_into_answers(text: str, answers: tuple[str, ...]) -> None:
    assert split_answers(text) == answers


NAMES = [
    "Return J. Meigs, Jr.",
    "Saint Kitts and Nevis",
    "Nevis",
    "The Descent of Man, and Selection in Relation to Sex",
    "And Then There Were None",
    "and i love her",
    "1. FC Union Berlin",
    "AC/DC; Live | 1992",
]


@pytest.mark.parametrize("separator", ["\n", "|", " | ", "; ", ", ", " and ", ", and ", "\n- "])
def test_a_perfect_writer_is_right_whatever_separators_names_have(separator: str) -> None:
    for gold in (NAMES, NAMES[::-1], NAMES[:1], NAMES[1:2]):  # the evidence holds them, too
        for end in ("", ".", " [F1, F2]."):
            assert exact_match(split_answers(separator.join(gold) + end, gold), gold) == 1


@pytest.mark.parametrize(
    ("text", "name", "answers"),
    [
        # Not its beginning, its end or a part of a longer name.
        ("Saint Kitts and Rome", "Saint Kitts and Nevis", ("Saint Kitts", "Rome")),
        ("Saint Kitts\nNevis", "Saint Kitts and Nevis", ("Saint Kitts", "Nevis")),
        ("North and South Korea, Rome", "South Korea", ("North", "South Korea", "Rome")),
        ("Meigs, Jr. Smith", "Meigs, Jr.", ("Meigs", "Jr. Smith")),
        (
            "saint kitts  and Nevis, Rome",
            "Saint Kitts and Nevis",
            ("saint kitts  and Nevis", "Rome"),
        ),
        # Other lists stay as they are parted without it.
        ("Simon and Garfunkel, Rome", "Saint Kitts and Nevis", ("Simon", "Garfunkel", "Rome")),
    ],
)
def test_only_a_whole_item_is_a_name_of_the_evidence(
    text: str, name: str, answers: tuple[str, ...]
) -> None:
    assert split_answers(text, [name]) == answers


def test_normalising_ignores_case_articles_and_punctuation_but_never_empties() -> None:
    assert normalised("The  Matrix, Reloaded!") == "matrix reloaded"
    assert normalised("The") == "the"
    assert normalised("NA") == "na"
    assert normalised("!?") == "!?"


def test_the_two_metrics_called_hits_at_1_differ() -> None:
    text = "It may be Rome, or perhaps New York"
    assert lax_hit(text, ["New York"]) == 1
    assert hits_at_1(split_answers(text), ["New York"]) == 0
    assert hits_at_1(["new york", "Rome"], ["New York"]) == 1
    assert set_hits_at_1(["Rome", "New York"], ["New York"]) == 1
    assert lax_hit("Romeo", ["Rome"]) == 1
    assert lax_hit("anything", [""]) == 0


def test_overlap_and_exact_match_by_hand() -> None:
    found = overlap(["A1", "B1", "C1"], ["b1", "c1", "D1", "E1"])
    assert found == pytest.approx((2 / 3, 1 / 2, 4 / 7))
    assert overlap([], ["x"]) == (0, 0, 0)
    assert exact_match(["B", "the A1"], ["a1", "b"]) == 1
    assert exact_match(["B"], ["b", "c"]) == 0


def test_overlap_agrees_with_scikit_learn() -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    gold, found = {"k1", "k2", "k5"}, {"k2", "k3", "k5", "k8"}
    every = sorted(gold | found)
    marks = [[name in side for name in every] for side in (gold, found)]
    told = metrics.precision_recall_fscore_support(*marks, average="binary")[:3]
    assert overlap(sorted(found), sorted(gold)) == pytest.approx(told)


@pytest.mark.parametrize(
    ("text", "right"),
    [("Counter.", 1), ("They counter each other, no support", 1), ("supports", 0), ("no idea", 0)],
)
def test_accuracy_takes_the_first_label_named(text: str, right: int) -> None:
    assert accuracy(text, ["counter"], ("support", "counter")) == right


def test_an_answer_inside_a_longer_word_or_number_is_not_held() -> None:
    assert holds("the actor  Tom\nHanks", "tom hanks")
    assert not holds("Tom Hankson", "Tom Hanks")
    assert not holds("in 20031", "2003")
    assert holds("price: 10.0", "10")
    assert coverage("Ann leads Bob", ["Ann", "Eve"]) == 0.5
    assert cut("x" * 100, 5) == "x" * 20


def test_gold_triples_are_compared_whole() -> None:
    gold = [("Ann", "leads", "Bob"), ("Bob", "knows", "Eve")]
    assert triple_recall([("ann", "LEADS", "bob"), ("Eve", "knows", "Bob")], gold) == 0.5


def answered(*texts: str | None) -> list[dict[str, Any]]:
    """Return rows of a run in which these answers were written; None: it failed."""
    own: dict[str, Any] = {"question": "Where?", "gold": ["Paris"], "kind": ""}
    own |= {"triples": [], "seeds": [], "ranking": []}
    return [{**own, "error": "away"} if t is None else {**own, "answer": t} for t in texts]


def test_a_judge_is_asked_only_where_it_is_needed() -> None:
    asked: list[str] = []

    def judge(prompts: Sequence[str]) -> list[str]:
        asked.extend(prompts)
        return ["Incorrect." for _ in prompts]

    settled = verdicts(answered("paris", "I do not know the answer.", "", None), judge)
    assert settled == ["accurate", "missing", "missing", "missing"]
    assert not asked
    assert verdicts(answered("Paris", "Rome"), judge) == ["accurate", "incorrect"]
    assert "Gold answers: Paris" in asked[0]


def test_a_judge_off_the_form_is_told_and_counts_for_nothing() -> None:
    replies = ["accurate or incorrect", "well", "Accurate."]
    own = verdicts(answered("Rome", "York", "Leeds"), lambda _: replies)
    assert own == [OFF_FORM, OFF_FORM, "accurate"]
    assert truthfulness(["accurate", "incorrect", "incorrect", "missing"]) == -0.25


def test_two_judges_are_averaged_and_their_rates_add_up() -> None:
    found = rates([["accurate", "missing", OFF_FORM], ["accurate", "incorrect", "incorrect"]])
    assert found == pytest.approx(
        {"accurate": 5 / 12, "missing": 1 / 4, "incorrect": 1 / 3, "truthfulness": 1 / 12}
    )
    assert sum(found[verdict] for verdict in VERDICTS) == pytest.approx(1)
    with pytest.raises(InvalidInput, match="at least once"):
        rates([["accurate"], [OFF_FORM]])


def test_an_interval_holds_the_mean_and_is_the_same_each_time() -> None:
    values = [0.0, 1.0] * 50
    found = interval(values)
    assert found == interval(values)
    # Normal approximation: .5 ± 1.96 * .5 / 10.
    assert found == pytest.approx((0.5, 0.402, 0.598), abs=0.01)
    with pytest.raises(InvalidInput, match="at least one value"):
        interval([])


def test_paired_runs_are_told_apart_by_their_signs() -> None:
    better = [1.0] * 8 + [0.0] * 2
    worse = [0.0] * 10
    found = paired(better, worse)
    # All of 2^8 sign patterns but two are less extreme.
    assert found.mean == pytest.approx(0.8)
    assert found.p == pytest.approx(2 / 2**8, abs=0.005)
    assert paired(better, better).p == 1.0
    with pytest.raises(InvalidInput, match="same questions in both runs, got 2 and 1"):
        paired([1.0, 0.0], [1.0])


def test_citations_are_counted_against_the_graph() -> None:
    graph = TextGraph.from_triples([("deer", "near", "bushes"), ("tree", "behind", "deer")])
    told = (
        "The deer.\n* Deer (node 0)\n* Bear (node 2)\n* Deer → Bushes (edge 1)\n"
        "- tree -> behind -> deer\n* bushes -> near -> deer"
    )
    found = cited(told, graph)
    assert found == Cited(valid_nodes=1, nodes=2, valid_edges=2, edges=3)
    # Number 1 is that of the bushes, and nothing has number 9.
    assert cited("* Deer (node 1)\n* deer (node 9)", graph) == Cited(0, 2, 0, 0)
    right, silent = cited("* deer", graph), cited("It is the deer.", graph)
    assert validity([found, right, silent]) == pytest.approx((2 / 3, 2 / 3, 1 / 2, 1 / 3))
    assert validity([]) == (0, 0, 0, 0)


def test_what_is_in_a_scene_is_cited_by_its_name() -> None:
    nodes = ("name: cup; attribute: red; (x,y,w,h): (1, 2, 3, 4)", "name: book; (x,y,w,h): (0)")
    scene = TextGraph((0, 1), nodes, ((0, "to the left of", 1),))
    told = f"* Cup (node 0)\n* {nodes[1]}\n* lamp\n* cup -> to the left of -> book\n* book -> cup"
    assert cited(told, scene) == Cited(valid_nodes=2, nodes=3, valid_edges=1, edges=2)

"""What a graph's questions teach of its words: meanings, weights, and whether they help."""

from __future__ import annotations

from typing import Any

from test_readings import node, store, unlike

from steiner.algebra.learnt_words import LearntWords
from steiner.lexicon.live_notes import write_learnt
from steiner.query.readings import read
from steiner.train.reading.judged_rows import RowJudge
from steiner.train.reading.learning_passes import Asked, Reader
from steiner.train.reading.taught_questions import TaughtQuestion
from steiner.train.reading.word_learning import WordOutcome, learnt_words

NAMES = ("Ann", "Bob", "Cid", "Dora", "Emil", "Fay", "Gus", "Hal")
COUNT = len(NAMES)
TYPES = ("KNOWS_LW", "KNOWS_PH", "KNOWS_SN")
NODES = [node(i, "Person", name) for i, name in enumerate(NAMES)]
EDGES: list[tuple[int, str, int, dict[str, Any]]] = [
    (i, type, (i + step) % COUNT, {}) for step, type in enumerate(TYPES, 1) for i in range(COUNT)
]


def graph() -> Any:
    return store(NODES, EDGES)


def asked_of(verb: str, step: int) -> list[TaughtQuestion]:
    """Return "Who VERBs with Ann?" of everybody: those whose relationship leads to Ann."""
    return [
        TaughtQuestion(f"Who {verb} with {name}?", answers=(NAMES[(i - step) % COUNT],))
        for i, name in enumerate(NAMES)
    ]


def learnt(golds: list[TaughtQuestion], over: Any) -> WordOutcome:
    asked = [Asked(gold.text, RowJudge(over, gold)) for gold in golds]
    return learnt_words(Reader(over.graph_schema(), over, unlike), asked)


def answers(over: Any, question: str) -> list[str]:
    readings = read(question, over.graph_schema(), over, unlike)
    return sorted(row[0].name for row in over.run(readings.best.query).rows) if readings else []


def test_a_word_that_nothing_explains_comes_to_mean_a_type() -> None:
    over = graph()
    outcome = learnt([*asked_of("bunks", 1), *asked_of("chats", 2)], over)
    print(outcome.learnt.meanings, outcome.before, outcome.after)
    assert outcome.helps
    assert outcome.learnt.after > outcome.learnt.before
    write_learnt(over, outcome.learnt)
    assert answers(over, "Who bunks with Dora?") == ["Cid"]
    assert answers(over, "Who chats with Dora?") == ["Bob"]
    write_learnt(over, LearntWords())
    assert not over.graph_schema().learnt

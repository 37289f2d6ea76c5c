"""Texts that are no questions, and questions made to take long: all are answered at once."""

from __future__ import annotations

import gc
import re
from collections.abc import Callable
from contextlib import suppress
from time import process_time

import pytest
from everyday_graphs import HOSPITAL
from read_graphs import unlike
from word_doubles import WordEmbedder

from steiner.errors import InvalidInput
from steiner.filters import parse_condition
from steiner.generate.grounding.citations import cite
from steiner.generate.reasoner import answers_of
from steiner.generate.replies import reply
from steiner.generate.rewriting import made_to_stand_alone
from steiner.query.query_reading import read_query
from steiner.question.conditions import comparisons
from steiner.question.history import Turn
from steiner.question.phrasing import phrases
from steiner.question.tokens import tokenised
from steiner.redaction import redacted
from steiner.retrieve.searching.graph_search import requested
from steiner.retrieve.triples.plans import steps_of
from steiner.systems.steiner import retriever
from steiner.textualise.data_text import as_data

LONGEST = 4_000
AT_ONCE = 0.5
"""Seconds of processor time; a tenth is what it takes, what grows with a power takes 1 to 16."""
UNITS = {
    "digits": "1",
    "numbers": "1 ",
    "numbers with commas": "1,",
    "decimals": "1.",
    "amounts": "12 3,4.5 ",
    "money": "$1 ",
    "shares": "1% ",
    "days": "5 May 2014 ",
    "dates": "2024-01-05 ",
    "decades": "in the 1990s ",
    "months": "May ",
    "ranges": "between 1 and ",
    "bounds": "more than 3 ",
    "bounds behind": "3 a or ",
    "orders": "orders by ",
    "lists": "a and b or ",
    "who": "who ",
    "the": "the ",
    "superlatives": "most ",
    "ordinals": "last ",
    "counts": "how many ",
    "denials": "not ",
    "denied verbs": "isn't ",
    "each": "each ",
    "texts": "starts with Ab ",
    "brackets": "(",
    "closed brackets": "(a) ",
    "signs": "-",
    "dashed words": "a-",
    "quotes": "'",
    "open quotes": "“a ",
    "open backticks": "`a ",
    "quoted words": "'a ",
    "quoted names": '"Ann" ',
    "names": "Ann Bob ",
    "a name": "Oncology ",
    "whose": "Ann's ",
    "labels": "patients ",
    "verbs": "was admitted to the ward of ",
    "questions": "Which patients received Aspirin? ",
    "clauses": "who received drugs that ",
    "letters": "abcdefgh",
    "capitals": "ABCDEFGH",
    "capitalised": "ANN ",
    "camel case": "WhichPatients",
    "no spaces": "whichpatientsreceivedaspirin",
    "spaces": "a          ",
    "lines": "a\n",
    "underscores": "_",
    "Chinese": "哪些病人",
    "Cyrillic": "какие пациенты ",
    "Arabic": "المرضى ",
    "Hindi": "रोगी ",
    "Thai": "ผู้ป่วย",
    "accents": "e\u0301",
    "emoji": "😀",
    "operators": ">",
    "Lucene": "a~ AND ",
    "HTML": "<a>",
    "NUL": "a\x00",
}
ONES = "Which patients have a score above " + "1" * 900
NAMES = " ".join(f"Name{number}" for number in range(LONGEST))[:LONGEST]
TEXTS = {
    **{kind: (unit * LONGEST)[:LONGEST].strip() for kind, unit in UNITS.items()},
    "a thousand names": NAMES,
    "a long number": ONES + "1" * (LONGEST - len(ONES)),
    "a long word": "a" * 3_900 + " patients received Aspirin",
    "a long gap": "Which patients" + " " * 3_900 + "received Aspirin",
    "a long quotation": "Which patients contain '" + "a " * 1_900 + "'",
}
SHORT = {
    "as long as is read": ONES,
    "fillers and signs": "Which patients have a score " + "of - the - " * 12 + "unread 5?",
    "a hundred names": "Which patients are " + "Ann's " * 90,
}
FINDER = retriever(HOSPITAL, WordEmbedder())
LONG = 100_000
EVIDENCE = FINDER.retrieve("Who received Aspirin?")


def _cited(text: str) -> object:
    return cite("Who received Aspirin?", text, EVIDENCE)


def _talked(text: str) -> object:
    with suppress(InvalidInput):
        made_to_stand_alone(text[:LONGEST], [Turn(text, text, (text,))], None, HOSPITAL)
    with suppress(InvalidInput):
        made_to_stand_alone(f"and {text}", [Turn("Who is in Oncology?", "Ann")], None, HOSPITAL)
    return made_to_stand_alone(
        "Which of them are old?", [Turn(text, text, (text,))], None, HOSPITAL
    )


READERS: dict[str, tuple[Callable[[str], object], tuple[str, ...]]] = {
    "condition": (parse_condition, ("a{ }= 1", "a ={ }1", "{a }= 1", "a in {1,}")),
    "answer": (
        _cited,
        (
            "[F1{ , }",
            "{[F1] }",
            "{[F1}",
            "{F1-F2 }",
            "{Ann met Bob. }",
            "{May }",
            "{The }",
            "Ann{ }!",
        ),
    ),
    "reply": (reply, ("{<think>}", "{<}", "{</think>}", "{[}", "a{ }")),
    "words": (tokenised, ("{[}", "{“a }", "{'a }", "{«}", "{a-}", "{e\u0301}")),
    "search": (requested, ("search: a{ }b|", "search: {a | }", "{search: }", "search:{\n}")),
    "steps": (steps_of, ("{\n}", "{#}", "{# }", "{Step 1: }", "{1. }", "step{ }1")),
    "answers": (answers_of, ("{#}", "{[}", "{[]x}", "output{ }", "{Output: }")),
    "talk": (
        _talked,
        ("only those {!}a", "their {a!}", "{it }", "{and }", "sort them by {!}", "{the a }"),
    ),
    "data": (as_data, ("[F1{ and }", "{<|}", "{[F1}", "({F1, }")),
    "redacted": (redacted, ("{://}", "{a@}", "://{a}")),
}
"""What reads text beside questions, and texts that take a power of their length where one is not
careful: what stands in braces comes again until they are LONG."""
LONG_TEXTS = [(name, form) for name, (_, forms) in READERS.items() for form in forms]


def seconds(work: Callable[[], object]) -> float:
    """Return what a piece of work takes; collections of the whole process are not its own."""
    gc.disable()
    started = process_time()
    try:
        work()
    finally:
        gc.enable()
    return process_time() - started


def is_quick(work: Callable[[], object], most: float) -> bool:
    """Say whether work takes less than so many seconds: a second try tells a busy machine."""
    return any(seconds(work) < most for _ in range(2))


@pytest.mark.timeout(60)
@pytest.mark.parametrize("text", [*TEXTS.values(), *SHORT.values()], ids=[*TEXTS, *SHORT])
def test_every_text_is_read_and_retrieved_for_at_once(text: str) -> None:
    schema = HOSPITAL.graph_schema()
    assert is_quick(lambda: read_query(text, schema, HOSPITAL, unlike), AT_ONCE)
    assert is_quick(lambda: FINDER.retrieve(text), 2 * AT_ONCE)


@pytest.mark.timeout(120)
@pytest.mark.parametrize(("name", "form"), LONG_TEXTS)
def test_a_text_of_100_000_characters_is_read_at_once(name: str, form: str) -> None:
    before, unit, behind = re.split("[{}]", form)
    text = before + (unit * LONG)[:LONG] + behind

    def read() -> None:
        with suppress(InvalidInput):
            READERS[name][0](text)

    assert is_quick(read, 6 * AT_ONCE)


def test_what_is_too_long_for_a_computation_is_said() -> None:
    question = "How many patients were admitted to Oncology?"
    assert FINDER.retrieve(question).exact
    for padded, why in (
        (question + " Thank you." * 60, "of 127 words, more than 100"),
        (question + " " + "!" * 1_000, "of 1,045 characters, more than 1,000"),
    ):
        evidence = FINDER.retrieve(padded)
        assert evidence.table is None
        assert [cut for cut in evidence.cuts if why in cut]
        assert "Oncology" in {node.name for node in evidence.subgraph.nodes}


def test_only_a_whole_quotation_is_quoted() -> None:
    text = "'Ann Bob' met 'Cid' and \"Dan\" or 'Emil"
    weights = {span.text: span.weight for span in tokenised(text).spans}
    quoted = sorted(text for text, weight in weights.items() if weight > 1)
    assert quoted == ["Ann Bob", "Cid", "Dan"]


def test_names_are_masked_wherever_they_stand() -> None:
    words = ("ann", "knows", "ann", "lee", "and", "lee")
    assert phrases(words, ["ann lee", "lee"]).rest == "ann knows and"


def test_overlapping_bounds_are_read_once_and_not_without_end() -> None:
    (read,) = comparisons("Which wards have between 5 and 7 beds?", ["beds"])
    assert [(c.operator, c.value) for c in read.conditions] == [(">=", 5), ("<=", 7)]
    assert len(comparisons("more than 3 beds " * 30, ["beds"])) == 1


def test_of_a_long_question_an_encoder_reads_single_words_and_no_numbers() -> None:
    numbers = "Which patients have a score of " + " ".join(map(str, range(200)))
    assert [span.text for span in phrases(tokenised(numbers).words, ()).spans] == (
        ["patients", "score"]
    )
    words = tuple(f"word{number}" for number in range(300))
    assert len(phrases(words, ()).spans) == 300
    assert len(phrases(words[:100], ()).spans) == 100 + 99 + 98

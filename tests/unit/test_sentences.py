"""Sentences of steiner's own are in the question's language; names stay as they stand."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest
from family_graph import FAMILY, retriever

from steiner.display.sentences import (
    ENGLISH,
    Sentences,
    is_english,
    language_of,
    sentences_for,
)
from steiner.evidence import Evidence, Fact, Table, Usage
from steiner.generate import prompt
from steiner.generate.evidence_only import EvidenceOnly
from steiner.generate.grounding.decline import declined
from steiner.graph import Node, Subgraph

ASKED = {
    "de": "Welche Filme hat Ann Lee gedreht?",
    "fr": "Quels films Ann Lee a-t-elle réalisés ?",
    "es": "¿Qué películas dirigió Ann Lee?",
    "zh": "安·李导演了哪些电影？",
}


@pytest.mark.parametrize(
    ("question", "language"),
    [
        *((question, code) for code, question in ASKED.items()),
        ("Wer leitet Aurora?", "de"),
        ("Was ist die durchschnittliche Größe der Teams?", "de"),
        ("Gibt es Filme von Ann?", "de"),
        ("Qui dirige le projet ?", "fr"),
        ("Combien de films y a-t-il ?", "fr"),
        ("¿Cuántos clientes hay en Madrid?", "es"),
        ("Cuantas peliculas dirigio Ann Lee", "es"),
        ("谁领导 Aurora？", "zh"),
        ("有多少供应商？", "zh"),
        ("Who directed Le Fabuleux Destin d'Amélie Poulain?", "en"),
        ("Which films are in La La Land?", "en"),
        ("When did Die Hard come out?", "en"),
        ("Who directed 霸王别姬?", "en"),
        ("What was the total of the order?", "en"),
        ("Aurora, Oslo", "en"),
        ("How many orders did El Corte Inglés place in Madrid?", "en"),
        ("Quem dirige o projeto?", "pt"),
        ("Chi ha diretto il film?", "it"),
        ("Wie heeft de film geregisseerd?", "nl"),
        ("アン・リーの映画は何ですか", "en"),
    ],
)
def test_a_language_is_known_by_its_function_words(question: str, language: str) -> None:
    assert language_of(question) == language


@pytest.mark.parametrize(
    ("question", "english"),
    [
        ("Who leads Aurora?", True),
        ("Aurora, Oslo", True),
        ("Who directed 霸王别姬?", True),
        ("42 ?!", True),
        ("Wer leitet Aurora?", False),
        ("Quem dirige o projeto?", False),
        ("谁领导 Aurora？", False),
        ("Кто управляет Aurora?", False),
        ("من يدير Aurora؟", False),
        ("アン・リーの映画は何ですか", False),
    ],
)
def test_who_is_told_that_no_answer_was_seen_is_told_that_the_question_is_not_english(
    question: str, english: bool
) -> None:
    assert is_english(question) == english
    evidence = Evidence(question, Subgraph((), ()), "", confidence=0.2)
    answer = declined(question, evidence, 0.5)
    assert answer is not None
    own = sentences_for(question)
    assert (answer.text.splitlines()[-1] == own.unread) != english
    assert answer.ungrounded == ()
    read = declined(question, replace(evidence, usage=Usage(calls=1)), 0.5)
    assert read is not None
    assert own.unread not in read.text


def test_a_language_without_sentences_is_answered_in_english() -> None:
    assert sentences_for("Quem dirige o projeto?") == ENGLISH


@pytest.mark.parametrize("question", ASKED.values())
def test_each_language_has_every_sentence(question: str) -> None:
    own = sentences_for(question)
    for field in fields(Sentences):
        said, english = getattr(own, field.name), getattr(ENGLISH, field.name)
        assert said.count("{") == english.count("{")
        assert said != english


def computed(question: str, rows: tuple[tuple[object, ...], ...], **more: object) -> Evidence:
    ann = Node(1, "n:1", ("Person",), {}, "Ann Lee")
    table = Table(("name",), rows, len(rows), "", {}, "Person", **more)  # type: ignore[arg-type]
    fact = Fact("F1", "Ann Lee (Person)", (1,), (), 1.0)
    return Evidence(question, Subgraph((ann,)), fact.text, (fact,), table=table, exact=True)


@pytest.mark.parametrize(
    ("language", "none", "no", "yes"),
    [
        ("de", "Keine: nichts im Graphen ist so.", "Nein, soweit der Graph es sagt.", "Ja"),
        ("fr", "Aucun : rien dans le graphe ne correspond.", "Non, d'après le graphe.", "Oui"),
        ("es", "Ninguno: nada en el grafo es así.", "No, según el grafo.", "Sí"),
        ("zh", "没有：图中没有符合条件的内容。", "否，就图中所载而言。", "是"),
    ],
)
def test_what_is_computed_is_worded_in_the_language(
    language: str, none: str, no: str, yes: str
) -> None:
    question, write = ASKED[language], EvidenceOnly().answer
    ann = (Node(1, "n:1", ("Person",), {}, "Ann Lee"),)
    for rows, whether, text in (
        ((), False, none),
        ((), True, no),
        ((ann,), True, f"{yes} [F1]"),
        ((ann,), False, "Ann Lee [F1]"),
    ):
        answer = write(question, computed(question, rows, whether=whether))
        assert answer.text == text
        assert answer.ungrounded == ()
    reasons = computed(question, (), emptied_by=("Film.year = 3000",))
    assert write(question, reasons).text.splitlines()[1] == sentences_for(question).because.format(
        "Film.year = 3000"
    )
    unsure = replace(computed(question, (ann,)), exact=False, probable=True, confidence=0.6)
    assert "0.60" in write(question, unsure).text.splitlines()[-1]
    assert write(question, unsure).ungrounded == ()


@pytest.mark.parametrize("question", ASKED.values())
def test_that_there_is_no_answer_is_said_in_the_language(question: str) -> None:
    evidence = replace(retriever(FAMILY).retrieve("Who leads Aurora?"), confidence=0.1)
    answer = declined(question, evidence, 0.5)
    assert answer is not None
    own = sentences_for(question)
    assert answer.text.splitlines()[:2] == [own.declined, own.nearest]
    assert answer.ungrounded == ()
    nothing = Evidence(question, Subgraph(), "")
    assert EvidenceOnly().answer(question, nothing).text == own.not_held


def test_a_model_is_asked_to_answer_in_the_language() -> None:
    system, _ = prompt.tagged(ASKED["de"], ())
    assert "Answer in German; names stay as the facts have them." in system["content"]
    assert "Das steht nicht im Graphen." in system["content"]
    assert "Answer in" not in prompt.tagged("Who leads Aurora?", ())[0]["content"]

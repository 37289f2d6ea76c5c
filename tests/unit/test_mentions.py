"""Mentions: which words of a question speak of which part of the schema."""

from __future__ import annotations

from collections.abc import Sequence

from word_doubles import WordEmbedder

from steiner.columns import Scores
from steiner.index.word_space import word_space
from steiner.question.phrasing import Span, phrases
from steiner.question.tokens import positions
from steiner.retrieve.paths.alignment import likeness, mentions

ELEMENTS = ("acted in", "directed", "wrote", "movie", "person", "born")


def scored(asked: Sequence[Span], elements: Sequence[str]) -> Scores:
    space = word_space(WordEmbedder())
    texts = space.vectors([span.text for span in asked])
    return likeness(asked, elements, space.alike(texts, space.vectors(elements)))


def mentioned(question: str, names: tuple[str, ...] = ()) -> dict[str, str]:
    """Map each span of `question` to the element that it speaks of most clearly."""
    words = question.split()
    found = phrases(words, names).spans
    scores = scored(found, ELEMENTS)
    best: dict[str, str] = {}
    for mention in mentions(found, scores):
        best.setdefault(mention.span.text, ELEMENTS[mention.element])
    return best


def test_names_are_masked_wherever_they_stand() -> None:
    words = "what did the director of born free direct before born free".split()  # noqa: SIM905
    assert positions(words, ["born free"]) == {5, 6, 9, 10}
    texts = {span.text for span in phrases(words, ["born free"]).spans}
    assert not {text for text in texts if "born" in text or "free" in text}
    assert {"director", "direct"} <= texts


def test_a_name_is_masked_as_a_whole_only() -> None:
    words = ["who", "was", "born", "after", "free", "willy"]
    assert positions(words, ["born free"]) == set()


def test_spans_have_one_to_three_words_and_no_stop_word_at_their_ends() -> None:
    found = phrases(["who", "acted", "in", "the", "movie"], []).spans
    assert {span.text for span in found} == {"acted", "movie"}
    texts = {
        span.text for span in phrases(["unit", "price", "of", "product", "lines", "sold"], []).spans
    }
    assert "unit price" in texts
    assert "price of product" in texts
    assert max(len(text.split()) for text in texts) == 3


def test_words_speak_of_elements_with_their_stem_or_meaning() -> None:
    found = mentioned("which films starring someone were directed by writers")
    assert found["films"] == "movie"
    assert found["starring"] == "acted in"
    assert found["directed"] == "directed"


def test_words_near_to_nothing_are_no_mentions() -> None:
    assert mentioned("please purple daily") == {}


def test_nothing_to_ask_about_is_no_error() -> None:
    assert mentioned("who is it") == {}
    found = phrases(["acted"], []).spans
    assert scored(found, ()).shape == (1, 0)
    assert scored((), ELEMENTS).shape == (0, len(ELEMENTS))


def test_mentions_stand_clearest_first() -> None:
    found = phrases(["movie", "directed", "someone"], []).spans
    listed = mentions(found, scored(found, ELEMENTS))
    assert [m.weight for m in listed] == sorted((m.weight for m in listed), reverse=True)

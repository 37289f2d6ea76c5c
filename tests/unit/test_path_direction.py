"""Which way a question walks a relationship between two things of one kind."""

from __future__ import annotations

import pytest

from steiner.question.phrasing import Span
from steiner.retrieve.paths.direction import said_direction

NAMES = ("ann", "aurora")


@pytest.mark.parametrize(
    ("question", "said", "type", "direction"),
    [
        ("who manages ann", "manages", "manages", -1),
        ("who does ann manage", "manage", "manages", 1),
        ("people managed by ann", "managed", "manages", 1),
        ("who is ann managed by", "managed", "manages", -1),
        ("the manager of ann", "manager", "manages", -1),
        ("ann s manager", "manager", "manages", -1),
        ("whose manager is ann", "manager", "manages", 1),
        ("who manages ann", "manages", "managed by", 1),
        ("who does ann manage", "manage", "managed by", -1),
        ("people managed by ann", "managed", "managed by", -1),
        ("the manager of ann", "manager", "managed by", 1),
        ("the manager of ann", "manager", "has manager", 1),
        ("ann s manager", "manager", "manager", 1),
        ("people with ann as manager", "manager", "has manager", -1),
        ("whose manager is ann", "manager", "has manager", -1),
        ("the people with the manager ann", "manager", "has manager", -1),
        ("the manager of ann", "manager", "manager of", -1),
        ("who is ann the manager of", "manager", "manager of", 1),
        ("competitors to ann", "competitors", "has competitor", 1),
        ("services that depend on the ship aurora", "depend", "depends on", -1),
        ("what does aurora depend on", "depend", "depends on", 1),
        ("ships that aurora has followed", "followed", "follows", 1),
        ("parts connected to aurora", "connected", "connected to", -1),
    ],
)
def test_the_way_that_english_says(question: str, said: str, type: str, direction: int) -> None:
    words = tuple(question.split())
    name = next(i for i, word in enumerate(words) if word in NAMES)
    at = words.index(said)
    spans = Span(said, at, at + 1), Span(words[name], name, name + 1)
    assert said_direction(words, *spans, type, {"ship"}) == direction


@pytest.mark.parametrize(
    ("question", "said", "type"),
    [
        ("the prequel of aurora", "prequel", "sequel"),
        ("people who like ships and left aurora", "like", "likes"),
    ],
)
def test_words_that_say_no_way(question: str, said: str, type: str) -> None:
    words = tuple(question.split())
    at, name = words.index(said), words.index("aurora")
    spans = Span(said, at, at + 1), Span("aurora", name, name + 1)
    assert said_direction(words, *spans, type) == 0

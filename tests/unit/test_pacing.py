"""Providers are asked no more often than they take it, and again when they say."""

from __future__ import annotations

from collections.abc import Iterator
from email.message import Message
from types import SimpleNamespace
from typing import Any
from urllib.error import HTTPError

import pytest
from test_given_encoders import letters

from steiner.embed import FunctionEmbedder, langchain_embedder, open_embedder
from steiner.errors import InvalidInput


@pytest.fixture
def slept(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds of each pause: time passes in them alone."""
    pauses, start = list[float](), 1_000.0
    clock = SimpleNamespace(
        monotonic=lambda: start + sum(pauses), sleep=lambda seconds: pauses.append(seconds)
    )
    monkeypatch.setattr("steiner.embed.given.pacing.time", clock)
    monkeypatch.setattr("steiner.embed.given.function_embedder.time", clock)
    return pauses


def refusing(*answers: Exception | None) -> Any:
    """Return a provider that raises these one after the other, and answers where there is none."""
    left: Iterator[Exception | None] = iter(answers)

    def documents(texts: list[str]) -> list[list[float]]:
        if error := next(left):
            raise error
        return letters(texts)

    return documents


def http_error(after: str) -> HTTPError:
    headers = Message()
    headers["Retry-After"] = after
    return HTTPError("http://host", 429, "Too Many Requests", headers, None)


class RateLimitError(Exception):
    """As the packages of openai and others raise it."""

    def __init__(self, after: str) -> None:
        super().__init__("429")
        self.response = SimpleNamespace(headers={"Retry-After": after})


def test_requests_are_kept_apart(slept: list[float]) -> None:
    embedder = FunctionEmbedder("letters", letters, batch=1, per_minute=30)
    embedder.embed(["a", "b", "c"])
    assert slept == [2, 2]
    embedder.embed_question("d")
    assert slept == [2, 2, 2]
    FunctionEmbedder("letters", letters, batch=1).embed(["a", "b", "c"])
    assert len(slept) == 3


@pytest.mark.parametrize(
    ("error", "seconds"),
    [
        (http_error("7"), 7),
        (RateLimitError("2.5"), 2.5),
        (RateLimitError("0.1"), 1),  # Not before the pause of its own.
        (http_error("86400"), 120),
        (http_error("Wed, 21 Oct 2026 07:28:00 GMT"), 1),
        (ConnectionError("reset"), 1),
    ],
)
def test_a_provider_is_asked_again_when_it_says(
    slept: list[float], error: Exception, seconds: float
) -> None:
    FunctionEmbedder("letters", refusing(error, None), tries=2).embed(["a"])
    assert slept == [seconds]


def test_the_environment_says_how_often_providers_are_asked(
    slept: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    fake = pytest.importorskip("langchain_core.embeddings").DeterministicFakeEmbedding(size=8)
    monkeypatch.setenv("STEINER_EMBEDDER_PER_MINUTE", "60")
    langchain_embedder(fake, batch=1).embed(["a", "b"])
    langchain_embedder(fake, batch=1, per_minute=6).embed(["a", "b"])
    assert slept == [1, 10]
    monkeypatch.setenv("STEINER_EMBEDDER_PER_MINUTE", "many")
    for given in ("http://host/v1#bge", fake):
        with pytest.raises(InvalidInput, match="PER_MINUTE must be a whole number above 0"):
            open_embedder(given)
    with pytest.raises(InvalidInput, match="0 \\(no limit\\) or more, got -1"):
        FunctionEmbedder("letters", letters, per_minute=-1)

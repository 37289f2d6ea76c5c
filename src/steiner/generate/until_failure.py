"""A text piece by piece, or an answer, until its model goes away: the error keeps the evidence."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from steiner.answer import Answer
from steiner.errors import Cancelled, ModelFailed, SteinerError
from steiner.evidence import Evidence
from steiner.generate import Generator
from steiner.redaction import redacted


def until_failure(write: Callable[[], Iterator[str]], evidence: Evidence) -> Iterator[str]:
    """Yield what `write` returns; what a model raises keeps the evidence (`failing_with`)."""
    with failing_with(evidence):
        yield from write()


def answered(generator: Generator, question: str, evidence: Evidence) -> Answer:
    """Return the generator's answer; what a model raises keeps the evidence (`failing_with`)."""
    with failing_with(evidence):
        return generator.answer(question, evidence)


@contextmanager
def failing_with(evidence: Evidence) -> Iterator[None]:
    """Give an error of the block the evidence; whatever a provider raises becomes ModelFailed."""
    try:
        yield
    except Cancelled:
        raise
    except SteinerError as error:
        error.evidence = error.evidence or evidence
        raise
    except Exception as error:
        # Whatever a provider's package raises.
        name = type(error).__name__
        said = f"The model failed while it wrote: {name}: {error}. The evidence stands."
        if isinstance(error, MemoryError) or "out of memory" in str(error).casefold():
            said += " A lower budget takes less memory, and so does a smaller model."
        raise ModelFailed(redacted(said), evidence) from error

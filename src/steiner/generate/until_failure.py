"""A text piece by piece, until its model goes away: the error keeps the evidence."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from steiner.errors import ModelFailed, SteinerError
from steiner.graph import Evidence


def until_failure(write: Callable[[], Iterator[str]], evidence: Evidence) -> Iterator[str]:
    """Yield what `write` returns; what a model raises becomes ModelFailed with the evidence."""
    try:
        yield from write()
    except SteinerError:
        raise
    except Exception as error:
        # Whatever a provider's package raises.
        name = type(error).__name__
        said = f"The model failed while it wrote: {name}: {error}. The evidence stands."
        raise ModelFailed(said, evidence) from error

"""The stages of a retrieval as custom events of LangChain, for `astream_events` and tracers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from langchain_core.callbacks import ParentRunManager, dispatch_custom_event

from steiner.calls.stopwatch import telling

STAGE = "steiner_stage"
"""The name of the events; their data is {"stage": "expand"}, say."""


@contextmanager
def announcing(manager: ParentRunManager) -> Iterator[None]:
    """Send an event for each stage that begins in the block, where any callback listens."""
    child = manager.get_child()
    if not child.handlers:
        yield
        return

    def announce(stage: str) -> None:
        dispatch_custom_event(STAGE, {"stage": stage}, config={"callbacks": child})

    with telling(announce):
        yield

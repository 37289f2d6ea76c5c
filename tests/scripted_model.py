"""Language models whose replies are given in turn; they keep their prompts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from steiner.evidence import Usage
from steiner.query.proposing.model_reading import Filled


class ScriptedModel:
    """Fills forms with the given replies; raises those that are errors."""

    def __init__(self, *replies: str | Exception) -> None:
        self.replies, self.prompts = list(replies), list[str]()
        self.schemas = list[Mapping[str, Any] | None]()

    def fill(self, prompt: str, schema: Mapping[str, Any] | None) -> Filled:
        self.prompts.append(prompt)
        self.schemas.append(schema)
        reply = self._next()
        return Filled(reply, Usage(1, self.count_tokens(prompt), self.count_tokens(reply)))

    def count_tokens(self, text: str) -> int:
        return len(text) // 4

    def _next(self) -> str:
        reply = self.replies.pop(0)
        if isinstance(reply, Exception):
            raise reply
        return reply


class ScriptedChat:
    """Writes the given replies in turn, a text for each prompt; it keeps its prompts."""

    def __init__(self, *replies: str) -> None:
        self.replies, self.prompts = list(replies), list[str]()

    def __call__(self, prompts: Sequence[str]) -> list[str]:
        self.prompts += prompts
        return [self.replies.pop(0) for _ in prompts]

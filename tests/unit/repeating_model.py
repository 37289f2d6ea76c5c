"""A language model that writes one text, whatever it is asked; it keeps its prompts."""

from __future__ import annotations

from collections.abc import Sequence


class Repeats:
    """Writes `text` for every prompt; fails at the batch number `fails`."""

    name = "repeats"

    def __init__(self, text: str, fails: int = 99) -> None:
        self.text, self._left = text, fails
        self.prompts: list[str] = []

    def count_tokens(self, text: str) -> int:
        return len(text.split())

    def write(self, prompts: Sequence[str]) -> list[str]:
        if not self._left:
            raise ConnectionError("the provider is away")
        self._left -= 1
        self.prompts += prompts
        return [self.text for _ in prompts]

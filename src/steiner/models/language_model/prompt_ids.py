"""A prompt and its answer as token ids: what stands around the soft prompt, and what has room."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from steiner.errors import InvalidInput
from steiner.model_settings import GraphModelSettings
from steiner.models.graph_encoding.soft_prompt import prompt_tokens
from steiner.models.language_model.layout import content, is_cut, label, layout
from steiner.text import Messages
from steiner.textual_graph import Example, TextGraph


class Pieces(NamedTuple):
    """A prompt's token ids before and after the soft prompt."""

    before: list[int]
    after: list[int]


class PromptIds:
    """Writes prompts and answers with `tokenizer`, for a model of the configuration `config`."""

    def __init__(self, tokenizer: Any, settings: GraphModelSettings, config: Any) -> None:
        self.tokenizer, self.settings, self.config = tokenizer, settings, config
        self.layout = layout(tokenizer)

    def pieces(self, question: str, graph: TextGraph, earlier: Messages | None = None) -> Pieces:
        """Return the token ids of a prompt around its soft prompt.

        Raises InvalidInput where the question alone passes the model's context.
        """
        form = layout(self.tokenizer, earlier) if earlier else self.layout
        ids = self.text(question, graph)
        self._check_room(len(form.head) + len(ids) + len(form.tail))
        if self.settings.position == "before":
            return Pieces([*form.head], [*ids, *form.tail])
        return Pieces([*form.head, *ids], [*form.tail])

    def text(self, question: str, graph: TextGraph) -> list[int]:
        """Return the token ids of the user's words: the graph's text, then the question."""
        shown = graph if self.settings.textual else TextGraph()
        own = self.settings
        text = content(self.tokenizer, question, shown, own.max_text, own.labelled)
        ids: list[int] = self.tokenizer.encode(text, add_special_tokens=False)
        return ids

    def is_cut(self, example: Example) -> bool:
        """Say whether the graph's text has more rows than its prompt has room for."""
        own, graph = self.settings, example.graph
        if not own.textual or not graph.ids:
            return False
        return is_cut(self.tokenizer, example.question, graph, own.max_text, own.labelled)

    def label(self, answers: Sequence[str], room: int | None = None) -> list[int]:
        """Return the token ids of the answer with the turn's end, at most `max_label`, or `room`.

        One that is longer has no end: the model is not to learn to stop in the middle.
        """
        longest = self.settings.max_label
        return self.whole_label(answers)[: longest if room is None else min(longest, room)]

    def whole_label(self, answers: Sequence[str]) -> list[int]:
        """Return the token ids of the answer with the turn's end, however many they are."""
        return label(self.tokenizer, answers, self.layout.end)

    def label_room(self, example: Example) -> int:
        """Return how many tokens of an answer are learnt behind this prompt."""
        longest = max(self.settings.max_text, len(self.text(example.question, TextGraph())))
        filled = Pieces([*self.layout.head, *self.layout.tail], [0] * longest)
        most: int = self.settings.max_label
        if self.room(filled) >= most:
            return most  # Whatever the graph: it is not written for this.
        return min(most, self.room(self.pieces(example.question, example.graph)))

    def room(self, pieces: Pieces) -> int:
        """Return how many tokens the model has behind a prompt."""
        context: int = self.config.max_position_embeddings
        taken = len(pieces.before) + len(pieces.after) + prompt_tokens(self.settings)
        return context - taken

    def _check_room(self, tokens: int) -> None:
        settings = self.settings
        room = (
            self.config.max_position_embeddings - settings.max_new_tokens - prompt_tokens(settings)
        )
        if tokens > room:
            raise InvalidInput(
                f"The question takes {tokens} tokens with its prompt, but {settings.llm} has room "
                f"for {room}. A question is never cut: ask a shorter one."
            )

"""The chat template around one user turn, so that a soft prompt can stand inside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from steiner.errors import InvalidInput
from steiner.text import Messages
from steiner.textual_graph import TextGraph
from steiner.textualise.table import fitted, table

_MARK = "STEINERMARK"
PLAIN_GRAPH = "Textualized Graph:\n"
PLAIN_QUESTION = "Please answer the given question.\nQuestion: {}"
PLAIN_END = "\n\nAnswer:"
"""What stands around graph and question for a base model, and where a prompt is `labelled`
(Align-GRAG, figure 11)."""
_TASK = "Argument 1: "
"""How a question of ExplaGraphs begins, which says itself what is asked."""
_LONGEST_TOKEN = 20
"""Characters of a token, at most, where a text is so long that it need not be read."""
BETWEEN_ANSWERS = "|"
"""Between the answers of one question, as G-Retriever's code writes them."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Token ids of the template: `head` before the user's words, `tail` after them, `end` last.

    After `tail` the model begins to answer; `end` ends its turn. No id of them is searched in a
    prompt, so that a model without BOS works like one with.
    """

    head: tuple[int, ...]
    tail: tuple[int, ...]
    end: int


def layout(tokenizer: Any, earlier: Messages | None = None) -> Layout:
    """Read the layout off the tokenizer's chat template, after the `earlier` messages.

    A base model, which has none, reads plain text that ends with "Answer:" (Align-GRAG, figure 11).
    Raises InvalidInput for a base model and earlier messages.
    """
    if is_base(tokenizer):
        return _plain_layout(tokenizer, earlier)
    user = [*(earlier or []), {"role": "user", "content": _MARK}]
    head, tail = _around(tokenizer, user, add_generation_prompt=True)
    return Layout(tuple(_ids(tokenizer, head)), tuple(_ids(tokenizer, tail)), _end(tokenizer))


def is_base(tokenizer: Any) -> bool:
    """Say whether a model was never taught to chat: it has no chat template."""
    return not tokenizer.chat_template


def _plain_layout(tokenizer: Any, earlier: Messages | None) -> Layout:
    if earlier:
        raise InvalidInput(
            f"A conversation needs a model with a chat template, which {tokenizer.name_or_path!r} "
            f"does not have. Name an instruction-tuned one, or ask without earlier messages."
        )
    begin = () if tokenizer.bos_token_id is None else (int(tokenizer.bos_token_id),)
    return Layout(begin, tuple(_ids(tokenizer, PLAIN_END)), int(tokenizer.eos_token_id))


def _end(tokenizer: Any) -> int:
    """Return the token that ends an answer: the first behind it that is no space.

    Llama-2's template writes a space between the answer and its end. Without any token behind the
    answer it is the tokenizer's own.
    """
    _, after = _around(tokenizer, [{"role": "user", "content": "?"}, _answer()])
    own: int = tokenizer.eos_token_id
    return next((id for id in _ids(tokenizer, after) if tokenizer.decode([id]).strip()), own)


def content(
    tokenizer: Any, question: str, graph: TextGraph, room: int, labelled: bool = False
) -> str:
    """Write graph text, then question: of `room` tokens, whole rows, best first.

    The question is never cut; the graph gets what it leaves. A base model reads what each part is,
    as does another where the prompt is `labelled`.
    """
    begin, asked = _parts(tokenizer, question, labelled)
    left = room - len(_ids(tokenizer, asked))
    fitting = fitted(graph, lambda text: len(_ids(tokenizer, f"{begin}{text}\n")) <= left)
    return f"{begin}{table(fitting)}\n{asked}" if fitting.ids else asked


def is_cut(
    tokenizer: Any, question: str, graph: TextGraph, room: int, labelled: bool = False
) -> bool:
    """Say whether `content` leaves rows of the graph out."""
    begin, asked = _parts(tokenizer, question, labelled)
    whole = f"{begin}{table(graph)}\n"
    if len(whole) > _LONGEST_TOKEN * room:
        return True  # A graph of 100,000 tokens is not read to say so.
    return len(_ids(tokenizer, whole)) > room - len(_ids(tokenizer, asked))


def _parts(tokenizer: Any, question: str, labelled: bool) -> tuple[str, str]:
    """Return what stands before the graph, and what after it: the question as it is asked."""
    base = is_base(tokenizer)
    named = base or labelled
    wrapped = named and not question.startswith(_TASK)
    asked = PLAIN_QUESTION.format(question) if wrapped else question
    return PLAIN_GRAPH if named else "", asked + (PLAIN_END if labelled and not base else "")


def label(tokenizer: Any, answers: Sequence[str], end: int) -> list[int]:
    """Return the token ids of the whole answer with the turn's end."""
    return [*_ids(tokenizer, BETWEEN_ANSWERS.join(answers)), end]


def _ids(tokenizer: Any, text: str) -> list[int]:
    ids: list[int] = tokenizer.encode(text, add_special_tokens=False)
    return ids


def _answer() -> dict[str, str]:
    return {"role": "assistant", "content": _MARK}


def _around(tokenizer: Any, messages: Messages, **options: Any) -> tuple[str, str]:
    text: str = tokenizer.apply_chat_template(messages, tokenize=False, **options)
    head, _, tail = text.partition(_MARK)
    return head, tail

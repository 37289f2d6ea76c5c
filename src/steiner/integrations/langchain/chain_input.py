"""What a chain is asked: a question, messages, or a dict, read into one record."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, convert_to_messages

from steiner.answer import Answer
from steiner.errors import InvalidInput
from steiner.filters import EVERYTHING, Filter
from steiner.keywords import require_name
from steiner.question.history import Turn

_KEYS = ("question", "seeds", "where", "history", "messages", "choose")
_OUTPUT = ("context", "answer", "result")
"""What a chain returns: a LangGraph state that keeps it brings it along the next time."""


class ChainInput(NamedTuple):
    """The question and what goes with it; `in_state`: it is the last of a dict's `messages`.

    `choose`: which of its readings is meant.
    """

    question: str
    seeds: Sequence[str] = ()
    where: Filter = EVERYTHING
    history: Sequence[Turn] = ()
    in_state: bool = False
    choose: int = 0

    def replied(self, answer: Answer) -> dict[str, Any]:
        """Return what the chain adds at its end: to a state's messages one more."""
        said = {"messages": [AIMessage(answer.text)]} if self.in_state else {}
        return {"result": answer, **said}


def input_of(asked: Any) -> ChainInput:
    """Read a question, messages, or a dict of them. Raises InvalidInput for anything else."""
    given = {"question": asked} if isinstance(asked, str) else asked
    in_state = isinstance(given, dict) and "messages" in given
    given = {"messages": given} if isinstance(given, list) else given
    if not isinstance(given, dict) or ("question" in given) == ("messages" in given):
        raise _unreadable(asked)
    for name in given.keys() - _OUTPUT:
        require_name(str(name), _KEYS, "key of SteinerChain's input:")
    before = _messages(given.get("history", []))
    if "messages" in given:
        *earlier, last = _messages(given["messages"]) or [AIMessage("")]
        question, before = last.text if isinstance(last, HumanMessage) else None, before + earlier
    else:
        question = given["question"]
    if not isinstance(question, str):
        raise _unreadable(asked)
    seeds, where = given.get("seeds", ()), given.get("where", EVERYTHING)
    more = turns_of(before), in_state, given.get("choose", 0)
    return ChainInput(str(question), seeds, where, *more)


def check_keywords(given: Iterable[str]) -> None:
    """Raise InvalidInput for a keyword of a call: what goes with a question stands in its dict."""
    for name in given:
        if name in _KEYS:
            raise InvalidInput(
                f"{name!r} goes with the question, in one dict: "
                f'{{"question": "…", {json.dumps(name)}: …}}. Got it as a keyword.'
            )
        require_name(name, ("config", "input"), "keyword of SteinerChain's calls:")


def turns_of(messages: Sequence[BaseMessage]) -> list[Turn]:
    """Return the questions with their answers, the oldest first.

    [human "Who leads it?", AI "Ann"] gives [Turn("Who leads it?", "Ann")].
    """
    turns: list[Turn] = []
    for message in messages:
        if isinstance(message, HumanMessage):
            turns.append(Turn(str(message.text), ""))
        elif isinstance(message, AIMessage) and turns:
            last = turns.pop()
            turns.append(Turn(last.question, "\n".join(filter(None, [last.answer, message.text]))))
    return turns


def _messages(given: Any) -> list[BaseMessage]:
    try:
        return convert_to_messages(given)
    except (ValueError, NotImplementedError, TypeError) as error:
        raise InvalidInput(
            f"Messages of LangChain, or (role, text) pairs, are expected, got {given!r}: {error}"
        ) from error


def _unreadable(asked: Any) -> InvalidInput:
    return InvalidInput(
        f"SteinerChain expects a question, messages whose last is the user's, or a dict with the "
        f'text "question" or with "messages", got {asked!r}.'
    )

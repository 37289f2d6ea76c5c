"""A chat model of LangChain whose replies are kept by the hash of the prompt, tools and all."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.utils.function_calling import convert_to_openai_tool
from pydantic import Field

from judge.lines import rows_of
from steiner.text import quarter_characters

_ELEMENT = re.compile(r"\b([45]):([0-9a-f]{8}-[0-9a-f-]{27}):")
"""The start of an element id; the database's own id within it is another on each server."""
_TODAY = re.compile(r"^Today is \d{4}-\d{2}-\d{2}\.$", re.MULTILINE)
_ASKED_ON = "Today is 2026-11-28."
"""What prompts say in place of the day, which would make each of them another tomorrow."""


class OpenPrompt(Exception):
    """Nobody has replied to a prompt yet; it waits in the folder."""


class KeptChat(BaseChatModel):
    """Replies as `kept` (a JSONL of id and reply) says; another prompt waits in `folder`/prompts.

    A reply that is a JSON object with "tool_calls" ([{"name": ..., "arguments": {...}}]) calls
    tools. `waiting`: ids of prompts without a reply, each as often as it was asked. Tokens are
    characters / 4.
    """

    kept: Path
    folder: Path
    replies: dict[str, str] = Field(default_factory=dict)
    waiting: list[str] = Field(default_factory=list)
    tools: list[Any] = Field(default_factory=list)
    prompts: list[str] = Field(default_factory=list)

    def calls(self) -> int:
        """Return how often the model was asked."""
        return len(self.prompts)

    def taken_in(self) -> KeptChat:
        """Read what is kept, and keep the replies in `folder`/replies that are new."""
        self.replies |= {row["id"]: row["reply"] for row in _rows(self.kept)}
        new = {
            path.stem: path.read_text(encoding="utf-8").strip()
            for path in sorted((self.folder / "replies").glob("*.txt"))
        }
        self.replies |= new
        lines = (
            json.dumps({"id": id, "reply": text}, ensure_ascii=False) + "\n"
            for id, text in sorted(self.replies.items())
        )
        self.kept.write_text("".join(lines), encoding="utf-8")
        return self

    def bind_tools(self, tools: Sequence[Any], **_: Any) -> Any:
        """Return the model that is told of tools, with the same replies."""
        return self.model_copy(update={"tools": list(map(convert_to_openai_tool, tools))})

    def with_structured_output(self, *_: Any, **__: Any) -> Any:
        """Refuse: a reply is held to no schema."""
        raise NotImplementedError

    def _generate(self, messages: list[BaseMessage], *_: Any, **__: Any) -> ChatResult:
        prompt = "\n\n".join(map(_written, messages))
        if self.tools:
            prompt += f"\n\n[tools]\n{json.dumps(self.tools, indent=1)}"
        own = _ELEMENT.search(prompt)
        prompt = _TODAY.sub(_ASKED_ON, _ELEMENT.sub(r"\1:db:", prompt))
        self.prompts.append(prompt)
        id = hashlib.sha256(prompt.encode()).hexdigest()[:16]
        if id not in self.replies:
            self._waits(id, prompt)
            raise OpenPrompt(id)
        text = self.replies[id]
        told = re.sub(r"\b([45]):db:", rf"\1:{own[2]}:", text) if own else text
        message = _message(told, quarter_characters(prompt), quarter_characters(text))
        return ChatResult(generations=[ChatGeneration(message=message)])

    def _waits(self, id: str, prompt: str) -> None:
        self.waiting.append(id)
        prompts = self.folder / "prompts"
        prompts.mkdir(parents=True, exist_ok=True)
        (prompts / f"{id}.txt").write_text(prompt, encoding="utf-8")

    @property
    def _llm_type(self) -> str:
        return "kept"


def _rows(path: Path) -> list[dict[str, Any]]:
    return rows_of(path) if path.exists() else []


def _written(message: BaseMessage) -> str:
    calls = message.tool_calls if isinstance(message, AIMessage) else []
    called = [{"name": call["name"], "arguments": call["args"]} for call in calls]
    return f"[{message.type}]\n{message.text}" + (f"\n{json.dumps(called)}" if called else "")


def _message(text: str, read: int, written: int) -> AIMessage:
    usage: Any = {"input_tokens": read, "output_tokens": written, "total_tokens": read + written}
    try:
        called = json.loads(text)["tool_calls"]
    except (ValueError, KeyError, TypeError):
        return AIMessage(text, usage_metadata=usage)
    calls: Any = [
        {"name": call["name"], "args": call["arguments"], "id": f"call_{at}"}
        for at, call in enumerate(called)
    ]
    return AIMessage("", tool_calls=calls, usage_metadata=usage)

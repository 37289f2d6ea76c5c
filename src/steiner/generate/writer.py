"""Texts for prompts, by any chat model or a local one: each prompt is paid for once.

What is written stands in a JSONL, by the hash of prompt and model (its content, and how it samples,
seed and all), and is kept at Ctrl-C: the same call goes on there.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

from rich.console import Console

from steiner.calls.remarks import collects, remark
from steiner.errors import ModelFailed, SteinerError
from steiner.evidence import Usage
from steiner.generate import GenerateSettings
from steiner.generate.chat import chat_model, is_chat_model, usage_of
from steiner.generate.local import LocalGenerator
from steiner.generate.model_identity import chat_identity, local_identity
from steiner.generate.replies import reply
from steiner.progress import Report, silent
from steiner.query.proposing.model_reading import Filled
from steiner.redaction import redacted
from steiner.text import quarter_characters
from steiner.textual_graph import parsed, read_lines
from steiner.whole_files import append, write_whole

_LOG = logging.getLogger(__name__)


_UNLIKED = (400, 404, 422)
"""What a provider answers a request whose schema it does not take."""


class TextModel(Protocol):
    """Writes a text for each prompt; `name` tells it from other models.

    Where one name may stand for several, it also has an `identity` that tells their texts apart.
    """

    name: str

    def count_tokens(self, text: str) -> int:
        """Count the tokens of `text`."""

    def write(self, prompts: Sequence[str]) -> list[str]:
        """Return a text for each prompt, in their order."""


def written_by(name: str, write: Callable[[], list[str]], count: int) -> list[str]:
    """Return what a model writes, without its thinking.

    Where it fails while evidence is retrieved it wrote nothing, `count` empty texts, which the
    evidence says. Raises ModelFailed elsewhere, whatever the provider raised.
    """
    try:
        return [reply(text) for text in write()]
    except SteinerError:
        raise
    except Exception as error:
        failed = f"The model {name} failed: {type(error).__name__}"
        said = redacted(f"{failed}: {error}")
        if not collects():
            raise ModelFailed(said) from error
        # What a provider says is for the log: evidence goes to whoever asked.
        _LOG.warning(said)
        remark(failed)
        return [""] * count


class ChatTexts:
    """LangChain's chat model `model`; a batch is sent at once. Tokens are characters / 4.

    `system` is told before each prompt, as a message of its own ("": nothing).
    """

    def __init__(self, model: Any, name: str, system: str = "") -> None:
        self.name, self._model, self._fills = name, model, True
        self._system = system

    @property
    def identity(self) -> str:
        """The model's name and settings, with what it is told before each prompt."""
        return chat_identity(self.name, self._model) + self._system

    def count_tokens(self, text: str) -> int:
        """Count the tokens of `text`, about."""
        return quarter_characters(text)

    def write(self, prompts: Sequence[str]) -> list[str]:
        """Return a text for each prompt, as `written_by`."""
        begun = [("system", self._system)] if self._system else []
        messages: list[Any] = [[*begun, ("user", prompt)] for prompt in prompts]

        def write() -> list[str]:
            return [str(message.text) for message in self._model.batch(messages)]

        return written_by(self.name, write, len(prompts))

    def fill(self, prompt: str, schema: Mapping[str, Any] | None) -> Filled:
        """Return JSON for a prompt, without thinking: of a schema where the provider can.

        Tokens are those that the provider counts, its own form of the schema among them, where it
        says them. Raises ModelFailed, whatever the provider raised; what that said is for the log.
        """
        try:
            message = self._filled([("user", prompt)], schema)
        except SteinerError:
            raise
        except Exception as error:
            failed = f"The model {self.name} failed: {type(error).__name__}"
            _LOG.warning(redacted(f"{failed}: {error}"))
            raise ModelFailed(failed) from error
        text = _filled_in(message)
        about = Usage(1, self.count_tokens(prompt), self.count_tokens(text))
        return Filled(reply(text), usage_of(message, about))

    def _filled(self, messages: list[Any], schema: Mapping[str, Any] | None) -> Any:
        """Return the message that a provider replies with."""
        if schema is None or (model := self._filling(schema)) is None:
            return self._model.invoke(messages)
        try:
            return model.invoke(messages)["raw"]
        except Exception as error:
            if getattr(error, "status_code", None) not in _UNLIKED:
                raise
        self._fills = False
        return self._filled(messages, schema)

    def _filling(self, schema: Mapping[str, Any]) -> Any:
        """Return the model, held to a JSON Schema; None where it knows no such output."""
        if not self._fills:
            return None
        try:
            return self._model.with_structured_output(
                dict(schema), method="json_schema", include_raw=True
            )
        except (NotImplementedError, TypeError, ValueError, AttributeError):
            return None


def _filled_in(message: Any) -> str:
    """Return the JSON of a message: its text, or the arguments of the tool that it calls."""
    called = getattr(message, "tool_calls", None)
    return json.dumps(called[-1]["args"]) if called else str(message.text)


class LocalTexts:
    """A model on this machine; it writes one text after the other.

    `system` is told before each prompt, as a message of its own ("": nothing).
    """

    def __init__(self, generator: LocalGenerator, system: str = "") -> None:
        self.name, self._generator = generator.model, generator
        self._begun = [{"role": "system", "content": system}] if system else []

    @cached_property
    def identity(self) -> str:
        """The model's files, how it writes, and what it is told before each prompt."""
        self._generator.count_tokens("")  # A hub's model is at hand then, and has a version.
        system = "".join(message["content"] for message in self._begun)
        return local_identity(self.name, self._generator.settings) + system

    def count_tokens(self, text: str) -> int:
        """Count the tokens of `text` with the model's own tokenizer."""
        return self._generator.count_tokens(text)

    def write(self, prompts: Sequence[str]) -> list[str]:
        """Return a text for each prompt, as `written_by`."""

        def write() -> list[str]:
            asked = ([*self._begun, {"role": "user", "content": prompt}] for prompt in prompts)
            return [self._generator.complete(messages) for messages in asked]

        return written_by(self.name, write, len(prompts))

    def fill(self, prompt: str, _: Mapping[str, Any] | None) -> Filled:
        """Return a text for a prompt, as `write`: a local model is held to no schema."""
        (text,) = self.write([prompt])
        return Filled(text, Usage(1, self.count_tokens(prompt), self.count_tokens(text)))


def open_text_model(
    name: str, settings: GenerateSettings | None = None, system: str = ""
) -> ChatTexts | LocalTexts:
    """Open a provider's chat model (`provider:name`), or a local model by name or folder.

    `settings` say how a local model writes; `system` is told before each prompt.
    """
    if is_chat_model(name):
        return ChatTexts(chat_model(name), name, system)
    return LocalTexts(LocalGenerator(name, settings), system)


class Writer:
    """Writes texts with `model`, in batches of `batch`, and keeps them in `file`.

    Before it begins it shows on `console` how many prompts and tokens the model will read.
    """

    def __init__(
        self, model: TextModel, file: Path, batch: int = 16, console: Console | None = None
    ) -> None:
        self._model, self._file, self._batch = model, file, batch
        self._console = console or Console(stderr=True)
        self._written = _read(file)

    def write(self, prompts: Sequence[str], report: Report = silent) -> list[str]:
        """Return a text for each prompt, in their order; what was written before is not again."""
        missing = [p for p in dict.fromkeys(prompts) if self._key(p) not in self._written]
        self._announce(len(set(prompts)), missing)
        for start in range(0, len(missing), self._batch):
            report("texts", start, len(missing))
            chosen = missing[start : start + self._batch]
            self._keep(chosen, self._model.write(chosen))
        report("texts", len(missing), len(missing))
        return [self._written[self._key(prompt)] for prompt in prompts]

    def _announce(self, count: int, missing: Sequence[str]) -> None:
        tokens = sum(map(self._model.count_tokens, missing))
        text = f"{count:,} texts by {self._model.name}: {count - len(missing):,} written before, "
        text += f"{len(missing):,} to write from {tokens:,} tokens."
        self._console.print(text, markup=False, highlight=False, soft_wrap=True)

    def _keep(self, prompts: Sequence[str], texts: Sequence[str]) -> None:
        pairs = [(self._key(p), text) for p, text in zip(prompts, texts, strict=True)]
        lines = (json.dumps({"key": key, "text": text}) + "\n" for key, text in pairs)
        self._file.parent.mkdir(parents=True, exist_ok=True)
        append(self._file, "".join(lines))
        self._written.update(pairs)

    def _key(self, prompt: str) -> str:
        return hashlib.sha256(json.dumps([self.identity, prompt]).encode()).hexdigest()

    @cached_property
    def identity(self) -> str:
        """What tells the model's texts from those of others."""
        own: str = getattr(self._model, "identity", self._model.name)
        return own


def _read(path: Path) -> dict[str, str]:
    """Return the texts of a file by key; a line that was cut off is taken out of it."""
    if not path.is_file():
        return {}
    rows = [row for line in read_lines(path) if isinstance(row := parsed(line), dict)]
    whole = "".join(f"{json.dumps(row)}\n" for row in rows)
    write_whole(path, whole)
    return {str(row["key"]): str(row["text"]) for row in rows if {"key", "text"} <= row.keys()}

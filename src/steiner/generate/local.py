"""Answers by a transformers model on this machine: a hub name, a folder, or the packaged one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from itertools import chain
from typing import Any

from steiner.answer import Answer
from steiner.evidence import Evidence, Fact
from steiner.generate import GenerateSettings, prompt
from steiner.generate.grounding import vocabulary
from steiner.generate.grounding.citations import cite
from steiner.generate.replies import opened_by, reply, spoken
from steiner.generate.sampling import sampling
from steiner.generate.streaming import streamed
from steiner.keywords import known_keywords
from steiner.model_settings import DEFAULT_MODEL
from steiner.models.language_model.language_model_files import load, require_transformers
from steiner.models.language_model.layout import PLAIN_END, is_base
from steiner.text import Messages

_SMALL = 1_000_000_000
"""Parameters below which the form "auto" is the closed one."""
_TEMPLATE_END = 16
"""Tokens at the end of a prompt that a chat template may put before what the model writes."""


@known_keywords
class LocalGenerator:
    """Writes answers with a causal language model; a base model reads the same as plain text.

    `model` is a Hugging Face name or a local folder. It is loaded at the first use, which raises
    MissingExtra without transformers and InvalidInput for what cannot be loaded.
    """

    def __init__(
        self, model: str = DEFAULT_MODEL, settings: GenerateSettings | None = None
    ) -> None:
        self.model = model
        self.settings = settings or GenerateSettings()

    def answer(self, question: str, evidence: Evidence) -> Answer:
        """Return the whole answer with its citations."""
        return self.cited(question, "".join(self.stream(question, evidence)), evidence)

    def cited(self, question: str, text: str, evidence: Evidence) -> Answer:
        """Return the answer of a whole text, without its thinking."""
        return cite(question, reply(text), evidence)

    def stream(self, question: str, evidence: Evidence) -> Iterator[str]:
        """Yield the answer's text as the model writes it; to stop reading stops the model."""
        streamer = require_transformers().TextIteratorStreamer(
            self.tokenizer, skip_prompt=True, skip_special_tokens=True
        )
        messages = self.messages(question, evidence)
        if messages[-1]["role"] == "assistant":
            yield messages[-1]["content"]
        inputs = self._encode(messages)
        options = {**inputs, **self._options(question, evidence, inputs["input_ids"].shape[1])}
        written = streamed(partial(self._network.generate, **options), streamer)
        yield from spoken(chain([self._thinking(inputs)], written))

    def complete(self, messages: Messages) -> str:
        """Return what the model writes to a chat; nothing holds it to evidence."""
        inputs = self._encode(messages)
        written = self._network.generate(**inputs, **self._decoding())
        own = written[0][inputs["input_ids"].shape[1] :]
        text: str = self.tokenizer.decode(own, skip_special_tokens=True)
        return self._thinking(inputs) + text.strip()

    def count_tokens(self, text: str) -> int:
        """Count the tokens of `text` with the model's own tokenizer; loads no weights."""
        return len(self.tokenizer.encode(text, add_special_tokens=False))

    def messages(self, question: str, evidence: Evidence) -> Messages:
        """Return the prompt as it fits the model's context, facts cut from the end."""
        facts: Sequence[Fact] = evidence.facts
        build: Callable[[Sequence[Fact]], Messages] = partial(prompt.tagged, question)
        if self._closed:
            facts = facts[: self.settings.facts]
            build = partial(prompt.closed, question, answers=evidence.answers)
        config = self._network.config.get_text_config()
        room = config.max_position_embeddings - self.settings.max_new_tokens
        return prompt.fit(facts, build, lambda m: self._encode(m)["input_ids"].shape[1], room)

    @cached_property
    def tokenizer(self) -> Any:
        """The model's tokenizer."""
        return load("AutoTokenizer", self.model)

    @cached_property
    def _network(self) -> Any:
        require_transformers()
        import torch

        from steiner.models.language_model.causal_network import causal_network

        torch.set_num_threads(min(self.settings.threads, torch.get_num_threads()))
        return causal_network(self.model, self.settings.device, "auto")

    def _thinking(self, inputs: Any) -> str:
        """Return the mark of thinking that the chat template opens for the model, if it does."""
        return opened_by(self.tokenizer.decode(inputs["input_ids"][0][-_TEMPLATE_END:]))

    @property
    def _closed(self) -> bool:
        form = self.settings.form
        return form == "closed" or (form == "auto" and self._network.num_parameters() < _SMALL)

    def _encode(self, messages: Messages) -> Any:
        begun = messages[-1]["role"] == "assistant"
        if is_base(self.tokenizer):
            text = "\n\n".join(message["content"] for message in messages)
            plain = self.tokenizer(
                text if begun else f"{text}{PLAIN_END}",
                return_tensors="pt",
                return_token_type_ids=False,
            )
            return plain.to(self._network.device)
        encoded = self.tokenizer.apply_chat_template(
            messages,
            add_generation_prompt=not begun,
            continue_final_message=begun,
            return_tensors="pt",
            return_dict=True,
        )
        return encoded.to(self._network.device)

    def _options(self, question: str, evidence: Evidence, length: int) -> dict[str, Any]:
        options = self._decoding()
        if self._closed:
            options["prefix_allowed_tokens_fn"] = self._held(question, evidence, length)
        return options

    def _decoding(self) -> dict[str, Any]:
        return {
            "max_new_tokens": self.settings.max_new_tokens,
            **sampling(self.settings),
            "pad_token_id": self.tokenizer.pad_token_id or self.tokenizer.eos_token_id,
        }

    def _held(
        self, question: str, evidence: Evidence, length: int
    ) -> Callable[[int, Any], list[int]]:
        """Hold the writing, which begins after `length` tokens, to the words shown."""
        shown = (fact.text for fact in evidence.facts[: self.settings.facts])
        words = vocabulary.words_of([question, *shown, *evidence.answers])
        encode = partial(self.tokenizer.encode, add_special_tokens=False)
        root, stop = vocabulary.trie(words, encode), self.tokenizer.eos_token_id
        return lambda _, ids: vocabulary.allowed_tokens(root, ids[length:].tolist(), stop)

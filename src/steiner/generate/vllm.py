"""Answers through a vLLM server: only the soft prompt and the token embeddings are here.

The server renders its own chat template around the user's words, which it gets as prompt embeddings
(`--enable-prompt-embeds`). It deserialises tensors: let trusted callers alone reach it.
"""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPException
from typing import Any
from urllib.request import Request, urlopen

import torch

from steiner.answer import Answer
from steiner.errors import ConnectionFailed
from steiner.evidence import Evidence
from steiner.generate.graph_generator import listed_answer
from steiner.generate.replies import reply, spoken
from steiner.keywords import known_keywords
from steiner.models.language_model.graph_language_model import GraphLanguageModel
from steiner.textual_graph import TextGraph
from steiner.textualise.table import text_graph

_DATA = b"data: "


@known_keywords
class VllmGenerator:
    """Writes answers with the language model that vLLM serves as `served` at `url`.

    `model` comes from `embeddings_only`, which loads no more of the language model than its token
    embeddings; adapters must be merged into what is served (`merge`). `timeout` in seconds.
    Raises ConnectionFailed where the server does not answer or refuses.
    """

    def __init__(
        self, model: GraphLanguageModel, url: str, served: str, timeout: float = 120.0
    ) -> None:
        self.model = model.eval()
        self.url, self.served, self.timeout = url.rstrip("/"), served, timeout

    def answer(self, question: str, evidence: Evidence) -> Answer:
        """Return the whole answer with its citations."""
        text = reply("".join(self.stream(question, evidence)))
        return listed_answer(question, text, evidence)

    def stream(self, question: str, evidence: Evidence) -> Iterator[str]:
        """Yield the answer's text as the server sends it."""
        yield from self.pieces(question, text_graph(evidence))

    def count_tokens(self, text: str) -> int:
        """Count the tokens of `text` with the model's own tokenizer."""
        return len(self.model.tokenizer.encode(text, add_special_tokens=False))

    def pieces(self, question: str, graph: TextGraph) -> Iterator[str]:
        """Yield the answer to a question from its graph in pieces."""
        with torch.no_grad():
            turn = self.model.user_turn(question, graph)
        part = {"type": "prompt_embeds", "data": _encoded(turn)}
        asked = {
            "model": self.served,
            "messages": [{"role": "user", "content": [part]}],
            "max_tokens": self.model.settings.max_new_tokens,
            "temperature": 0,
            "stream": True,
        }
        yield from spoken(self._events(asked))

    def _events(self, asked: dict[str, Any]) -> Iterator[str]:
        request = Request(
            f"{self.url}/v1/chat/completions",
            json.dumps(asked).encode(),
            {"Content-Type": "application/json"},
        )
        try:
            with closing(urlopen(request, timeout=self.timeout)) as reply:
                for line in reply:
                    if line.startswith(_DATA) and b"[DONE]" not in line:
                        yield from self._text(json.loads(line[len(_DATA) :]))
        except (OSError, HTTPException) as error:
            raise ConnectionFailed(
                f"The vLLM server at {self.url} gave no answer: {_reason(error)} Start it with "
                f"--enable-prompt-embeds and --served-model-name {self.served}."
            ) from error

    def _text(self, event: dict[str, Any]) -> Iterator[str]:
        """Yield the text of an event. A server that has begun to answer reports errors as one."""
        if error := event.get("error"):
            said = error.get("message", error) if isinstance(error, dict) else error
            raise ConnectionFailed(
                f"The vLLM server at {self.url} broke off its answer: {str(said).rstrip('.')}. Its "
                f"log says more; a shorter question or --max-model-len may mend it."
            )
        for choice in event.get("choices", ()):
            if piece := choice.get("delta", {}).get("content"):
                yield piece


def _encoded(tensor: torch.Tensor) -> str:
    file = io.BytesIO()
    torch.save(tensor.cpu().contiguous().clone(), file)
    return base64.b64encode(file.getvalue()).decode()


def _reason(error: Exception) -> str:
    read = getattr(error, "read", None)
    reason = read().decode(errors="replace")[:500] if read else str(error)
    return f"{reason.rstrip('.')}."

"""What a vLLM server sends while it answers: text, and errors as events."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

pytest.importorskip("torch", reason="needs the extra train")
pytest.importorskip("torch_geometric.nn", reason="needs the extra train")

from steiner.errors import ConnectionFailed
from steiner.generate.vllm import VllmGenerator
from steiner.textual_graph import TextGraph


class Model:
    """Stands in for the model beside the server."""

    class settings:  # noqa: N801
        max_new_tokens = 4

    def eval(self) -> Model:
        return self

    def user_turn(self, *_: Any) -> Any:
        import torch

        return torch.zeros(1, 2)


def answered(monkeypatch: pytest.MonkeyPatch, *events: dict[str, Any]) -> str:
    lines = "".join(f"data: {json.dumps(event)}\n\n" for event in events) + "data: [DONE]\n"
    monkeypatch.setattr(
        "steiner.generate.vllm.urlopen", lambda *_, **__: io.BytesIO(lines.encode())
    )
    model: Any = Model()
    return "".join(VllmGenerator(model, "http://here", "name").pieces("?", TextGraph()))


def text(piece: str) -> dict[str, Any]:
    return {"choices": [{"delta": {"content": piece}}]}


def test_pieces_of_text_are_the_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    assert answered(monkeypatch, text("An"), {"choices": []}, text("n")) == "Ann"


@pytest.mark.parametrize("error", [{"message": "out of blocks.", "code": 500}, "out of blocks"])
def test_an_error_event_is_no_empty_answer(monkeypatch: pytest.MonkeyPatch, error: Any) -> None:
    with pytest.raises(ConnectionFailed, match=r"here broke off its answer: out of blocks\. Its"):
        answered(monkeypatch, text("An"), {"error": error})

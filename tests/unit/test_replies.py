"""A reply is neither thinking nor marks of a turn, whole and piece by piece."""

from __future__ import annotations

import random

import pytest

from steiner.errors import ModelFailed
from steiner.generate.replies import Beginning, opened_by, reply, reply_pieces, spoken

WRITTEN = [
    ("Ann. [F1]", "Ann. [F1]"),
    ("<think>Bob? [F2] No.</think>\n\nAnn. [F1]", "Ann. [F1]"),
    ("<THINK>x</Think>Ann.", "Ann."),
    ("<think></think>Ann.", "Ann."),
    ("Well: <think>a</think>Ann. <think>b</think>Bye.", "Well: Ann. Bye."),
    ("<thinking>a < b</thinking>Ann.", "Ann."),
    ("[THINK]x[/THINK]Ann.", "Ann."),
    ("◁think▷x◁/think▷Ann.", "Ann."),
    (
        "<|channel|>analysis<|message|>x<|end|><|start|>assistant<|channel|>final<|message|>Ann.",
        "Ann.",
    ),
    ("Ann.<|im_end|>\n<|im_start|>user\nAnd Bob?", "Ann."),
    ("Ann.</s></s>", "Ann."),
    ("Ann.<end_of_turn>", "Ann."),
    ("<think>never closed [F2]", ""),
    ("a < b and [F1] <b>Ann</b>", "a < b and [F1] <b>Ann</b>"),
    ("Ann <thi", "Ann <thi"),
    ("", ""),
]


@pytest.mark.parametrize(("written", "said"), WRITTEN)
def test_a_reply_is_without_its_thinking_however_it_is_parted(written: str, said: str) -> None:
    assert reply(written) == said
    drawn = random.Random(written)
    for size in (1, 2, 3, 5, 7, 100):
        pieces = [written[i : i + size] for i in range(0, len(written), size)]
        assert "".join(reply_pieces(pieces)).strip() == said
    for _ in range(20):
        cuts = sorted(drawn.choices(range(len(written) + 1), k=4))
        ends = zip([0, *cuts], [*cuts, len(written)], strict=True)
        assert "".join(reply_pieces(written[a:b] for a, b in ends)).strip() == said


def test_thinking_that_nothing_opened_is_none_of_a_whole_reply() -> None:
    assert reply("Bob? [F2] No.</think>Ann. [F1]") == "Ann. [F1]"


def test_a_model_that_only_thought_has_failed() -> None:
    with pytest.raises(ModelFailed, match="thought and wrote no answer"):
        list(spoken(["<think>", "hm"]))
    assert list(spoken([])) == []
    assert "".join(spoken(["<think>a</think>", "b"])) == "b"


def test_what_is_certain_is_not_held_back() -> None:
    pieces = reply_pieces(iter(["Ann ", "Lee", " <", "b> "]))
    assert [next(pieces), next(pieces)] == ["Ann ", "Lee"]


def said(beginning: Beginning, text: str) -> str:
    return "".join(spoken(beginning.marked(iter(text)))).strip()


def test_a_model_that_begins_within_its_thinking_shows_none_of_it_piece_by_piece() -> None:
    beginning = Beginning()
    for _ in range(2):
        assert said(beginning, "Bob? [F2] No.</think>\nAnn. [F1]") == "Ann. [F1]"
    with pytest.raises(ModelFailed, match="thought and wrote no answer"):
        said(beginning, "Bob? Or was it")
    assert said(beginning, "Ann. [F1]") == "Ann. [F1]"
    assert said(Beginning(), "x</thinking>Ann.") == "Ann."


def test_what_a_model_writes_comes_at_once_after_its_first_text_was_plain() -> None:
    beginning = Beginning()
    assert list(beginning.marked(["", "Ann ", "Lee"])) == ["", "", "Ann ", "Lee"]
    pieces = beginning.marked(iter(["Bob ", "Ray"]))
    assert next(pieces) == "Bob "
    marked = Beginning()
    assert said(marked, "<think>a</think>Ann.") == "Ann."
    assert next(marked.marked(iter(["Bob ", "Ray"]))) == "Bob "


def test_a_chat_template_may_open_the_thinking() -> None:
    assert opened_by("<|im_start|>assistant\n<think>\n") == "<think>"
    assert opened_by("<|im_start|>assistant\n<think>\n\n</think>\n\n") == ""
    assert opened_by("<|im_start|>assistant\n") == ""

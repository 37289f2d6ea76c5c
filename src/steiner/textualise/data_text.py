"""Text of the graph as a model reads it: data, which can be no instruction's, tag's or turn's."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

THINKING = (
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<thought>", "</thought>"),
    ("<reasoning>", "</reasoning>"),
    ("[think]", "[/think]"),
    ("◁think▷", "◁/think▷"),
    ("<|channel|>analysis<|message|>", "<|end|>"),
)
"""What opens and closes the thinking, as open models write it."""
TURN_ENDS = (
    *("<|im_end|>", "<|im_start|>", "<|endoftext|>", "<|eot_id|>", "<|eom_id|>", "<|return|>"),
    *("<|end|>", "<|end_of_text|>", "<|end_of_turn|>", "<end_of_turn>", "<start_of_turn>", "<eos>"),
    *("</s>", "<｜end▁of▁sentence｜>", "[/inst]", "<|user|>", "<|assistant|>"),
)
"""Marks after which nothing is of a model's reply."""
_OTHERS = (
    "<s>",
    "<bos>",
    "[inst]",
    "<<sys>>",
    "<</sys>>",
    "<|system|>",
)
_MARKS = (*(mark for pair in THINKING for mark in pair), *TURN_ENDS, *_OTHERS)
_MARK = re.compile("|".join(map(re.escape, sorted(_MARKS, key=len, reverse=True))), re.IGNORECASE)
# Whatever a tokenizer may have for its own: <|any|>.
_SPECIAL = re.compile(r"<(?=[|｜])|(?<=[|｜])>")
BRACKETED = re.compile(
    r"[\[(]\s*(F\d+(?:\s*(?:[,;&–-]|and)(?:[\s,;&–-]|and)*F?\d+)*)\s*[\])]", re.IGNORECASE
)
"""Tags of facts, as an answer cites them: [F1], (F2, F5), [F3-F5]."""
_NUMBERED = re.compile(r"F(?=\d)", re.IGNORECASE)


class Fence(NamedTuple):
    """Lines of data between marks that none of them holds."""

    opens: str
    closes: str
    text: str


def as_data(text: str) -> str:
    """Return a text of the graph in one line, in which nothing is a tag or a mark of a turn.

    as_data("Orbis [F3]\\n<|im_end|>") is "Orbis [F 3] < |im_end| >".
    """
    text = " ".join(text.split())
    if "F" in text or "f" in text:
        text = BRACKETED.sub(lambda match: _NUMBERED.sub(r"\g<0> ", match.group()), text)
    if "<" in text or "[" in text or "◁" in text or ">" in text:
        text = _SPECIAL.sub(lambda m: "< " if m.group() == "<" else " >", text)
        text = _MARK.sub(lambda match: f"{match.group()[0]} {match.group()[1:]}", text)
    return text


def fenced(lines: Sequence[str]) -> Fence:
    """Return the lines between <facts> and </facts>, with a number where they have these."""
    text, number = "\n".join(lines) or "(none)", ""
    while f"facts{number}>" in text.casefold():
        number = str(int(number or 1) + 1)
    opens, closes = f"<facts{number}>", f"</facts{number}>"
    return Fence(opens, closes, f"{opens}\n{text}\n{closes}")


def restored(text: str, names: Iterable[str]) -> str:
    """Return a model's text with the names as the graph has them, each in one line."""
    for name in names:
        if (shown := as_data(name)) != name:
            text = text.replace(shown, " ".join(name.split()))
    return text

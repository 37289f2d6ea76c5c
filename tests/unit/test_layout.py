"""The chat template's layout: where the soft prompt stands, and what ends an answer."""

from __future__ import annotations

import re
from typing import Any

import pytest

from steiner.models.language_model.layout import layout

LLAMA_2 = (
    "{% for m in messages %}{% if m.role == 'user' %}<s>[INST] {{ m.content }} [/INST]"
    "{% else %} {{ m.content }} </s>{% endif %}{% endfor %}"
)
TURNS = (
    "{% for m in messages %}<|start|>{{ m.role }}\n{{ m.content }}<|end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|start|>assistant\n{% endif %}"
)
PIECES = re.compile(r"<\|?\w+\|?>|</s>|\[/?INST\]|\s|\w+|\S")


class Pieces:
    """A tokenizer to which each piece, a space among them, is a token, numbered as it comes."""

    eos_token_id = 99
    name_or_path = "pieces"

    def __init__(self, template: str) -> None:
        self.chat_template = template
        self.pieces: list[str] = []

    def encode(self, text: str, add_special_tokens: bool) -> list[int]:
        found = PIECES.findall(text)
        self.pieces += [piece for piece in dict.fromkeys(found) if piece not in self.pieces]
        return [self.pieces.index(piece) for piece in found]

    def decode(self, ids: list[int]) -> str:
        return "".join(self.pieces[id] for id in ids)

    def apply_chat_template(self, messages: Any, **options: Any) -> str:
        jinja = pytest.importorskip("jinja2", reason="needs the extra local")
        del options["tokenize"]
        rendered: str = jinja.Template(self.chat_template).render(messages=messages, **options)
        return rendered


@pytest.mark.parametrize(("template", "end"), [(LLAMA_2, "</s>"), (TURNS, "<|end|>")])
def test_what_ends_an_answer_is_no_space(template: str, end: str) -> None:
    tokenizer = Pieces(template)
    assert tokenizer.decode([layout(tokenizer).end]) == end


def test_without_anything_behind_the_answer_the_tokenizers_own_end_counts() -> None:
    bare = "{% for m in messages %}{{ m.content }} {% endfor %}"
    assert layout(Pieces(bare)).end == Pieces.eos_token_id

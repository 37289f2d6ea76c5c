"""The base forms in which words of a question and of a schema meet."""

from __future__ import annotations

import pytest

from steiner.query.english.irregular_forms import IRREGULAR
from steiner.query.naming.schema_words import base


@pytest.mark.parametrize(
    "forms",
    [
        ("order", "orders", "ordered"),
        ("movie", "movies"),
        ("write", "writes", "wrote", "written"),
        ("hide", "hides", "hid", "hidden"),
        ("bite", "bites", "bit", "bitten"),
    ],
)
def test_forms_of_one_word_have_one_base(forms: tuple[str, ...]) -> None:
    assert len({base(form) for form in forms}) == 1


def test_every_irregular_word_has_a_base_whatever_ending_follows_it() -> None:
    # "hid" is the stem of "hide", and a form of it: endings were cut for ever.
    words = {*IRREGULAR, *IRREGULAR.values()}
    assert all(base(word + ending) for word in words for ending in ("", "s", "ed", "ing", "er"))

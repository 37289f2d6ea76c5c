"""The base forms in which words of a question and of a schema meet."""

from __future__ import annotations

import pytest

from steiner.query.english.irregular_forms import IRREGULAR
from steiner.query.naming.schema_words import base, is_another


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


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("parties", "isPartOf"),
        ("part", "PoliticalParty"),
        ("county", "count"),
        ("stories", "Store"),
        ("cities", "CITED_BY"),
        ("units", "unitPrice"),
    ],
)
def test_a_word_that_shares_a_stem_by_chance_is_another(said: str, name: str) -> None:
    assert is_another(said, name)


@pytest.mark.parametrize(
    ("said", "name"),
    [
        ("party", "member_of_party"),
        ("parts", "part_no"),
        ("copied", "COPY_OF"),
        ("delivery", "DELIVERED"),
        ("units", "units_in_stock"),
    ],
)
def test_a_form_of_a_names_own_word_is_no_other(said: str, name: str) -> None:
    assert not is_another(said, name)

"""Triples as text: what YAML writes, any YAML parser reads again."""

from __future__ import annotations

import random

import pytest
from yaml import safe_load

from steiner.errors import InvalidInput
from steiner.textualise.triple_texts import linear, read_yaml, yaml

AWKWARD = [
    "yes", "No", "null", "~", "", " ", "a: b", "a:", "a #b", "#1", "- x", "-", "? y", "12", "1e3",
    "0x1F", "2001-01-01", "2001-12-14 21:59:43 Z", "12:30", ".inf", "=", "<<", "!tag", "&a", "*a",
    "{a: b}", "[a]", "'q'", '"q"', 'in "the" middle', "back\\slash", "tab\tbed", "two\nlines",
    "carriage\rreturn", "\u2028", "\x85", "\x07", "\ufeff", "\u00a0", " led", "trailed ", "%a",
    "@a", "`a`", "12 Angry Men", "Amélie", "七人の侍", "Солярис", "الرسالة", "🎬 film",
    "\U000e0001", "...", "---", "O'Brien", "Mission: Impossible", "C# in depth", "a, b",
    "\\u0041", "\\n", "\\", "Who's Who?",
]  # fmt: skip


def by_parser(text: str) -> set[tuple[str, str, str]]:
    """Return the triples that PyYAML reads."""
    read = safe_load(text) or {}
    return {(h, r, t) for h, below in read.items() for r, tails in below.items() for t in tails}


def test_each_head_is_written_once_and_each_relation_once_below_it() -> None:
    triples = [
        ("Heat", "has genre", "Crime"),
        ("Casino", "starred actors", "Robert De Niro"),
        ("Heat", "starred actors", "Al Pacino"),
        ("Heat", "has genre", "Drama"),
        ("Heat", "has genre", "Crime"),
    ]
    assert yaml(triples) == (
        "Heat:\n  has genre:\n    - Crime\n    - Drama\n  starred actors:\n    - Al Pacino\n"
        "Casino:\n  starred actors:\n    - Robert De Niro"
    )
    assert linear(triples[3:]) == "(Heat, has genre, Drama)\n(Heat, has genre, Crime)"


@pytest.mark.parametrize("name", AWKWARD)
def test_awkward_names_come_back_in_every_role(name: str) -> None:
    triples = [(name, "of", "x"), ("x", name, "y"), ("x", "of", name), (name, name, name)]
    assert set(read_yaml(yaml(triples))) == by_parser(yaml(triples)) == set(triples)


def test_any_mixture_of_names_comes_back() -> None:
    draw = random.Random(0)
    for _ in range(200):
        parts = [draw.choice(AWKWARD) + draw.choice(AWKWARD) for _ in range(12)]
        triples = [tuple(draw.choices(parts, k=3)) for _ in range(20)]
        assert set(read_yaml(yaml(triples))) == by_parser(yaml(triples)) == set(triples)  # type: ignore[arg-type]


def test_only_what_a_parser_would_misread_is_quoted() -> None:
    plain = ["12 Angry Men", "Amélie", "七人の侍", "Солярис", "O'Brien", "a, b", "Who's Who?"]
    assert '"' not in yaml((name, "likes", name) for name in plain)


def test_nothing_is_written_as_nothing() -> None:
    assert yaml([]) == linear([]) == ""
    assert read_yaml("") == read_yaml("\n") == []


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("Heat:\n    - Crime", 2),
        ("  has genre:", 1),
        ("Heat:\n  has genre:\n    Crime", 3),
        ("Heat:\n has genre:", 2),
        ("I think it is Crime.", 1),
        (":", 1),
    ],
)
def test_a_line_that_is_no_head_relation_or_tail_is_named(text: str, line: int) -> None:
    with pytest.raises(InvalidInput, match=rf"Line {line} .*expected `head:`"):
        read_yaml(text)

"""Whatever value a setting is given, it is taken, or refused by InvalidInput that names it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest
from any_values import any_text, drawn, no_values
from hypothesis import given
from hypothesis import strategies as st
from test_unknown_names import constructors

from steiner.errors import InvalidInput
from steiner.filters import Condition, Filter
from steiner.settings import (
    ConnectionSettings,
    ExpandSettings,
    IndexSettings,
    Options,
    RetrieverSettings,
)

RECORDS: list[Any] = [kind for kind in constructors() if is_dataclass(kind)]
NEEDED: dict[str, dict[str, Any]] = {
    "ServeSettings": {"key": "k"},
    "Condition": {"property": "p", "operator": "=", "value": 1},
}
FIELDS = [(kind, field.name) for kind in RECORDS for field in fields(kind)]


@pytest.mark.parametrize(
    ("kind", "name"), FIELDS, ids=[f"{kind.__name__}.{name}" for kind, name in FIELDS]
)
@drawn(40)
@given(value=no_values | any_text | st.integers() | st.floats())
def test_a_setting_takes_a_value_or_refuses_it_by_name(kind: Any, name: str, value: Any) -> None:
    needed = NEEDED.get(kind.__name__, {})
    with suppress(InvalidInput):
        made = kind(**{**needed, name: value})
        assert replace(made) == made or value != value


@pytest.mark.parametrize(
    ("kind", "given", "said"),
    [
        (ExpandSettings, {"hops": "2"}, "ExpandSettings.hops must be a whole number.*got '2'"),
        (ExpandSettings, {"hops": 1.5}, "must be a whole number such as 2, got 1.5"),
        (ExpandSettings, {"hubs": "no"}, "must be true or false such as True, got 'no'"),
        (ConnectionSettings, {"timeout": "30"}, "must be a number such as 30.0, got '30'"),
        (ConnectionSettings, {"timeout": float("nan")}, "must be a number such as 30.0, got nan"),
        (ConnectionSettings, {"timeout": float("inf")}, "must be at most 604,800, got inf"),
        (ConnectionSettings, {"connect_timeout": 1e300}, "must be at most 604,800, got"),
        (ConnectionSettings, {"uri": None}, "must be a text such as 'bolt://localhost:7687'"),
        (Filter, {"labels": "Person"}, "must be several values in a tuple.*got 'Person'"),
        (Options, {"seeds": "Ann"}, "must be several values in a tuple"),
        (IndexSettings, {"filters": "year"}, "must be several values in a tuple"),
        (RetrieverSettings, {"paths": {"hops": 2}}, "must be of PathSettings"),
    ],
)
def test_a_value_of_another_kind_is_refused_in_words(kind: Any, given: Any, said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        kind(**given)


def test_a_secret_of_another_kind_is_not_repeated() -> None:
    with pytest.raises(InvalidInput, match="password must be a text") as refused:
        ConnectionSettings(password=12345678)  # type: ignore[arg-type]
    assert "12345678" not in str(refused.value)


@pytest.mark.parametrize("value", [2**63, -(2**63) - 1, "\ud800", ["a", "\udfff"], {}, object()])
def test_a_condition_refuses_what_no_property_of_neo4j_can_be(value: Any) -> None:
    with pytest.raises(InvalidInput, match="The condition on 'p'"):
        Condition("p", "in" if isinstance(value, list) else "=", value)

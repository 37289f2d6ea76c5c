"""What callers may give, drawn by Hypothesis: texts, values, graphs; the same each run."""

from __future__ import annotations

import os
from datetime import UTC, date, datetime, timedelta

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from steiner.graph import Node, Point, Relationship, Subgraph

EVERY = 10 if os.environ.get("STEINER_EVERY") else 1
"""How many times as many examples `make trust` draws."""
FRAGMENTS = (
    *("Ann Lee", "Aurora", "Oslo", "leads", "works on", "Which", "Who", "How many", "the most"),
    *("not ", " of ", " and ", " or ", "more than 3 ", "between 1 and ", "in 2024", "'", '"', "it"),
    *("[F1]", "[F1, F2]", "(F1-F9)", "F1", "<think>", "</think>", "</facts>", "<|im_end|>", "`"),
    *(
        "\x00",
        "\ud800",
        "\u202e",
        "e\u0301",
        "İ",
        "ß",
        "黒澤明",
        "😀",
        "\n",
        "\t",
        " " * 30,
        "1" * 40,
    ),
    *("{", "}", "[", "]", "(", ")", "\\", "/", "*", "~", "$p", "= 1", ">= 3", "in 1, 2", ": ", "|"),
)


def drawn(times: int) -> settings:
    """Return how many examples a test draws: always the same ones, however long they take."""
    return settings(
        max_examples=times * EVERY,
        derandomize=True,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )


any_text = st.one_of(
    st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=8), max_size=12).map("".join),
    st.text(st.characters(exclude_categories=()), max_size=60),
)
"""Texts of any characters, half surrogates and NUL among them, half of them of FRAGMENTS."""
any_name = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=20)
"""Labels, types and properties: whatever Neo4j takes."""
plain = st.one_of(
    st.booleans(),
    st.integers(-(2**63), 2**63 - 1),
    st.floats(),
    any_name,
    st.sampled_from([date(1, 1, 1), date(9999, 12, 31), datetime(2024, 1, 1, tzinfo=UTC)]),
    st.sampled_from([datetime(1900, 1, 1), timedelta(days=1), Point((1.0, 2.0), 4326), b"\x00"]),
)
any_value = plain | st.lists(plain, max_size=3)
"""Values that a property of Neo4j may have."""
no_values = st.sampled_from(
    [
        *(None, object(), {}, {"a": 1}, "", "2", 2, -1, 0, 1.5, True, (), [], ("a",), b"", 10**30),
        *(float("nan"), float("inf"), -float("inf"), int, len),
    ]
)
"""What somebody may give for a setting by mistake."""


@st.composite
def graphs(draw: st.DrawFn) -> Subgraph:
    """Draw a graph of a few nodes and relationships with any names and values."""
    count = draw(st.integers(1, 8))
    properties = st.dictionaries(any_name, any_value, max_size=3)
    names = draw(st.lists(any_name, min_size=count, max_size=count))
    nodes = tuple(
        Node(i, f"n{i}", tuple(draw(st.sets(any_name, max_size=2))), {"name": name}, name)
        for i, name in enumerate(names)
    )
    ends = st.integers(0, count - 1)
    edges = tuple(
        Relationship(i, f"r{i}", draw(any_name), draw(ends), draw(ends), draw(properties))
        for i in range(draw(st.integers(0, 10)))
    )
    return Subgraph(nodes, edges)

"""What features of composed queries say together: a small layer, by hand and as it is packaged."""

from __future__ import annotations

import pytest

from steiner.query.composing.together import TOGETHER, hidden_layer, inputs
from steiner.query.weights import COMPOSING, LAYER


def test_the_output_is_what_is_computed_by_hand() -> None:
    # One feature, one unit: it counts the feature, and what it is above the mean where above 1.
    learnt = {"names": ["a"], "straight": [1.0, 0.0], "into": [[0.0], [1.0]], "shift": [-1]}
    layer = hidden_layer({**learnt, "out": [10], "begin": -0.5})
    candidates = [{"a": 1.0}, {"a": 2.0, "unknown": 9.0}, {"a": 6.0}]  # The mean is 3.
    assert inputs(candidates, layer.names).tolist() == [[1, -2], [2, -1], [6, 3]]
    assert layer.outputs(candidates) == pytest.approx([0.5, 1.5, 5.5 + 10 * (3 - 1)])


def test_what_all_candidates_lack_or_share_tells_none_apart() -> None:
    same = [{"skip:noun": 1.0, "link:said": 1.0}] * 3
    first, *others = LAYER.outputs(same)
    assert others == pytest.approx([first] * 2)


def test_the_package_has_a_layer_that_counts_as_it_was_learnt() -> None:
    assert COMPOSING[TOGETHER] == 1.0
    assert set(LAYER.names) <= set(COMPOSING)
    assert LAYER.into.shape == (2 * len(LAYER.names), len(LAYER.shift))

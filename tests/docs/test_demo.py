"""The demo's answers are right and grounded."""

from __future__ import annotations

import pytest

from steiner.settings import ConnectionSettings


def test_the_demo_answers_are_right_and_grounded(sample: ConnectionSettings) -> None:
    pytest.importorskip("transformers")
    from demo import answers, questions

    for row, answer in zip(questions(), answers(sample), strict=True):
        (gold,) = row["answers"]
        assert gold in answer.text, answer.text
        assert gold in {name for c in answer.citations for name in c.names}
        assert all(answer.grounded.values())
        assert answer.ungrounded == ()

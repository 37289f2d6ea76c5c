"""No answer: what is said where the graph hardly holds one."""

from __future__ import annotations

from steiner.errors import InvalidInput
from steiner.graph import Answer, Evidence

DECLINED = "The graph does not seem to hold an answer to this."


def declined(question: str, evidence: Evidence, below: float) -> Answer | None:
    """Return the answer that there is none; None where `evidence` may hold one.

    It is declined where its confidence is less than `below`, 0 (never) to 1; evidence without
    confidence is not. Raises InvalidInput for another `below`.
    """
    check_share(below)
    if evidence.confidence is None or evidence.confidence >= below:
        return None
    return Answer(question, DECLINED, evidence)


def check_share(below: float) -> None:
    """Raise InvalidInput unless `below` is 0 to 1."""
    if not 0 <= below <= 1:
        raise InvalidInput(f"decline_below must be 0 (never) to 1, got {below}. Try 0.5.")

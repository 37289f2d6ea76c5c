"""What is said first where the graph hardly holds an answer."""

from __future__ import annotations

from steiner.answer import Answer
from steiner.display.sentences import ENGLISH, is_english, sentences_for
from steiner.errors import InvalidInput
from steiner.evidence import Evidence
from steiner.generate.grounding.citations import cite
from steiner.settings import DOUBT

DECLINED = ENGLISH.declined
_NEAREST = 3
"""Facts that are shown as what came nearest."""


def declined(question: str, evidence: Evidence, below: float) -> Answer | None:
    """Return the answer that there seems to be none, with the facts that came nearest.

    None where `evidence` may hold one: it is declined where its confidence is less than `below`,
    0 (never) to 1; evidence without confidence is not, nor rows that ask back which reading is
    meant, as they say how they were read.
    Of a question that is not English, and that no model read, it says that one might understand it.
    Raises InvalidInput for another `below`.
    """
    check_share(below)
    asks = bool(evidence.asks_back and evidence.computed)
    if evidence.confidence is None or evidence.confidence >= below or asks:
        return None
    facts = [f"{fact.text} [{fact.tag}]" for fact in evidence.facts[:_NEAREST]]
    own = sentences_for(question)
    said = [own.declined, own.nearest] if facts else [own.declined]
    unread = [] if evidence.usage.calls or is_english(question) else [own.unread]
    return cite(question, "\n".join([*said, *facts, *unread]), evidence, [*said, *unread])


def check_share(below: float) -> None:
    """Raise InvalidInput unless `below` is 0 to 1."""
    if not 0 <= below <= 1:
        raise InvalidInput(f"decline_below must be 0 (never) to 1, got {below}. Try {DOUBT}.")

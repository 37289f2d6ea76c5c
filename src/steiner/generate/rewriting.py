"""Follow-up questions rewritten by a language model, so that each stands alone."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from steiner.calls.background import in_time
from steiner.calls.stopping import ending_in, seconds_left, uncounted
from steiner.errors import ModelFailed, QueryTimedOut
from steiner.generate.writer import TextModel
from steiner.question.history import (
    Likely,
    StandsAlone,
    Turn,
    going_on,
    recent,
    standing_alone,
    unlikely,
)
from steiner.question.reading import check_question
from steiner.stores.protocol import GraphStore

_LOG = logging.getLogger(__name__)
_TURNS = 6
_ANSWER = 400
"""Turns that the model reads, and characters of each answer."""
_PROMPT = """Rewrite the last question so that it can be understood without the conversation: put in
the names that its pronouns and ellipses stand for, as they are written in the conversation. Change
nothing else, and leave a question that already stands alone as it is. Write the question alone.

{conversation}
Last question: {question}
Rewritten question:"""


def made_to_stand_alone(
    question: str,
    history: Sequence[Turn],
    model: TextModel | None,
    store: GraphStore | None,
    likely: Likely = unlikely,
) -> StandsAlone:
    """Return the question as it stands alone: by `model`, or by rules over a `store`.

    `likely` as in `standing_alone`. A question that goes on with the rows of the turn before is
    read by rules, which hand them on as a query: a model can only write out their names
    (docs/results/conversations-and-agents.md).

    Where the model fails, or takes longer than a question may, the rules read it, and `reading`
    says so. What the model takes is not of the question's time. Raises InvalidInput for a question
    that is none, or too long.
    """
    failed, question, history = "", check_question(question), recent(history)
    if store and (whole := going_on(question, history, store, likely)):
        return whole
    if model and history:
        try:
            limit = seconds_left()
            with uncounted(), ending_in(limit):
                return in_time(rewritten, question, history, model)
        except (ModelFailed, QueryTimedOut) as error:
            _LOG.warning("%s", error)
            failed = f"read by rules, not by {model.name}: {error.public().rstrip('.')}"
    alone = StandsAlone(question)
    if store:
        alone = standing_alone(question, history, store, likely)
    return alone._replace(reading="; ".join(filter(None, (failed, alone.reading))))


def rewritten(question: str, history: Sequence[Turn], model: TextModel) -> StandsAlone:
    """Return the question with what it refers to put in by `model`, at one call.

    Where the model writes nothing the question stays as it is. Raises ModelFailed.
    """
    conversation = "\n".join(
        f"Question: {turn.question}\nAnswer: {turn.answer[:_ANSWER]}" for turn in history[-_TURNS:]
    )
    (text,) = model.write([_PROMPT.format(conversation=conversation, question=question)])
    lines = [line.strip(" \"'") for line in text.splitlines() if line.strip(" \"'")]
    if not lines or lines[0] == question:
        return StandsAlone(question)
    return StandsAlone(lines[0], f"{question!r} is read as {lines[0]!r}, by {model.name}")

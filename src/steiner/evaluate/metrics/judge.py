"""A chat model as judge: accurate, missing or incorrect, and truthfulness (CRAG, 2024)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from statistics import fmean

from steiner.errors import InvalidInput
from steiner.evaluate.metrics.answers import exact_match, split_answers

VERDICTS = ("accurate", "missing", "incorrect")
OFF_FORM = "off the form"
_REFUSED = re.compile(r"\b(?:do(?:es)? not|don'?t|cannot) (?:know|hold)", re.IGNORECASE)
_PROMPT = (
    "Question: {question}\nGold answers: {gold}\nAnswer to judge: {answer}\n\nIs the answer to "
    "judge accurate (it says what a gold answer says), missing (it says that it does not know) or "
    "incorrect? Reply with one word: accurate, missing or incorrect."
)

Judge = Callable[[str], str]
"""Takes a prompt, returns the judge's reply: `lambda text: model.invoke(text).text`, say."""


def judged(
    question: str, answer: str, gold: Sequence[str], judge: Judge, names: Sequence[str] = ()
) -> str:
    """Return one of VERDICTS, or OFF_FORM where the judge's reply names none or several.

    `names` that the evidence holds are answers as they stand (see `split_answers`). An exact
    match is accurate and an empty answer or a refusal missing, without asking the judge.
    """
    if not answer.strip() or _REFUSED.search(answer):
        return "missing"
    if exact_match(split_answers(answer, names), gold):
        return "accurate"
    reply = judge(_PROMPT.format(question=question, gold=" | ".join(gold), answer=answer))
    named = [verdict for verdict in VERDICTS if re.search(rf"\b{verdict}\b", reply.casefold())]
    return named[0] if len(named) == 1 else OFF_FORM


def rates(judges: Sequence[Sequence[str]]) -> dict[str, float]:
    """Return the share of each of VERDICTS, averaged over the judges, and their truthfulness.

    Each judge's verdicts on the same answers; those off the form are left out of its shares, which
    add up to 1. Two judges who say [accurate, missing] and [accurate, incorrect] give accurate .5,
    missing .25, incorrect .25, truthfulness .25. Raises InvalidInput where a judge was never on
    the form.
    """
    usable = [[verdict for verdict in own if verdict in VERDICTS] for own in judges]
    if not usable or not all(usable):
        raise InvalidInput(
            "Each judge is to have said accurate, missing or incorrect at least once."
        )
    shares = {v: fmean(own.count(v) / len(own) for own in usable) for v in VERDICTS}
    return {**shares, "truthfulness": fmean(map(truthfulness, usable))}


def truthfulness(verdicts: Sequence[str]) -> float:
    """Return the share of accurate answers less that of incorrect ones, -1 to 1 (CRAG)."""
    return (verdicts.count("accurate") - verdicts.count("incorrect")) / len(verdicts)

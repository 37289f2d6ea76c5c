"""Chat models as judges of answers: accurate, missing or incorrect, truthfulness (CRAG, 2024).

Walk&Retrieve's table 2 and figure 3: an exact match is accurate and an empty answer or a refusal
missing, without a judge; every other answer goes to each of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from statistics import fmean

from steiner.errors import InvalidInput
from steiner.evaluate.figures import Row, predicted
from steiner.evaluate.metrics.answers import exact_match

VERDICTS = ("accurate", "missing", "incorrect")
OFF_FORM = "off the form"
_REFUSED = re.compile(r"\b(?:do(?:es)? not|don'?t|cannot) (?:know|hold)", re.IGNORECASE)
_PROMPT = (
    "Question: {question}\nGold answers: {gold}\nAnswer to judge: {answer}\n\nIs the answer to "
    "judge accurate (it says what a gold answer says), missing (it says that it does not know) or "
    "incorrect? Reply with one word: accurate, missing or incorrect."
)

Write = Callable[[Sequence[str]], Sequence[str]]
"""A judge: returns a reply to each prompt."""


def verdicts(rows: Sequence[Row], judge: Write) -> list[str]:
    """Return one of VERDICTS, or OFF_FORM, for each row of a run, as `runner.run` wrote it."""
    settled = [_settled(row) for row in rows]
    asked = [_prompt(row) for row, own in zip(rows, settled, strict=True) if own is None]
    replies = iter(judge(asked) if asked else ())
    return [verdict(next(replies)) if own is None else own for own in settled]


def verdict(reply: str) -> str:
    """Return which of VERDICTS a reply names; OFF_FORM where it names none or several."""
    named = [each for each in VERDICTS if re.search(rf"\b{each}\b", reply.casefold())]
    return named[0] if len(named) == 1 else OFF_FORM


def rates(judges: Sequence[Sequence[str]]) -> dict[str, float]:
    """Return the share of each of VERDICTS, averaged over the judges, and their truthfulness.

    Each judge's verdicts on the same answers; those off the form are left out of its shares, which
    add up to 1. Two judges who say [accurate, missing] and [accurate, incorrect] give accurate .5,
    missing .25, incorrect .25, truthfulness .25. Raises InvalidInput where a judge was never on
    the form.
    """
    usable = [[each for each in own if each in VERDICTS] for own in judges]
    if not usable or not all(usable):
        raise InvalidInput(
            "Each judge is to have said accurate, missing or incorrect at least once. Name another "
            "judge: this one wrote something else to every answer."
        )
    shares = {v: fmean(own.count(v) / len(own) for own in usable) for v in VERDICTS}
    return {**shares, "truthfulness": fmean(map(truthfulness, usable))}


def truthfulness(own: Sequence[str]) -> float:
    """Return the share of accurate answers less that of incorrect ones, -1 to 1 (CRAG)."""
    return (own.count("accurate") - own.count("incorrect")) / len(own)


def _settled(row: Row) -> str | None:
    answer = row.get("answer") or ""
    if not answer.strip() or _REFUSED.search(answer):
        return "missing"
    return "accurate" if exact_match(predicted(row), row["gold"]) else None


def _prompt(row: Row) -> str:
    gold = " | ".join(row["gold"])
    return _PROMPT.format(question=row["question"], gold=gold, answer=row["answer"])

"""What people say around a question, and that asks nothing: greetings, thanks."""

from __future__ import annotations

import re

_GREETING = re.compile(
    r"^\W*(?:hi|hello|hey|good\s+(?:morning|afternoon|evening)|dear\s+\w+)(?:\s+there)?\s*[,!.]\s*",
    re.IGNORECASE,
)
_THANKS = re.compile(
    r"(?<=[\s,.!?])(?:thanks|thank\s+you|thx|cheers|please)"
    r"(?:\s+(?:a\s+lot|so\s+much|very\s+much|in\s+advance))?[\s.!]*$",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"^\W*(?:please\s+)?(?:"
    r"(?:could|can|would|will)\s+you\s+(?:please\s+)?(?:tell|let)\s+(?:me|us)\s+(?:know\s+)?|"
    r"(?:i['’]d|i\s+would|we['’]d|we\s+would)\s+like\s+to\s+(?:know|see|find\s+out)\s+|"
    r"(?:i|we)\s+(?:want|need|wish)\s+to\s+(?:know|see|find\s+out)\s+|"
    r"(?:do|does)\s+(?:you|anyone|anybody)\s+know\s+|(?:please\s+)?(?:find\s+out|tell\s+(?:me|us))\s+"
    r")(?=(?:which|what|who|whose|whom|where|when|how)\b)",
    re.IGNORECASE,
)
_SEE = re.compile(
    r"^\W*(?:please\s+)?(?:is\s+it\s+possible\s+to\s+(?:see|get|list)|"
    r"(?:i['’]m|i\s+am|we\s+are|we['’]re)\s+looking\s+for|"
    r"(?:i|we)(?:['’]d\s+like|\s+would\s+like|\s+need|\s+want)(?:\s+to\s+see)?)\s+"
    r"(?=(?:the|an?|all|every|each|some)\b)",
    re.IGNORECASE,
)
_HERE = re.compile(
    r"(?<=\s)in\s+(?:the|our|your|this)\s+(?:knowledge\s+)?(?:database|graph|data\s*set|data)(?=\W*$)",
    re.IGNORECASE,
)

_FEWEST = 3
"""Words of the shortest question that courtesies are taken from: "Hello, Dolly" is a name."""


def without_courtesies(text: str) -> str:
    """Return the bare question.

    "Hi, could you please tell me which films are new in our database? Thanks!" is "which films are
    new?".
    """
    plain = _without_end(_THANKS, _GREETING.sub("", text))
    plain = _without_end(_HERE, _SEE.sub("List ", _ASKS.sub("", plain)))
    return plain if len(plain.split()) >= _FEWEST else text


def _without_end(end: re.Pattern[str], text: str) -> str:
    """Cut what a text ends with, and the signs before it; looked for at no gap twice."""
    said = end.search(text)
    return text[: said.start()].rstrip(" ,.!?") + text[said.end() :] if said else text

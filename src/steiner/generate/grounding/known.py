"""Whether a span of an answer stands in what is known: words in their order, or a figure."""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterable, Iterator

from steiner.text import normalise

MONTHS = tuple(name.lower() for name in calendar.month_name)
NUMBER = re.compile(r"(?<!\w)\d+(?:[.,:/-]\d+)*(?!\w)")
_ISO = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})\b")
_THOUSANDS = re.compile(r",(?=\d{3}\b)")


class Known:
    """The words and figures of some texts."""

    def __init__(self, texts: Iterable[str]) -> None:
        texts = list(dict.fromkeys(texts))
        self._rows = [f" {normalise(text)} " for text in texts]
        self._figures = {figure for text in texts for figure in _figures(text)}

    def holds(self, span: str) -> bool:
        """Say whether one text has the words of `span` in this order, or the texts its figures.

        1,000 is 1000 and 18.0 is 18; of 2024-03-02 also "March", "2" and 2024 are known.
        """
        row = f" {normalise(span)} "
        if any(row in known for known in self._rows):
            return True
        figures = set(_figures(span))
        return bool(figures) and figures <= self._figures


def _figures(text: str) -> Iterator[str]:
    for year, month, day in _ISO.findall(text):
        yield from (year, str(int(day)), MONTHS[int(month) % 13])
    for number in NUMBER.findall(text):
        bare = _THOUSANDS.sub("", number)
        yield bare.rstrip("0").rstrip(".") if "." in bare else bare
    if text.lower() in MONTHS[1:]:
        yield text.lower()

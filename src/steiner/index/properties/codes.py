"""Values that are codes: they name a thing exactly and mean nothing to an encoder of sentences.

A code is looked up (it is among the keys), never embedded: of a hash of 64 letters an encoder
reads fifty tokens, which say nothing and take three quarters of its time.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from steiner.graph import Point
from steiner.index.properties.values import is_absent

_LEAST_DIGITS = 7
_LARGEST_NUMBER = 10**11
_LARGEST_DEGREES = 180
_SHARE = 0.8
"""Of a property's sampled values: where so many are codes, the property holds codes."""

_UNMISTAKABLE = {
    "UUIDs": re.compile(r"\{?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\}?", re.I),
    "URLs": re.compile(r"(?:[a-z][a-z0-9+.-]*://|www\.)\S+", re.I),
    "e-mail addresses": re.compile(r"(?:mailto:)?[^\s@,;]+@[^\s@,;]+\.[^\s@,;]+", re.I),
    "hashes": re.compile(r"(?:0x)?(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{16,}", re.I),
}
_DAY_OR_YEARS = re.compile(
    r"\d{4}\W\d{1,2}\W\d{1,2}|\d{1,2}\W\d{1,2}\W\d{2,4}|(?:1[5-9]|20)\d\d[01]\d[0-3]\d"
    r"|(?:1\d|20)\d\d\s*-\s*(?:1\d|20)\d\d"
)
_AMOUNT = re.compile(r"\d+[.,]\d{1,3}|\d{1,3}(?:[.,]\d{3})+(?:[.,]\d{1,2})?")
_DIGITS = re.compile(r"[+(]?\d[\d\s().-]*\d(?:\s*(?:x|ext\.?)\s*\d+)?", re.I)
_DECIMAL = re.compile(r"-?\d{1,3}\.\d{4,}")
_OF_A_PROPERTY = {
    "addresses of machines": re.compile(
        r"\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?|(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}", re.I
    ),
    "identifiers": re.compile(r"[A-Za-z]{1,4}[-_:]?\d{5,}"),
    "coordinates": re.compile(rf"\(?{_DECIMAL.pattern}[\s,;]+{_DECIMAL.pattern}\)?"),
    # Letters of both cases, and digits among them more than once, as a title in a path has not.
    "base64": re.compile(
        r"(?=\S*[a-z])(?=\S*[A-Z])(?=(?:\S*?(?:[A-Za-z]\d|\d[A-Za-z])){2})[\w+/-]{20,}={0,2}",
        re.ASCII,
    ),
}


def coded_properties(samples: Mapping[str, Sequence[Any]]) -> dict[str, str]:
    """Return the properties that hold codes, each with the form of most of its sampled values."""
    present = {p: [v for v in values if not is_absent(v)] for p, values in samples.items()}
    forms = {p: Counter(map(form_of, values)) for p, values in present.items() if values}
    return {
        property: next(form for form, _ in counted.most_common() if form)
        for property, counted in forms.items()
        if counted.total() - counted[""] >= _SHARE * counted.total()
    }


def form_of(value: Any) -> str:
    """Return the form of a value that is a code, "" for any other; a list's is all its members'."""
    if isinstance(value, Point):
        return "coordinates"
    if isinstance(value, list | tuple):
        forms = {form_of(item) for item in value}
        return forms.pop() if len(forms) == 1 else ""
    if isinstance(value, str):
        return _form_of_text(value.strip())
    if isinstance(value, int) and abs(value) >= _LARGEST_NUMBER:
        return "long numbers"
    return _form_of_decimal(repr(value)) if isinstance(value, float) else ""


def is_unmistakable(form: str) -> bool:
    """Say whether a value of this form is a code whatever else its property holds."""
    return form in _UNMISTAKABLE or form == "coordinates"


def _form_of_text(text: str) -> str:
    for forms in (_UNMISTAKABLE, _OF_A_PROPERTY):
        for form, pattern in forms.items():
            if pattern.fullmatch(text):
                return form
    return _form_of_digits(text) or _form_of_decimal(text)


def _form_of_digits(text: str) -> str:
    """Return the form of a thing's number (phone, card, account), "" for a day or an amount."""
    if sum(map(str.isdigit, text)) < _LEAST_DIGITS or not _DIGITS.fullmatch(text):
        return ""
    is_said = _DAY_OR_YEARS.fullmatch(text) or _AMOUNT.fullmatch(text) or _DECIMAL.fullmatch(text)
    return "" if is_said else "long numbers"


def _form_of_decimal(text: str) -> str:
    is_long = _DECIMAL.fullmatch(text) and abs(float(text)) <= _LARGEST_DEGREES
    return "long decimals" if is_long else ""

"""What an answer's text is worth against the gold answers.

Two metrics are called Hits@1 in the literature and differ by ten points and more: `lax_hit` is
what most code computes, `hits_at_1` what the name says. Names here tell them apart.
"""

from __future__ import annotations

import re
import string
from collections.abc import Sequence
from typing import NamedTuple

_ARTICLES = re.compile(r"\b(?:a|an|the)\b")
_PUNCTUATION = str.maketrans("", "", string.punctuation)
_MARKS = re.compile(r"^\s*(?:[-*•]|\d+[.)])\s+")
_TAGS = re.compile(r"\s*\[F\d+(?:,\s*F\d+)*\]")
_SEPARATORS = re.compile(r"\n|\||;|, and |, | and ")


class Overlap(NamedTuple):
    """Precision, recall and F1 of a set of answers."""

    precision: float
    recall: float
    f1: float


def normalised(text: str) -> str:
    """Lower-case, without punctuation, articles and surplus white space (SQuAD, 2016)."""
    bare = text.casefold().translate(_PUNCTUATION)
    return " ".join(_ARTICLES.sub(" ", bare).split()) or " ".join(text.casefold().split())


def split_answers(text: str) -> tuple[str, ...]:
    """Return the answers that a text lists: parted by lines, `|`, `;`, commas and "and".

    Bullets, numbers of a list, citation tags and a full stop at the end are no part of them.
    """
    plain = _TAGS.sub("", text).strip()
    parts = [_MARKS.sub("", part).strip() for part in _SEPARATORS.split(plain)]
    return tuple(dict.fromkeys(part.removesuffix(".") for part in parts if part))


def accuracy(text: str, gold: Sequence[str], labels: Sequence[str]) -> float:
    """Return 1 if the first of `labels` that stands in the text is gold (G-Retriever's code)."""
    alternatives = "|".join(re.escape(label) for label in sorted(labels, key=len, reverse=True))
    found = re.search(rf"(?<!\w)(?:{alternatives})", text, re.IGNORECASE)
    return float(found is not None and found.group().casefold() in map(str.casefold, gold))


def lax_hit(text: str, gold: Sequence[str]) -> float:
    """Return 1 if any gold answer stands anywhere in the text, even inside a longer word.

    What the code of G-Retriever and RoG calls Hit or Hit@1.
    """
    read = normalised(text)
    return float(any(normalised(answer) in read for answer in gold))


def hits_at_1(predicted: Sequence[str], gold: Sequence[str]) -> float:
    """Return 1 if the first predicted answer equals a gold one: strict Hits@1."""
    return float(bool(predicted) and normalised(predicted[0]) in set(map(normalised, gold)))


def set_hits_at_1(predicted: Sequence[str], gold: Sequence[str]) -> float:
    """Return 1 if any predicted answer equals a gold one (Retrieval & Reasoning, section 4.1)."""
    return float(bool(set(map(normalised, predicted)) & set(map(normalised, gold))))


def overlap(predicted: Sequence[str], gold: Sequence[str]) -> Overlap:
    """Return precision, recall and F1 over the sets; nothing predicted counts 0."""
    found, wanted = set(map(normalised, predicted)), set(map(normalised, gold))
    shared = len(found & wanted)
    if not shared:
        return Overlap(0.0, 0.0, 0.0)
    precision, recall = shared / len(found), shared / len(wanted)
    return Overlap(precision, recall, 2 * precision * recall / (precision + recall))


def exact_match(predicted: Sequence[str], gold: Sequence[str]) -> float:
    """Return 1 if predicted and gold answers are the same set."""
    return float(set(map(normalised, predicted)) == set(map(normalised, gold)))

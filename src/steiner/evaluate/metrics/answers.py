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
_MARKS = re.compile(r"\s*(?:[-*•]|\d+[.)]|and\b)\s+")
_TAGS = re.compile(r"\s*\[F\d+(?:,\s*F\d+)*\]")
_SEPARATORS = re.compile(r"\n|\||;|, | and ")
_BULLET = re.compile(r"\s*(?:[-*•]|\d+[.)])\s+")


class Overlap(NamedTuple):
    """Precision, recall and F1 of a set of answers."""

    precision: float
    recall: float
    f1: float


def normalised(text: str) -> str:
    """Lower-case, without punctuation, articles and surplus white space (SQuAD, 2016)."""
    bare = text.casefold().translate(_PUNCTUATION)
    return " ".join(_ARTICLES.sub(" ", bare).split()) or " ".join(text.casefold().split())


def split_answers(text: str, names: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the answers that a text lists, without ever looking at the gold ones.

    A list with `|`, or of bullets alone, is parted there and nowhere else; any other text by lines,
    `;`, commas and "and". Bullets, numbers of a list, citation tags and a full stop at the end are
    no part of an answer. One of `names` (those that the evidence holds) that stands whole in the
    list is one answer, whatever separators it has:

        text                            names                      answers
        "Saint Kitts and Nevis|Rome"                               "Saint Kitts and Nevis", "Rome"
        "Saint Kitts and Nevis"         "Saint Kitts and Nevis"    "Saint Kitts and Nevis"
        "Saint Kitts and Nevis"                                    "Saint Kitts", "Nevis"
    """
    bare = _TAGS.sub("", text).strip()
    name = _any_of(names)
    separators = _separators(name.sub("", bare) if name else bare)
    item = rf"\s*({name.pattern})\.?\s*(?:{separators.pattern}|\Z)" if name else ""
    name_item = re.compile(item) if item else None
    parts, rest = [], bare
    while rest:
        part, rest = _first_answer(rest, name_item, separators)
        parts.append(part.strip().removesuffix("."))
    return tuple(dict.fromkeys(filter(None, parts)))


def _separators(text: str) -> re.Pattern[str]:
    """Return what parts a list: the separator that it surely uses, or any."""
    if "|" in text:
        return re.compile(r"\|")
    lines = [line for line in text.split("\n") if line.strip()]
    return re.compile(r"\n") if lines and all(map(_BULLET.match, lines)) else _SEPARATORS


def _any_of(names: Sequence[str]) -> re.Pattern[str] | None:
    """Match any of the names that would be parted, the longest first; None without one."""
    parted = {" ".join(name.split()) for name in names if _is_parted(name)} - {""}
    longest = sorted(parted, key=lambda name: (-len(name), name))
    either = "|".join(re.escape(name).replace(r"\ ", r"\s+") for name in longest)
    return re.compile(rf"(?i:{either})") if longest else None


def _is_parted(name: str) -> bool:
    return bool(_SEPARATORS.search(name) or _MARKS.match(name) or name.endswith("."))


def _first_answer(
    text: str, name_item: re.Pattern[str] | None, separators: re.Pattern[str]
) -> tuple[str, str]:
    """Return the first answer of a list and what follows it."""
    bare = text[mark.end() :] if (mark := _MARKS.match(text)) else text
    # A name may itself begin as a mark does: "1. FC Union", "And Then There Were None".
    for item in (text, bare):
        if name_item and (match := name_item.match(item)):
            return match[1], item[match.end() :]
    end = separators.search(bare)
    return (bare[: end.start()], bare[end.end() :]) if end else (bare, "")


def accuracy(text: str, gold: Sequence[str], labels: Sequence[str]) -> float:
    """Return 1 if the first of `labels` that stands in the text is gold (G-Retriever's code)."""
    alternatives = "|".join(re.escape(label) for label in sorted(labels, key=len, reverse=True))
    named = re.search(rf"(?<!\w)(?:{alternatives})", text, re.IGNORECASE)
    return float(named is not None and named.group().casefold() in map(str.casefold, gold))


def lax_hit(text: str, gold: Sequence[str]) -> float:
    """Return 1 if any gold answer stands anywhere in the text, even inside a longer word.

    An empty one stands nowhere. What the code of G-Retriever and RoG calls Hit or Hit@1.
    """
    read = normalised(text)
    return float(any(answer in read for answer in map(normalised, gold) if answer))


def hits_at_1(predicted: Sequence[str], gold: Sequence[str]) -> float:
    """Return 1 if the first predicted answer equals a gold one: strict Hits@1."""
    return float(bool(predicted) and normalised(predicted[0]) in set(map(normalised, gold)))


def set_hits_at_1(predicted: Sequence[str], gold: Sequence[str]) -> float:
    """Return 1 if any predicted answer equals a gold one (Retrieval & Reasoning, section 4.1)."""
    return float(bool(set(map(normalised, predicted)) & set(map(normalised, gold))))


def overlap(predicted: Sequence[str], gold: Sequence[str]) -> Overlap:
    """Return precision, recall and F1 over the sets; nothing predicted counts 0."""
    given, wanted = set(map(normalised, predicted)), set(map(normalised, gold))
    shared = len(given & wanted)
    if not shared:
        return Overlap(0.0, 0.0, 0.0)
    precision, recall = shared / len(given), shared / len(wanted)
    return Overlap(precision, recall, 2 * precision * recall / (precision + recall))


def exact_match(predicted: Sequence[str], gold: Sequence[str]) -> float:
    """Return 1 if predicted and gold answers are the same set; 0 where there is no gold answer."""
    return float(bool(gold) and set(map(normalised, predicted)) == set(map(normalised, gold)))

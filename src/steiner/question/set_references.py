"""Sentences that go on with the set of the one before: "only those after 1969", "their average"."""

from __future__ import annotations

import re
from typing import NamedTuple

from steiner.text import plain_words

_BEGUN = re.compile(r"^(?:(?:and|but|so|or|now|ok(?:ay)?)\b[\s,]*)+", re.I)
_SET = r"(?:them|those|these)"
_OTHERS = re.compile(
    r"^(?:(?:what|how) about |(?:which|who|what) (?:are|were) |(?:list|name|show(?: me)?) )?"
    r"(?:all )?the (?:others?|other ones|rest|remaining ones)\W*$",
    re.I,
)
_MEASURED = re.compile(
    r"^(?:what(?:'s| is| was| are| were) |(?:what|how) about )?(?:their|the) "
    rf"(average|mean|sum|total|maximum|highest|minimum|lowest)(?: of {_SET})?\W*$",
    re.I,
)
_MEASURES = {"average": "avg", "mean": "avg", "total": "sum", "maximum": "max", "minimum": "min"}
_MEASURES |= {"highest": "max", "lowest": "min", "sum": "sum"}
_ONLY = re.compile(r"^(?:only|just) (?:(?:the )?ones|those|these|them)\b\s*(.*\w)\W*$", re.I)
_ONLY_SUCH = re.compile(r"^(?:only|just) (?:the )?(.+?) ones\W*$", re.I)
_ITSELF = re.compile(
    rf"^(?:which|what|who)(?: ones| of {_SET}| are (?:they|those|these))?\W*$", re.I
)
_COUNTED = re.compile(rf"^how many(?: of {_SET})?(?: are (?:there|they|those))?\W*$", re.I)
_SORTED = re.compile(rf"^(?:sort|order|rank) {_SET} by (.*\w)\W*$", re.I)
_PART = re.compile(rf"\b(which|who|how many|what)(?: ones)? of {_SET}\b", re.I)
_THEIR = re.compile(r"\btheir (.*\w)(\W*)$", re.I)
_PLURAL = re.compile(r"\b(?:they|them|those|these)\b", re.I)
_OF_ONE = {"do": "does", "are": "is", "were": "was", "have": "has"}
_VERB = re.compile(rf"\b({'|'.join(_OF_ONE)}) (they|{_SET})\b", re.I)
_WORD = re.compile(rf"\b(?:{_SET}|they|their|ones|others?|rest)\b", re.I)
_SENTENCE = re.compile(r"(?<=[?.!;])\s+")


class Continued(NamedTuple):
    """What a sentence asks of a set: `text`, in which its noun stands for it; without one, itself.

    `pronoun`: it stands for "they"; something else may be asked of the set. `others`: what is not
    of the set is asked for; `measure`: one of MEASURES, of the numbers that the set has.
    """

    text: str = ""
    pronoun: bool = False
    others: bool = False
    measure: str = ""


def parted(question: str) -> tuple[str, ...]:
    """Part a text before each sentence that goes on with the set of the one before.

    "Who leads Aurora? Which of them are in Oslo?" are two; a text without such a sentence is one.
    """
    first, *others = _SENTENCE.split(question.strip())
    parts = [first]
    for sentence in others:
        if continued(sentence, "Thing"):
            parts.append(sentence)
        else:
            parts[-1] += f" {sentence}"
    return tuple(parts)


def continued(sentence: str, label: str, member: str = "") -> Continued | None:
    """Read a sentence about a set of nodes of a label; None where it is about none.

    continued("Which of them are in Oslo?", "Team") has the text "which teams are in Oslo?". Where a
    `member` is given its name stands for "they", as people ask of one: "Who leads Aurora?".
    """
    text, nouns = _BEGUN.sub("", sentence.strip()), _plural(label)
    if _OTHERS.match(text):
        return Continued(others=True)
    if measured := _MEASURED.match(text):
        return Continued(measure=_MEASURES[measured[1].lower()])
    if _ITSELF.match(text):
        return Continued()
    if _COUNTED.match(text):
        return Continued(f"How many {nouns} are there?")
    if sorted_by := _SORTED.match(text):
        return Continued(f"List all {nouns} ordered by {sorted_by[1]}")
    if only := _ONLY.match(text) or _ONLY_SUCH.match(text):
        return Continued(f"Which {nouns} are {only[1]}?")
    asked = re.sub(rf"\b{_SET} (?={nouns}\b)", "", text, flags=re.I)
    asked = _PART.sub(lambda m: f"{_asking(m[1])} {nouns}", asked)
    asked = _THEIR.sub(lambda m: f"the {m[1]} of {nouns}{m[2]}", asked)
    if asked != text:
        return Continued(asked)
    asked = _VERB.sub(lambda m: f"{_OF_ONE[m[1].lower()]} {m[2]}", text) if member else text
    asked = _PLURAL.sub(lambda _: member or nouns, asked)
    return Continued(asked, pronoun=True) if asked != text else None


def refers_from(sentence: str) -> int:
    """Return the place of the first word that means the set; that of the end where none does."""
    word = _WORD.search(sentence)
    return word.start() if word else len(sentence)


def joined(earlier: str, sentence: str) -> str:
    """Write a sentence behind those that it goes on with, each with its end."""
    return " ".join(
        text if text.endswith(("?", ".", "!")) else f"{text}?"
        for text in (earlier.strip(), sentence.strip())
    )


def _asking(word: str) -> str:
    return word if word.lower() == "how many" else "which"


def _plural(label: str) -> str:
    """Write a label for several: "Product" is "products", "Category" "categories"."""
    noun = plain_words(label).lower()
    if noun == "person":
        return "people"
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun.endswith(("s", "x", "ch", "sh")) else f"{noun}s"

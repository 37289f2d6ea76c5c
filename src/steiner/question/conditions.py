"""Comparisons that a question makes: "a unit price over $50", "20 or more", "discontinued".

Only the names of the graph's properties are known; their values are learned by asking.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime

from steiner.filters import Condition, storable
from steiner.text import STOP_WORDS, plain_words, stems, words

_SMALL = {name: str(number) for number, name in enumerate(
    "zero one two three four five six seven eight nine ten eleven twelve".split()  # noqa: SIM905
)}  # fmt: skip
_MONTH = (
    r"(?!(?:st|nd|rd|th)?\s+(?:of\s+)?"
    r"(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)(?:uary|ruary|ch|il|ust|t?ember|ober)?\b)"
)
"""After a number: it is no day of a month, which is not read as a bound yet."""
_DIGITS = r"\d[\d,]{{0,40}}"
"""Bounded: else of a thousand numbers in a row each is read to the end of the row."""
_DATE = r"\d{{4}}-\d{{2}}-\d{{2}}(?:T[\d:.]+)?"
_N = rf"[$€£\"'“‘]?(?P<{{}}>{_DATE}|{_DIGITS}(?:\.\d+)?|{'|'.join(_SMALL)})\b[\"'”’]?{_MONTH}"
_ONE, _LAST = _N.format("value"), _N.format("last")
_PREFIX = r"(?:start|begin)(?:s|ning|ing)?\s+with\s+[\"'“‘](?P<prefix>[^\"'”’]+)[\"'”’]"
DECADE = r"['’]?(?P<{}>\d{{3}}0|[3-9]0)['’]?s\b"
"""Pattern of "1990s" or "'90s". "The 10s" and "the 20s" are of either century: not read."""
_PHRASES = (
    (_PREFIX, ">="),
    (rf"(?:in|of|from|during)\s+the\s+{DECADE.format('decade')}", ">="),
    (r"between\s+" + _ONE + r"\s+and\s+" + _LAST, ">="),
    (_ONE + r"\s+(?:or|and)\s+(?:more|above|over|later|higher)", ">="),
    (_ONE + r"\s+(?:or|and)\s+(?:less|fewer|below|under|earlier|lower)", "<="),
    (r"(?:no|not)\s+(?:more|greater|higher|later)\s+than\s+" + _ONE, "<="),
    (r"(?:no|not)\s+(?:less|fewer|lower|smaller|earlier)\s+than\s+" + _ONE, ">="),
    (r"(?:at\s+least|a\s+minimum\s+of|since)\s+" + _ONE, ">="),
    (r"(?:at\s+most|a\s+maximum\s+of|up\s+to)\s+" + _ONE, "<="),
    (r"(?:(?:more|greater|higher|larger|later)\s+than|exceed(?:s|ing))\s+" + _ONE, ">"),
    (r"(?:over|above|after)\s+" + _ONE, ">"),
    (r"(?:(?:less|fewer|lower|smaller|earlier)\s+than|under|below|before)\s+" + _ONE, "<"),
    (r"(?:exactly|equals?(?:\s+to)?|=|is|are|of)\s+" + _ONE, "="),
)  # fmt: skip
_TIMES: tuple[Callable[[str], date], ...] = (
    lambda text: date.fromisoformat(text[:10]),
    datetime.fromisoformat,
    lambda text: datetime.fromisoformat(text).replace(tzinfo=UTC),
)
_NEGATION = re.compile(r"not|no|never|without|non|\w+n't", re.IGNORECASE)
_PARTS = re.compile(r"\w+(?:'\w+)?")
_WORD = re.compile(r"\w+")
_LAST_LETTER = "\uffff"
_MOST = 20
"""Bounds of a question that are read: each is held against all of its words."""
_FAR, _ADJACENT = 6, 2
"""Words between a property and its bound, at most; "of 3" and the like follow it at once."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Conditions on one property, and the words (`key`) of the question that bound it."""

    conditions: tuple[Condition, ...]
    key: str


def as_stored(conditions: Sequence[Condition]) -> Iterator[list[Condition]]:
    """Yield the conditions as a graph may hold them: dates as text, as dates and as times."""
    yield list(conditions)
    dated = [each for each in conditions if isinstance(each.value, str)]
    for read in _TIMES if dated else ():
        try:
            times = {each: replace(each, value=read(each.value)) for each in dated}
        except ValueError:  # No day of the calendar.
            return
        yield [times.get(each, each) for each in conditions]


def comparisons(question: str, properties: Sequence[str]) -> tuple[Comparison, ...]:
    """Return what the question compares, each property once, in the order of the question.

    A property keeps one lower and one upper bound: "after 1990 and before 2000".
    """
    named = {name: parts for name in properties if (parts := plain_words(name).split())}
    text = _spelled_out(question.replace("’", "'"), named.values())
    read: dict[str, Comparison] = {}
    for match, operator in _bounds(text):
        far = _ADJACENT if operator == "=" else _FAR
        name = _nearest(text, match, named, far)
        if name is not None:
            bound = Comparison(
                tuple(_conditions(name, operator, match)), " ".join(words(match.group()))
            )
            read[name] = _both(read[name], bound) if name in read else bound
    for name, value in _flags(text, named):
        read.setdefault(name, Comparison((Condition(name, "=", value),), name.casefold()))
    return tuple(read.values())


def _both(known: Comparison, bound: Comparison) -> Comparison:
    """Join a lower and an upper bound; of two of one kind the first counts."""
    kinds = [{each.operator[0] for each in part.conditions} for part in (known, bound)]
    if sorted(map(sorted, kinds)) != [["<"], [">"]]:
        return known
    return Comparison(known.conditions + bound.conditions, f"{known.key} {bound.key}")


def _spelled_out(text: str, names: Iterable[Sequence[str]]) -> str:
    """Write the words of a name apart that stand as one: "unitprice" for `unitPrice`."""
    joined = {"".join(parts): " ".join(parts) for parts in names if len(parts) > 1}
    return _WORD.sub(lambda word: joined.get(word.group().casefold(), word.group()), text)


def _bounds(text: str) -> list[tuple[re.Match[str], str]]:
    """Return each bound once, as they stand; a phrase counts before one that it holds."""
    bounds: list[tuple[re.Match[str], str]] = []
    taken = bytearray(len(text))
    for phrase, operator in _PHRASES:
        for match in re.finditer(rf"(?<!\w){phrase}", text, re.IGNORECASE):
            start, end = match.span()
            if taken.find(1, start, end) < 0:
                taken[start:end] = b"\1" * (end - start)
                bounds.append((match, operator))
    return sorted(bounds, key=lambda pair: pair[0].start())[:_MOST]


def _nearest(text: str, match: re.Match[str], named: dict[str, list[str]], far: int) -> str | None:
    """Return the property whose words stand nearest to the bound, those of most words first."""
    before = plain_words(text[: match.start()]).split()
    asked = [stems(words(w)) for w in (*before, *plain_words(text[match.end() :]).split())]
    best: tuple[int, int, str] | None = None
    for name, parts in named.items():
        wanted = stems(parts) - STOP_WORDS
        at = [i for i, stem in enumerate(asked) if stem & wanted]
        met = set[str]().union(*(asked[i] & wanted for i in at)) if at else set()
        last = stems(parts[-1:])
        distance = min((abs(i - len(before)) for i in at), default=far + 1)
        if distance <= far and (met == wanted or (last <= met and 2 * len(met) >= len(wanted))):
            rank = (-len(met), distance, name)
            best = rank if best is None else min(best, rank)
    return best[2] if best else None


def first_year(decade: str) -> int:
    """Return the first year of a decade: 1990 of "1990", and of "90"."""
    return int(decade) if len(decade) > 2 else 1900 + int(decade)


def _conditions(name: str, operator: str, match: re.Match[str]) -> Iterator[Condition]:
    groups = match.groupdict()
    if "decade" in groups:
        first = first_year(groups["decade"])
        yield Condition(name, ">=", first)
        yield Condition(name, "<=", first + 9)
        return
    if "prefix" in groups:
        # Texts that begin so, in the order in which every store compares texts.
        yield Condition(name, ">=", groups["prefix"])
        yield Condition(name, "<", groups["prefix"] + _LAST_LETTER)
        return
    yield Condition(name, operator, _number(groups["value"]))
    if "last" in groups:
        yield Condition(name, "<=", _number(groups["last"]))


def _number(text: str) -> float | int | str:
    if "-" in text:
        return text
    plain = _SMALL.get(text.casefold(), text).replace(",", "")
    return float(plain) if "." in plain else storable(int(plain))


def _flags(text: str, named: dict[str, list[str]]) -> Iterator[tuple[str, bool]]:
    """Yield the properties that read as yes or no and stand in the question: `isActive`, `sold`.

    They are false where only stop words stand between a negation and them: "that do not have any
    discontinued", but not "do not come from Berlin and are discontinued".
    """
    stems_at = [(stems(words(run.group())), run.start()) for run in _WORD.finditer(text)]
    for name, parts in named.items():
        flag = parts[1:] if parts[0] in ("is", "has") else parts
        if not flag or (flag == parts and not flag[-1].endswith("ed")):
            continue
        wanted = stems(flag)
        at = [start for stem, start in stems_at if stem & wanted]
        if wanted <= set[str]().union(*(stem for stem, _ in stems_at)):
            yield name, not _is_negated(text[: at[0]])


def _is_negated(before: str) -> bool:
    """Say whether the text ends in a negation, stop words after it left aside."""
    for word in reversed(_PARTS.findall(before)):
        if _NEGATION.fullmatch(word):
            return True
        if word.casefold() not in STOP_WORDS:
            return False
    return False
